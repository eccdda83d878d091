package coordinator

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// unit is a handful of games that one worker plays. Messages identify it by its name.
type unit struct {
	number  int                           // counts from 1 in a run
	name    string                        // the number as text
	games   []tournament.Planned          // all games, in the order of the plan
	missing map[string]tournament.Planned // the games that no worker has delivered yet, by identity
	content []byte                        // the encoded games; nil until a worker gets the unit
	given   map[string]bool               // all workers that have ever received the unit
	leases  map[string]time.Time          // the workers that still have the unit, with the times when they received it
}

func (d *dispatch) newUnit(games []tournament.Planned) *unit {
	d.units++
	u := &unit{number: d.units, name: strconv.Itoa(d.units), games: games, given: map[string]bool{},
		missing: make(map[string]tournament.Planned, len(games)), leases: map[string]time.Time{}}
	for _, game := range games {
		u.missing[game.Identity] = game
	}
	return u
}

// removeMissing removes games from the missing ones. It returns those that were missing, as planned and as played.
func (u *unit) removeMissing(games []tournament.Game) (planned []tournament.Planned, played []tournament.Game) {
	for _, game := range games {
		if plan, missing := u.missing[game.Identity]; missing {
			planned, played = append(planned, plan), append(played, game)
			delete(u.missing, game.Identity)
		}
	}
	return planned, played
}

// waiter is a worker that waits for a unit.
type waiter struct {
	worker string
	give   func(*unit) // ends the wait with a unit, or with nil if there is none
}

const (
	leastUnits    = 64 // least number of units, given enough pairs, so that workers end at about the same time
	mostPairs     = 64 // largest number of pairs in a unit
	overdueFactor = 10 // a unit may take this many times the usual time before it is overdue
)

// unitPairs returns the number of pairs of games for the next unit. It aims at a thinking time of UnitTime in a unit.
func (d *dispatch) unitPairs() int {
	if d.played == 0 {
		return 1
	}
	pairGames := d.table.PairGames()
	pairTime := d.thinking * time.Duration(pairGames) / time.Duration(d.played)
	pairsInTime := int(d.c.options.UnitTime / max(1, pairTime))
	return max(1, min(mostPairs, d.total/pairGames/leastUnits, pairsInTime))
}

// handleTake answers a worker with a unit or, after the worker's patience or [wire.UnitWithin], without one.
func (d *dispatch) handleTake(ctx context.Context, from string, m *nats.Msg) {
	var t wire.Take
	if err := wire.Decode(m.Data, &t); err != nil {
		return
	}
	give := func(u *unit) { answer(m, u.addTo(wire.Answer{})) }
	longestWait := min(time.Duration(t.Patience)*time.Millisecond, d.c.options.haste.Of(wire.UnitWithin))
	d.ask(ctx, func(ctx context.Context) error {
		waiter := d.await(from, give)
		time.AfterFunc(longestWait, func() {
			d.ask(ctx, func(context.Context) error { d.dismiss(waiter); return nil })
		})
		return nil
	})
}

// await makes a worker wait for a unit: it calls give at once or later. A worker in another process waits only once at
// a time; await ends its earlier wait without a unit. The slots of this process all wait under hereName.
func (d *dispatch) await(worker string, give func(*unit)) *waiter {
	for _, w := range d.waiters {
		if w.worker == worker && worker != hereName {
			d.dismiss(w)
			break
		}
	}
	w := &waiter{worker, give}
	d.waiters = append(d.waiters, w)
	d.serveWaiters()
	if d.ending {
		d.dismiss(w)
	}
	return w
}

// dismiss ends the wait of a waiter without a unit, if it still waits.
func (d *dispatch) dismiss(w *waiter) {
	if i := slices.Index(d.waiters, w); i >= 0 {
		d.waiters = slices.Delete(d.waiters, i, i+1)
		w.give(nil)
	}
}

func (d *dispatch) serveWaiters() {
	d.waiters = slices.DeleteFunc(d.waiters, func(w *waiter) bool {
		u := d.lease(w.worker)
		if u != nil {
			w.give(u)
		}
		return u != nil
	})
}

// lease returns the next unit for a worker and records that the worker has it. It returns nil if there is no unit.
func (d *dispatch) lease(worker string) *unit {
	if d.ending {
		return nil
	}
	u := d.next(worker)
	if u != nil {
		u.given[worker], u.leases[worker] = true, d.now()
		d.leased[worker]++
	}
	return u
}

// addTo returns the answer with the unit added. A nil unit adds nothing.
func (u *unit) addTo(answer wire.Answer) wire.Answer {
	if u != nil {
		answer.Unit, answer.Content = u.name, u.content
	}
	return answer
}

func (d *dispatch) now() time.Time { return d.c.options.now() }

// next returns the unit that a worker should play next, or nil if there is none. It prefers an audit for which the
// worker was drawn, then a unit that was returned or lost, then an overdue unit of other workers, then a new unit. A
// worker that itself has had a unit for too long gets none.
func (d *dispatch) next(worker string) *unit {
	if d.slowWorkers[worker] || d.c.members.freeSlots(worker, d.leased[worker]) < 1 {
		return nil
	}
	u := d.nextAudit(worker)
	if u == nil {
		u = firstFor(worker, &d.requeued)
	}
	if u == nil {
		u = firstFor(worker, &d.late) // the first result to arrive counts
	}
	if u == nil {
		if games, more := d.fresh(); more {
			u = d.newUnit(games)
			d.out[u.name] = u
		}
	}
	if u != nil && u.content == nil {
		u.content = work.Encode(u.games)
	}
	return u
}

// firstFor removes from a list the first unit that the worker does not have, and returns it, or nil if there is none.
func firstFor(worker string, list *[]*unit) *unit {
	i := slices.IndexFunc(*list, func(u *unit) bool { _, has := u.leases[worker]; return !has })
	if i < 0 {
		return nil
	}
	u := (*list)[i]
	*list = slices.Delete(*list, i, i+1)
	return u
}

// findLate sets d.late to the units that no worker has received for too long, the longest first. It sets d.slowWorkers
// to the workers, other than this process, that have had a unit for too long.
func (d *dispatch) findLate() {
	d.late, d.slowWorkers = nil, map[string]bool{}
	newest := map[*unit]time.Time{} // when a worker last received the unit
	for _, u := range d.out {
		for worker, since := range u.leases {
			if d.now().Sub(since) > d.tooLong() && worker != hereName {
				d.slowWorkers[worker] = true
			}
			if since.After(newest[u]) {
				newest[u] = since
			}
		}
		if given, leased := newest[u]; leased && d.now().Sub(given) > d.tooLong() {
			d.late = append(d.late, u)
		}
	}
	slices.SortFunc(d.late, func(a, b *unit) int {
		return cmp.Or(newest[a].Compare(newest[b]), cmp.Compare(a.number, b.number))
	})
}

// tooLong returns the time after which a unit is overdue, so that another worker gets it too: [overdueFactor] times the
// usual time, which is the mean of the units that have ended, but at least UnitTime.
func (d *dispatch) tooLong() time.Duration {
	usual := d.c.options.UnitTime
	if d.leases > 0 {
		usual = max(usual, d.leaseTime/time.Duration(d.leases))
	}
	return overdueFactor * usual
}

// requeueLost takes units away from workers that no longer play them, because the workers are silent or their
// heartbeats do not name the units. It queues each unit that no other worker has.
func (d *dispatch) requeueLost() {
	for _, u := range slices.Collect(maps.Values(d.out)) { // a copy, because release can change d.out
		for worker, since := range u.leases {
			if !d.c.members.plays(worker, u.name, since, d.c.options.haste.Of(wire.LostAfter)) {
				d.release(u, worker)
			}
		}
	}
}

// release records that a worker no longer has a unit. If no worker has the unit and games are missing, it queues the
// unit or, if some of its games were delivered, a new unit of the missing games.
func (d *dispatch) release(u *unit, worker string) {
	had := d.unlease(u, worker)
	needsWorker := len(u.missing) > 0 && len(u.leases) == 0
	if !had || !needsWorker || slices.Contains(d.requeued, u) {
		return
	}
	if len(u.missing) < len(u.games) {
		d.late = slices.DeleteFunc(d.late, func(other *unit) bool { return other == u })
		delete(d.out, u.name)
		u = d.newUnit(slices.DeleteFunc(slices.Clone(u.games), func(game tournament.Planned) bool {
			_, missing := u.missing[game.Identity]
			return !missing
		}))
		d.out[u.name] = u
	}
	d.requeued = append(d.requeued, u)
}

// unlease records that a worker no longer has a unit. It reports whether the worker had the unit.
func (d *dispatch) unlease(u *unit, worker string) (had bool) {
	if _, had = u.leases[worker]; !had {
		return false
	}
	delete(u.leases, worker)
	if d.leased[worker]--; d.leased[worker] == 0 {
		delete(d.leased, worker)
	}
	return true
}

// remove removes a unit that has no missing games. Later deliveries of the unit are ignored.
func (d *dispatch) remove(u *unit) {
	for worker := range u.leases {
		d.unlease(u, worker)
	}
	same := func(other *unit) bool { return other == u }
	d.requeued, d.late = slices.DeleteFunc(d.requeued, same), slices.DeleteFunc(d.late, same)
	delete(d.out, u.name)
}

// reportStall says if workers have units but no game has arrived for too long, and again after as much time.
func (d *dispatch) reportStall() {
	stall, limit := d.now().Sub(d.lastKept), max(d.c.options.haste.Of(wire.StalledAfter), 3*d.tooLong())
	if stall < limit || len(d.leased) == 0 {
		return
	}
	d.lastKept = d.now()
	const few = 5 // largest number of workers to name
	workers, further := slices.Sorted(maps.Keys(d.leased)), ""
	if len(workers) > few {
		further = ", ..."
	}
	d.c.options.Say(fmt.Sprintf("no game has come for %v; units are out with %s: %s%s", stall.Round(time.Second),
		tournament.Counted(len(workers), "worker"), strings.Join(workers[:min(few, len(workers))], ", "), further))
}
