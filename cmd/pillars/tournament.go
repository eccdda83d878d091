package main

import (
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// defaultDatabase is the file that runs are kept in.
const defaultDatabase = "pillars.db"

// tournamentFlags say what to play and how.
type tournamentFlags struct {
	game    string
	options []string
	spec    tournament.Spec
	workers int
	db      string
	dryRun  bool
	all     bool
	fresh   bool
	quiet   bool
	json    bool
}

func newTournamentCommand() *cobra.Command {
	var flags tournamentFlags
	cmd := &cobra.Command{
		Use:   "tournament [PLAYER...]",
		Short: "Let players play each other and rate them",
		Long: `Let players play each other, store every game, and print a table of ratings. Every two players meet in pairs of games: both games of
a pair begin with the same random opening, with the seats swapped, and all pairings play the same openings. In games for three or four,
every group of as many players as there are seats plays each opening 6 or 12 times, so that everyone sits in every seat, and after every
other, equally often. A player at fault (an illegal step, a crash, too long a thought) ends the game in the last place among those still in.

Every finished game is stored at once. Ctrl-C finishes the games in play and prints the command that goes on; pressed twice it stops at once.
The same command always goes on where it was stopped, and only prints the table of a tournament that is complete; --fresh plays it anew.
With limits by nodes or depth the games are the same, move for move, for any number of workers.

Without players it is a demonstration of some minutes. "pillars players" lists the kinds of players. The exit code is 3 when games
ended by a player's fault.`,
		Example: `  pillars tournament
  pillars tournament alphabeta mcts greedy --nodes 2000 --rounds 20
  pillars tournament alphabeta:nodes=1000 alphabeta:nodes=4000 --option size=6 --rounds 100 --db nodes.db
  pillars tournament mcts greedy random --nodes 2000 --dry-run`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completePlayer(cmd, args, typed)
		},
	}
	flags.register(cmd)
	return cmd
}

func (f *tournamentFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.game, "game", games.All()[0].Name(), "the `GAME` to play")
	set.StringArrayVar(&f.options, "option", nil, "a rule option as `name=value`; may be given again (see pillars games)")
	set.IntVar(&f.spec.Rounds, "rounds", 10, "openings that every two players play both ways round (three or four: in 6 or 12 orders)")
	set.IntVar(&f.spec.Openings.Turns, "opening-turns", 4, "random turns that an opening plays after the set-up of the board")
	set.Uint64Var(&f.spec.Seed, "seed", 1, "all randomness derives from it")
	set.Uint64Var(&f.spec.Limits.Nodes, "nodes", 0, "steps that a player may look at for a decision")
	set.DurationVar(&f.spec.Limits.Time, "time", 0, "time that a player may take for a turn, such as 500ms")
	set.DurationVar(&f.spec.Margin, "time-margin", 500*time.Millisecond, "how far a turn may overstep --time before the game is lost")
	set.IntVar(&f.spec.Limits.Depth, "depth", 0, "steps that a player may look ahead")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "games played at the same time")
	set.StringVar(&f.db, "db", defaultDatabase, "the `FILE` that games are stored in")
	set.BoolVar(&f.dryRun, "dry-run", false, "only print the games that would be played, and the expected time where stored games tell it")
	set.BoolVar(&f.all, "all", false, "with --dry-run: print all games, not only the first")
	set.BoolVar(&f.fresh, "fresh", false, "begin anew though the same tournament is stored")
	set.BoolVar(&f.quiet, "quiet", false, "print nothing but the table and errors")
	set.BoolVar(&f.json, "json", false, "print JSON lines: the run, every game as it ends, the standing")
	complete(cmd, "game", cobra.FixedCompletions(gameNames(), cobra.ShellCompDirectiveNoFileComp))
	complete(cmd, "option", func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeOption(cmd, []string{f.game}, typed)
	})
	for _, number := range []string{"rounds", "opening-turns", "seed", "nodes", "time", "time-margin", "depth", "workers"} {
		complete(cmd, number, cobra.NoFileCompletions)
	}
}

func (f *tournamentFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		args = f.demonstrate(cmd)
	}
	plan, err := f.plan(args)
	if err != nil {
		return err
	}
	if f.dryRun {
		return f.printGames(cmd, plan)
	}
	session := tournamentSession{tournamentFlags: f, cmd: cmd, plan: plan}
	return session.run(cmd.Context())
}

// plan settles and plans what the flags ask for. All that can be wrong with it is the user's to mend.
func (f *tournamentFlags) plan(args []string) (tournament.Plan, error) {
	game, err := games.Find(f.game)
	if err != nil {
		return tournament.Plan{}, usagef("--game: %w", err)
	}
	options, err := engine.ParseSettings(f.options)
	if err == nil {
		_, err = game.New(options)
	}
	if err != nil {
		return tournament.Plan{}, usagef("--option: %w", err)
	}
	if f.workers < 1 {
		return tournament.Plan{}, usagef("--workers %d: must be 1 or more", f.workers)
	}
	spec := f.spec
	spec.Game, spec.Options, spec.Players = game.Name(), options, args
	if spec, err = spec.Settle(game, newTournamentPlayer); err != nil {
		return tournament.Plan{}, usagef("%w", err)
	}
	if err := checkLimited(spec); err != nil {
		return tournament.Plan{}, err
	}
	plan, err := tournament.NewPlan(spec, game)
	if err != nil {
		return tournament.Plan{}, usagef("%w", err)
	}
	return plan, nil
}

// checkLimited refuses players that would think for ever about their first turn.
func checkLimited(spec tournament.Spec) error {
	if spec.Limits != (search.Limits{}) {
		return nil
	}
	for _, name := range spec.Players {
		kind, _, _ := strings.Cut(name, ":")
		if thinks(kind) && !limitKeys.MatchString(name) {
			return usagef("player %s has no limit and would never move; write %s:nodes=1000, or limit all players with --nodes or --time", name, kind)
		}
	}
	return nil
}

// thinks reports whether a kind of player has limits to its thinking.
func thinks(name string) bool {
	return slices.ContainsFunc(players.Kinds(), func(kind players.Kind) bool {
		return kind.Name == name && kind.Keys().Lookup("nodes") != nil
	})
}
