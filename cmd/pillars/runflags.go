package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// defaultDatabase is the file that runs are kept in.
const defaultDatabase = "pillars.db"

// runFlags say what a run plays and how. A run file sets the same flags: see [runFlags.readFile].
type runFlags struct {
	file         string
	game         string
	options      []string
	playerLimits []string
	openings     string
	book         string
	spec         tournament.Spec
	workers      int
	db           string
	dryRun       bool
	all          bool
	fresh        bool
	quiet        bool
	brief        bool // the plan is told in a line
	json         bool

	filed        map[string]bool // the flags that the run file has set
	filedOptions []string        // rule options of the run file
	filedLimits  []string        // limits of single players in the run file
}

// register adds the flags that all runs have.
func (f *runFlags) register(cmd *cobra.Command) {
	f.registerRules(cmd)
	f.registerOpenings(cmd)
	f.registerLimits(cmd)
	f.registerEnds(cmd)
	f.registerWork(cmd)
}

func (f *runFlags) registerRules(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.file, "run", "", "read players and flags from a run `FILE` (TOML); flags given as well win")
	set.StringVar(&f.game, "game", games.All()[0].Name(), "the `GAME` to play")
	set.StringArrayVar(&f.options, "option", nil, "a rule option as `name=value`; may be given again (see pillars games)")
	set.Uint64Var(&f.spec.Seed, "seed", 1, "all randomness derives from it")
	complete(cmd, "run", completeFiles("toml"))
	complete(cmd, "game", cobra.FixedCompletions(gameNames(), cobra.ShellCompDirectiveNoFileComp))
	complete(cmd, "option", func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeOption(cmd, []string{f.game}, typed)
	})
	complete(cmd, "seed", cobra.NoFileCompletions)
}

func (f *runFlags) registerOpenings(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.openings, "openings", "random", "`KIND` of openings: random (random play), all (of --opening-turns turns, up to symmetry) or book")
	set.IntVar(&f.spec.Openings.Turns, "opening-turns", 4, "random turns of an opening after the set-up of the board; with --openings all, its turns")
	set.StringVar(&f.book, "book", "", "take the openings from a `FILE`, one in each line (see pillars book)")
	complete(cmd, "openings", cobra.FixedCompletions([]string{"random", "all", "book"}, cobra.ShellCompDirectiveNoFileComp))
	complete(cmd, "opening-turns", cobra.NoFileCompletions)
}

func (f *runFlags) registerLimits(cmd *cobra.Command) {
	set := cmd.Flags()
	set.Uint64Var(&f.spec.Limits.Nodes, "nodes", 0, "steps that a player may look at for a decision")
	set.DurationVar(&f.spec.Limits.Time, "time", 0, "time that a player may take for a turn, such as 500ms")
	set.IntVar(&f.spec.Limits.Depth, "depth", 0, "steps that a player may look ahead")
	set.Var(parsed(&f.spec.Clock, tournament.ParseClock), "clock", "`TIME` that a player has for a game, with what every turn adds: 1m or 1m+600ms")
	set.StringArrayVar(&f.playerLimits, "player-limits", nil, "limits of one player, by its number: `2:nodes=500,clock=1m+1s`; may be given again")
	set.DurationVar(&f.spec.Margin, "time-margin", 500*time.Millisecond, "how far --time or a clock may be overstepped before the game is lost")
	for _, flag := range []string{"nodes", "time", "depth", "clock", "player-limits", "time-margin"} {
		complete(cmd, flag, cobra.NoFileCompletions)
	}
}

func (f *runFlags) registerEnds(cmd *cobra.Command) {
	set, a := cmd.Flags(), &f.spec.Adjudication
	set.BoolVar(&a.Proven, "adjudicate-proven", false, "end a game when the players agree that its result is proven")
	set.Int32Var((*int32)(&a.AgreeScore), "agree-score", 0,
		"with --agree-turns: end a game when the players agree on a winner by `SCORE` hundredths of a logit")
	set.IntVar(&a.AgreeTurns, "agree-turns", 0, "in so many turns each, running")
	set.IntVar(&a.LongestGame, "longest-game", 0, "draw a game after so many turns; 0 for never")
	set.Var(parsed(&f.spec.OnFault, tournament.ParseFaultRule), "on-fault",
		"what a player's fault does: `loss`, void (the game counts for nobody) or stop (a loss, and the run stops)")
	complete(cmd, "on-fault", cobra.FixedCompletions([]string{"loss", "void", "stop"}, cobra.ShellCompDirectiveNoFileComp))
	for _, number := range []string{"agree-score", "agree-turns", "longest-game"} {
		complete(cmd, number, cobra.NoFileCompletions)
	}
}

func (f *runFlags) registerWork(cmd *cobra.Command) {
	set := cmd.Flags()
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "games played at the same time")
	set.StringVar(&f.db, "db", defaultDatabase, "the `FILE` that games are stored in")
	set.BoolVar(&f.dryRun, "dry-run", false, "only print the games that would be played, and the expected time where stored games tell it")
	set.BoolVar(&f.all, "all", false, "with --dry-run: print all games, not only the first")
	set.BoolVar(&f.fresh, "fresh", false, "begin anew though the same run is stored")
	set.BoolVar(&f.quiet, "quiet", false, "print nothing but the results and errors")
	set.BoolVar(&f.json, "json", false, "print JSON lines: the run, every game as it ends, the results")
	complete(cmd, "workers", cobra.NoFileCompletions)
}

// settle is the spec that the flags and players ask for, in canonical form. All that can be wrong with it is the user's to mend.
func (f *runFlags) settle(players []string) (tournament.Spec, engine.Game, error) {
	spec := f.spec
	game, err := games.Find(f.game)
	if err != nil {
		return spec, nil, usagef("--game: %w", err)
	}
	options, err := engine.ParseSettings(f.allOptions())
	var rules engine.Rules
	if err == nil {
		rules, err = game.New(options)
	}
	if err != nil {
		return spec, nil, usagef("--option: %w", err)
	}
	if f.workers < 1 {
		return spec, nil, usagef("--workers %d: must be 1 or more", f.workers)
	}
	spec.Game, spec.Options, spec.Players = game.Name(), options, players
	if err := f.setOpenings(&spec, rules); err != nil {
		return spec, nil, err
	}
	if err := f.setOwnLimits(&spec); err != nil {
		return spec, nil, err
	}
	if spec, err = spec.Settle(game, newTournamentPlayer); err != nil {
		return spec, nil, usagef("%w", err)
	}
	return spec, game, checkLimited(spec)
}

// setOpenings reads the book, where one is named.
func (f *runFlags) setOpenings(spec *tournament.Spec, rules engine.Rules) error {
	switch {
	case f.openings == "book" && f.book == "":
		return usagef("--openings book: name its file with --book")
	case f.book != "" && f.openings != "book" && f.openings != "random":
		return usagef("--book and --openings %s are both given; choose one", f.openings)
	case f.book != "":
		file, err := os.Open(f.book)
		if err != nil {
			return usagef("--book: %w", err)
		}
		defer file.Close()
		spec.Openings, err = openings.ReadBook(file, filepath.Base(f.book), rules)
		if err != nil {
			return usagef("--book: %w", err)
		}
	case f.openings == "all":
		spec.Openings.Kind = openings.All
	case f.openings != "random":
		return usagef("--openings %s: there are random, all and book", f.openings)
	}
	return nil
}

// parsedValue is a flag whose text is read by a function.
type parsedValue[T fmt.Stringer] struct {
	to    *T
	parse func(string) (T, error)
}

func parsed[T fmt.Stringer](to *T, parse func(string) (T, error)) *parsedValue[T] {
	return &parsedValue[T]{to, parse}
}

func (v *parsedValue[T]) Type() string   { return "text" }
func (v *parsedValue[T]) String() string { return (*v.to).String() }

func (v *parsedValue[T]) Set(text string) error {
	value, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to = value
	return nil
}

// completeFiles offers files with an extension.
func completeFiles(extension string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{extension}, cobra.ShellCompDirectiveFilterFileExt
	}
}
