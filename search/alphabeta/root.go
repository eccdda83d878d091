package alphabeta

import (
	"context"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
)

// begin prepares the search of a position with its history.
func (s *searcher) begin(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) {
	s.clock = clock{ctx: ctx, started: time.Now(), limits: limits}
	s.report = report
	s.nodes = 0
	s.keys = append(s.keys[:0], h.Keys()...)
	s.levels[0].position.CopyFrom(h.Position())
	s.order.fade()
	s.excluded = s.excluded[:0]
}

// deepest is the depth at which deepening ends.
func (s *searcher) deepest() int {
	if s.clock.limits.Depth > 0 {
		return min(maxDepth-1, s.clock.limits.Depth)
	}
	return maxDepth - 1
}

// deepen searches to depth 1, 2, 3 ... and returns the best line of the last iteration that found one.
func (s *searcher) deepen() search.Info {
	best := s.fallback()
	for depth := 1; depth <= s.deepest(); depth++ {
		if s.clock.shared != nil {
			s.clock.shared.depth.Store(int64(depth))
		}
		s.excluded = s.excluded[:0]
		for line := 1; line <= s.config.Lines; line++ {
			info, ok := s.searchLine(depth, line, best)
			if !ok {
				break
			}
			if line == 1 {
				best = info
			}
			if s.report != nil {
				s.report(info)
			}
			s.excluded = append(s.excluded, info.Principal[0])
		}
		if s.clock.enough() || s.settled(best, depth) {
			break
		}
	}
	best.Nodes, best.Elapsed = s.nodes, time.Since(s.clock.started)
	return best
}

// settled reports that deeper searches cannot change the decision: the result is proven within the depth searched.
func (s *searcher) settled(best search.Info, depth int) bool {
	if s.config.Lines > 1 {
		return false
	}
	return best.Score.Decided() && best.Score.Steps() <= depth
}

// fallback is a legal answer for a search that is stopped before it has found one.
func (s *searcher) fallback() search.Info {
	steps := s.levels[0].position.AppendSteps(nil)
	return search.Info{Line: 1, Principal: steps[:1]}
}

// searchLine searches the root to a depth without the steps excluded. The answer of a search that was stopped counts if its first step was done: it
// is then at least as good as the line before.
func (s *searcher) searchLine(depth, line int, before search.Info) (search.Info, bool) {
	score := s.aspire(depth, line, before)
	principal := s.levels[0].principal
	if len(principal) == 0 {
		return search.Info{}, false
	}
	return search.Info{
		Depth: depth, Score: score, Line: line, Principal: slices.Clone(principal),
		Nodes: s.clock.total(s.nodes), Elapsed: time.Since(s.clock.started),
	}, true
}

// aspire searches with a window around the score of the iteration before, and widens it when the truth lies outside.
func (s *searcher) aspire(depth, line int, before search.Info) search.Score {
	low, high := -search.MaxScore, search.MaxScore
	if s.config.Window && depth >= 4 && line == 1 && !before.Score.Decided() {
		low, high = before.Score-50, before.Score+50
	}
	for margin := search.Score(150); ; margin *= 4 {
		s.rootBest = 0
		score := s.search(0, depth, low, high)
		if s.clock.stopped {
			return s.rootBest
		}
		switch {
		case score <= low && low > -search.MaxScore:
			low = max(-search.MaxScore, score-margin)
		case score >= high && high < search.MaxScore:
			high = min(search.MaxScore, score+margin)
		default:
			return score
		}
		if margin > 2000 {
			low, high = -search.MaxScore, search.MaxScore
		}
	}
}
