package suite

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"pillars/engine"
	"pillars/search/proof"
)

// Verify proves by exact search that the problem is as it says, or returns what is wrong. It can take seconds.
func (p *Problem) Verify(ctx context.Context) error {
	position, err := p.Load()
	if err != nil {
		return err
	}
	v := verifier{p, newLegalTurns(position), ctx}
	if err := v.check(); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	return nil
}

type verifier struct {
	*Problem
	*legalTurns
	ctx context.Context
}

func (v *verifier) check() error {
	if v.position.Rules().Seats() > 2 && (v.Kind.theme() != win || v.Kind.ownTurns() > 2) {
		return fmt.Errorf("kind %s: with more than two seats only win-in-1 and win-in-2 can be proven", v.Kind)
	}
	for _, pattern := range v.Turns {
		if !matchesAny(pattern, maps.Keys(v.steps)) {
			return fmt.Errorf("turns: %q is not legal", pattern)
		}
	}
	switch v.Kind.theme() {
	case win:
		return v.checkWins()
	case only:
		return v.checkOnly()
	}
	return v.checkBad()
}

// checkWins wants the listed turns to be those that win within the kind's number of turns, and none to win sooner.
func (v *verifier) checkWins() error {
	seats, own := v.position.Rules().Seats(), v.Kind.ownTurns()
	turns := 1 + seats*(own-1)
	if own > 1 {
		switch sooner, err := proof.Forces(v.ctx, v.position, v.position.Seat(), turns-seats); {
		case err != nil:
			return err
		case sooner:
			return fmt.Errorf("there is a win in %d", own-1)
		}
	}
	winning, err := proof.WinningTurns(v.ctx, v.position, turns)
	if err != nil {
		return err
	}
	return v.compare(v.texts(winning), "wins", "does not win")
}

// checkOnly wants the listed turns to be those after which the opponent has no win within the kind's number of turns.
func (v *verifier) checkOnly() error {
	losing, err := proof.LosingTurns(v.ctx, v.position, 2*v.Kind.ownTurns())
	if err != nil {
		return err
	}
	if len(losing) == 0 {
		return fmt.Errorf("there is no danger: no turn loses so soon")
	}
	return v.compare(v.without(v.texts(losing)), "holds", "does not hold")
}

func (v *verifier) compare(expected map[string]bool, does, doesNot string) error {
	for _, turn := range v.sorted() {
		switch {
		case expected[turn] && !v.lists(turn):
			return fmt.Errorf("%s %s too", turn, does)
		case !expected[turn] && v.lists(turn):
			return fmt.Errorf("%s %s", turn, doesNot)
		}
	}
	return nil
}

// checkBad wants the listed turns to lose, and the safe one not to.
func (v *verifier) checkBad() error {
	if v.steps[v.safe] == nil {
		return fmt.Errorf("safe: %q is not legal", v.safe)
	}
	for _, turn := range v.sorted() {
		if !v.lists(turn) && turn != v.safe {
			continue
		}
		loses, err := v.loses(v.steps[turn])
		switch {
		case err != nil:
			return err
		case loses && turn == v.safe:
			return fmt.Errorf("safe: %s loses too", turn)
		case !loses && turn != v.safe:
			return fmt.Errorf("%s does not lose", turn)
		}
	}
	if v.lists(v.safe) {
		return fmt.Errorf("safe: %s is listed as bad", v.safe)
	}
	return nil
}

// loses reports whether the opponent wins by force after a turn, within the kind's number of turns.
func (v *verifier) loses(turn []engine.Step) (bool, error) {
	after := v.position.Clone()
	for _, step := range turn {
		after.Play(step)
	}
	return proof.Forces(v.ctx, after, 1-v.position.Seat(), 2*v.Kind.ownTurns()-1)
}

// maxPatterns is how many texts may name the right turns of a problem that is worth asking.
const maxPatterns = 4

// problemOf makes a problem of a position of two seats, if the first thing that can be proven of it is one: a win, or
// turns that alone hold, within a number of the winner's own turns. Where every turn loses, or many hold, it is nil.
func problemOf(ctx context.Context, position engine.Position, ownTurns int) (*Problem, error) {
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
			return legal.problem(kindOf(only, own), legal.without(legal.texts(losing))), nil
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
		ID:   fmt.Sprintf("%s-%s-%08x", game.Name(), kind, uint32(l.position.Hash())),
		game: game.Name(), options: unfixed(l.position), Position: l.position.String(),
		Kind: kind, Turns: patterns, nodes: defaultNodes,
		comment: fmt.Sprintf("%d of %d turns", len(right), len(l.steps)),
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

func (l *legalTurns) texts(turns proof.Turns) map[string]bool {
	texts := map[string]bool{}
	for _, turn := range turns {
		texts[engine.LineText(l.position, turn)] = true
	}
	return texts
}

func (l *legalTurns) without(texts map[string]bool) map[string]bool {
	left := map[string]bool{}
	for turn := range l.steps {
		if !texts[turn] {
			left[turn] = true
		}
	}
	return left
}

// patterns name turns by their first step and a * where all turns that begin with it are among them.
func (l *legalTurns) patterns(right map[string]bool) []string {
	wrong := l.without(right)
	var patterns []string
	for turn := range right {
		steps := l.steps[turn]
		if first := l.position.StepText(steps[0]) + "*"; len(steps) > 1 && !matchesAny(first, maps.Keys(wrong)) {
			turn = first
		}
		patterns = append(patterns, turn)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

func matchesAny(pattern string, turns iter.Seq[string]) bool {
	for turn := range turns {
		if matches(pattern, turn) {
			return true
		}
	}
	return false
}
