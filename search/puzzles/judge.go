package puzzles

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
	"pillars/search/proof"
)

// A Verdict says whether a turn solves a puzzle so far, and how the game continues.
type Verdict struct {
	Right    bool     // whether the win can still be forced within the promised number of turns
	Finished bool     // whether the game is won, by the turn or by the reply
	Reply    string   // the longest defence or, after a wrong turn, a reply that prevents the win; "" if none was found
	Left     int      // number of turns that the solving seat has left after this one
	Turns    []string // the right turns in place of this one, as [Patterns] returns them
	Comment  string   // a sentence about the turn
}

// Judge judges a turn of the seat that solves the puzzle. The history begins at the puzzle's position and has the turns
// of both seats since then. Judge returns an error if it is not this seat's turn or no turn is left, and [ErrHard] if a
// proof takes too long in the position that the turns have led to.
func (p *Puzzle) Judge(ctx context.Context, h *engine.History, turn string) (v Verdict, err error) {
	return p.judge(ctx, h, turn, mostChecks)
}

// Check plays the first right turns against the longest defence. It returns [ErrHard] if that needs so much search
// that [Puzzle.Judge] could fail on other lines.
func (p *Puzzle) Check(ctx context.Context) error {
	start, err := p.Load()
	if err != nil {
		return err
	}
	h := engine.NewHistory(start)
	for left := p.Own; left > 0; left-- {
		right, err := Solutions(ctx, h.Position(), left)
		if err != nil {
			return err
		}
		turn := engine.LineText(h.Position(), right[0])
		verdict, err := p.judge(ctx, h, turn, fewChecks)
		if err != nil || verdict.Finished {
			return err
		}
		if err := errors.Join(h.PlayTurn(turn), h.PlayTurn(verdict.Reply)); err != nil {
			return err
		}
	}
	return errors.New("the solution of " + p.Start + " does not end the game")
}

// judge is Judge with a limit on each proof, in checks of its context; see mostChecks.
func (p *Puzzle) judge(ctx context.Context, h *engine.History, turn string, checks int) (v Verdict, err error) {
	before := h.Position()
	v.Left = p.Own - (before.Turn()-h.Start().Turn())/2 - 1
	switch {
	case h.Outcome().Over():
		return v, errors.New("the game is over")
	case before.Seat() != h.Start().Seat() || !before.StartsTurn():
		return v, fmt.Errorf("%s has to begin a turn", name(before, h.Start().Seat()))
	case v.Left < 0:
		return v, fmt.Errorf("the %s of the puzzle have been played", turns(p.Own))
	}
	right, err := solutions(ctx, before, v.Left+1, checks)
	if err != nil {
		return v, err
	}
	v.Turns = Patterns(before, right)
	steps, illegal := engine.ParseTurn(before, turn)
	if illegal != nil {
		v.Comment = fmt.Sprintf("%q is not a legal turn.", turn)
		return v, nil
	}
	after := engine.After(before, steps)
	if right.Contains(steps) {
		return v, v.right(ctx, after, before.Seat(), checks)
	}
	return v, v.wrong(ctx, after, before.Seat(), turn)
}

// right completes the verdict about a right turn that leads to the position after.
func (v *Verdict) right(ctx context.Context, after engine.Position, seat engine.Seat, checks int) error {
	v.Right = true
	if after.Over() {
		v.Finished = true
		v.Comment = fmt.Sprintf("%s wins: %s.", name(after, seat), after.Outcome().Reason)
		return nil
	}
	defence, err := longestDefence(ctx, after, v.Left, checks)
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
		name(after, seat), turns(v.Left))
	return nil
}

// wrong completes the verdict about a wrong turn. It names a reply that prevents the win, if a proof finds one.
func (v *Verdict) wrong(ctx context.Context, after engine.Position, seat engine.Seat, turn string) error {
	v.Comment = fmt.Sprintf("After %s %s does not win within %s.", turn, name(after, seat), turns(v.Left+1))
	if after.Over() || v.Left == 0 {
		return nil
	}
	losing, err := proof.LosingTurns(&budget{ctx, mostChecks}, after, 2*v.Left)
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
				name(after, after.Seat()), v.Reply, name(after, seat), turns(v.Left+1))
			break
		}
	}
	return nil
}
