package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

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

// run plays all measurements one after the other and prints what they say, those before an interruption too.
func (s *experiment) run(ctx context.Context) (err error) {
	db, err := store.Open(s.db)
	if err != nil {
		return &exitError{exitFailed, err}
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
		return &exitError{exitInterrupted, errors.New("interrupted: " + s.goesOn())}
	case faults > 0:
		return &exitError{exitFaults, fmt.Errorf("%s ended by a player's fault; pillars games list RUN --faults%s lists them",
			counted(faults, "game"), s.databaseFlag())}
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
		session, err := s.session(&s.measurements[i], s.deadline(end, len(s.measurements)-i))
		if err != nil {
			return faults, false, err
		}
		session.db, session.interrupts = db, interrupts
		p, interrupted, err := s.play(ctx, session)
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
	return fmt.Sprintf("all finished games are stored in %s; this command goes on:\n  %s", s.db, s.resumeCommand(s.cmd))
}

// session prepares the run of a measurement.
func (s *experiment) session(m *measurement, deadline time.Time) (*session, error) {
	session := &session{runFlags: &m.flags, cmd: s.cmd, kind: "advantage", spec: m.spec, game: s.game}
	session.gauge = &seatGauge{measurement: m, session: session, halfWidth: s.halfWidth, deadline: deadline}
	return session, session.schedule(firstRounds(m.spec))
}

// play plays what the run of a measurement still lacks, and notes what it says.
func (s *experiment) play(ctx context.Context, session *session) (p runner.Progress, interrupted bool, err error) {
	gauge := session.gauge.(*seatGauge)
	session.tellf("%s", gauge.measurement.what())
	if err := session.enter(ctx); err != nil {
		return p, false, err
	}
	earlier, err := session.db.Results(ctx, session.id)
	if err != nil {
		return p, false, err
	}
	gauge.earlier = byIdentity(earlier)
	p, interrupted, err = session.playAll(ctx)
	if gauge.err != nil {
		return p, interrupted, gauge.err
	}
	if gauge.fold == nil {
		gauge.restart(session.spec)
	}
	found := finding{measurement: gauge.measurement, run: session.id, summary: gauge.fold.Summary(), odds: gauge.odds}
	var lineErr error
	found.even, lineErr = gauge.odds.Line()
	s.findings = append(s.findings, found)
	return p, interrupted, errors.Join(err, lineErr)
}
