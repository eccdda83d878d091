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
	"pillars/results/store"
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
		return cli.Exit(cli.ExitFaults, fmt.Errorf("%s ended by a player's fault; pillars games list RUN --faults%s lists them",
			cli.Counted(faults, "game"), s.DatabaseFlag()))
	}
	return nil
}

// measure plays the measurements until all are played or one is interrupted, and counts the faults in them.
func (s *experiment) measure(ctx context.Context, db *store.Store, interrupts chan os.Signal) (faults int, interrupted bool, err error) {
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
func (s *experiment) Play(ctx context.Context, session *tournaments.Session) (p runner.Progress, interrupted bool, err error) {
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
