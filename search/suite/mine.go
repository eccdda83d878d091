package suite

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"pillars/engine"
	"pillars/search/proof"
)

// maxPatterns is how many texts may name the right turns of a problem that is worth asking.
const maxPatterns = 4

// Mine makes a problem of a position of two seats, if the first thing that can be proven of it is one: a win, or turns
// that alone hold, within a number of the winner's own turns. A position in which every turn loses is none, nor is one
// in which many turns are right; then Mine returns nil.
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
			return legal.problem(kindOf(win, own), legal.texts(winning)), nil
		}
		losing, err := proof.LosingTurns(ctx, position, 2*own)
		if err != nil {
			return nil, err
		}
		if len(losing) > 0 {
			return legal.problem(kindOf(only, own), legal.others(losing)), nil
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
		ID: fmt.Sprintf("%s-%s-%08x", game.Name(), kind,
			uint32(l.position.Hash())), game: game.Name(), options: unfixed(l.position),
		Position: l.position.String(), Kind: kind, Turns: patterns, Nodes: defaultNodes,
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

type legalTurns struct {
	position engine.Position
	steps    map[string][]engine.Step
}

func newLegalTurns(position engine.Position) *legalTurns {
	l := &legalTurns{position, map[string][]engine.Step{}}
	for turn := range engine.EachTurn(position) {
		l.steps[engine.LineText(position, turn)] = slices.Clone(turn)
	}
	return l
}

// sorted are the texts in order, so that the same fault is named first each time.
func (l *legalTurns) sorted() []string { return slices.Sorted(maps.Keys(l.steps)) }

func (l *legalTurns) any(pattern string) bool {
	for turn := range l.steps {
		if matches(pattern, turn) {
			return true
		}
	}
	return false
}

func (l *legalTurns) texts(turns proof.Turns) map[string]bool {
	texts := map[string]bool{}
	for _, turn := range turns {
		texts[engine.LineText(l.position, turn)] = true
	}
	return texts
}

func (l *legalTurns) others(turns proof.Turns) map[string]bool {
	left, texts := map[string]bool{}, l.texts(turns)
	for turn := range l.steps {
		if !texts[turn] {
			left[turn] = true
		}
	}
	return left
}

// patterns name turns, in the order of their texts: by their first step and a * where all turns that begin with it are
// among them.
func (l *legalTurns) patterns(right map[string]bool) []string {
	partial := map[engine.Step]bool{}
	for turn, steps := range l.steps {
		if !right[turn] {
			partial[steps[0]] = true
		}
	}
	var patterns []string
	for turn := range right {
		steps := l.steps[turn]
		if first := l.position.StepText(steps[0]) + "*"; len(steps) > 1 && !l.begins(first, partial) {
			turn = first
		}
		patterns = append(patterns, turn)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

func (l *legalTurns) begins(pattern string, first map[engine.Step]bool) bool {
	for turn, steps := range l.steps {
		if first[steps[0]] && matches(pattern, turn) {
			return true
		}
	}
	return false
}
