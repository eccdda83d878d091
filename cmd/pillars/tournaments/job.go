package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/results/show/progress"
	"pillars/results/show/runs"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// A Job plays a run for a command, and prints its events and results.
type Job struct {
	*session.Session
	Status func(runner.Progress) progress.State // returns the state to display; by default the session's State
	Finish func(context.Context) error          // prints the results; by default a table of ratings
	Say    *progress.Screen
	Part   string // name of the run if the command plays several; Do prints it instead of the plan

	Progress    runner.Progress // set by Do: the progress at the end
	Interrupted bool            // set by Do: the user interrupted the run

	flags  *RunFlags
	cmd    *cobra.Command
	faults []alikeFaults // faults of players in this session
}

// Job returns a job that plays the run of the flags and players. kind is the kind of the run that the database stores,
// such as "tournament".
func (f *RunFlags) Job(cmd *cobra.Command, kind string, players []string) (*Job, error) {
	spec, game, err := f.settle(players)
	if err != nil {
		return nil, err
	}
	return f.JobOf(cmd, kind, spec, game)
}

// JobOf returns a job as [RunFlags.Job] does, for a spec that [session.Settle] has completed.
func (f *RunFlags) JobOf(cmd *cobra.Command, kind string, spec tournament.Spec, game engine.Game) (*Job, error) {
	j := &Job{flags: f, cmd: cmd, Say: cli.NewScreen(cmd)}
	j.Finish = j.printTable
	note := time.AfterFunc(2*time.Second, func() { // printed only if session.New takes long
		j.Say.Sayf("drawing openings for %s", tournament.Counted(spec.Rounds, "round"))
	})
	defer note.Stop()
	var err error
	j.Session, err = session.New(kind, spec, game, session.Observer{Played: j.played, Progress: j.progress})
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	if err := j.Take(f.Shard); err != nil {
		return nil, ShardError(f.Shard, err)
	}
	j.Observer.Event, j.Status = j.announce, j.State // only now, since both need j.Session
	j.Fresh, j.Workers, j.Tags = f.Fresh, f.Workers, f.tags
	return j, nil
}

// ShardError returns err as an error about --shard, with advice if the work cannot be divided into shards.
func ShardError(shard parallel.Shard, err error) error {
	if errors.Is(err, tournament.ErrNoShards) {
		err = fmt.Errorf("%w; use workers instead: give --listen, and start pillars work on the other machines", err)
	}
	return cli.Usagef("--shard %v: %w", shard, err)
}

// Do finds the stored run or creates it, plays the missing games, and prints the results. With --dry-run it only prints
// the plan.
func (j *Job) Do() (err error) {
	ctx := j.cmd.Context()
	if j.flags.DryRun {
		return j.printGames()
	}
	db, err := cli.OpenStore(j.cmd)
	if err != nil {
		return err
	}
	defer func() { err = db.CloseAfter(err) }()
	playCtx, stops := cli.NewStops(ctx, j.Say, "the games in play")
	if !cli.Quiet(j.cmd) {
		j.Say.Sayf("%s", cmp.Or(j.Part, strings.TrimSuffix(runs.PlanText(j.Session), "\n")))
	}
	if err := j.begin(ctx, db); err != nil {
		stops.End()
		return err
	}
	var playErr error
	j.Progress, playErr = j.playAll(playCtx, stops)
	j.Interrupted = stops.End()
	if errors.Is(playErr, store.ErrGone) { // there is no file from which to print results
		return playErr
	}
	if err := j.Finish(ctx); err != nil {
		return errors.Join(playErr, err)
	}
	return j.verdict(playErr)
}

// begin finds the stored run or creates it. With --json it prints the run.
func (j *Job) begin(ctx context.Context, db *store.Store) error {
	err := j.Enter(ctx, db)
	changedErr, isChanged := errors.AsType[session.ChangedWeightsError](err)
	switch {
	case isChanged:
		return cli.Usagef("%w; name another file, or start over with --fresh", changedErr)
	case errors.Is(err, store.ErrDeleted):
		return cli.Usagef("%w, and --fresh plays its games anew", err)
	case err == nil && j.flags.JSON:
		return cli.PrintJSON(j.cmd.OutOrStdout(), runs.Facts(j.Run))
	}
	return err
}

// playAll plays the missing games of the run, until the user interrupts it.
func (j *Job) playAll(ctx context.Context, stops *runner.Stops) (runner.Progress, error) {
	defer func() {
		j.Say.Clear()
		for _, text := range j.faultTexts() {
			j.Say.Say(text, cli.UseColorOn(j.cmd, j.cmd.ErrOrStderr()))
		}
	}()
	now := runner.Progress{Done: j.Run.Games, Total: j.Total()}
	coordinator, err := j.flags.elsewhere.Open(j.cmd.ErrOrStderr(), j.Store.Path(), j.Workers, j.Say)
	if err != nil {
		return now, err
	}
	if coordinator != nil { // a nil coordinator would not be a nil interface
		j.Elsewhere = coordinator
	}
	j.Drain = stops.Drain
	j.progress(now)
	return j.Play(ctx)
}

// announce prints an event of the session, with advice on --fresh.
func (j *Job) announce(e session.Event) {
	text := j.eventText(e)
	switch e.Kind {
	case session.Done:
		text += "; play it again with --fresh"
	case session.OtherProgram:
		text += " (--fresh starts over)"
	}
	j.Say.Sayf("%s", text)
}

// played counts a fault and, if --json is given, prints the finished game as a line of JSON.
func (j *Job) played(game tournament.Game) error {
	j.countFault(game)
	if j.flags.JSON {
		return cli.PrintJSON(j.Say.Above(j.cmd.OutOrStdout()), runs.ResultFacts(j.Run.ID, game.Result))
	}
	return nil
}

func (j *Job) progress(p runner.Progress) {
	j.Say.Update(func() progress.State { return j.Status(p) })
}

// verdict returns the error of the command, or nil if all games are played without faults. err is the error of Play.
func (j *Job) verdict(err error) error {
	p, complete := j.Progress, j.Progress.Complete()
	stored, toContinue := j.doneText(p.Done)+" are stored in "+j.Store.Path(), j.flags.ToContinue(j.cmd)
	advice := stored + "; " + toContinue
	dropped := j.Interrupted && errors.Is(err, context.Canceled) // the user interrupted twice
	switch {
	case err != nil && !dropped:
		return fmt.Errorf("%w\n%s; correct the cause first; %s", err, stored, toContinue)
	case j.Interrupted && !complete:
		return cli.Interrupted("interrupted: %s", advice)
	case p.Stopped && !complete:
		return cli.Exit(cli.ExitFaults, errors.New("stopped by a player's fault: "+advice))
	}
	if !j.Shard.Whole() && j.Part == "" && complete {
		j.Say.Sayf("%s", answer.ShardDone(j.Shard, j.Total(), j.Store.Path()))
	}
	if p.Faults > 0 {
		return Faults(j.cmd, p.Faults, j.Run.ID)
	}
	return nil
}

// printGames prints the planned games: with --json all of them, otherwise the first ones.
func (j *Job) printGames() error {
	if j.Plan.Short {
		j.announce(session.Event{Kind: session.FewOpenings})
	}
	if !cli.Quiet(j.cmd) {
		j.Say.Sayf("%s", strings.TrimSuffix(runs.PlanText(j.Session), "\n"))
	}
	return cli.Print(j.cmd, planned{j.Session})
}
