package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/advantage"
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

// Run plays all measurements one after the other and prints what they say, those before an interruption too.
func (s *experiment) Run(ctx context.Context) (err error) {
	db, err := store.Open(s.DB)
	if err != nil {
		return cli.Exit(cli.ExitFailed, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	interrupts := make(chan os.Signal, 2)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	faults, interrupted, err := s.measure(ctx, db, interrupts)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, s.goesOn())
	}
	if !interrupted { // a late interrupt would cut off the command that goes on
		signal.Stop(interrupts)
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
func (s *experiment) measure(ctx context.Context, db *store.Store, interrupts chan os.Signal) (faults int,
	interrupted bool, err error) {
	var end time.Time
	if s.time > 0 {
		end = time.Now().Add(s.time)
	}
	for i := range s.measurements {
		session, err := s.Session(&s.measurements[i], s.deadline(end, len(s.measurements)-i))
		if err != nil {
			return faults, false, err
		}
		session.DB, session.Interrupts = db, interrupts
		p, interrupted, err := s.Play(ctx, session)
		faults += p.Tally.Faults
		if interrupted && (err == nil || errors.Is(err, context.Canceled)) {
			return faults, true, nil
		}
		if err != nil {
			return faults, false, err
		}
	}
	return faults, false, nil
}

// goesOn says how to go on.
func (s *experiment) goesOn() string {
	return fmt.Sprintf("all finished games are stored in %s; this command goes on:\n  %s", s.DB, s.ResumeCommand(s.cmd))
}

// Session prepares the run of a measurement.
func (s *experiment) Session(m *measurement, deadline time.Time) (*tournaments.Session, error) {
	session := &tournaments.Session{RunFlags: &m.flags, Cmd: s.cmd, Kind: "advantage", Spec: m.spec, Game: s.game}
	session.Gauge = &seatGauge{measurement: m, session: session, halfWidth: s.halfWidth, deadline: deadline}
	return session, session.Schedule(tournaments.FirstRounds(m.spec))
}

// Play plays what the run of a measurement still lacks, and notes what it says.
func (s *experiment) Play(ctx context.Context, session *tournaments.Session) (p runner.Progress, interrupted bool,
	err error) {
	gauge := session.Gauge.(*seatGauge)
	session.Tellf("%s", gauge.measurement.what())
	if err := session.Enter(ctx); err != nil {
		return p, false, err
	}
	earlier, err := session.DB.Results(ctx, session.ID)
	if err != nil {
		return p, false, err
	}
	gauge.earlier = tournaments.ByIdentity(earlier)
	p, interrupted, err = session.PlayAll(ctx)
	if gauge.err != nil {
		return p, interrupted, gauge.err
	}
	if gauge.fold == nil {
		gauge.Restart(session.Spec)
	}
	found := finding{measurement: gauge.measurement, run: session.ID, summary: gauge.fold.Summary(), odds: gauge.odds}
	var lineErr error
	found.even, lineErr = gauge.odds.Line()
	s.findings = append(s.findings, found)
	return p, interrupted, errors.Join(err, lineErr)
}

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
