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

// unit is a handful of games to be played. Workers know it by its name.
type unit struct {
	number  int // from 1 on
	name    string
	games   []tournament.Planned          // all of them
	missing map[string]tournament.Planned // the games that no worker has delivered yet, by identity
	content []byte                        // the encoded games; nil until a worker gets the unit
	given   map[string]bool               // all workers that have ever got the unit
	leases  map[string]time.Time          // when each worker that still has the unit got it
	queued  bool                          // whether the unit waits in dispatch.again
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

// take removes the given games from the unit's missing games. It returns the games that were missing, as planned and as
// played.
func (u *unit) take(games []tournament.Game) (planned []tournament.Planned, played []tournament.Game) {
	for _, game := range games {
		if plan, missing := u.missing[game.Identity]; missing {
			planned, played = append(planned, plan), append(played, game)
			delete(u.missing, game.Identity)
		}
	}
	return planned, played
}

// taker is a worker that waits for a unit.
type taker struct {
	worker string
	give   func(*unit) // a unit, or nil if there is none
}

const (
	leastUnits = 64 // smallest number of units of a run, so that workers end at about the same time
	mostPairs  = 64 // largest number of pairs in a unit
	patience   = 10 // a unit may take this many times the usual time
)

// pairs returns the number of pairs for the next unit. It aims at UnitTime of thinking in a unit.
func (d *dispatch) pairs() int {
	if d.played == 0 {
		return 1
	}
	games := d.table.PairGames()
	pair := d.thinking * time.Duration(games) / time.Duration(d.played)
	return max(1, min(mostPairs, d.all/games/leastUnits, int(d.c.options.UnitTime/max(1, pair))))
}

// takes handles a worker's request for a unit. The worker waits at most for the time in its request.
func (d *dispatch) takes(ctx context.Context, from string, m *nats.Msg) {
	var t wire.Take
	if err := wire.Decode(m.Data, &t); err != nil {
		return
	}
	give := func(u *unit) { answer(m, u.handOut(wire.Answer{})) }
	patience := min(time.Duration(t.Patience)*time.Millisecond, d.c.options.haste.Of(wire.UnitWithin))
	d.ask(ctx, func(ctx context.Context) error {
		taker := d.await(from, give)
		time.AfterFunc(patience, func() {
			d.ask(ctx, func(context.Context) error { d.dismiss(taker); return nil })
		})
		return nil
	})
}

// await gives a worker a unit as soon as there is one. A worker in another process can wait only once at a time: await
// ends its earlier wait without a unit.
func (d *dispatch) await(worker string, give func(*unit)) *taker {
	for _, t := range d.takers {
		if t.worker == worker && worker != hereName {
			d.dismiss(t)
			break
		}
	}
	t := &taker{worker, give}
	d.takers = append(d.takers, t)
	d.serve()
	if d.ending {
		d.dismiss(t)
	}
	return t
}

// dismiss ends the wait of a taker without a unit, if it still waits.
func (d *dispatch) dismiss(t *taker) {
	if i := slices.Index(d.takers, t); i >= 0 {
		d.takers = slices.Delete(d.takers, i, i+1)
		t.give(nil)
	}
}

// serve gives units to the workers that wait, as long as there are units.
func (d *dispatch) serve() {
	d.takers = slices.DeleteFunc(d.takers, func(t *taker) bool {
		u := d.give(t.worker)
		if u != nil {
			t.give(u)
		}
		return u != nil
	})
}

// give returns the next unit for a worker, or nil if there is none. It records that the worker has the unit.
func (d *dispatch) give(worker string) *unit {
	if d.ending {
		return nil
	}
	u := d.next(worker)
	if u != nil {
		u.given[worker], u.leases[worker] = true, d.now()
		d.holds[worker]++
	}
	return u
}

// handOut adds the unit to an answer. A nil unit adds nothing.
func (u *unit) handOut(answer wire.Answer) wire.Answer {
	if u != nil {
		answer.Unit, answer.Content = u.name, u.content
	}
	return answer
}

func (d *dispatch) now() time.Time { return d.c.options.now() }

// next returns the unit that a worker should play next, or nil if there is none. In this order it looks for an audit
// for which the worker was drawn, a unit that was returned or lost, an overdue unit of other workers, and a new unit. A
// worker that has kept a unit for too long gets none.
func (d *dispatch) next(worker string) *unit {
	if d.keeps[worker] || d.c.members.free(worker, d.holds[worker]) < 1 {
		return nil
	}
	u := d.nextAudit(worker)
	if u == nil {
		if u = firstFor(worker, &d.again); u != nil {
			u.queued = false
		}
	}
	if u == nil {
		u = firstFor(worker, &d.late) // the first result that arrives will count
	}
	if u == nil {
		if games, more := d.fresh(); more {
			u = d.newUnit(games)
			d.out[u.name] = u
		}
	}
	if u != nil && u.content == nil {
		var err error
		if u.content, err = work.Encode(u.games); err != nil { // texts and numbers always encode
			panic(err)
		}
	}
	return u
}

// firstFor removes from a list the first unit that the worker does not have. It returns the unit, or nil if there is
// none.
func firstFor(worker string, list *[]*unit) *unit {
	i := slices.IndexFunc(*list, func(u *unit) bool { _, has := u.leases[worker]; return !has })
	if i < 0 {
		return nil
	}
	u := (*list)[i]
	*list = slices.Delete(*list, i, i+1)
	return u
}

// findLate sets d.late to the overdue units, the longest overdue first, and d.keeps to the workers that have an overdue
// unit.
func (d *dispatch) findLate() {
	d.late, d.keeps = nil, map[string]bool{}
	newest := map[*unit]time.Time{}
	for _, u := range d.out {
		for worker, since := range u.leases {
			if d.now().Sub(since) > d.tooLong() && worker != hereName {
				d.keeps[worker] = true
			}
			if since.After(newest[u]) {
				newest[u] = since
			}
		}
		if given, out := newest[u]; out && d.now().Sub(given) > d.tooLong() {
			d.late = append(d.late, u)
		}
	}
	slices.SortFunc(d.late, func(a, b *unit) int {
		return cmp.Or(newest[a].Compare(newest[b]), cmp.Compare(a.number, b.number))
	})
}

// tooLong returns the time after which a unit is overdue and another worker gets it too.
func (d *dispatch) tooLong() time.Duration {
	usual := d.c.options.UnitTime
	if d.held > 0 {
		usual = max(usual, d.holding/time.Duration(d.held))
	}
	return patience * usual
}

// requeueLost queues the units that no worker plays any more, because the workers are silent or their heartbeats no
// longer name the units.
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
// unit.
func (d *dispatch) release(u *unit, worker string) {
	if d.unlease(u, worker) && len(u.missing) > 0 && len(u.leases) == 0 && !u.queued {
		d.queue(u)
	}
}

// unlease records that a worker no longer has a unit. It reports whether the worker had the unit.
func (d *dispatch) unlease(u *unit, worker string) (had bool) {
	if _, had = u.leases[worker]; !had {
		return false
	}
	delete(u.leases, worker)
	if d.holds[worker]--; d.holds[worker] == 0 {
		delete(d.holds, worker)
	}
	return true
}

// queue queues a unit for the next worker. If some of its games were delivered, it queues a new unit of the missing
// games instead.
func (d *dispatch) queue(u *unit) {
	if len(u.missing) < len(u.games) {
		d.late = slices.DeleteFunc(d.late, func(other *unit) bool { return other == u })
		delete(d.out, u.name)
		u = d.newUnit(slices.DeleteFunc(slices.Clone(u.games), func(game tournament.Planned) bool {
			_, missing := u.missing[game.Identity]
			return !missing
		}))
		d.out[u.name] = u
	}
	u.queued = true
	d.again = append(d.again, u)
}

// done removes a unit of which no game is missing. Later deliveries of the unit are ignored.
func (d *dispatch) done(u *unit) {
	for worker := range u.leases {
		d.unlease(u, worker)
	}
	same := func(other *unit) bool { return other == u }
	d.again, d.late = slices.DeleteFunc(d.again, same), slices.DeleteFunc(d.late, same)
	delete(d.out, u.name)
}

// sayStall reports that no game has come for so long that something must be wrong. It reports this once in that time.
func (d *dispatch) sayStall() {
	stall, most := d.now().Sub(d.kept), max(d.c.options.haste.Of(wire.StalledAfter), 3*d.tooLong())
	if stall < most || len(d.holds) == 0 {
		return
	}
	d.kept = d.now()
	const few = 5 // largest number of workers to name
	workers, further := slices.Sorted(maps.Keys(d.holds)), ""
	if len(workers) > few {
		further = ", ..."
	}
	d.c.options.Say(fmt.Sprintf("no game has come for %v; units are out with %s: %s%s", stall.Round(time.Second),
		tournament.Counted(len(workers), "worker"), strings.Join(workers[:min(few, len(workers))], ", "), further))
}
