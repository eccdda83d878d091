package solver

import (
	"context"
	"errors"
	"slices"

	"pillars/engine"
)

// ErrDraw is returned by [Losses] for a game that is a draw.
var ErrDraw = errors.New("the game is a draw, which such a proof cannot show")

// Losses proves by retrograde analysis which seat wins in p. It calls add with each position of the proof, as text
// without the turn number, and with a number of turns. In each of these positions the seat to act loses in that number
// of turns: after each of its turns, some reply ends the game or leads to a position of the proof that is lost in fewer
// turns. If the seat to act wins in p, the proof begins after its quickest winning turn.
func Losses(ctx context.Context, p engine.Position, limits Limits, add func(text string, turns int) error) error {
	if err := Check(p); err != nil {
		return err
	}
	g, err := retrograde(ctx, p, limits)
	if err != nil {
		return err
	}
	switch g.verdicts[0].full().Value {
	case draw:
		return ErrDraw
	case loss:
		return g.losses(p, 0, add)
	}
	if first := g.reply(g.after.at(0)); g.verdicts[first].turns() > 0 { // else the turn ends the game
		return g.losses(p, first, add)
	}
	return nil
}

// losses calls add with each position of the proof that the position with number root is lost. The game must not be
// over in that position. P may be any position with the same rules.
func (g *graph) losses(p engine.Position, root uint32, add func(text string, turns int) error) error {
	e := explorer{graph: g, from: p.Clone(), turn: p.Turn()} // reads positions
	listed := map[uint32]bool{root: true}                    // positions that are or were in pending
	for pending := []uint32{root}; len(pending) > 0; {       // lost positions of the proof that add has not received
		n := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		err := e.restore(g.keys.texts.at(n))
		if err == nil {
			err = add(withoutTurn(e.from), g.verdicts[n].turns())
		}
		if err != nil {
			return err
		}
		for _, won := range g.after.at(n) {
			if g.verdicts[won].turns() == 0 { // the turn has ended the game
				continue
			}
			reply := g.reply(g.after.at(won))
			if g.verdicts[reply].turns() > 0 && !listed[reply] {
				listed[reply] = true
				pending = append(pending, reply)
			}
		}
	}
	return nil
}

// reply returns the number of the position among after in which the seat to act loses in the fewest turns.
func (g *graph) reply(after []uint32) uint32 {
	return slices.MinFunc(after, func(a, b uint32) int { return g.verdicts[a].full().compare(g.verdicts[b].full()) })
}
