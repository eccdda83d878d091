package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/results/show/progress"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// A Job plays a run for a command, and prints its events and results.
type Job struct {
	*session.Session
	Finish func(context.Context) error // prints the results; by default a table of ratings
	Say    *progress.Screen
	Part   string // name of the run if the command plays several; Do prints it instead of the plan

	Progress    runner.Progress // set by Do: the progress at the end
	Interrupted bool            // set by Do: whether the user interrupted the run

	flags *RunFlags
	cmd   *cobra.Command
	told  map[[2]string]bool // faults of this session that are printed, by player and kind
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
	j := &Job{flags: f, cmd: cmd, Say: cli.NewScreen(cmd), told: map[[2]string]bool{}}
	j.Finish = j.printTable
	var err error
	j.Session, err = session.New(kind, spec, game, session.Observer{Played: j.played, Progress: j.progress})
	if err != nil {
		return nil, cli.Wrong("", err)
	}
	if err := j.Take(f.Shard); err != nil {
		return nil, ShardError(f.Shard, err)
	}
	j.Observer.Event = j.announce // set here, because the function needs j.Session
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
		if j.Plan.Short {
			j.announce(session.Event{Kind: session.FewOpenings})
		}
		return table.Printf(j.cmd.OutOrStdout(), "%s", runs.PlanText(j.Session))
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
	defer j.Say.Clear()
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

// announce prints an event of the session as one line, with advice.
func (j *Job) announce(e session.Event) {
	rounds, name := tournament.Counted(e.Rounds, "round"), "run "+e.Run.ID
	if j.Store != nil {
		name += " in " + j.Store.Path()
	}
	if !j.Shard.Whole() {
		name = fmt.Sprintf("shard %v of %s", j.Shard, name)
	}
	switch e.Kind {
	case session.Made:
		j.Say.Sayf("%s", name)
	case session.GoesOn:
		j.Say.Sayf("%s goes on after %s", name, j.doneText(e.Run.Games))
	case session.Extended:
		j.Say.Sayf("%s is extended from %s to %d; %d games are stored", name, rounds, j.Spec.Rounds, e.Run.Games)
	case session.Done:
		j.Say.Sayf("%s is complete; play it again with --fresh", name)
	case session.OtherProgram:
		j.Say.Sayf("note: another program (%s) began this run; players may have changed (--fresh starts over)",
			e.Run.Program)
	case session.FewOpenings:
		j.Say.Sayf("note: only %s exist, so there are %s at most",
			tournament.Counted(j.Plan.Spec.Rounds, "opening"), tournament.Counted(j.Plan.Len(), "game"))
	case session.Overloaded:
		j.Say.Sayf("%s", e.Text)
	}
}

// played prints the first fault of each kind that a player makes and, if --json is given, the finished game as a line
// of JSON.
func (j *Job) played(game tournament.Game) error {
	if text := j.faultText(game); text != "" {
		j.Say.Say(text, cli.UseColor(j.cmd.ErrOrStderr()))
	}
	if j.flags.JSON {
		return cli.PrintJSON(j.Say.Above(j.cmd.OutOrStdout()), runs.ResultFacts(j.Run.ID, game.Result))
	}
	return nil
}

func (j *Job) progress(p runner.Progress) {
	j.Say.Update(func() progress.State { return j.state(p) })
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
	}
	if !j.Shard.Whole() && j.Part == "" && complete {
		j.Say.Sayf("%s", answer.ShardDone(j.Shard, j.Total(), j.Store.Path()))
	}
	if p.Faults > 0 {
		return Faults(j.cmd, p.Faults, j.Run.ID)
	}
	return nil
}

// state returns the progress of the job and, during a sequential test, the state of the test.
func (j *Job) state(p runner.Progress) progress.State {
	state := progress.State{Task: j.Part, Unit: "game", Done: p.Done, Total: max(p.Total, j.Total()),
		AtMost: j.Gauge != nil}
	if p.Faults > 0 {
		state.Notes = []string{tournament.Counted(p.Faults, "fault")}
	}
	if test, ok := j.Gauge.(*results.TestGauge); ok {
		t, _ := test.Standing() // the report of the test will return the error
		if n := t.Counts.Count(); n > 0 && t.Decision == stats.Undecided {
			games := t.Left(t.Counts, t.LLR) * float64(t.Counts.Games()/n)
			state.Expected = min(state.Total, p.Done+int(math.Ceil(games)))
		}
		state.Notes = append(state.Notes,
			fmt.Sprintf("LLR %s in %.2f .. %.2f", stats.FormatNumber(t.LLR, 2), t.Lower, t.Upper),
			fmt.Sprintf("score %s, Elo %s so far", t.ScoreText(), stats.Elo(t.Counts).Text(1)))
	}
	return state
}

// faultText describes the fault that ended a game: its first line has the cause and the game; the last output lines of
// the player's program follow. It returns "" without a fault, and after the first fault of this kind by the player.
func (j *Job) faultText(g tournament.Game) string {
	if !g.Faulted() || int(g.Fault.Seat) >= len(g.Players) {
		return ""
	}
	player := g.Players[g.Fault.Seat]
	kind := [2]string{player, string(g.Fault.Kind)}
	if j.told[kind] {
		return ""
	}
	j.told[kind] = true
	trouble := cmp.Or(g.Trouble, &tournament.Trouble{Cause: kind[1]})
	text := fmt.Sprintf("fault of %q: %s; game %s/%s", player, trouble.Cause, j.Run.ID, g.Identity)
	if len(trouble.Said) > 0 {
		text += "; the engine's last lines:"
	}
	text = outside.Visible(text, "" /* keep */)
	for _, line := range trouble.Said {
		text += "\n  " + outside.Visible(line, "" /* keep */)
	}
	return text
}

// doneText returns a text such as "4 of 6 games".
func (j *Job) doneText(games int) string {
	return fmt.Sprintf("%d of %s", games, tournament.Counted(j.Total(), "game"))
}
