package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// session is one call of a command that plays a run: it plays what the stored run still lacks.
type session struct {
	*runFlags
	cmd  *cobra.Command
	kind string          // of the run
	spec tournament.Spec // what is wanted
	game engine.Game
	plan tournament.Plan // of as many rounds as have been planned so far
	db   *store.Store
	id   string // of the run

	gauge      gauge
	interrupts chan os.Signal
}

// gauge is what a kind of run measures while it is played, and shows.
type gauge interface {
	// restart forgets all results; the spec is that of the games to come.
	restart(spec tournament.Spec)
	// watch takes the next result in the order of the plan, and reports whether it has seen enough.
	watch(tournament.Result) bool
	// status is a line of at most width characters.
	status(p runner.Progress, width int) string
	// finish prints the results.
	finish(ctx context.Context, s *session) error
}

// session prepares what the flags and players ask for.
func (f *runFlags) session(cmd *cobra.Command, kind string, players []string) (*session, error) {
	spec, game, err := f.settle(players)
	if err != nil {
		return nil, err
	}
	s := &session{runFlags: f, cmd: cmd, kind: kind, spec: spec, game: game, gauge: tableGauge{}}
	return s, s.schedule(firstRounds(spec))
}

// firstRounds is how many rounds are planned at first. Openings take time to draw, and of a sequential test, and of self-play that
// stops when it knows enough, most are never played.
func firstRounds(spec tournament.Spec) int {
	const chunk = 512
	if spec.Format == tournament.Sequential || spec.Format == tournament.SelfPlay {
		return min(spec.Rounds, chunk)
	}
	return spec.Rounds
}

// schedule plans so many rounds.
func (s *session) schedule(rounds int) error {
	spec := s.spec
	spec.Rounds = rounds
	plan, err := tournament.NewPlan(spec, s.game)
	if err != nil {
		return usagef("%w", err)
	}
	s.plan = plan
	if plan.Short {
		s.tellf("note: there are no more than %s, so %s", counted(plan.Spec.Rounds, "opening"), s.shortText())
	}
	return nil
}

// shortText says what a plan with fewer openings than wanted comes to.
func (s *session) shortText() string {
	if s.spec.Format == tournament.Sequential {
		return "the test is of " + counted(s.plan.Spec.Rounds, "pair") + " at most"
	}
	return "there are " + counted(s.plan.Total, "game") + " at most"
}

// run finds or makes the run, plays, and prints the results.
func (s *session) run(ctx context.Context) (err error) {
	if s.dryRun {
		return s.printGames()
	}
	s.db, err = store.Open(s.runFlags.db)
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
	var progress runner.Progress
	var playErr error
	progress, interrupted, playErr = s.playAll(ctx)
	if err := s.gauge.finish(ctx, s); err != nil {
		return errors.Join(playErr, err)
	}
	return s.verdict(progress, interrupted, playErr)
}

// playAll plays, planning further rounds while they are wanted.
func (s *session) playAll(ctx context.Context) (p runner.Progress, interrupted bool, err error) {
	for {
		earlier, err := s.db.Results(ctx, s.id)
		if err != nil {
			return p, false, err
		}
		p, interrupted, err = s.play(ctx, earlier)
		if err != nil || interrupted || p.Stopped || !p.Complete() || s.complete(p) {
			return p, interrupted, err
		}
		if err := s.schedule(min(2*s.plan.Spec.Rounds, s.spec.Rounds)); err != nil {
			return p, false, err
		}
	}
}

// complete reports whether no game is left to play, nor any to plan.
func (s *session) complete(p runner.Progress) bool {
	return p.Enough || p.Complete() && s.planned()
}

// planned reports whether all rounds are planned that there can be.
func (s *session) planned() bool { return s.plan.Short || s.plan.Spec.Rounds >= s.spec.Rounds }

// describe prints the plan before anything is played.
func (s *session) describe() {
	switch {
	case s.quiet:
	case s.brief:
		s.tellf("%s (%s): %s, %s", s.plan.Rules.Game().Title(), s.spec.Options, strings.Join(s.spec.Players, " against "), s.gamesText())
	default:
		s.describePlan(s.cmd.ErrOrStderr())
	}
}

// tellf prints a message, unless messages are not wanted.
func (s *session) tellf(format string, args ...any) {
	if !s.quiet {
		fmt.Fprintf(s.cmd.ErrOrStderr(), format+"\n", args...)
	}
}

// play plays the games that are not among the earlier ones. The first interrupt lets games in play finish, the second stops them.
func (s *session) play(ctx context.Context, earlier []tournament.Result) (p runner.Progress, interrupted bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.gauge.restart(s.spec)
	status := newStatusLine(s.cmd.ErrOrStderr())
	drain, over, watched := make(chan struct{}), make(chan struct{}), make(chan bool)
	go func() {
		watched <- s.watch(over, status, func() { close(drain) }, cancel)
	}()
	runner := runner.Runner{
		Plan: s.plan, NewPlayer: newStoredPlayer, Workers: s.workers, Earlier: earlier, Program: runner.Program(), Drain: drain, Watch: s.gauge.watch,
		Sink: func(game tournament.Game) error { return s.keep(ctx, game) },
		Report: func(p runner.Progress) {
			if !s.quiet {
				status.update(func() string { return s.gauge.status(p, terminalWidth(s.cmd.ErrOrStderr())) })
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
func (s *session) watch(over <-chan struct{}, status *statusLine, drain, stop func()) bool {
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
func (s *session) keep(ctx context.Context, game tournament.Game) error {
	if err := s.db.Append(context.WithoutCancel(ctx), s.id, game); err != nil { // a finished game is kept, whatever is being stopped
		return err
	}
	if game.Fault() {
		text := fmt.Sprintf("game %s/%s: %s (%s)", s.id, game.Identity, game.Outcome.Reason, faulty(game.Result))
		s.tellf("%s", alarm(s.cmd, s.cmd.ErrOrStderr(), text))
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
