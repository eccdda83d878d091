package multiseat

import (
	"slices"

	"pillars/engine"
	"pillars/search"
)

// ended values a position, for the seat that searches, that ends the game by itself, by repetition or by the turn cap, or only for that seat.
func (s *searcher) ended(p engine.Position, ply int) (search.Score, bool) {
	if score, over := s.result(p, ply); over {
		return score, true
	}
	return search.DrawScore, s.drawn(p)
}

// result is the score of the seat that searches, ply steps away, if p settles it: the game is over or the seat has left it. First place is a win and
// last place a loss; the places between are worth what they score.
func (s *searcher) result(p engine.Position, ply int) (score search.Score, over bool) {
	expected, over := p.Outcome().Score(s.root), p.Over()
	if !over && s.seats > 2 {
		expected, over = engine.Settled(p, s.root)
	}
	switch {
	case !over:
		return 0, false
	case expected == 1:
		return search.WinIn(ply), true
	case expected == 0:
		return -search.WinIn(ply), true
	}
	return search.FromExpectation(expected), true
}

// drawn reports a draw by the turn cap or by repetition at the start of a turn. Within the search a position that stood once before counts as
// repeated: what was worth doing twice is worth doing again.
func (s *searcher) drawn(p engine.Position) bool {
	if !p.StartsTurn() {
		return false
	}
	if turnCap := s.rules.TurnCap(); turnCap > 0 && p.Turn() > turnCap {
		return true
	}
	reversible := p.Reversible()
	if s.rules.Repetition() == 0 || reversible == 0 {
		return false
	}
	return slices.Contains(s.keys[max(0, len(s.keys)-reversible):], p.Hash())
}
