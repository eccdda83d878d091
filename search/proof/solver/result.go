package solver

import "pillars/engine"

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

// Over is how many positions end the game, by the reason; the seat that would act has lost, won or drawn there in 0 turns.
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

// Line is a line of best play from a position of the graph: the winner takes a quickest way and the loser a longest, each the first of those. It is
// empty if the position is drawn.
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

// bestTurn is the first of the best turns.
func bestTurn(turns []Turn) Turn {
	best := turns[0]
	for _, turn := range turns[1:] {
		if turn.Verdict.Compare(best.Verdict) > 0 {
			best = turn
		}
	}
	return best
}
