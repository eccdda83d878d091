package runner

import (
	"context"
	"sync"
	"time"

	"pillars/tournament"
)

// runState is what a run of a [Runner] knows of its games.
type runState struct {
	Runner
	began    time.Time
	results  map[string]tournament.Result // by identity; earlier games too that are not in the plan
	known    []tournament.Planned         // in the order of the plan
	watched  int                          // so many of the known games have been shown to Watch
	made     sync.Map                     // by name, the players that could be made in this run
	progress Progress

	stop func()          // ends the feeding of games
	over <-chan struct{} // closed by stop
}

// newRunState enters the earlier games.
func newRunState(r Runner) *runState {
	over := make(chan struct{})
	l := &runState{Runner: r, began: time.Now(), results: map[string]tournament.Result{}, over: over, stop: sync.OnceFunc(func() { close(over) })}
	for _, result := range r.Earlier {
		l.results[result.Identity] = result
	}
	l.learn()
	for _, game := range l.known {
		if result, done := l.results[game.Identity]; done {
			l.progress.Done++
			l.progress.Tally.count(result, r.Plan.Spec.OnFault)
		}
	}
	l.watch()
	return l
}

// learn finds the games that follow from the results.
func (l *runState) learn() {
	l.known = l.Plan.Known(l.results)
	l.progress.Total = max(l.Plan.Total, len(l.known))
}

// left lists the known games without a result.
func (l *runState) left() []tournament.Planned {
	l.learn()
	var left []tournament.Planned
	for _, game := range l.known {
		if _, done := l.results[game.Identity]; !done {
			left = append(left, game)
		}
	}
	if len(left) == 0 {
		l.progress.Total = len(l.known)
	}
	return left
}

// stopped reports whether no further game may begin.
func (l *runState) stopped() bool {
	select {
	case <-l.Drain:
		return true
	case <-l.over:
		return true
	default:
		return false
	}
}

// feed gives out games in order until none is left, no further may begin, or ctx ends.
func (l *runState) feed(ctx context.Context, games []tournament.Planned, queue chan<- tournament.Planned) error {
	defer close(queue)
	for _, game := range games {
		if l.stopped() { // this wins over a waiting worker
			return nil
		}
		select {
		case queue <- game:
		case <-l.Drain:
			return nil
		case <-l.over:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// enter counts a game finished in this session and reports it.
func (l *runState) enter(result tournament.Result) {
	l.results[result.Identity] = result
	p := &l.progress
	p.Done++
	p.Played++
	p.Elapsed = time.Since(l.began)
	p.Tally.count(result, l.Plan.Spec.OnFault)
	if result.Faulted() && l.Plan.Spec.OnFault == tournament.FaultStops {
		p.Stopped = true
		l.stop()
	}
	l.watch()
	if l.Report != nil {
		l.Report(p.snapshot())
	}
}

// watch shows results in the order of the plan, as far as they are complete.
func (l *runState) watch() {
	for l.Watch != nil && !l.progress.Enough && l.watched < len(l.known) {
		result, done := l.results[l.known[l.watched].Identity]
		if !done {
			return
		}
		l.watched++
		if l.Watch(result) {
			l.progress.Enough = true
			l.stop()
		}
	}
}
