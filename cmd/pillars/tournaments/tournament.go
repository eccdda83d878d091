// Package tournaments holds the commands that play runs, tournament and sprt, and their flags and run files.
package tournaments

import (
	"context"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/session"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/tournament"
)

func NewTournamentCommand() *cobra.Command {
	var flags RunFlags
	cmd := &cobra.Command{
		Use:   "tournament [PLAYER...]",
		Short: "Let players play each other and rate them",
		Long: `Let players play each other, store every game, and print a table of ratings. Players meet in pairs of
games: both games of a pair begin with the same opening, with the seats swapped, and all pairings play the same
openings. In games for three or four, groups of as many players as there are seats play each opening 6 or 12 times, so
that everyone sits in every seat, and after every other, equally often. A player at fault (an illegal step, a crash,
too long a thought) ends the game in the last place among those still in.

Formats: round-robin, everybody meets everybody. gauntlet: the first --challengers players meet all others, the others
not each other. swiss: in each of --rounds rounds everybody plays a match of --match-pairs pairs against somebody of
nearly the same points; nobody meets anybody twice while that can be helped, and with an odd number one player has a
bye worth a full match. knock-out: the players, seeded in the order given, play a bracket of matches; the best seeds
have byes; a tied match goes on pair by pair, after 8 tied pairs the better seed goes on.

Every finished game is stored at once. Ctrl-C finishes the games in play and prints the command that goes on; pressed
twice it stops at once. The same command always goes on where it was stopped, and only prints the table of a
tournament that is complete; --fresh plays it anew. More --rounds extend a stored run. With limits by nodes or depth
the games are the same, move for move, for any number of workers.

With --join RUN the players meet all players of a stored run, and those who joined it before, from the same openings and
under the same limits; only these games are played, and "pillars ratings RUN" rates all players together.

Without players it is a demonstration of some minutes. "pillars players" lists the kinds of players. The exit code is
3 when games ended by a player's fault.`,
		Example: `  pillars tournament
  pillars tournament alphabeta mcts greedy --nodes 2000 --rounds 20
  pillars tournament alphabeta:nodes=1000 alphabeta:nodes=4000 --option size=6 --rounds 100 --db nodes.db
  pillars tournament "ugi:./engine" alphabeta mcts --format gauntlet --clock 30s+300ms
  pillars tournament --run tournament.toml
  pillars tournament mcts:nodes=4000 --join ladder
  pillars tournament mcts greedy random --nodes 2000 --dry-run`,
		RunE:              func(cmd *cobra.Command, args []string) error { return runTournament(cmd, &flags, args) },
		ValidArgsFunction: cli.CompletePlayer,
	}
	registerTournament(cmd, &flags)
	return cmd
}

func registerTournament(cmd *cobra.Command, f *RunFlags) {
	set := cmd.Flags()
	set.IntVar(&f.Spec.Rounds, "rounds", 10, "openings that every two players play both ways round "+
		"(three or four: in 6 or 12 orders); rounds of a Swiss tournament")
	set.Var(&parsed[tournament.Format]{&f.Spec.Format, tournament.ParseFormat}, "format",
		"who meets whom: `round-robin`, gauntlet, swiss or knock-out")
	set.IntVar(&f.Spec.Challengers, "challengers", 0,
		"of a gauntlet: players, from the first on, that meet all others (1 if not given)")
	set.IntVar(&f.Spec.MatchPairs, "match-pairs", 0,
		"of a Swiss or knock-out tournament: pairs of games in a match (1 if not given)")
	set.StringVar(&f.join, "join", "",
		"play the players against those of a stored `RUN`, from its openings and under its limits")
	f.register(cmd)
	formats := tournament.Formats()
	cli.CompleteChoice(cmd, "format", slices.DeleteFunc(formats, func(name string) bool {
		return otherCommands[tournament.Format(name)] != ""
	})...)
}

func runTournament(cmd *cobra.Command, f *RunFlags, args []string) error {
	if f.join != "" {
		return joinRun(cmd, f, args)
	}
	players, err := f.readFile(cmd, args)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("match-pairs") {
		if err := cli.AtLeast("match-pairs", f.Spec.MatchPairs, 1); err != nil {
			return err
		}
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
	if command := otherCommands[f.Spec.Format]; command != "" {
		return cli.Usagef("--format %s: that is what %s plays", f.Spec.Format, command)
	}
	job, err := f.Job(cmd, "tournament", players)
	if err != nil {
		return err
	}
	return job.Do(cmd.Context())
}

// joinRun plays the games of new players against those of stored runs.
func joinRun(cmd *cobra.Command, f *RunFlags, args []string) error {
	work := &cobra.Command{}
	(&RunFlags{}).RegisterWork(work)
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		name := flag.Name
		if name != "join" && work.Flag(name) == nil && cmd.InheritedFlags().Lookup(name) == nil {
			err = cli.Usagef("--join takes the game, openings, rounds and limits from the run; leave --%s out", name)
		}
	})
	if len(args) == 0 {
		err = cli.Usagef("--join %s: name the players that join", f.join)
	}
	var joining session.Joining
	if err == nil {
		err = cli.WithStore(f.DB, func(db *store.Store) (err error) {
			if joining, err = session.Join(cmd.Context(), db, f.join, args); err != nil {
				err = cli.Usagef("--join %s: %w", f.join, cli.RunError(err))
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
	job.Tags, f.join = append(job.Tags, joining.Tag), joining.Word
	return job.Do(cmd.Context())
}

var otherCommands = map[tournament.Format]string{
	tournament.Sequential: "pillars sprt", tournament.SelfPlay: "pillars advantage",
	tournament.Odds: "pillars advantage",
}

func NewSPRTCommand() *cobra.Command {
	flags := RunFlags{Spec: tournament.Spec{Format: tournament.Sequential}}
	cmd := &cobra.Command{
		Use:   "sprt PLAYER OPPONENT",
		Short: "Play two players until it is decided which of two differences is the likelier",
		Long: `Play pairs of games between two players until a sequential probability ratio test is decided: is PLAYER
stronger than OPPONENT by --elo1 (H1) rather than by --elo0 (H0)? Both games of a pair begin with the same opening,
with the seats swapped; the test looks at the score of pairs. It errs with the chances --alpha (H1 accepted although
H0 is true) and --beta (H0 accepted although H1 is true).

Differences are in normalized Elo, by which the length of a test depends neither on draws nor on the first seat's
advantage; --model logistic takes plain Elo. The ratio is the exact generalised one, its bounds are corrected for the
overshoot, and the estimate printed at the end is median-unbiased: the plain one is not, in a test that stops early
when it is lucky. "pillars stats plan" tells how many pairs a test will take.

Pairs count in the order of the plan, so the decision is the same for any number of workers. Games are stored as in a
tournament: Ctrl-C and the same command go on. The exit code is 0 whichever way the test ends.`,
		Example: `  pillars sprt alphabeta:nodes=4000 alphabeta:nodes=4000,killers=false
  pillars sprt mcts:cpuct=1.2 mcts --nodes 2000 --elo0 -10 --elo1 0
  pillars sprt --run test.toml`,
		Args: func(_ *cobra.Command, args []string) error {
			if n := len(args); n != 0 && n != 2 {
				return cli.Usagef("%d players given; a sequential test is between two", n)
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return runSPRT(cmd, &flags, args) },
		ValidArgsFunction: cli.CompletePlayer,
	}
	set, test := cmd.Flags(), &flags.Spec.Test
	set.IntVar(&flags.Spec.Rounds, "rounds", 50_000, "pairs of games at most")
	set.Float64Var(&test.Elo0, "elo0", 0, "the difference of H0")
	set.Float64Var(&test.Elo1, "elo1", 10, "the difference of H1")
	set.Float64Var(&test.Alpha, "alpha", .05, "chance of accepting H1 although H0 is true")
	set.Float64Var(&test.Beta, "beta", .05, "chance of accepting H0 although H1 is true")
	set.StringVar(&test.Model, "model", stats.Normalized.String(),
		"the unit of differences: `normalized` or logistic Elo")
	flags.register(cmd)
	cli.CompleteChoice(cmd, "model", "normalized", "logistic")
	return cmd
}

func runSPRT(cmd *cobra.Command, flags *RunFlags, args []string) error {
	players, err := flags.readFile(cmd, args)
	if err != nil {
		return err
	}
	job, err := flags.Job(cmd, "sprt", players)
	if err != nil {
		return err
	}
	test, err := results.NewTest(job.Spec)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	job.Gauge = test
	job.Finish = func(ctx context.Context) error {
		report, err := session.Report(ctx, test, job.Session)
		if err != nil {
			return err
		}
		return cli.Answer(cmd.OutOrStdout(), flags.JSON, report.Facts(), "%s", report)
	}
	return job.Do(cmd.Context())
}
