package multiseat

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/utility"
)

// scatter is a random evaluation with large values that depend only on the position and the seat.
type scatter struct{}

func (scatter) Evaluate(p engine.Position, seat engine.Seat) int {
	mixed := (p.Hash() + uint64(seat)) * 0xd6e8feb86659fd93
	return int(mixed>>40)%1201 - 600
}

// plainShares searches max^n to a depth without pruning, ordering or memory. Line is the number of steps from the root.
func (s *searcher) plainShares(p engine.Position, line, depth int) utility.Vector {
	switch {
	case p.Over():
		return s.shrink(p.Outcome().Scores, 1-delay*float64(line))
	case depth == 0:
		return s.shrink(utility.Evaluate(s.evaluator, p, s.seats, 1), certainty)
	}
	var best utility.Vector
	for i, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if v := s.plainShares(child, line+1, depth-1); i == 0 || s.prefers(p.Seat(), &v, &best) {
			best = v
		}
	}
	return best
}

// TestPruningIsSound compares searches to fixed depths with random evaluations to plain searches. Modes that take
// scores from the table are left out, since these may come from deeper searches.
func TestPruningIsSound(t *testing.T) {
	for game := range 24 {
		tokens := [][]int{{5, 6}, {4, 5, 4}, {6, 2, 3}, {3, 3, 4, 3}}[game%4]
		rules := &enginetest.Strikes{Tokens: tokens}
		config := DefaultConfig()
		config.Table = 1
		s := newSearcher(&config, rules, scatter{}, newTable())
		random := engine.NewRandom(uint64(game))
		for p := rules.Start(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
			for depth := 1; depth <= 6; depth++ {
				s.Table.Clear()
				s.Begin(t.Context(), engine.NewHistory(p), search.Limits{}, nil)
				s.root = p.Seat()
				s.searchVector(0, depth, rival{seat: s.root, least: -1})
				if got, want := s.values[0], s.plainShares(p, 0, depth); got != want {
					t.Fatalf("max^n to depth %d gives %v, the plain search %v: %s", depth, got, want, p)
				}
			}
		}
	}
}
