package measure

import (
	"context"
	"fmt"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/advantage"
	"pillars/results/stats"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// seatGauge gathers the games of a measurement as they finish, in the order of the plan.
type seatGauge struct {
	measurement *measurement
	session     *tournaments.Session
	halfWidth   float64                      // half width of the seats' intervals that is enough; 0 for none
	deadline    time.Time                    // after which no game begins; zero for never
	earlier     map[string]tournament.Result // games of earlier sessions: they count, however late it is

	fold *advantage.Fold
	odds *advantage.OddsFold
	look int // so many different rounds there must be before the intervals are looked at again
	err  error
}

func (g *seatGauge) Restart(tournament.Spec) {
	g.fold = advantage.NewFold(g.measurement.rules.Seats(), g.measurement.spec.RoundGames(g.measurement.rules.Seats()))
	g.odds, g.look = advantage.NewOddsFold(), 1
}

// watch reads the game of a result, which is stored by now. Intervals hold at all times, so it may stop whenever they please.
func (g *seatGauge) Watch(r tournament.Result) bool {
	if g.err == nil {
		g.err = g.add(r)
	}
	_, stored := g.earlier[r.Identity]
	late := !stored && !g.deadline.IsZero() && time.Now().After(g.deadline)
	return g.err != nil || late || g.enough()
}

// mostIdle is after how many rounds without a new one, and no fewer than the different ones so far, a player has no more to show.
const mostIdle = 200

// enough reports whether the intervals are as narrow as was asked for, or never will be, since all rounds are repetitions by now. To look at the
// intervals takes the longer the more rounds there are, and so happens more seldom.
func (g *seatGauge) enough() bool {
	n := g.fold.Distinct()
	switch {
	case g.halfWidth == 0:
		return false
	case g.fold.Idle() >= max(mostIdle, n):
		return true
	case n < g.look:
		return false
	}
	g.look = n + 1 + n/50
	return g.fold.HalfWidth() <= g.halfWidth
}

func (g *seatGauge) add(r tournament.Result) error {
	game, err := g.session.DB.Game(context.Background(), g.session.ID, r.Identity)
	if err != nil {
		return err
	}
	if g.measurement.measure == atOdds {
		ratio, err := advantage.NodeRatio(game.Record, g.measurement.nodes)
		if err != nil {
			return fmt.Errorf("game %s/%s: %w", g.session.ID, r.Identity, err)
		}
		return g.odds.Add(game.Game, ratio)
	}
	return g.fold.Add(g.session.Game, game.Game)
}

func (g *seatGauge) Status(p runner.Progress, width int) string {
	text := fmt.Sprintf("%s: %s, %s", g.measurement.what(), cli.Counted(p.Done, "game"), cli.RateText(p.Rate()))
	if g.measurement.measure != atOdds {
		text += fmt.Sprintf(", first seat %s %%, %d differ", g.fold.First().Scaled(100).Text(1), g.fold.Distinct())
	} else if line, err := g.odds.Line(); err == nil {
		text += ", even at " + ratioText(line.Even())
	}
	if p.Tally.Faults > 0 {
		text += ", " + cli.Counted(p.Tally.Faults, "fault")
	}
	return cli.Shortened(text, width)
}

// finish prints nothing: a experiment prints what all its measurements say together.
func (g *seatGauge) Finish(context.Context, *tournaments.Session) error { return g.err }

// ratioText is an estimate of a logarithm to the base 2 as a ratio.
func ratioText(e stats.Estimate) string { return advantage.Ratio(e).Text(2) }
