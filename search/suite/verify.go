package suite

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/search"
	"pillars/search/proof"
)

// Verify proves the problem's solution by exact search. It returns an error that names the fault if the solution is
// wrong. It can take seconds.
func (p *Problem) Verify(ctx context.Context) error {
	position, err := p.Load()
	if err != nil {
		return err
	}
	v := verifier{p, newLegalTurns(position)}
	if err := v.check(ctx); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	return nil
}

type verifier struct {
	*Problem
	*legalTurns
}

// check checks the kind and the listed turns of a problem, and proves that its solution is right.
func (v *verifier) check(ctx context.Context) error {
	if v.position.Rules().Seats() > 2 && (v.Kind.theme != win || v.Kind.turns > 2) {
		return fmt.Errorf("kind %s: with more than two seats only win-in-1 and win-in-2 can be proven", v.Kind)
	}
	for _, pattern := range v.Turns {
		if !matchesAny(pattern, maps.Keys(v.steps)) {
			return fmt.Errorf("turns: %q is not legal", pattern)
		}
	}
	if v.Kind.theme == bad {
		return v.checkBad(ctx)
	}
	return v.checkGood(ctx)
}

// checkGood checks that the listed turns are exactly those that solve a win or only problem, and that none wins sooner.
func (v *verifier) checkGood(ctx context.Context) error {
	theme, own := v.Kind.theme, v.Kind.turns
	if theme == win && own > 1 {
		switch sooner, err := proof.Forces(ctx, v.position, v.position.Seat(), v.turnsTo(own-1)); {
		case err != nil:
			return err
		case sooner:
			return fmt.Errorf("there is a win in %d", own-1)
		}
	}
	right, err := v.solution(ctx, theme, own)
	switch {
	case err != nil:
		return err
	case theme == win:
		return v.compare(right, "wins", "does not win")
	case right == nil:
		return fmt.Errorf("there is no danger: no turn loses so soon")
	}
	return v.compare(right, "holds", "does not hold")
}

// compare checks that the listed turns are exactly the expected turns. An error names a turn that is expected and not
// listed, with the text does, such as "wins", or the reverse, with the text doesNot, such as "does not win".
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

// checkBad proves that the listed turns of a bad problem lose as soon as the kind says, and the safe turn does not.
func (v *verifier) checkBad(ctx context.Context) error {
	if v.steps[v.safe] == nil {
		return fmt.Errorf("safe: %q is not legal", v.safe)
	}
	for _, turn := range v.sorted() {
		if !v.lists(turn) && turn != v.safe {
			continue
		}
		after := engine.After(v.position, v.steps[turn])
		loses, err := proof.Forces(ctx, after, 1-v.position.Seat(), v.turnsTo(v.Kind.turns))
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

// maxPatterns is the largest number of turn patterns that a mined problem may have as its solution.
const maxPatterns = 4

// problemOf returns a problem in a two-seat position, or nil if there is none. The problem asks to win, or to avoid a
// loss, within at most the given number of the winner's own turns. Of several problems, it returns the one with the
// fewest own turns and, of these, a win.
func problemOf(ctx context.Context, position engine.Position, ownTurns int) (*Problem, error) {
	if position.Over() {
		return nil, nil
	}
	legal := newLegalTurns(position)
	for own := 1; own <= ownTurns; own++ {
		for _, theme := range []theme{win, only} {
			right, err := legal.solution(ctx, theme, own)
			if err != nil {
				return nil, err
			}
			if right != nil {
				return legal.problem(Kind{theme, own}, right), nil
			}
		}
	}
	return nil, nil
}

// turnsTo returns the number of turns of all seats from the first turn of a seat to its turn with the given number,
// both included.
func (l *legalTurns) turnsTo(ownTurn int) int { return 1 + l.position.Rules().Seats()*(ownTurn-1) }

// solution returns the texts of the turns that solve a problem: for the theme win the turns that win, for the theme
// only the turns that do not lose. If no turn wins, or if no turn loses, it returns nil.
func (l *legalTurns) solution(ctx context.Context, theme theme, ownTurns int) (map[string]bool, error) {
	if theme == win {
		winning, err := proof.WinningTurns(ctx, l.position, l.turnsTo(ownTurns))
		if err != nil || len(winning) == 0 {
			return nil, err
		}
		return l.texts(winning), nil
	}
	losing, err := proof.LosingTurns(ctx, l.position, 2*ownTurns)
	if err != nil || len(losing) == 0 {
		return nil, err
	}
	return l.without(l.texts(losing)), nil
}

// problem returns a problem that asks for the right turns. It returns nil if no turn is right, or if the right turns
// need more than maxPatterns patterns.
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

// unfixed returns the settings of the rules of p that differ from the settings that p's text implies.
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

// legalTurns holds the legal turns in a position.
type legalTurns struct {
	position engine.Position
	steps    map[string][]engine.Step // the steps of each turn, by the turn's text
}

func newLegalTurns(position engine.Position) *legalTurns {
	l := &legalTurns{position, map[string][]engine.Step{}}
	for turn := range engine.EachTurn(position) {
		l.steps[engine.LineText(position, turn)] = slices.Clone(turn)
	}
	return l
}

// sorted returns the texts of all turns in alphabetical order, so that errors are reproducible.
func (l *legalTurns) sorted() []string { return slices.Sorted(maps.Keys(l.steps)) }

func (l *legalTurns) texts(turns proof.Turns) map[string]bool {
	texts := map[string]bool{}
	for _, turn := range turns {
		texts[engine.LineText(l.position, turn)] = true
	}
	return texts
}

// without returns the set of the texts of all legal turns that are not in texts.
func (l *legalTurns) without(texts map[string]bool) map[string]bool {
	left := map[string]bool{}
	for turn := range l.steps {
		if !texts[turn] {
			left[turn] = true
		}
	}
	return left
}

// patterns returns patterns that match the right turns and no others. If all turns with a certain first step are right,
// their pattern is the text of this step and *. The text of any other right turn is its pattern.
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

// A Miner looks for problems in games that a player plays against itself.
type Miner struct {
	Player  search.Player
	Missed  search.Player // the player that must fail to solve each problem
	Limits  search.Limits // for both players
	Opening int           // number of random steps before the player takes over
	Turns   int           // number of the winner's own turns to look ahead
	Last    int           // number of the last turns of each game to look at
	Seed    uint64
}

// Mine plays games and looks for problems in them from the end backwards. It calls found with each problem that the
// player Missed does not solve, but with at most one of each kind per game, and with no position twice.
func (m *Miner) Mine(ctx context.Context, start engine.Position, games int, found func(*Problem) error) error {
	seen := map[string]bool{} // texts of the positions of problems found
	for number := range games {
		positions, err := m.play(ctx, start, engine.DeriveSeed(m.Seed, "mine", strconv.Itoa(number)))
		if err != nil {
			return err
		}
		if err := m.mineGame(ctx, positions[max(0, len(positions)-m.Last):], seen, found); err != nil {
			return err
		}
	}
	return nil
}

// mineGame looks for problems in the last positions of a game, and adds the positions of problems found to seen.
func (m *Miner) mineGame(
	ctx context.Context, last []engine.Position, seen map[string]bool, found func(*Problem) error,
) error {
	kinds := map[Kind]bool{} // kinds of the problems found in this game
	for _, position := range slices.Backward(last) {
		problem, err := problemOf(ctx, position, m.Turns)
		if err != nil {
			return err
		}
		if problem == nil || kinds[problem.Kind] || seen[problem.Position] {
			continue
		}
		attempt, err := problem.Try(ctx, m.Missed, position, m.Limits)
		if err != nil {
			return err
		}
		if attempt.Solved {
			continue
		}
		kinds[problem.Kind], seen[problem.Position] = true, true
		problem.comment += fmt.Sprintf("; %s plays %s", m.Missed.Name(), attempt.Turn)
		if err := found(problem); err != nil {
			return err
		}
	}
	return nil
}

// play plays a game. It returns the positions at the starts of turns after the opening.
func (m *Miner) play(ctx context.Context, start engine.Position, seed uint64) ([]engine.Position, error) {
	h, random := engine.NewHistory(start), engine.NewRandom(seed)
	for range m.Opening {
		if h.Outcome().Over() {
			return nil, nil
		}
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			return nil, err
		}
	}
	search.Begin(ctx, m.Player, engine.DeriveSeed(seed, "player"))
	var positions []engine.Position
	for !h.Outcome().Over() && ctx.Err() == nil {
		if h.Position().StartsTurn() {
			positions = append(positions, h.Position().Clone())
		}
		turn, _, err := search.DecideTurn(ctx, m.Player, h, m.Limits, nil)
		if err == nil {
			err = h.PlayAll(turn.Steps)
		}
		if err != nil {
			return nil, err
		}
	}
	return positions, ctx.Err()
}
