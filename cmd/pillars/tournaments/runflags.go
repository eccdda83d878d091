package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/results/keep/session"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// RunFlags holds what a run plays and how, from the flags of the command line and from the run file.
type RunFlags struct {
	cli.RulesFlags
	Spec                tournament.Spec // Own comes only from the run file
	test                tournament.Test
	Shard               parallel.Shard
	Openings, Book      string // the kind of openings, "" for random; the path of a book
	DryRun, Fresh, JSON bool
	Workers             int
	file, join          string
	tags                []string
	allowEngines        bool

	elsewhere    Elsewhere
	fileOnly     *pflag.FlagSet
	filedOptions []string // rule options from the run file
}

// register adds the flags that "tournament" and "sprt" have in common, and the settings that only run files have.
func (f *RunFlags) register(cmd *cobra.Command) {
	set, spec := cmd.Flags(), &f.Spec
	set.StringVar(&f.file, "run", "",
		"read players and settings from this `FILE` (TOML), also some without a flag; the command line overrides it")
	f.RulesFlags.Register(cmd)
	set.Uint64Var(&spec.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&spec.Openings.Turns, "opening-turns", 4, cli.RandomUsage)
	set.StringVar(&f.Book, "book", "", cli.BookUsage)
	registerControl(set, &spec.Limits, &spec.Clock)
	f.RegisterWork(cmd)

	f.fileOnly = pflag.NewFlagSet("", pflag.ContinueOnError)
	rare, adjudication := f.fileOnly, &spec.Adjudication
	rare.StringVar(&f.Openings, "openings.kind", "", "")
	rare.IntVar(&spec.Limits.Depth, "limits.depth", 0, "")
	rare.DurationVar(&spec.Margin, "limits.margin", tournament.UsualMargin, "")
	rare.BoolVar(&adjudication.Proven, "adjudication.proven", false, "")
	rare.Int32Var((*int32)(&adjudication.AgreeScore), "adjudication.agree-score", 0, "")
	rare.IntVar(&adjudication.AgreeTurns, "adjudication.agree-turns", 0, "")
	rare.IntVar(&adjudication.LongestGame, "adjudication.longest-game", 0, "")
	rare.Var(&parsed[tournament.FaultRule]{&spec.OnFault, tournament.ParseFaultRule}, "on-fault", "")
}

// registerControl adds the flags of one player's or of all players' limits and clock.
func registerControl(set *pflag.FlagSet, limits *search.Limits, clock *tournament.TimeControl) {
	set.Uint64Var(&limits.Nodes, "nodes", 0, cli.NodesUsage+cli.NoLimit)
	set.DurationVar(&limits.Time, "time", 0, "think at most this long about a turn, such as 500ms"+cli.NoLimit)
	set.Var(&parsed[tournament.TimeControl]{clock, func(text string) (_ tournament.TimeControl, err error) {
		if fixed, perTurn := strings.CutPrefix(text, "st="); perTurn {
			limits.Time, err = tournament.ParseTime(fixed)
			return *clock, err
		}
		return tournament.ParseClock(text)
	}}, "clock", "`TIME` of a player for a game, plus an increment per turn: 1m or 1m+600ms; for 40 turns: 40/1m; or "+
		"as other programs write it, in seconds: 40/60+0.5, st=5")
}

// RegisterPlace adds the flags for where games are played and stored.
func (f *RunFlags) RegisterPlace(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	f.elsewhere.Register(cmd)
	cli.DatabaseFlag(cmd)
	cli.QuietFlag(cmd)
}

// RegisterWork adds the flags of [RunFlags.RegisterPlace], and those for how a run is played and reported.
func (f *RunFlags) RegisterWork(cmd *cobra.Command) {
	set := cmd.Flags()
	f.RegisterPlace(cmd)
	set.StringSliceVar(&f.tags, "tag", nil, "a `TAG` for the run, which commands accept in place of its id; repeatable")
	cli.ShardFlag(cmd, &f.Shard)
	set.BoolVar(&f.DryRun, "dry-run", false, "only print the games to be played, with --json all of them")
	set.BoolVar(&f.Fresh, "fresh", false, cli.FreshUsage)
	set.BoolVar(&f.JSON, "json", false, "print JSON lines: the run, each game as it ends, the results")
}

// CheckWorkers returns an error if --workers is impossible, or if flags about remote workers contradict each other.
func (f *RunFlags) CheckWorkers() error { return f.elsewhere.Check(f.Workers) }

// settle returns the spec that the flags and players describe, completed by [session.Settle], and its game.
func (f *RunFlags) settle(players []string) (tournament.Spec, engine.Game, error) {
	spec := f.Spec
	rules, options, err := cli.Rules(f.Game, f.allOptions())
	if err := cmp.Or(err, f.CheckWorkers()); err != nil {
		return spec, nil, err
	}
	game := rules.Game()
	spec.Game, spec.Options, spec.Players = game.Name(), options, players
	if err := f.setOpenings(&spec, rules); err != nil {
		return spec, nil, err
	}
	spec, err = session.Settle(spec, game)
	if unlimited, ok := errors.AsType[session.UnlimitedError](err); ok {
		err = fmt.Errorf("%w; write %s, or limit all players with --nodes or --time", err,
			search.With(unlimited.Player, "nodes", 1000))
	}
	if err != nil {
		return spec, nil, cli.Usagef("%w", err)
	}
	return spec, game, nil
}

// setOpenings sets the openings of a spec: their kind, or those of the book, which it reads.
func (f *RunFlags) setOpenings(spec *tournament.Spec, rules engine.Rules) error {
	switch {
	case f.Book != "" && f.Openings == "all":
		return cli.Usagef("--book and all openings are both asked for; choose one")
	case f.Book != "":
		file, err := outside.Open(f.Book)
		if err == nil {
			defer file.Close()
			spec.Openings, err = openings.ReadBook(file, filepath.Base(f.Book), rules)
		}
		if err != nil {
			return cli.Usagef("--book: %w", err)
		}
	case f.Openings == "all":
		spec.Openings.Kind = openings.All
	case f.Openings != "" && f.Openings != "random":
		return cli.Usagef("openings %q: must be random or all", f.Openings)
	}
	return nil
}

// Faults returns an error with [cli.ExitFaults] that says how many games of a run a player's fault ended, and how to
// list them. run is the run's id, or "RUN" for several runs.
func Faults(cmd *cobra.Command, count int, run string) error {
	database := ""
	if file := cli.Database(cmd); file != cli.DefaultDatabase() {
		database = " --db " + outside.Quoted(file)
	}
	return cli.Exit(cli.ExitFaults, fmt.Errorf(
		"%s ended by a player's fault; list them with pillars games %s --faults%s",
		tournament.Counted(count, "game"), run, database))
}

// ToContinue returns a text for the user with the command line that continues the run.
func (f *RunFlags) ToContinue(cmd *cobra.Command) string {
	return "to continue:\n  " + cli.CommandLine(cmd, "fresh") + f.elsewhere.hint()
}

// parsed is a [pflag.Value] whose text is read by the function parse.
type parsed[T fmt.Stringer] struct {
	to    *T // variable to set
	parse func(string) (T, error)
}

func (v parsed[T]) Type() string { return "text" }

func (v parsed[T]) String() string { return (*v.to).String() }

func (v parsed[T]) Set(text string) error {
	value, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to = value
	return nil
}
