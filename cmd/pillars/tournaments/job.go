package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/conclusion"
	"pillars/results/progress"
	"pillars/results/runs"
	"pillars/results/session"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// Job is a session of a command: it prints what happens.
type Job struct {
	*session.Session
	Status func(runner.Progress) progress.State // how far the work is; of the session unless it is set
	Finish func(context.Context) error          // prints the results, a table of ratings unless it is set
	Say    *progress.Screen
	Brief  bool // the plan is told in a line

	flags *RunFlags
	cmd   *cobra.Command
}

// Job prepares a session of what the flags and players ask for.
func (f *RunFlags) Job(cmd *cobra.Command, kind string, players []string) (*Job, error) {
	spec, game, err := f.settle(players)
	if err != nil {
		return nil, err
	}
	return f.JobOf(cmd, kind, spec, game)
}

// JobOf is [RunFlags.Job] for a spec that is settled.
func (f *RunFlags) JobOf(cmd *cobra.Command, kind string, spec tournament.Spec, game engine.Game) (*Job, error) {
	j := &Job{flags: f, cmd: cmd, Say: cli.NewScreen(cmd.ErrOrStderr(), f.Quiet)}
	j.Finish = j.printTable
	drawing := time.AfterFunc(2*time.Second, func() {
		j.Say.Sayf("drawing openings for %s", tournament.Counted(spec.Rounds, "round"))
	})
	defer drawing.Stop()
	var err error
	j.Session, err = session.New(kind, spec, game, session.Observer{Played: j.played, Progress: j.progress})
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	if err := j.Take(f.Shard); err != nil {
		return nil, cli.Usagef("--shard %v: %w", f.Shard, err)
	}
	j.Observer.Told, j.Status = j.told, j.State
	j.Fresh, j.FaultsAgain, j.Workers, j.Name, j.Tags = f.Fresh, f.replayFaults, f.Workers, f.Name, f.tags
	return j, nil
}

// Do finds or makes the run, plays, and prints the results.
func (j *Job) Do(ctx context.Context) (err error) {
	if j.flags.DryRun {
		return j.printGames()
	}
	db, err := cli.OpenStore(j.flags.DB)
	if err != nil {
		return err
	}
	defer func() { err = db.CloseAfter(err) }()
	playing, stops := cli.NewStops(ctx, j.Say, "the games in play")
	j.describe()
	if err := j.Begin(ctx, db); err != nil {
		stops.End()
		return err
	}
	if !j.flags.Quiet && !j.Brief && j.Run.Games < j.Total() {
		j.Say.Sayf("expected time: %s", j.ExpectedTime(ctx, j.flags.DB))
	}
	progress, playErr := j.PlayAll(playing, stops)
	interrupted := stops.End()
	if errors.Is(playErr, store.ErrGone) {
		return playErr
	}
	if err := j.Finish(ctx); err != nil {
		return errors.Join(playErr, err)
	}
	return j.verdict(progress, interrupted, playErr)
}

// Begin finds or makes the run.
func (j *Job) Begin(ctx context.Context, db *store.Store) error {
	err := j.Enter(ctx, db)
	if changed, ok := errors.AsType[session.ChangedWeightsError](err); ok {
		return cli.Usagef("%w; name another file, or start over with --fresh", changed)
	}
	switch {
	case err != nil && err == j.TooFew:
		return cli.Usagef("%w", err)
	case errors.Is(err, store.ErrDeleted):
		return cli.Usagef("%w, and --fresh plays its games anew", err)
	}
	if err == nil && j.flags.JSON {
		return cli.PrintJSON(j.cmd.OutOrStdout(), runs.Record(j.Run))
	}
	return err
}

// PlayAll plays what the run lacks until it is told to stop.
func (j *Job) PlayAll(ctx context.Context, stops *cli.Stops) (runner.Progress, error) {
	defer func() {
		j.Say.Clear()
		for _, text := range j.FaultTexts() {
			j.Say.Say(text, cli.UseColorOn(j.cmd, j.cmd.ErrOrStderr()))
		}
	}()
	coordinator, err := j.flags.elsewhere.Open(j.cmd.ErrOrStderr(), j.Store.Path(), j.Workers, j.Say)
	if err != nil {
		return runner.Progress{Done: j.Run.Games, Total: j.Total()}, err
	}
	if coordinator != nil {
		j.Elsewhere = coordinator
	}
	j.Drain = stops.Drain
	j.progress(runner.Progress{Done: j.Run.Games, Total: j.Total()})
	return j.Play(ctx)
}

func (j *Job) told(e session.Event) { j.Say.Say(j.EventText(e), false) }

// played prints a finished game where that is wanted.
func (j *Job) played(game tournament.Game) error {
	if j.flags.JSON {
		return cli.PrintJSON(j.Say.Above(j.cmd.OutOrStdout()), runs.GameRecord(j.Run.ID, game.Result))
	}
	return nil
}

func (j *Job) progress(p runner.Progress) {
	j.Say.Update(func() progress.State { return j.Status(p) })
}

func (j *Job) verdict(p runner.Progress, interrupted bool, err error) error {
	stored, goesOn := j.DoneText(p.Done)+" are stored in "+j.Store.Path(), j.flags.GoesOn(j.cmd)
	kept := stored + "; " + goesOn
	switch {
	case err != nil && !(interrupted && errors.Is(err, context.Canceled)):
		return fmt.Errorf("%w\n%s; correct the cause first; %s", err, stored, goesOn)
	case interrupted && !j.Complete(p):
		return cli.Interrupted("interrupted: %s", kept)
	case p.Stopped && !j.Complete(p):
		return cli.Exit(cli.ExitFaults, errors.New("stopped by a player's fault: "+kept))
	case p.Faults > 0:
		err = j.flags.Faults(p.Faults, j.Run.ID)
	default:
		err = nil
	}
	if !j.Shard.Whole() && j.Complete(p) {
		j.Say.Sayf("%s", cli.ShardDone(j.Shard, j.Total(), j.Store.Path()))
	}
	return err
}

// printTable prints the standing of all games stored.
func (j *Job) printTable(ctx context.Context) error {
	combined, err := runs.Combine(j.Run)
	if j.flags.join != "" {
		combined, err = runs.Together(ctx, j.Store, []string{j.flags.join}, "", false)
	}
	if err != nil {
		return err
	}
	standing, err := combined.Standing(ctx, j.Store)
	if err != nil {
		return err
	}
	out := j.cmd.OutOrStdout()
	shown, err := combined.Conclusion(ctx, j.Store, standing)
	if err != nil {
		return err
	}
	shown = append(cli.Caveat(j.Shard), shown...)
	if j.flags.JSON {
		return cli.PrintJSON(out, slices.Concat(table.Object("type", "standing", "run", j.Run.ID), standing.Facts(),
			table.Object("conclusion", shown)))
	}
	if err := cmp.Or(conclusion.Write(out, shown), standing.WriteTable(out), j.writeMatches(ctx)); err != nil {
		return err
	}
	return table.Printf(out, "Run %s: %s (%s), %s; openings: %s. %s.\n", j.Run.ID, j.Plan.Rules.Game().Title(),
		j.Spec.Options, j.Spec.Format, tournament.ConditionsText(j.Spec, ";"),
		strings.Join(combined.Programs(), ", "))
}

func (j *Job) writeMatches(ctx context.Context) error {
	if f := j.Spec.Format; f != tournament.Swiss && f != tournament.KnockOut {
		return nil
	}
	finished, err := j.Results(ctx)
	if err != nil {
		return err
	}
	w := j.cmd.OutOrStdout()
	fmt.Fprintln(w)
	if j.Spec.Format == tournament.KnockOut {
		bracket, err := tournament.Bracket(j.Plan, finished)
		if err != nil {
			return err
		}
		return tournament.WriteBracket(w, j.Plan, bracket)
	}
	rows, err := tournament.SwissTable(j.Plan, finished)
	if err != nil {
		return err
	}
	grid := table.New("place", "…player", "points", "Buchholz", "matches", "byes")
	grid.Keys = 2
	for _, r := range rows {
		grid.Add(r.Place, r.Player, r.Points, r.Buchholz, r.Matches, r.Byes)
	}
	return grid.WriteText(w)
}

func (j *Job) describe() {
	switch {
	case j.flags.Quiet:
	case j.Brief:
		players := strings.Join(j.Spec.Players, " against ")
		j.Say.Sayf("%s (%s): %s, %s", j.Plan.Rules.Game().Title(), j.Spec.Options, players, j.GamesText())
	default:
		j.Say.Sayf("%s", strings.TrimSuffix(j.PlanText(), "\n"))
	}
}

// printGames prints the plan, game by game; for programs always all of it.
func (j *Job) printGames() error {
	out, plan := j.cmd.OutOrStdout(), j.Plan.Part(j.Shard)
	switch {
	case j.TooFew != nil:
		return cli.Usagef("%w", j.TooFew)
	case j.Plan.Short:
		j.told(session.Event{Kind: session.FewOpenings})
	}
	if !j.flags.Quiet {
		j.Say.Sayf("%s", strings.TrimSuffix(j.PlanText(), "\n"))
		j.Say.Sayf("expected time: %s", j.ExpectedTime(j.cmd.Context(), j.flags.DB))
	}
	const few = 24
	shown := func(n int) bool { return n < few || j.flags.all || j.flags.JSON }
	if j.flags.JSON {
		for _, g := range plan.Select(shown) {
			answer := table.Object("type", "planned", "identity", g.Identity, "players", g.Players,
				"opening", g.OpeningTurns)
			if err := cli.PrintJSON(out, answer); err != nil {
				return err
			}
		}
		return nil
	}
	grid := table.New("", "…", "…", "~")
	for _, game := range plan.Select(shown) {
		grid.Add(game.Identity, game.Players, strings.Join(game.OpeningTurns, " "))
	}
	if err := grid.WriteText(out); err != nil || len(grid.Rows) == plan.Len() {
		return err
	}
	return table.Printf(out, "... and %d more (--all prints them)\n", plan.Len()-len(grid.Rows))
}
