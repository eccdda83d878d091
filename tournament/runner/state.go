package runner

import (
	"fmt"
	"sync"
	"time"

	"pillars/tournament"
)

type runState struct {
	Runner
	began    time.Time
	results  map[string]tournament.Result // by identity; earlier games too that are not in the plan
	known    []tournament.Planned         // in the order of the plan
	watched  int                          // so many of the known games have been shown to Watch
	made     sync.Map                     // by name, the players that could be made in this run
	progress Progress

	stop func()          // lets no further game begin
	over <-chan struct{} // closed by stop
}

func newRunState(r Runner) *runState {
	over := make(chan struct{})
	s := &runState{
		Runner: r, began: time.Now(), results: map[string]tournament.Result{},
		over: over, stop: sync.OnceFunc(func() { close(over) }),
	}
	go func() {
		select {
		case <-r.Drain:
			s.stop()
		case <-over:
		}
	}()
	for _, result := range r.Earlier {
		s.results[result.Identity] = result
	}
	s.learn()
	for _, game := range s.known {
		if result, done := s.results[game.Identity]; done {
			s.progress.Done++
			s.progress.Tally.count(result, r.Plan.Spec.OnFault)
		}
	}
	s.watch()
	return s
}

// learn finds the games that follow from the results.
func (s *runState) learn() {
	s.known = s.Plan.Known(s.results)
	s.progress.Total = max(s.Plan.Total, len(s.known))
}

// left lists the known games without a result.
func (s *runState) left() []tournament.Planned {
	s.learn()
	var left []tournament.Planned
	for _, game := range s.known {
		if _, done := s.results[game.Identity]; !done {
			left = append(left, game)
		}
	}
	if len(left) == 0 {
		s.progress.Total = len(s.known)
	}
	return left
}

// stopped reports whether no further game may begin.
func (s *runState) stopped() bool {
	select {
	case <-s.Drain:
		return true
	case <-s.over:
		return true
	default:
		return false
	}
}

// take hands a game finished in this session to the sink, counts it and reports it.
func (s *runState) take(game tournament.Game) error {
	if s.Sink != nil {
		if err := s.Sink(game); err != nil {
			return fmt.Errorf("game %s: %w", game.Identity, err)
		}
	}
	s.results[game.Identity] = game.Result
	p := &s.progress
	p.Done++
	p.Played++
	p.Elapsed = time.Since(s.began)
	p.Tally.count(game.Result, s.Plan.Spec.OnFault)
	if game.Faulted() && s.Plan.Spec.OnFault == tournament.FaultStops {
		p.Stopped = true
		s.stop()
	}
	s.watch()
	if s.Report != nil {
		s.Report(p.snapshot())
	}
	return nil
}

// watch shows results in the order of the plan, as far as they are complete.
func (s *runState) watch() {
	for s.Watch != nil && !s.progress.Enough && s.watched < len(s.known) {
		result, done := s.results[s.known[s.watched].Identity]
		if !done {
			return
		}
		s.watched++
		if s.Watch(result) {
			s.progress.Enough = true
			s.stop()
		}
	}
}
