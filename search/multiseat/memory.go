package multiseat

import (
	"pillars/engine"
	"pillars/search"
)

// key is the place of a position in the table: what is known of it holds for one searching seat and one state of the reply only.
func (s *searcher) key(p engine.Position, r reply) uint64 {
	return p.Hash() ^ (uint64(s.root)*uint64(replies)+uint64(r)+1)*0x9e3779b97f4a7c15
}

// probe looks the position up. It reports true if the table's score, left in n.best, settles the node.
func (s *searcher) probe(n *node) bool {
	known := s.table.probe(n.key)
	if known == nil {
		return false
	}
	n.tableStep = known.step
	score := search.Score(known.score).Later(n.ply)
	if n.open || n.ply == 0 || int(known.depth) < n.depth && !score.Decided() {
		return false
	}
	switch known.bound() {
	case noBound:
		return false
	case lowerBound:
		if score < n.beta {
			return false
		}
	case upperBound:
		if score > n.alpha {
			return false
		}
	}
	n.best = score
	s.unsettled = s.unsettled || !score.Decided()
	return true
}

// store keeps what the node found.
func (s *searcher) store(n *node) {
	if n.ply == 0 && len(s.excluded) > 0 || n.bestStep == engine.NoStep {
		return
	}
	b := upperBound
	switch {
	case n.best >= n.beta:
		b = lowerBound
	case n.raised:
		b = exactBound
	}
	s.table.store(n.key, n.bestStep, n.best.Later(-n.ply), n.depth, b)
}
