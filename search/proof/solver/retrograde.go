package solver

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
)

// Retrograde finds the verdicts of all positions that play can reach from p, which must be of a game for two and stand
// at the start of a turn. It fails with [ErrTooMany] when there are more than the limits allow, and with the error of
// ctx when that ends.
func Retrograde(ctx context.Context, p engine.Position, limits Limits) (*Graph, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	g, err := explore(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	if err := g.decide(ctx, limits); err != nil {
		return nil, err
	}
	for i := range g.ends {
		g.ends[i].Verdict = g.verdicts[g.ends[i].number].full()
	}
	return g, nil
}

func (g *Graph) decide(ctx context.Context, limits Limits) error {
	for turns := 1; turns <= maxTurns; turns++ {
		decided := g.sweep(turns)
		if decided == 0 {
			return nil
		}
		if err := limits.check(ctx, "%d of %d positions decided in %d turns", decided, len(g.verdicts),
			turns); err != nil {
			return err
		}
	}
	return fmt.Errorf("there are wins in more than %d turns", maxTurns)
}

// sweep decides the positions that are won or lost in so many turns, given all that are so in fewer, and counts them.
func (g *Graph) sweep(turns int) (decided int) {
	number := 0
	for _, block := range g.after.blocks {
		for len(block) > 0 {
			after := block[1 : 1+block[0]]
			block = block[1+len(after):]
			if g.verdicts[number] == open {
				if v := g.backUp(after, turns); v != open {
					g.verdicts[number] = v
					decided++
				}
			}
			number++
		}
	}
	return decided
}

// backUp is what the positions after a position say of it in so many turns: one that is lost in fewer makes it won; if
// all are won in fewer, it is lost.
func (g *Graph) backUp(after []uint32, turns int) verdict {
	allWon := true
	for _, next := range after {
		v := g.verdicts[next]
		known := v != open && v.turns() < turns
		if known && v.value() == Loss {
			return newVerdict(Win, turns)
		}
		allWon = allWon && known && v.value() == Win
	}
	if allWon {
		return newVerdict(Loss, turns)
	}
	return open
}

var errNotReached = errors.New("play from the start does not reach this position")

// Verdict is the verdict of a position at the start of a turn that play from the graph's start reaches, for its seat to
// act.
func (g *Graph) Verdict(p engine.Position) (Verdict, error) { return g.verdictFor(p, p.Seat()) }

// verdictFor is the verdict of a position in which seat acts, or would act.
func (g *Graph) verdictFor(p engine.Position, seat engine.Seat) (Verdict, error) {
	number, found := g.keys.find(appendKey(nil, p, seat))
	if !found {
		return Verdict{}, fmt.Errorf("%w: %s", errNotReached, p)
	}
	return g.verdicts[number].full(), nil
}

// Turns lists all turns from a position of the graph, with distances that include the turn.
func (g *Graph) Turns(p engine.Position) ([]Turn, error) {
	return turnsOf(p, func(after engine.Position, seat engine.Seat) (Verdict, error) {
		v, err := g.verdictFor(after, seat)
		if v.Value != Draw {
			v.Turns++
		}
		return v, err
	})
}

// Counts is how many positions are won, lost and drawn for the seat to act.
type Counts struct{ Won, Lost, Drawn int }

// All is the sum.
func (c Counts) All() int { return c.Won + c.Lost + c.Drawn }

// Add counts one more.
func (c *Counts) Add(v Value) {
	switch v {
	case Win:
		c.Won++
	case Loss:
		c.Lost++
	default:
		c.Drawn++
	}
}

// Counts counts all positions of the graph, finished games included.
func (g *Graph) Counts() (c Counts) {
	for _, v := range g.verdicts {
		c.Add(v.full().Value)
	}
	return c
}

// OpeningCounts counts the positions of the opening stage.
func (g *Graph) OpeningCounts() (c Counts) {
	for _, number := range g.openings {
		c.Add(g.verdicts[number].full().Value)
	}
	return c
}

// Over is how many positions end the game, by the reason; the seat that would act has lost, won or drawn there in 0
// turns.
func (g *Graph) Over() map[engine.Reason]int { return g.over }

// Longest is how many turns of both sides the longest win takes.
func (g *Graph) Longest() (turns int) {
	for _, v := range g.verdicts {
		turns = max(turns, v.full().Turns)
	}
	return turns
}

// Ends are the positions with which the opening stage has ended, in the order in which they were met.
func (g *Graph) Ends() []End { return g.ends }

// Line is a line of best play from a position of the graph: the winner takes a quickest way and the loser a longest,
// each the first of those. It is empty if the position is drawn.
func (g *Graph) Line(p engine.Position) ([][]engine.Step, error) {
	var line [][]engine.Step
	for p := p.Clone(); !p.Over(); {
		turns, err := g.Turns(p)
		if err != nil {
			return nil, err
		}
		best := bestTurn(turns)
		if best.Verdict.Value == Draw {
			return nil, nil
		}
		for _, step := range best.Steps {
			p.Play(step)
		}
		line = append(line, best.Steps)
	}
	return line, nil
}

func bestTurn(turns []Turn) Turn {
	best := turns[0]
	for _, turn := range turns[1:] {
		if turn.Verdict.Compare(best.Verdict) > 0 {
			best = turn
		}
	}
	return best
}
