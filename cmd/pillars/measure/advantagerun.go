package measure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/advantage"
	"pillars/results/session"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// finding is what a measurement says.
type finding struct {
	*measurement
	run     string
	summary advantage.Summary
	odds    *advantage.OddsFold
	even    advantage.Line // of odds: the second seat's score by the logarithm of its nodes
}

// run plays all measurements one after the other and prints what they say, those before an interruption too.
func (s *experiment) run(ctx context.Context) (err error) {
	db, err := store.Open(s.DB)
	if err != nil {
		return cli.Exit(cli.ExitFailed, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	say := cli.NewMessages(s.cmd.ErrOrStderr(), s.Quiet)
	playing, stops := cli.NewStops(ctx, say, "the games in play")
	faults, err := s.measure(playing, db, stops, say)
	interrupted := stops.End()
	if err != nil && !(interrupted && errors.Is(err, context.Canceled)) {
		return fmt.Errorf("%w\n%s", err, s.goesOn())
	}
	if err := s.report(); err != nil {
		return err
	}
	switch {
	case interrupted:
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted: "+s.goesOn()))
	case faults > 0:
		return cli.Exit(cli.ExitFaults,
			fmt.Errorf("%s ended by a player's fault; pillars games list RUN --faults%s lists them",
				cli.Counted(faults, "game"), s.DatabaseFlag()))
	}
	return nil
}

// measure plays the measurements until all are played or one is interrupted, and counts the faults in them.
func (s *experiment) measure(
	ctx context.Context, db *store.Store, stops *cli.Stops, say *cli.Messages,
) (faults int, err error) {
	var end time.Time
	if s.time > 0 {
		end = time.Now().Add(s.time)
	}
	for i := range s.measurements {
		job, err := s.job(&s.measurements[i], s.deadline(end, len(s.measurements)-i))
		if err != nil {
			return faults, err
		}
		job.Say = say
		p, err := s.play(ctx, db, job, stops)
		faults += p.Tally.Faults
		if err != nil || stops.Interrupted() {
			return faults, err
		}
	}
	return faults, nil
}

// goesOn says how to go on.
func (s *experiment) goesOn() string {
	return fmt.Sprintf("all finished games are stored in %s; this command goes on:\n  %s", s.DB, s.ResumeCommand(s.cmd))
}

// job prepares the run of a measurement.
func (s *experiment) job(m *measurement, deadline time.Time) (*tournaments.Job, error) {
	job, err := m.flags.JobOf(s.cmd, "advantage", m.spec, s.game)
	if err != nil {
		return nil, err
	}
	gauge := &seatGauge{measurement: m, session: job.Session, halfWidth: s.halfWidth, deadline: deadline}
	job.Gauge, job.View = gauge, gauge
	return job, nil
}

// play plays what the run of a measurement still lacks, and notes what it says.
func (s *experiment) play(
	ctx context.Context, db *store.Store, job *tournaments.Job, stops *cli.Stops,
) (p runner.Progress, err error) {
	gauge := job.Gauge.(*seatGauge)
	job.Say.Sayf("%s", gauge.measurement.what())
	if err := job.Begin(ctx, db); err != nil {
		return p, err
	}
	if gauge.earlier, err = job.Results(ctx); err != nil {
		return p, err
	}
	p, err = job.PlayAll(ctx, stops)
	if gauge.err != nil {
		return p, gauge.err
	}
	if gauge.fold == nil {
		gauge.Restart(job.Spec)
	}
	found := finding{measurement: gauge.measurement, run: job.Run.ID, summary: gauge.fold.Summary(), odds: gauge.odds}
	var lineErr error
	found.even, lineErr = gauge.odds.Line()
	s.findings = append(s.findings, found)
	return p, errors.Join(err, lineErr)
}

// seatGauge gathers the games of a measurement as they finish, in the order of the plan.
type seatGauge struct {
	measurement *measurement
	session     *session.Session
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

// watch reads the game of a result, which is stored by now. Intervals hold at all times, so it may stop whenever they
// please.
func (g *seatGauge) Watch(r tournament.Result) bool {
	if g.err == nil {
		g.err = g.add(r)
	}
	_, stored := g.earlier[r.Identity]
	late := !stored && !g.deadline.IsZero() && time.Now().After(g.deadline)
	return g.err != nil || late || g.enough()
}

// mostIdle is after how many rounds without a new one, and no fewer than the different ones so far, a player has no
// more to show.
const mostIdle = 200

// enough reports whether the intervals are as narrow as was asked for, or never will be, since all rounds are
// repetitions by now. To look at the intervals takes the longer the more rounds there are, and so happens more seldom.
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
	game, err := g.session.Store.Game(context.Background(), g.session.Run.ID, r.Identity)
	if err != nil {
		return err
	}
	if g.measurement.measure == atOdds {
		ratio, err := advantage.NodeRatio(game.Record, g.measurement.nodes)
		if err != nil {
			return fmt.Errorf("game %s/%s: %w", g.session.Run.ID, r.Identity, err)
		}
		return g.odds.Add(game.Game, ratio)
	}
	return g.fold.Add(g.session.Game, game.Game)
}

func (g *seatGauge) Status(p runner.Progress) string {
	text := fmt.Sprintf("%s: %s, %s", g.measurement.what(), cli.Counted(p.Done, "game"), cli.RateText(p.Rate()))
	if g.measurement.measure != atOdds {
		text += fmt.Sprintf(", first seat %s %%, %d differ", g.fold.First().Scaled(100).Text(1), g.fold.Distinct())
	} else if line, err := g.odds.Line(); err == nil {
		text += ", even at " + ratioText(line.Even())
	}
	if p.Tally.Faults > 0 {
		text += ", " + cli.Counted(p.Tally.Faults, "fault")
	}
	return text
}

// finish prints nothing: a experiment prints what all its measurements say together.
func (g *seatGauge) Finish(context.Context, *tournaments.Job) error { return g.err }

// ratioText is an estimate of a logarithm to the base 2 as a ratio.
func ratioText(e stats.Estimate) string { return advantage.Ratio(e).Text(2) }
