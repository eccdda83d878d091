package tournament

import (
	"context"
	"sync"
	"time"
)

// ledger is what a run of a [Runner] knows of its games.
type ledger struct {
	Runner
	began    time.Time
	results  map[string]Result // by identity; earlier games too that are not in the plan
	known    []Planned         // in the order of the plan
	watched  int               // so many of the known games have been shown to Watch
	made     sync.Map          // by name, the players that could be made in this run
	progress Progress

	stop func()          // ends the feeding of games
	over <-chan struct{} // closed by stop
}

// newLedger enters the earlier games.
func newLedger(r Runner) *ledger {
	over := make(chan struct{})
	l := &ledger{Runner: r, began: time.Now(), results: map[string]Result{}, over: over, stop: sync.OnceFunc(func() { close(over) })}
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
func (l *ledger) learn() {
	l.known = l.Plan.Known(l.results)
	l.progress.Total = max(l.Plan.Total, len(l.known))
}

// left lists the known games without a result.
func (l *ledger) left() []Planned {
	l.learn()
	var left []Planned
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
func (l *ledger) stopped() bool {
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
func (l *ledger) feed(ctx context.Context, games []Planned, queue chan<- Planned) error {
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
func (l *ledger) enter(result Result) {
	l.results[result.Identity] = result
	p := &l.progress
	p.Done++
	p.Played++
	p.Elapsed = time.Since(l.began)
	p.Tally.count(result, l.Plan.Spec.OnFault)
	if result.Fault() && l.Plan.Spec.OnFault == FaultStops {
		p.Stopped = true
		l.stop()
	}
	l.watch()
	if l.Report != nil {
		l.Report(p.snapshot())
	}
}

// watch shows results in the order of the plan, as far as they are complete.
func (l *ledger) watch() {
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
