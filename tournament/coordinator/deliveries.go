package coordinator

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/engine/parallel"
	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// handleDelivery handles a message with games. It answers that they are kept when they are stored, wait for an audit or
// are not needed. It refuses messages that it cannot read, and workers that are shut out. Otherwise it does not answer,
// and the worker sends the games again.
func (d *dispatch) handleDelivery(ctx context.Context, from string, m *nats.Msg) {
	var delivery wire.Delivery
	if err := wire.Decode(m.Data, &delivery); err != nil {
		answer(m, wire.Answer{Refused: err.Error()})
		return
	}
	d.ask(ctx, func(ctx context.Context) error {
		err := d.receive(ctx, from, delivery)
		switch {
		case d.c.members.isShutOut(from):
			answer(m, wire.Answer{Refused: "this worker was shut out, or too many others were"})
		case err == nil && delivery.More:
			answer(m, d.lease(from).addTo(wire.Answer{Kept: true}))
		case err == nil: // games that could not be kept get no answer
			answer(m, wire.Answer{Kept: true})
		}
		return err
	})
}

// receive takes a delivery from a worker that was given the unit. It ignores all other deliveries, including deliveries
// of a unit with the same name from an earlier run.
func (d *dispatch) receive(ctx context.Context, from string, delivery wire.Delivery) error {
	u, a := d.out[delivery.Unit], d.audits[delivery.Unit]
	if a != nil && !a.here { // once the coordinator plays an audit itself, a worker's games of it are not needed
		u = a.unit
	}
	wasGiven := u != nil && u.given[from] && work.Hash(u.content) == delivery.Of
	if !wasGiven || d.c.members.isShutOut(from) {
		return nil
	}
	games, err := d.decode(u.games, from, delivery.Games)
	switch {
	case err != nil:
		return d.shutOut(from, err)
	case a != nil:
		return d.acceptAgain(ctx, a, from, games, delivery.Ends)
	}
	return d.accept(ctx, u, from, games, delivery.Ends)
}

// decode returns the games of a delivery from a worker, after [dispatch.check].
func (d *dispatch) decode(planned []tournament.Planned, from string, content []byte) ([]tournament.Game, error) {
	if len(content) == 0 {
		return nil, nil
	}
	played, err := work.DecodeGames(content, len(planned))
	if err != nil {
		return nil, fmt.Errorf("the games cannot be read: %w", err)
	}
	return d.check(planned, from, played)
}

// check returns the played games in the form in which they are stored. It returns an error unless each of them is a
// planned game, comes only once, and is possible under the rules and the plan.
func (d *dispatch) check(planned []tournament.Planned, from string, played []work.Played) ([]tournament.Game, error) {
	open := make(map[string]tournament.Planned, len(planned))
	for _, game := range planned {
		open[game.Identity] = game
	}
	games := make([]tournament.Game, 0, len(played))
	for _, game := range played {
		plan, isOpen := open[game.Identity]
		if !isOpen {
			return nil, fmt.Errorf("game %.40q was not given to it, or comes twice", game.Identity)
		}
		delete(open, game.Identity)
		accepted, err := d.table.Accept(plan, game, from)
		if err != nil {
			return nil, err
		}
		games = append(games, accepted)
	}
	return games, nil
}

// accept takes the games of a delivery that the unit still misses, and ignores the others. It stores these games at
// once or, by chance, first starts an audit of them. If ends is true, the worker no longer has the unit.
func (d *dispatch) accept(ctx context.Context, u *unit, from string, games []tournament.Game, ends bool) error {
	if planned, wanted := u.removeMissing(games); len(wanted) > 0 {
		whole := len(wanted) == len(u.games)
		if audited, here := d.drawAudit(from, whole); audited {
			d.startAudit(ctx, &audit{unit: d.newUnit(planned), whole: whole, first: evidence{from, wanted}, here: here})
		} else if err := d.keep(from, wanted); err != nil {
			return err
		}
	}
	if ends {
		d.endLease(u, from, len(games))
	}
	if len(u.missing) == 0 {
		d.remove(u)
	}
	d.serveWaiters()
	return nil
}

// endLease releases a unit after a worker's last delivery of it. If that delivery has games, it adds the time for which
// the worker had the unit to the mean that tooLong uses.
func (d *dispatch) endLease(u *unit, from string, games int) {
	if since, has := u.leases[from]; has && games > 0 {
		d.leaseTime += max(0, d.now().Sub(since))
		d.leases++
	}
	if from != hereName {
		d.c.members.noteEnd(from, games, d.c.options.haste.Of(wire.AgainAfter))
	}
	d.release(u, from)
}

// keep stores games of a worker and counts them.
func (d *dispatch) keep(from string, games []tournament.Game) error {
	for _, game := range games {
		if err := d.take(game); err != nil {
			return err
		}
		d.missing--
		d.lastKept = d.now()
	}
	_, thinking := work.Spent(games)
	d.played += len(games)
	d.thinking += thinking
	d.c.members.credit(from, games)
	return nil
}

// shutOut bans a worker that sent a wrong result, for the reason why. It returns a [work.Lie], which ends the run,
// because the worker's other games no longer count. If the worker is this process, shutOut bans nobody and returns why.
func (d *dispatch) shutOut(worker string, why error) error {
	if worker == hereName {
		return why // this program contradicts itself
	}
	banned := d.c.members.ban(worker)
	if d.c.server != nil {
		d.c.server.disconnect(worker)
	}
	lie := &work.Lie{Worker: worker, Err: why}
	if d.unauditable == "" && d.c.options.Audit > 0 {
		lie.Trusted = d.c.members.trusted()
	}
	d.c.options.Say(lie.Error() + "; it is shut out")
	if banned == maxBanned {
		d.c.options.Say(fmt.Sprintf("%d workers were shut out, so no new one is admitted: stop the coordinator, "+
			"remove its key and start it again", banned))
	}
	return lie
}

// playHere starts one goroutine per slot of this process. Each takes and plays units until the run gives it none.
func (d *dispatch) playHere(ctx context.Context) {
	for range d.c.options.Slots {
		d.playing.Go(func() {
			for u := d.takeHere(ctx); u != nil; u = d.takeHere(ctx) {
				d.playUnit(ctx, u)
			}
		})
	}
}

// takeHere waits for a unit for a slot of this process. It returns nil if the run ends.
func (d *dispatch) takeHere(ctx context.Context) *unit {
	given := make(chan *unit, 1)
	d.ask(ctx, func(context.Context) error {
		d.await(hereName, func(u *unit) { given <- u })
		return nil
	})
	select {
	case u := <-given:
		return u
	case <-ctx.Done():
		return nil
	}
}

// playUnit plays a unit in this process. A player that fails ends the run, as in a run without workers.
func (d *dispatch) playUnit(ctx context.Context, u *unit) {
	played, err := d.table.Play(ctx, u.games, d.over)
	d.ask(ctx, func(ctx context.Context) error {
		if err != nil {
			return err
		}
		games, err := d.check(u.games, hereName, played)
		if err != nil {
			return fmt.Errorf("in this process: %w", err)
		}
		if len(games) < len(u.games) && !parallel.Closed(d.over) {
			return fmt.Errorf("%d of %d games of a unit were played in this process", len(games), len(u.games))
		}
		return d.accept(ctx, u, hereName, games, true)
	})
}

// audit is a delivery whose games are played again before they are stored. Usually a worker drawn at random plays them
// again. If the two workers' games differ, the coordinator plays them too and decides. The coordinator plays them at
// once, without another worker, if no other worker can play them, or if the worker of the delivery is on probation. By
// chance it also does so for one audit in ownAudits, to find workers that send the same wrong games as each other.
type audit struct {
	unit     *unit     // the games as a unit for the drawn worker
	whole    bool      // whether the delivery was a whole unit
	first    evidence  // the delivery, whose games are stored after the audit
	second   evidence  // the games from the drawn worker
	deadline time.Time // time after which the coordinator plays the games itself
	here     bool      // whether the coordinator plays the games itself
}

// evidence holds games as a worker sent them.
type evidence struct {
	worker string
	games  []tournament.Game
}

// ownAudits is the mean number of audits among which the coordinator, by chance, plays the games of one itself.
const ownAudits = 5

// drawAudit draws whether a worker's delivery is audited, and whether the coordinator then plays the games itself. The
// worker cannot predict the result. The argument whole says whether the delivery is a whole unit.
func (d *dispatch) drawAudit(worker string, whole bool) (audited, here bool) {
	oneIn := d.c.options.Audit
	if d.unauditable != "" || oneIn < 1 || worker == hereName {
		return false, false
	}
	if d.c.members.spendProbation(worker, whole) {
		return true, true
	}
	return rand.IntN(oneIn) == 0, rand.IntN(ownAudits) == 0
}

// startAudit plays the games of an audit in this process, or draws a worker for them; see [audit].
func (d *dispatch) startAudit(ctx context.Context, a *audit) {
	if d.ending {
		return // no game may begin now: these games are played another time
	}
	a.deadline = d.now().Add(d.tooLong())
	d.audits[a.unit.name] = a
	others := d.c.members.auditors(a.first.worker)
	if a.here || len(others) == 0 {
		d.playAudit(ctx, a)
		return
	}
	a.second.worker = others[rand.IntN(len(others))]
}

func (d *dispatch) nextAudit(worker string) *unit {
	for _, a := range d.audits {
		if a.second.worker == worker && !a.here && !a.unit.given[worker] {
			return a.unit
		}
	}
	return nil
}

// acceptAgain takes games of an audit from the worker that was drawn to play them again. After the last of them, it
// ends the audit if the two workers agree, and otherwise plays the games in this process.
func (d *dispatch) acceptAgain(
	ctx context.Context, a *audit, from string, games []tournament.Game, ends bool,
) error {
	_, wanted := a.unit.removeMissing(games)
	a.second.games = append(a.second.games, wanted...)
	if !ends {
		return nil
	}
	d.unlease(a.unit, from)
	defer d.serveWaiters()
	if work.Compare(a.first.games, a.second.games) != nil { // either worker may be wrong, or the second gave up
		d.playAudit(ctx, a)
		return nil
	}
	return d.confirm(a, from, a.first.worker)
}

// confirm ends an audit that has found the delivery right, and stores its games. If they were a whole unit, it also
// counts a right unit for each worker in agree.
func (d *dispatch) confirm(a *audit, agree ...string) error {
	delete(d.audits, a.unit.name)
	if a.whole {
		d.c.members.confirm(agree...)
	}
	return d.keep(a.first.worker, a.first.games)
}

// takeOverAudits makes the coordinator play the audits that the drawn workers have lost or have not played in time.
func (d *dispatch) takeOverAudits(ctx context.Context) {
	lostAfter := d.c.options.haste.Of(wire.LostAfter)
	for _, a := range d.audits {
		if a.here {
			continue
		}
		given, hasUnit := a.unit.leases[a.second.worker]
		if !hasUnit {
			given = d.now() // a worker that does not have the unit yet need only be alive
		}
		if d.now().After(a.deadline) || !d.c.members.plays(a.second.worker, a.unit.name, given, lostAfter) {
			d.unlease(a.unit, a.second.worker)
			d.playAudit(ctx, a)
		}
	}
}

func (d *dispatch) playAudit(ctx context.Context, a *audit) {
	a.here = true
	d.playing.Go(func() {
		select {
		case d.replays <- struct{}{}:
			defer func() { <-d.replays }()
		case <-ctx.Done():
			return
		}
		played, err := d.table.Play(ctx, a.unit.games, d.over)
		d.ask(ctx, func(context.Context) error { return d.judge(a, played, err) })
	})
}

// judge compares the games that workers sent with the games that the coordinator played. It stores the delivery if the
// delivery is right, and bans a worker whose games are wrong.
func (d *dispatch) judge(a *audit, played []work.Played, playErr error) error {
	if d.audits[a.unit.name] != a { // the run ends, and beginEnd has dropped the audit
		return nil
	}
	right, checkErr := d.check(a.unit.games, hereName, played)
	if err := cmp.Or(playErr, checkErr); err != nil {
		return err
	}
	if err := work.Compare(right, a.first.games); err != nil {
		delete(d.audits, a.unit.name)
		return d.shutOut(a.first.worker, err)
	}
	if err := d.confirm(a, a.first.worker); err != nil || len(a.unit.missing) > 0 {
		return err // the second worker, if there is one, has not sent all games, so they are not compared
	}
	if err := work.Compare(right, a.second.games); err != nil {
		return d.shutOut(a.second.worker, err)
	}
	return nil
}
