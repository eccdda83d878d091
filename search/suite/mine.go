package suite

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search/exact"
)

// maxPatterns is how many texts may name the right turns of a problem that is worth asking.
const maxPatterns = 4

// Mine makes a problem of a position of two seats, if the first thing that can be proven of it is one: a win, or turns that alone hold, within a number
// of the winner's own turns. A position in which every turn loses is none, nor is one in which many turns are right; then Mine returns nil.
func Mine(ctx context.Context, position engine.Position, ownTurns int) (*Problem, error) {
	if position.Over() {
		return nil, nil
	}
	v := newVerifier(ctx, position)
	for own := 1; own <= ownTurns; own++ {
		winning, err := exact.WinningTurns(ctx, position, 2*own-1)
		if err != nil {
			return nil, err
		}
		if len(winning) > 0 {
			return v.problem(Kind(fmt.Sprintf("win-in-%d", own)), v.texts(winning)), nil
		}
		losing, err := exact.LosingTurns(ctx, position, 2*own)
		if err != nil {
			return nil, err
		}
		if len(losing) > 0 {
			kind := Kind("only")
			if own > 1 {
				kind = Kind(fmt.Sprintf("only-in-%d", own))
			}
			return v.problem(kind, v.others(losing)), nil
		}
	}
	return nil, nil
}

// problem asks for the right turns, or is nil if there is none or they are too many.
func (v *verifier) problem(kind Kind, right map[string]bool) *Problem {
	patterns := v.patterns(right)
	if len(patterns) == 0 || len(patterns) > maxPatterns {
		return nil
	}
	game := v.position.Rules().Game()
	return &Problem{
		ID: fmt.Sprintf("%s-%s-%08x", game.Name(), kind, uint32(v.position.Hash())), Game: game.Name(), Options: unfixed(v.position),
		Position: v.position.String(), Kind: kind, Turns: patterns, Nodes: DefaultNodes,
		Comment: fmt.Sprintf("%d of %d turns", len(right), len(v.legal)),
	}
}

// patterns name turns, in the order of their texts: by their first step and a * where all turns that begin with it are among them.
func (v *verifier) patterns(right map[string]bool) []string {
	partial := map[engine.Step]bool{}
	for turn, steps := range v.legal {
		if !right[turn] {
			partial[steps[0]] = true
		}
	}
	var patterns []string
	for turn := range right {
		steps := v.legal[turn]
		if first := v.position.StepText(steps[0]) + "*"; len(steps) > 1 && !partial[steps[0]] && !v.begins(first, partial) {
			turn = first
		}
		patterns = append(patterns, turn)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

// begins reports whether a turn with one of the first steps begins as a pattern says.
func (v *verifier) begins(pattern string, first map[engine.Step]bool) bool {
	for turn, steps := range v.legal {
		if first[steps[0]] && matches(pattern, turn) {
			return true
		}
	}
	return false
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
