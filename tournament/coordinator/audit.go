package coordinator

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// audit is a delivery that is played again before it is kept. Another worker, drawn at random, plays it again, or the
// coordinator does: always if no other worker can or the first is on probation, and otherwise one time in ownAudits, so
// that workers that send the same wrong games are found too. If two workers differ, the coordinator decides.
type audit struct {
	unit     *unit     // the games, as the drawn worker is given them
	whole    bool      // the delivery was a whole unit
	first    evidence  // the delivery, which waits to be kept
	second   evidence  // the same games from the drawn worker
	deadline time.Time // after it the coordinator plays the games itself
	here     bool      // the coordinator plays them
}

// evidence holds games as a worker sent them.
type evidence struct {
	worker string
	games  []tournament.Game
}

const ownAudits = 5

// audited draws whether a worker's delivery is played again, and whether the coordinator does it. The worker cannot
// predict it.
func (d *dispatch) audited(worker string, whole bool) (audited, here bool) {
	oneIn := d.c.options.Audit
	if d.mute != "" || oneIn < 1 || worker == hereName {
		return false, false
	}
	if d.c.members.spendProbation(worker, whole) {
		return true, true
	}
	return rand.IntN(oneIn) == 0, rand.IntN(ownAudits) == 0
}

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

// nextAudit returns the unit of an audit that the worker was chosen for, or nil.
func (d *dispatch) nextAudit(worker string) *unit {
	for _, a := range d.audits {
		if a.second.worker == worker && !a.here && !a.unit.given[worker] {
			return a.unit
		}
	}
	return nil
}

// acceptAgain takes games that were played again for an audit by the worker that was chosen for it.
func (d *dispatch) acceptAgain(
	ctx context.Context, a *audit, from string, games []tournament.Game, ends bool,
) error {
	_, wanted := a.unit.take(games)
	a.second.games = append(a.second.games, wanted...)
	if !ends {
		return nil
	}
	d.unlease(a.unit, from)
	defer d.serve()
	if work.Compare(a.first.games, a.second.games) != nil { // either may be wrong, or the second gave up
		d.playAudit(ctx, a)
		return nil
	}
	return d.confirm(a, from, a.first.worker)
}

// confirm keeps the games that an audit found right. The workers that agree gain trust, but only for whole units.
func (d *dispatch) confirm(a *audit, agree ...string) error {
	delete(d.audits, a.unit.name)
	if a.whole {
		d.c.members.confirm(agree...)
	}
	return d.keep(a.first.worker, a.first.games)
}

// hurryAudits makes the coordinator itself play the games of audits that the chosen workers have not delivered in time.
func (d *dispatch) hurryAudits(ctx context.Context) {
	lost := d.c.options.haste.Of(wire.LostAfter)
	for _, a := range d.audits {
		if a.here {
			continue
		}
		given, is := a.unit.leases[a.second.worker]
		if !is {
			given = d.now() // the worker need only be alive to be given them
		}
		if d.now().After(a.deadline) || !d.c.members.plays(a.second.worker, a.unit.name, given, lost) {
			d.unlease(a.unit, a.second.worker)
			d.playAudit(ctx, a)
		}
	}
}

// playAudit plays the games of an audit in this process.
func (d *dispatch) playAudit(ctx context.Context, a *audit) {
	a.here = true
	d.here.Go(func() {
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

// judge compares what workers sent with the games that the coordinator played.
func (d *dispatch) judge(a *audit, played []work.Played, err error) error {
	if d.audits[a.unit.name] != a { // the run ends, and close has dropped the audit
		return nil
	}
	right, errs := d.check(a.unit.games, hereName, played)
	if err := cmp.Or(err, errs); err != nil {
		return err
	}
	if err := work.Compare(right, a.first.games); err != nil {
		delete(d.audits, a.unit.name)
		return d.shutOut(a.first.worker, err)
	}
	if err := d.confirm(a, a.first.worker); err != nil || len(a.unit.missing) > 0 {
		return err
	}
	if err := work.Compare(right, a.second.games); err != nil {
		return d.shutOut(a.second.worker, err)
	}
	return nil
}
