// Package tournaments provides the commands "tournament" and "sprt", which play runs, and "work", which plays games for
// other machines. It also has the flags and run files that describe runs.
package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/coordinator"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// NewTournamentCommand returns the command "tournament".
func NewTournamentCommand() *cobra.Command {
	var flags RunFlags
	cmd := cli.New("tournament [PLAYER...]", "Run a tournament and rate the players", flags.runTournament)
	cmd.Args = cobra.ArbitraryArgs
	f, set := &flags, cmd.Flags()
	set.IntVar(&f.Spec.Rounds, "rounds", 10, "openings that every pairing plays")
	set.Var(&parsed[tournament.FormatKind]{&f.Spec.Format.Kind, tournament.ParseFormatKind}, "format",
		"`FORMAT`: round-robin, gauntlet or mixed")
	set.StringVar(&f.join, "join", "", "play against the players of this stored `RUN`, with its openings and limits")
	set.BoolVar(&f.allowEngines, "allow-engines", false,
		"with --join: run the programs that the database names for ugi players")
	f.register(cmd)
	f.fileOnly.IntVar(&f.Spec.Format.Challengers, "challengers", 0, "")
	return cmd
}

func (f *RunFlags) runTournament(cmd *cobra.Command, args []string) error {
	if f.join != "" {
		return f.joinRun(cmd, args)
	}
	players, err := f.readFile(cmd, args)
	if err != nil {
		return err
	}
	switch {
	case len(players) == 0 && f.file != "":
		return cli.Usagef("--run %s: it names no players; give each a table [[player]] with a name, or name them "+
			"on the command line", f.file)
	case len(players) == 0:
		players = session.Demonstration[:]
		if !cmd.Flags().Changed("rounds") {
			f.Spec.Rounds = session.DemonstrationRounds
		}
	}
	switch f.Spec.Format.Kind {
	case tournament.Sequential, tournament.SelfPlay, tournament.Training: // other commands play these
		return cli.Usagef("--format %s: must be round-robin, gauntlet or mixed", f.Spec.Format)
	}
	job, err := f.Job(cmd, "tournament", players)
	if err != nil {
		return err
	}
	return job.Do()
}

// besidesJoin lists the flags that may be given with --join: those that do not change the games.
var besidesJoin = []string{"join", "allow-engines", "workers", "listen", "through", "db", "tag", "quiet",
	"shard", "dry-run", "fresh", "json"}

// joinRun plays games of the new players in args against the players of the stored run that --join names.
func (f *RunFlags) joinRun(cmd *cobra.Command, args []string) error {
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(besidesJoin, flag.Name) {
			err = cli.Usagef("--join takes the game, openings, rounds and limits from the run; leave --%s out",
				flag.Name)
		}
	})
	if len(args) == 0 {
		err = cli.Usagef("--join %s: name the players that join", f.join)
	}
	var joining session.Joining
	if err == nil {
		err = cli.WithStore(cmd, func(db *store.Store) (err error) {
			if joining, err = session.Join(cmd.Context(), db, f.join, args); err != nil {
				return cli.Usagef("--join %s: %w", f.join, cli.RunError(err))
			}
			if !f.allowEngines {
				opponents := joining.Spec.Players[len(args):] // the players in args come first
				err = cli.RefuseEngines("--join", f.join, opponents)
			}
			return err
		})
	}
	if err != nil {
		return err
	}
	job, err := f.JobOf(cmd, "tournament", joining.Spec, joining.Game)
	if err != nil {
		return err
	}
	job.Tags = append(job.Tags, joining.Run.Hash)
	f.join = joining.Run.ID // from here on f.join names the run with which the new one is rated
	return job.Do()
}

// NewSPRTCommand returns the command "sprt".
func NewSPRTCommand() *cobra.Command {
	var flags RunFlags
	cmd := cli.New("sprt PLAYER OPPONENT", "Test which of two players is stronger, with as few games as needed",
		flags.runSPRT)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if n := len(args); n != 0 && n != 2 {
			return cli.Usagef("a sequential test needs two players, such as mcts alphabeta; given: %d", n)
		}
		return nil
	}
	set, test := cmd.Flags(), &flags.test
	set.IntVar(&flags.Spec.Rounds, "rounds", 50_000,
		"play at most this many openings: pairs of games or, with more seats, all mixed seatings")
	set.Float64Var(&test.Elo0, "elo0", 0, "difference in normalized `ELO` under H0")
	set.Float64Var(&test.Elo1, "elo1", 10, "difference in normalized `ELO` under H1")
	flags.register(cmd)
	usual := tournament.UsualTest()
	flags.fileOnly.Float64Var(&test.Alpha, "test.alpha", usual.Alpha, "")
	flags.fileOnly.Float64Var(&test.Beta, "test.beta", usual.Beta, "")
	flags.fileOnly.StringVar(&test.Model, "test.model", usual.Model, "")
	return cmd
}

func (f *RunFlags) runSPRT(cmd *cobra.Command, args []string) error {
	players, err := f.readFile(cmd, args)
	if err != nil {
		return err
	}
	f.Spec.Format = tournament.UntilTest(f.test)
	job, err := f.Job(cmd, "sprt", players)
	if errors.Is(err, tournament.ErrSamePlayer) {
		return cli.Usagef("%w, or measure what its seats are worth with pillars measure %s --player %s", err, f.Game,
			outside.Quoted(players[0]))
	}
	if err != nil {
		return err
	}
	test, err := job.Test()
	if err != nil {
		return cli.Wrong("", err)
	}
	job.Finish = func(ctx context.Context) error {
		report, err := newTestReport(ctx, test, job.Session)
		if err != nil {
			return err
		}
		return cli.Answer(cmd, report.Facts(), "%s", report)
	}
	return job.Do()
}

// Elsewhere holds the values of the flags by which workers, on this or other machines, may play a command's games.
type Elsewhere struct {
	listen, through string
	address         wire.Address             // parsed value of --through
	coordinator     *coordinator.Coordinator // nil until Open opens it
}

// Register adds the flags to cmd, and changes cmd to close the coordinator at its end. cmd must already have its RunE.
func (e *Elsewhere) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&e.listen, "listen", "",
		"let workers (pillars work) join at `HOST:PORT`, such as 0.0.0.0:7447; with --workers 0 only they play")
	set.StringVar(&e.through, "through", "",
		"like --listen, but workers join through the NATS server at this `URL`; - takes it from "+addressVariable)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		defer func() {
			if e.coordinator != nil {
				e.coordinator.Close()
			}
		}()
		return run(cmd, args)
	}
}

// Check returns an error for flags that contradict each other. workers is the number of games that this process plays
// at once. It may be 0 if other workers can join.
func (e *Elsewhere) Check(workers int) error {
	switch {
	case e.listen != "" && e.through != "":
		return cli.Usagef("--listen and --through cannot both be given; leave one out")
	case e.listen != "":
		_, _, err := outside.HostPort(e.listen)
		return cmp.Or(cli.Wrong("--listen "+e.listen, err), cli.AtLeast("workers", workers, 0))
	case e.through != "":
		return cmp.Or(e.parse(), cli.AtLeast("workers", workers, 0))
	case workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more, or 0 with --listen or --through", workers)
	}
	return nil
}

// addressVariable is the name of the environment variable for an address with secrets. Other users could see an address
// on the command line in the list of processes.
const addressVariable = "PILLARS_WORK"

// secretAddress returns the value of addressVariable and removes the variable, so that engines do not inherit it.
func secretAddress() string {
	text := os.Getenv(addressVariable)
	os.Unsetenv(addressVariable)
	return text
}

// parse parses the address of --through. If the address has secrets, parse replaces the value of the flag by -, so that
// the command line can be printed.
func (e *Elsewhere) parse() (err error) {
	text := e.through
	if text == "-" {
		if text = secretAddress(); text == "" {
			return cli.Usagef("--through -: set the variable %s to the address of the NATS server", addressVariable)
		}
	}
	if e.address, err = wire.ParseAddress(text); err != nil {
		return cli.Wrong("--through", err)
	}
	if e.address.Own() {
		return cli.Usagef("--through: %v is the server of another coordinator, which admits only workers: name a NATS "+
			"server, nats://HOST:PORT", e.address)
	}
	if e.address.Text() != e.address.String() {
		e.through = "-"
	}
	return nil
}

// hint returns a line about addressVariable if the command line needs that variable, otherwise an empty text.
func (e *Elsewhere) hint() string {
	if e.through == "-" {
		return fmt.Sprintf("\n  (with the address of the server at %v in %s)", e.address, addressVariable)
	}
	return ""
}

// Open returns the coordinator that the flags ask for, or nil if they ask for none. The first call opens it, stores its
// key beside file, and prints to out how workers join. This process plays up to slots games at once.
func (e *Elsewhere) Open(
	out io.Writer, file string, slots int, say *progress.Screen,
) (*coordinator.Coordinator, error) {
	if e.coordinator != nil || e.listen == "" && e.through == "" {
		return e.coordinator, nil
	}
	opened, err := coordinator.Open(coordinator.Options{Listen: e.listen, Through: e.address, Files: file + ".workers",
		Slots: slots, Say: func(text string) { say.Sayf("%s", text) }})
	switch {
	case err != nil && e.listen != "":
		return nil, cli.Wrong("--listen "+e.listen, err)
	case err != nil:
		return nil, cli.Wrong("--through "+e.address.String(), err)
	}
	e.coordinator, say.Also = opened, func() string { return workersText(opened.Members()) }
	say.Clear()
	for _, address := range opened.Addresses() {
		fmt.Fprintf(out, "workers join with: pillars work %s\n", address) // also with --quiet, since workers need it
	}
	return opened, nil
}

// NewWorkCommand returns the command "work".
func NewWorkCommand() *cobra.Command {
	var w worker.Worker
	cmd := cli.New("work [ADDRESS]", "Play games for a run that another machine has started",
		func(cmd *cobra.Command, args []string) error { return runWork(cmd, &w, args) })
	cmd.Args = cobra.MaximumNArgs(1)
	set := cmd.Flags()
	set.IntVar(&w.Slots, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	set.BoolVar(&w.Programs, "allow-engines", false, "run the programs that a run names for ugi players")
	set.DurationVar(&w.Idle, "idle", 0, "end after this long without work; 0 for never")
	cli.QuietFlag(cmd)
	return cmd
}

// runWork plays games for the coordinator whose address is in args or in the variable addressVariable.
func runWork(cmd *cobra.Command, w *worker.Worker, args []string) error {
	if err := cli.AtLeast("workers", w.Slots, 1); err != nil {
		return err
	}
	text := secretAddress()
	if len(args) > 0 {
		text = args[0]
	}
	if text == "" {
		return cli.Usagef("no address is given; give the one that the command with --listen prints, as an argument " +
			"or in the variable " + addressVariable)
	}
	address, err := wire.ParseAddress(text)
	if err != nil {
		return cli.Wrong("", err)
	}
	say := cli.NewScreen(cmd)
	w.Say = func(text string) { say.Sayf("%s", text) }
	ctx, stops := cli.NewStops(cmd.Context(), say, "the games in play")
	err = w.Work(ctx, address, stops.Drain)
	if stops.End() {
		return cli.Interrupted("interrupted: what was not sent is played by another worker")
	}
	return err
}
