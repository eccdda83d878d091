package multiseat

import (
	"slices"

	"pillars/engine"
	"pillars/search"
)

// ended values a position, for the seat that searches, that ends the game by itself, by repetition or by the turn cap.
func (s *searcher) ended(p engine.Position, ply int) (search.Score, bool) {
	switch {
	case p.Over():
		return s.result(p.Outcome(), ply), true
	case s.drawn(p):
		return search.DrawScore, true
	}
	return 0, false
}

// result is the score of an outcome ply steps away. First place is a win and last place a loss; the places between are worth what they score.
func (s *searcher) result(o engine.Outcome, ply int) search.Score {
	switch score := o.Score(s.root); score {
	case 1:
		return search.WinIn(ply)
	case 0:
		return -search.WinIn(ply)
	default:
		return search.FromExpectation(score)
	}
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
