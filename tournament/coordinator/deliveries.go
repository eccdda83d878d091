package coordinator

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"

	"pillars/engine/parallel"
	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// delivers handles the message with a delivery. It answers once the games are stored, wait for an audit or are not
// needed.
func (d *dispatch) delivers(ctx context.Context, from string, m *nats.Msg) {
	var delivery wire.Delivery
	if err := wire.Decode(m.Data, &delivery); err != nil {
		answer(m, wire.Answer{Refused: err.Error()})
		return
	}
	d.ask(ctx, func(ctx context.Context) error {
		err := d.receive(ctx, from, delivery)
		switch {
		case d.c.members.closed(from):
			answer(m, wire.Answer{Refused: "this worker was shut out, or too many others were"})
		case err == nil && delivery.More:
			answer(m, d.give(from).handOut(wire.Answer{Kept: true}))
		case err == nil: // games that could not be kept get no answer
			answer(m, wire.Answer{Kept: true})
		}
		return err
	})
}

// receive takes a delivery of a unit from a worker that was given the unit. It ignores all other deliveries, and those
// of another unit that had the same name.
func (d *dispatch) receive(ctx context.Context, from string, delivery wire.Delivery) error {
	u, a := d.out[delivery.Unit], d.audits[delivery.Unit]
	if a != nil && !a.here {
		u = a.unit
	}
	if u == nil || !u.given[from] || work.Name(u.content) != delivery.Of || d.c.members.closed(from) {
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

// decode reads the games of a delivery and checks them, see check.
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

// check returns the games as they are to be stored. It fails unless each is one of the planned games, comes once only,
// and is possible under the rules and the plan.
func (d *dispatch) check(planned []tournament.Planned, from string, played []work.Played) ([]tournament.Game, error) {
	asked := make(map[string]tournament.Planned, len(planned))
	for _, game := range planned {
		asked[game.Identity] = game
	}
	games := make([]tournament.Game, 0, len(played))
	for _, game := range played {
		plan, is := asked[game.Identity]
		if !is {
			return nil, fmt.Errorf("game %.40q was not given to it, or comes twice", game.Identity)
		}
		delete(asked, game.Identity)
		accepted, err := d.table.Accept(plan, game, from)
		if err != nil {
			return nil, err
		}
		games = append(games, accepted)
	}
	return games, nil
}

// accept takes the games of a unit that are still missing. It stores them at once or, by chance, has them audited
// first; every game has the same probability of an audit. If ends is set, the worker no longer has the unit.
func (d *dispatch) accept(ctx context.Context, u *unit, from string, games []tournament.Game, ends bool) error {
	if planned, wanted := u.take(games); len(wanted) > 0 {
		whole := len(wanted) == len(u.games)
		if audited, here := d.audited(from, whole); audited {
			d.startAudit(ctx, &audit{unit: d.newUnit(planned), whole: whole, first: evidence{from, wanted}, here: here})
		} else if err := d.keep(from, wanted); err != nil {
			return err
		}
	}
	if ends {
		d.ended(u, from, len(games))
	}
	if len(u.missing) == 0 {
		d.done(u)
	}
	d.serve()
	return nil
}

// ended notes that a worker has sent its last delivery of a unit.
func (d *dispatch) ended(u *unit, from string, games int) {
	if since, has := u.leases[from]; has && games > 0 {
		d.holding += max(0, d.now().Sub(since))
		d.held++
	}
	if from != hereName {
		d.c.members.returned(from, games, d.c.options.haste.Of(wire.AgainAfter))
	}
	d.release(u, from)
}

// keep passes games to take, which stores them, and counts them.
func (d *dispatch) keep(from string, games []tournament.Game) error {
	for _, game := range games {
		if err := d.take(game); err != nil {
			return err
		}
		d.missing--
		d.kept = d.now()
	}
	_, thinking := work.Spent(games)
	d.played += len(games)
	d.thinking += thinking
	d.c.members.credit(from, games)
	return nil
}

// shutOut bans a worker whose result was wrong. It returns a [work.Lie]; that error ends the run, because the worker's
// games in it no longer count. If the worker is this program itself, it only returns why.
func (d *dispatch) shutOut(worker string, why error) error {
	if worker == hereName {
		return why // this program contradicts itself
	}
	banned := d.c.members.ban(worker)
	if d.c.server != nil {
		d.c.server.disconnect(worker)
	}
	lie := &work.Lie{Worker: worker, Err: why}
	if d.mute == "" && d.c.options.Audit > 0 {
		lie.Trusted = d.c.members.trusted()
	}
	d.c.options.Say(lie.Error() + "; it is shut out")
	if banned == maxBanned {
		d.c.options.Say(fmt.Sprintf("%d workers were shut out, so no new one is admitted: stop the coordinator, "+
			"remove its key and start it again", banned))
	}
	return lie
}

// playHere plays units in this process, without messages.
func (d *dispatch) playHere(ctx context.Context) {
	for range d.c.options.Slots {
		d.here.Go(func() {
			given := make(chan *unit, 1)
			for d.ask(ctx, func(context.Context) error {
				d.await(hereName, func(u *unit) { given <- u })
				return nil
			}) {
				var u *unit
				select {
				case u = <-given:
				case <-ctx.Done():
				}
				if u == nil {
					return
				}
				d.playUnit(ctx, u)
			}
		})
	}
}

// playUnit plays a unit that was given to this process, until the unit is finished or the run ends. A player that fails
// ends the run, as in a run without workers.
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
