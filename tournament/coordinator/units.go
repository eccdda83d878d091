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
	missing map[string]tournament.Planned // by identity, the games that nobody has brought back yet
	content []byte                        // encoded, once it was given to a worker
	given   map[string]bool               // the workers that ever got it
	leases  map[string]time.Time          // when each worker that has not ended it got it
	queued  bool                          // it waits in dispatch.again
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

// take removes the given games from the unit's missing games. It returns the ones that were missing, as they were
// planned and as they were played.
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
	leastUnits = 64 // of a run, so that workers end at about the same time
	mostPairs  = 64 // of a unit
	patience   = 10 // a unit may take this many times as long as usual
)

// pairs returns how many pairs make a unit.
func (d *dispatch) pairs() int {
	if d.played == 0 {
		return 1
	}
	games := d.table.PairGames()
	pair := d.thinking * time.Duration(games) / time.Duration(d.played)
	return max(1, min(mostPairs, d.all/games/leastUnits, int(d.c.options.UnitTime/max(1, pair))))
}

// takes handles a worker's request for a unit. The worker waits at most as long as its request says.
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

// await gives a worker a unit as soon as there is one. A worker in another process waits only once: its
// earlier wait ends without a unit.
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

// serve gives units to waiting workers.
func (d *dispatch) serve() {
	d.takers = slices.DeleteFunc(d.takers, func(t *taker) bool {
		u := d.give(t.worker)
		if u != nil {
			t.give(u)
		}
		return u != nil
	})
}

// give returns the next unit for a worker and notes that the worker has it. It returns nil if there is none.
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

// handOut adds the unit to an answer; nil adds nothing.
func (u *unit) handOut(answer wire.Answer) wire.Answer {
	if u != nil {
		answer.Unit, answer.Content = u.name, u.content
	}
	return answer
}

func (d *dispatch) now() time.Time { return d.c.options.now() }

// next returns the unit that a worker should play next, or nil: first an audit that it was drawn for, then a unit that
// was returned or lost, then one that others have had for too long, and last a new one. A worker that has kept a unit
// for too long gets none.
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
		u = firstFor(worker, &d.late) // of several results, the first one counts
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

// firstFor removes the first unit from a list that the worker does not have, and returns it, or nil if there is none.
func firstFor(worker string, list *[]*unit) *unit {
	i := slices.IndexFunc(*list, func(u *unit) bool { _, has := u.leases[worker]; return !has })
	if i < 0 {
		return nil
	}
	u := (*list)[i]
	*list = slices.Delete(*list, i, i+1)
	return u
}

// findLate lists the units that are overdue, the longest overdue first, and the workers that have an overdue unit.
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

// tooLong returns how long a worker may have a unit before another gets it too.
func (d *dispatch) tooLong() time.Duration {
	usual := d.c.options.UnitTime
	if d.held > 0 {
		usual = max(usual, d.holding/time.Duration(d.held))
	}
	return patience * usual
}

// requeueLost queues the units that no worker plays any more, because their workers are silent or no longer name them.
func (d *dispatch) requeueLost() {
	for _, u := range slices.Collect(maps.Values(d.out)) { // a copy, because release can change d.out
		for worker, since := range u.leases {
			if !d.c.members.plays(worker, u.name, since, d.c.options.haste.Of(wire.LostAfter)) {
				d.release(u, worker)
			}
		}
	}
}

// release notes that a worker no longer has a unit. Another worker plays what is still missing.
func (d *dispatch) release(u *unit, worker string) {
	if d.unlease(u, worker) && len(u.missing) > 0 && len(u.leases) == 0 && !u.queued {
		d.queue(u)
	}
}

// unlease notes that a worker no longer has a unit, and reports whether it had it.
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

// queue returns the missing games of a unit to the queue for the next worker; as a unit of their own if some games are
// there.
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

// done forgets a unit of which no game is missing. Deliveries of workers that still have it are ignored.
func (d *dispatch) done(u *unit) {
	for worker := range u.leases {
		d.unlease(u, worker)
	}
	same := func(other *unit) bool { return other == u }
	d.again, d.late = slices.DeleteFunc(d.again, same), slices.DeleteFunc(d.late, same)
	delete(d.out, u.name)
}

// sayStall reports that no game has come for so long that something must be wrong, once in that time.
func (d *dispatch) sayStall() {
	stall, most := d.now().Sub(d.kept), max(d.c.options.haste.Of(wire.StalledAfter), 3*d.tooLong())
	if stall < most || len(d.holds) == 0 {
		return
	}
	d.kept = d.now()
	const few = 5 // workers that are named
	workers, further := slices.Sorted(maps.Keys(d.holds)), ""
	if len(workers) > few {
		further = ", ..."
	}
	d.c.options.Say(fmt.Sprintf("no game has come for %v; units are out with %s: %s%s", stall.Round(time.Second),
		tournament.Counted(len(workers), "worker"), strings.Join(workers[:min(few, len(workers))], ", "), further))
}
