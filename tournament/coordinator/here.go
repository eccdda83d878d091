package coordinator

import (
	"context"
	"fmt"

	"pillars/engine/parallel"
	"pillars/tournament/work"
)

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
	played, err := d.table.Play(ctx, work.Unit{Games: u.games}, d.over)
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
