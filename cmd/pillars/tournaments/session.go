package tournaments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// Session is one call of a command that plays a run: it plays what the stored run still lacks.
type Session struct {
	*RunFlags
	Cmd  *cobra.Command
	Kind string          // of the run
	Spec tournament.Spec // what is wanted
	Game engine.Game
	Plan tournament.Plan // of as many rounds as have been planned so far
	DB   *store.Store
	ID   string // of the run

	Gauge      Gauge
	Interrupts chan os.Signal
}

// gauge is what a kind of run measures while it is played, and shows.
type Gauge interface {
	// Restart forgets all results; the spec is that of the games to come.
	Restart(spec tournament.Spec)
	// Watch takes the next result in the order of the plan, and reports whether it has seen enough.
	Watch(tournament.Result) bool
	// Status is a line of at most width characters.
	Status(p runner.Progress, width int) string
	// Finish prints the results.
	Finish(ctx context.Context, s *Session) error
}

// Session prepares what the flags and players ask for.
func (f *RunFlags) Session(cmd *cobra.Command, kind string, players []string) (*Session, error) {
	spec, game, err := f.Settle(players)
	if err != nil {
		return nil, err
	}
	s := &Session{RunFlags: f, Cmd: cmd, Kind: kind, Spec: spec, Game: game, Gauge: TableGauge{}}
	return s, s.Schedule(FirstRounds(spec))
}

// FirstRounds is how many rounds are planned at first. Openings take time to draw, and of a sequential test, and of self-play that
// stops when it knows enough, most are never played.
func FirstRounds(spec tournament.Spec) int {
	const chunk = 512
	if spec.Format == tournament.Sequential || spec.Format == tournament.SelfPlay {
		return min(spec.Rounds, chunk)
	}
	return spec.Rounds
}

// Schedule plans so many rounds.
func (s *Session) Schedule(rounds int) error {
	spec := s.Spec
	spec.Rounds = rounds
	plan, err := tournament.NewPlan(spec, s.Game)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	s.Plan = plan
	if plan.Short {
		s.Tellf("note: there are no more than %s, so %s", cli.Counted(plan.Spec.Rounds, "opening"), s.shortText())
	}
	return nil
}

// shortText says what a plan with fewer openings than wanted comes to.
func (s *Session) shortText() string {
	if s.Spec.Format == tournament.Sequential {
		return "the test is of " + cli.Counted(s.Plan.Spec.Rounds, "pair") + " at most"
	}
	return "there are " + cli.Counted(s.Plan.Total, "game") + " at most"
}

// Run finds or makes the run, plays, and prints the results.
func (s *Session) Run(ctx context.Context) (err error) {
	if s.DryRun {
		return s.printGames()
	}
	s.DB, err = store.Open(s.RunFlags.DB)
	if err != nil {
		return cli.Exit(cli.ExitFailed, err)
	}
	defer func() { err = errors.Join(err, s.DB.Close()) }()
	s.Interrupts = make(chan os.Signal, 2)
	signal.Notify(s.Interrupts, os.Interrupt, syscall.SIGTERM)
	interrupted := false
	defer func() {
		if !interrupted { // a late interrupt would cut off the command that goes on
			signal.Stop(s.Interrupts)
		}
	}()
	s.describe()
	if err := s.Enter(ctx); err != nil {
		return err
	}
	var progress runner.Progress
	var playErr error
	progress, interrupted, playErr = s.PlayAll(ctx)
	if err := s.Gauge.Finish(ctx, s); err != nil {
		return errors.Join(playErr, err)
	}
	return s.verdict(progress, interrupted, playErr)
}

// PlayAll plays, planning further rounds while they are wanted.
func (s *Session) PlayAll(ctx context.Context) (p runner.Progress, interrupted bool, err error) {
	for {
		earlier, err := s.DB.Results(ctx, s.ID)
		if err != nil {
			return p, false, err
		}
		p, interrupted, err = s.Play(ctx, earlier)
		if err != nil || interrupted || p.Stopped || !p.Complete() || s.complete(p) {
			return p, interrupted, err
		}
		if err := s.Schedule(min(2*s.Plan.Spec.Rounds, s.Spec.Rounds)); err != nil {
			return p, false, err
		}
	}
}

// complete reports whether no game is left to play, nor any to plan.
func (s *Session) complete(p runner.Progress) bool {
	return p.Enough || p.Complete() && s.planned()
}

// planned reports whether all rounds are planned that there can be.
func (s *Session) planned() bool { return s.Plan.Short || s.Plan.Spec.Rounds >= s.Spec.Rounds }

// describe prints the plan before anything is played.
func (s *Session) describe() {
	switch {
	case s.Quiet:
	case s.Brief:
		s.Tellf("%s (%s): %s, %s", s.Plan.Rules.Game().Title(), s.Spec.Options, strings.Join(s.Spec.Players, " against "), s.gamesText())
	default:
		s.describePlan(s.Cmd.ErrOrStderr())
	}
}

// Tellf prints a message, unless messages are not wanted.
func (s *Session) Tellf(format string, args ...any) {
	if !s.Quiet {
		fmt.Fprintf(s.Cmd.ErrOrStderr(), format+"\n", args...)
	}
}

// Play plays the games that are not among the earlier ones. The first interrupt lets games in play finish, the second stops them.
func (s *Session) Play(ctx context.Context, earlier []tournament.Result) (p runner.Progress, interrupted bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.Gauge.Restart(s.Spec)
	status := cli.NewStatusLine(s.Cmd.ErrOrStderr())
	drain, over, watched := make(chan struct{}), make(chan struct{}), make(chan bool)
	go func() {
		watched <- s.watch(over, status, func() { close(drain) }, cancel)
	}()
	runner := runner.Runner{
		Plan: s.Plan, NewPlayer: cli.NewStoredPlayer, Workers: s.Workers, Earlier: earlier, Program: runner.Program(), Drain: drain, Watch: s.Gauge.Watch,
		Sink: func(game tournament.Game) error { return s.keep(ctx, game) },
		Report: func(p runner.Progress) {
			if !s.Quiet {
				status.Update(func() string { return s.Gauge.Status(p, cli.TerminalWidth(s.Cmd.ErrOrStderr())) })
			}
		},
	}
	p, err = runner.Run(ctx)
	close(over)
	interrupted = <-watched
	status.Clear()
	return p, interrupted, err
}

// watch waits for interrupts until the work is over, and reports whether there was one.
func (s *Session) watch(over <-chan struct{}, status *cli.StatusLine, drain, stop func()) bool {
	for n := 0; ; {
		select {
		case <-over:
			return n > 0
		case <-s.Interrupts:
			n++
			status.Clear()
			if n == 1 {
				s.Tellf("finishing the games in play; press Ctrl-C again to stop at once")
				drain()
			} else {
				signal.Stop(s.Interrupts) // from here on an interrupt ends the process, should a player not listen
				stop()
			}
		}
	}
}

// keep stores a finished game and prints it where that is wanted.
func (s *Session) keep(ctx context.Context, game tournament.Game) error {
	if err := s.DB.Append(context.WithoutCancel(ctx), s.ID, game); err != nil { // a finished game is kept, whatever is being stopped
		return err
	}
	if game.Faulted() {
		text := fmt.Sprintf("game %s/%s: %s (%s)", s.ID, game.Identity, game.Outcome.Reason, faulty(game.Result))
		s.Tellf("%s", cli.Alarm(s.Cmd, s.Cmd.ErrOrStderr(), text))
	}
	if s.JSON {
		return cli.PrintJSON(s.Cmd.OutOrStdout(), NewResultAnswer(s.ID, game.Result))
	}
	return nil
}

// faulty is the player who lost by a fault.
func faulty(r tournament.Result) string {
	if r.Faulted() && int(r.Fault.Seat) < len(r.Players) {
		return r.Players[r.Fault.Seat]
	}
	return "nobody"
}
