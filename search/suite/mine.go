package suite

import (
	"context"
	"fmt"

	"pillars/engine"
	"pillars/search/proof"
)

// maxPatterns is how many texts may name the right turns of a problem that is worth asking.
const maxPatterns = 4

// Mine makes a problem of a position of two seats, if the first thing that can be proven of it is one: a win, or turns that alone hold, within a
// number of the winner's own turns. A position in which every turn loses is none, nor is one in which many turns are right; then Mine returns nil.
func Mine(ctx context.Context, position engine.Position, ownTurns int) (*Problem, error) {
	if position.Over() {
		return nil, nil
	}
	legal := newLegalTurns(position)
	for own := 1; own <= ownTurns; own++ {
		winning, err := proof.WinningTurns(ctx, position, 2*own-1)
		if err != nil {
			return nil, err
		}
		if len(winning) > 0 {
			return legal.problem(kindOf(Win, own), legal.texts(winning)), nil
		}
		losing, err := proof.LosingTurns(ctx, position, 2*own)
		if err != nil {
			return nil, err
		}
		if len(losing) > 0 {
			return legal.problem(kindOf(Only, own), legal.others(losing)), nil
		}
	}
	return nil, nil
}

// problem asks for the right turns, or is nil if there is none or they are too many.
func (l *legalTurns) problem(kind Kind, right map[string]bool) *Problem {
	patterns := l.patterns(right)
	if len(patterns) == 0 || len(patterns) > maxPatterns {
		return nil
	}
	game := l.position.Rules().Game()
	return &Problem{
		ID: fmt.Sprintf("%s-%s-%08x", game.Name(), kind, uint32(l.position.Hash())), Game: game.Name(), Options: unfixed(l.position),
		Position: l.position.String(), Kind: kind, Turns: patterns, Nodes: DefaultNodes,
		Comment: fmt.Sprintf("%d of %d turns", len(right), len(l.steps)),
	}
}

// unfixed are the settings of a position's rules that its text does not bring about.
func unfixed(p engine.Position) engine.Settings {
	read, err := p.Rules().Game().Read(p.String(), nil)
	if err != nil {
		return p.Rules().Settings()
	}
	var settings engine.Settings
	for _, setting := range p.Rules().Settings() {
		if value, _ := read.Rules().Settings().Get(setting.Name); value != setting.Value {
			settings = append(settings, setting)
		}
	}
	return settings
}
