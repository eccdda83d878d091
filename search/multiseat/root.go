package multiseat

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
	s.root = h.Position().Seat()
	s.keys = append(s.keys[:0], h.Keys()...)
	s.levels[0].position.CopyFrom(h.Position())
	s.table.grow()
	s.order.fade()
	s.excluded = s.excluded[:0]
}

// deepen searches to depth 1, 2, 3 ... and returns the best line of the last iteration that found one.
func (s *searcher) deepen() search.Info {
	deepest := maxDepth
	if s.clock.limits.Depth > 0 {
		deepest = min(deepest, s.clock.limits.Depth)
	}
	best := search.Info{Line: 1, Principal: s.levels[0].position.AppendSteps(nil)[:1]}
	for depth := 1; depth <= deepest; depth++ {
		s.excluded, s.unsettled = s.excluded[:0], false
		for line := 1; line <= s.config.Lines; line++ {
			info, ok := s.searchLine(depth, line)
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
		if s.clock.enough() || !s.unsettled || s.settled(best, depth) {
			break
		}
	}
	best.Nodes, best.Elapsed = s.nodes, time.Since(s.clock.started)
	return best
}

// settled reports that deeper searches cannot change the decision: it is a proven win within the depth searched.
func (s *searcher) settled(best search.Info, depth int) bool {
	return s.config.Lines == 1 && best.Score.Decided() && best.Score.Steps() <= depth
}

// searchLine searches the root to a depth without the steps excluded. The answer of a search that was stopped counts if its first step was done: it
// is then at least as good as the line before.
func (s *searcher) searchLine(depth, line int) (search.Info, bool) {
	var score search.Score
	if s.config.Mode == MaxN {
		s.searchShares(0, depth, rival{seat: s.root, least: -1})
		score = s.scoreOf(&s.levels[0].value)
	} else {
		score = s.search(0, depth, -search.MaxScore, search.MaxScore, replyOpen)
		if s.clock.stopped {
			score = s.rootBest
		}
	}
	principal := s.levels[0].principal
	if len(principal) == 0 {
		return search.Info{}, false
	}
	return search.Info{
		Depth: depth, Score: s.honest(score, principal), Line: line, Principal: slices.Clone(principal),
		Nodes: s.nodes, Elapsed: time.Since(s.clock.started),
	}, true
}

// honest is a score that looks decided only if it is a proof: the player wins within its own turn, or with paranoid opponents whatever they do. A
// loss against opponents who all play against the player proves something only if there is but one of them.
func (s *searcher) honest(score search.Score, principal []engine.Step) search.Score {
	switch {
	case s.winsAtOnce(principal):
		return search.WinIn(len(principal))
	case s.config.Mode == Paranoid && (score > 0 || s.seats == 2):
		return score
	case score.Decided():
		return search.FromExpectation(score.Expectation())
	}
	return score
}

// winsAtOnce reports whether a line wins before anybody else acts.
func (s *searcher) winsAtOnce(line []engine.Step) bool {
	p := s.levels[0].position.Clone()
	for _, step := range line {
		if p.Seat() != s.root {
			return false
		}
		p.Play(step)
	}
	return p.Over() && p.Outcome().Score(s.root) == 1
}
