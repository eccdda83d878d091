package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"pillars/results/store"
	"pillars/tournament"
)

// tournamentSession is one call of the tournament command: it plays what the stored run still lacks.
type tournamentSession struct {
	*tournamentFlags
	cmd  *cobra.Command
	plan tournament.Plan
	db   *store.Store
	id   string // of the run

	interrupts chan os.Signal
}

// run finds or makes the run, plays, and prints the standing.
func (s *tournamentSession) run(ctx context.Context) (err error) {
	s.db, err = store.Open(s.tournamentFlags.db)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	defer func() { err = errors.Join(err, s.db.Close()) }()
	s.interrupts = make(chan os.Signal, 2)
	signal.Notify(s.interrupts, os.Interrupt, syscall.SIGTERM)
	interrupted := false
	defer func() {
		if !interrupted { // a late interrupt would cut off the command that goes on
			signal.Stop(s.interrupts)
		}
	}()
	s.describe()
	if err := s.enter(ctx); err != nil {
		return err
	}
	earlier, err := s.db.Results(ctx, s.id)
	if err != nil {
		return err
	}
	var progress tournament.Progress
	var playErr error
	progress, interrupted, playErr = s.play(ctx, earlier)
	if err := s.finish(ctx); err != nil {
		return errors.Join(playErr, err)
	}
	return s.verdict(progress, interrupted, playErr)
}

// describe prints the plan before anything is played.
func (s *tournamentSession) describe() {
	if !s.quiet {
		describePlan(s.cmd.ErrOrStderr(), s.plan, s.workers)
	}
}

// enter finds the run that goes on, or makes a new one.
func (s *tournamentSession) enter(ctx context.Context) error {
	run, err := s.db.FindRun(ctx, s.plan.Spec.Hash())
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && s.fresh:
		run, err = s.db.CreateRun(ctx, store.Run{
			Kind: "tournament", Hash: s.plan.Spec.Hash(), Spec: s.plan.Spec.String(), Total: len(s.plan.Games), Program: tournament.Program(),
		})
		s.tellf("run %s in %s", run.ID, s.db.Path())
	case err == nil && run.Complete():
		s.tellf("run %s in %s is complete; --fresh plays it anew", run.ID, s.db.Path())
	case err == nil:
		s.tellf("run %s in %s goes on after %d of %s", run.ID, s.db.Path(), run.Games, counted(run.Total, "game"))
		if run.Program != tournament.Program() {
			s.tellf("note: it was begun by another program (%s); players may have changed since, --fresh plays it anew", run.Program)
		}
	}
	if err != nil {
		return err
	}
	if err := s.refuseChangedWeights(ctx, run); err != nil {
		return err
	}
	s.id = run.ID
	if s.json {
		return printJSON(s.cmd.OutOrStdout(), newRunAnswer(run))
	}
	return nil
}

// tellf prints a message, unless messages are not wanted.
func (s *tournamentSession) tellf(format string, args ...any) {
	if !s.quiet {
		fmt.Fprintf(s.cmd.ErrOrStderr(), format+"\n", args...)
	}
}

// play plays the games that are not among the earlier ones. The first interrupt lets games in play finish, the second stops them.
func (s *tournamentSession) play(ctx context.Context, earlier []tournament.Result) (p tournament.Progress, interrupted bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	status := newStatusLine(s.cmd.ErrOrStderr())
	drain, over, watched := make(chan struct{}), make(chan struct{}), make(chan bool)
	go func() {
		watched <- s.watch(over, status, func() { close(drain) }, cancel)
	}()
	runner := tournament.Runner{
		Plan: s.plan, NewPlayer: newTournamentPlayer, Workers: s.workers, Earlier: earlier, Program: tournament.Program(), Drain: drain,
		Sink: func(game tournament.Game) error { return s.keep(ctx, game) },
		Report: func(p tournament.Progress) {
			if !s.quiet {
				status.update(func() string { return statusText(p, terminalWidth(s.cmd.ErrOrStderr())) })
			}
		},
	}
	p, err = runner.Run(ctx)
	close(over)
	interrupted = <-watched
	status.clear()
	return p, interrupted, err
}

// watch waits for interrupts until the work is over, and reports whether there was one.
func (s *tournamentSession) watch(over <-chan struct{}, status *statusLine, drain, stop func()) bool {
	for n := 0; ; {
		select {
		case <-over:
			return n > 0
		case <-s.interrupts:
			n++
			status.clear()
			if n == 1 {
				s.tellf("finishing the games in play; press Ctrl-C again to stop at once")
				drain()
			} else {
				signal.Stop(s.interrupts) // from here on an interrupt ends the process, should a player not listen
				stop()
			}
		}
	}
}

// keep stores a finished game and prints it where that is wanted.
func (s *tournamentSession) keep(ctx context.Context, game tournament.Game) error {
	if err := s.db.Append(context.WithoutCancel(ctx), s.id, game); err != nil { // a finished game is kept, whatever is being stopped
		return err
	}
	if game.Fault() {
		s.tellf("game %s/%s: %s (%s)", s.id, game.Identity, game.Outcome.Reason, faulty(game.Result))
	}
	if s.json {
		return printJSON(s.cmd.OutOrStdout(), newResultAnswer(s.id, game.Result))
	}
	return nil
}

// faulty is the player who lost by a fault.
func faulty(r tournament.Result) string {
	if seat, ok := r.Faulty(); ok && int(seat) < len(r.Players) {
		return r.Players[seat]
	}
	return "nobody"
}
