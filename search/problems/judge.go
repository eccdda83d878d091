package problems

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search/proof"
)

// Puzzle returns the built-in puzzle with the given id.
func Puzzle(id string) (*Problem, error) {
	all, err := BuiltIn(Puzzles)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(p Problem) bool { return p.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("there is no puzzle %q", id)
	}
	return &all[i], nil
}

// Task returns the task of a problem of kind win-in-N in words, such as "White wins in 2 turns".
func (p *Problem) Task(position engine.Position) string {
	return fmt.Sprintf("%s wins in %s", name(position, position.Seat()), counted(p.Kind.Turns))
}

func name(p engine.Position, seat engine.Seat) string { return p.Rules().SeatNames()[seat] }

func counted(turns int) string {
	if turns == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", turns)
}

// ErrHard is returned if a proof needs more work than a judgement may take, a few seconds in a browser.
var ErrHard = errors.New("this position needs too much search to be judged")

// mostChecks is the number of times that a proof may check its context. Package proof checks it once in 256 positions.
const mostChecks = 1500

// budget is a context that ends after a number of calls of Err. Unlike a time limit, it is the same on every machine.
type budget struct {
	context.Context
	checks int // number of checks left
}

// Err implements [context.Context]. It returns [ErrHard] once the budget is used up.
func (b *budget) Err() error {
	if b.checks--; b.checks < 0 {
		return ErrHard
	}
	return b.Context.Err()
}

// within returns the turns from p after which winner can force a win within the given number of its own turns. Winner
// is the seat to act or its opponent. The error is [ErrHard] if the proof takes too long.
func within(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (proof.Turns, error) {
	return turnsTo(&budget{ctx, mostChecks}, p, winner, turns)
}

// A Verdict says whether a turn solves a puzzle so far, and how the game continues.
type Verdict struct {
	Right    bool `json:"solved"`   // whether the win can still be forced within the promised number of turns
	Finished bool `json:"finished"` // whether the game is won, by the turn or by the reply
	// Reply is the longest defence or, after a wrong turn, a reply that prevents the win. It is "" if none was found.
	Reply   string   `json:"reply,omitempty"`
	Left    int      `json:"-"`                 // number of turns that the solving seat has left after this one
	Turns   []string `json:"turns"`             // the right turns; one that ends in * means all that begin with it
	Comment string   `json:"comment,omitempty"` // a sentence about the turn
}

// Judge judges a turn of the seat that solves a problem of kind win-in-N. The history begins at the problem's position
// and has the turns of both seats since then. A turn that wins later than promised is wrong, because no proof says how
// much later. Judge returns an error if it is not this seat's turn or no turn is left, and [ErrHard] if a proof takes
// too long.
func (p *Problem) Judge(ctx context.Context, h *engine.History, turn string) (v Verdict, err error) {
	before := h.Position()
	ownPlayed := (before.Turn() - h.Start().Turn()) / 2 // the other half of the turns since the start is the opponent's
	v.Left = p.Kind.Turns - ownPlayed - 1
	switch {
	case h.Outcome().Over():
		return v, errors.New("the game is over")
	case before.Seat() != h.Start().Seat() || !before.StartsTurn():
		return v, fmt.Errorf("%s has to begin a turn", name(before, h.Start().Seat()))
	case v.Left < 0:
		return v, errors.New("no turn of the puzzle is left")
	}
	right, err := within(ctx, before, before.Seat(), v.Left+1)
	if err != nil {
		return v, err
	}
	v.Turns = patterns(before, right)
	steps, illegal := engine.ParseTurn(before, turn)
	if illegal != nil {
		v.Comment = fmt.Sprintf("%q is not a legal turn.", turn)
		return v, nil
	}
	after := engine.After(before, steps)
	if right.Contains(steps) {
		return v, v.right(ctx, after, before.Seat())
	}
	return v, v.wrong(ctx, after, before.Seat(), turn)
}

// right completes the verdict about a right turn that leads to the position after.
func (v *Verdict) right(ctx context.Context, after engine.Position, seat engine.Seat) error {
	v.Right = true
	if after.Over() {
		v.Finished = true
		v.Comment = fmt.Sprintf("%s wins: %s.", name(after, seat), after.Outcome().Reason)
		return nil
	}
	defence, err := longestDefence(ctx, after, v.Left)
	if err != nil {
		return err
	}
	v.Reply = engine.LineText(after, defence)
	if end := engine.After(after, defence); end.Over() {
		v.Finished = true
		v.Comment = fmt.Sprintf("All answers lose at once: after %s %s wins: %s.", v.Reply, name(after, seat),
			end.Outcome().Reason)
		return nil
	}
	v.Comment = fmt.Sprintf("%s holds out longest with %s; %s has %s left.", name(after, after.Seat()), v.Reply,
		name(after, seat), counted(v.Left))
	return nil
}

// longestDefence returns a turn of the seat to act after which its opponent needs as many turns as possible to win. The
// argument left is a number of own turns within which the opponent can force a win.
func longestDefence(ctx context.Context, p engine.Position, left int) ([]engine.Step, error) {
	for ; left > 1; left-- {
		sooner, err := within(ctx, p, 1-p.Seat(), left-1)
		if err != nil {
			return nil, err
		}
		for turn := range engine.EachTurn(p) {
			if !sooner.Contains(turn) {
				return slices.Clone(turn), nil
			}
		}
	}
	return allTurns(p)[0], nil // every turn loses at once
}

// wrong completes the verdict about a wrong turn. It names a reply that prevents the win, if a proof finds one.
func (v *Verdict) wrong(ctx context.Context, after engine.Position, seat engine.Seat, turn string) error {
	v.Comment = fmt.Sprintf("After %s %s does not win within %s.", turn, name(after, seat), counted(v.Left+1))
	if after.Over() || v.Left == 0 {
		return nil
	}
	losing, err := within(ctx, after, seat, v.Left) // the replies that do not prevent the win
	switch {
	case errors.Is(err, ErrHard):
		return nil
	case err != nil:
		return err
	}
	for reply := range engine.EachTurn(after) {
		if !losing.Contains(reply) {
			v.Reply = engine.LineText(after, reply)
			v.Comment = fmt.Sprintf("After %s %s can answer %s, and %s does not win within %s.", turn,
				name(after, after.Seat()), v.Reply, name(after, seat), counted(v.Left+1))
			break
		}
	}
	return nil
}

// Verify proves the problem's solution by exact search. It returns an error that names the fault if the solution is
// wrong. It can take seconds.
func (p *Problem) Verify(ctx context.Context) error {
	position, err := p.Load()
	if err != nil {
		return err
	}
	if err := p.verify(ctx, position); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	return nil
}

func (p *Problem) verify(ctx context.Context, position engine.Position) error {
	if position.Rules().Seats() > 2 && (p.Kind.theme != win || p.Kind.Turns > 2) {
		return fmt.Errorf("kind %s: with more than two seats only win-in-1 and win-in-2 can be proven", p.Kind)
	}
	if p.Kind.theme == keep || p.Kind.theme == spoil {
		return p.verifyProven(ctx, position)
	}
	texts := textsOf(position, allTurns(position))
	for _, pattern := range p.turns {
		if !slices.ContainsFunc(texts, func(turn string) bool { return matches(pattern, turn) }) {
			return fmt.Errorf("turns: %q is not legal", pattern)
		}
	}
	if p.Kind.theme == win && p.Kind.Turns > 1 {
		switch sooner, err := proof.Forces(ctx, position, position.Seat(), upTo(position, p.Kind.Turns-1)); {
		case err != nil:
			return err
		case sooner:
			return fmt.Errorf("there is a win in %d", p.Kind.Turns-1)
		}
	}
	right, err := solution(ctx, position, p.Kind)
	if err != nil {
		return err
	}
	return p.compare(texts, textsOf(position, right))
}

// compare returns an error if a listed turn of the problem is not in right, the turns of the solution. A turn of right
// that is not listed is an error too, except for the theme avoid. The argument legal holds all legal turns. For the
// themes only and avoid, it is also an error if right contains all legal turns.
func (p *Problem) compare(legal, right []string) error {
	switch {
	case p.Kind.theme == only && len(right) == len(legal):
		return errors.New("there is no danger: no turn loses so soon")
	case p.Kind.theme == avoid && len(right) == len(legal):
		return errors.New("there is no defence: all turns lose so soon")
	}
	does := map[string]string{win: "win", only: "hold", avoid: "lose"}[p.Kind.theme]
	for _, turn := range legal {
		switch listed, isRight := p.lists(turn), slices.Contains(right, turn); {
		case listed && !isRight:
			return fmt.Errorf("%s does not %s", turn, does)
		case isRight && !listed && p.Kind.theme != avoid:
			return fmt.Errorf("%s %ss too", turn, does)
		}
	}
	return nil
}

// solution returns the turns from p that solve a problem of the kind: the turns that win (theme win), that do not lose
// (theme only) or that lose (theme avoid).
func solution(ctx context.Context, p engine.Position, kind Kind) (proof.Turns, error) {
	if kind.theme == win {
		return turnsTo(ctx, p, p.Seat(), kind.Turns)
	}
	losing, err := turnsTo(ctx, p, 1-p.Seat(), kind.Turns)
	if err != nil || kind.theme == avoid {
		return losing, err
	}
	return slices.DeleteFunc(allTurns(p), losing.Contains), nil
}

// turnsTo returns the turns from p after which winner can force a win within a number of its own turns.
func turnsTo(ctx context.Context, p engine.Position, winner engine.Seat, own int) (proof.Turns, error) {
	if winner == p.Seat() {
		return proof.TurnsTo(ctx, p, winner, upTo(p, own))
	}
	return proof.TurnsTo(ctx, p, winner, 2*own)
}

// upTo returns the number of turns, of all seats, from the first turn of a seat up to and including the seat's turn
// number ownTurn.
func upTo(p engine.Position, ownTurn int) int { return 1 + p.Rules().Seats()*(ownTurn-1) }

func allTurns(p engine.Position) (all proof.Turns) {
	for turn := range engine.EachTurn(p) {
		all = append(all, slices.Clone(turn))
	}
	return all
}

func textsOf(p engine.Position, turns proof.Turns) []string {
	texts := []string{}
	for _, turn := range turns {
		texts = append(texts, engine.LineText(p, turn))
	}
	return texts
}

// patterns returns the texts of turns from p, in the order of the turns. If several legal turns begin with the same
// step, and the argument turns contains all of them, one text replaces their texts: the step and a star.
func patterns(p engine.Position, turns proof.Turns) []string {
	legal, right := map[engine.Step]int{}, map[engine.Step]int{}
	for turn := range engine.EachTurn(p) {
		legal[turn[0]]++
	}
	for _, turn := range turns {
		right[turn[0]]++
	}
	texts := textsOf(p, turns)
	for i, turn := range turns {
		if first := turn[0]; legal[first] > 1 && legal[first] == right[first] {
			texts[i] = p.StepText(first) + "*"
		}
	}
	return slices.Compact(texts)
}
