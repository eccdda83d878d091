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
	"pillars/results/store"
	"pillars/tournament"
)

func NewTournamentCommand() *cobra.Command {
	var flags RunFlags
	cmd := &cobra.Command{
		Use:   "tournament [PLAYER...]",
		Short: "Run a tournament and rate the players",
		Long: `Run a tournament: play all games, store each one, and print a table of ratings. Players meet in pairs of
games: both games of a pair begin with the same opening, with the seats swapped, and all pairings play the same
openings. Without players the command runs a demonstration of a few minutes; "pillars players" lists the players.

Formats:
  round-robin  every player meets every other
  gauntlet     the first --challengers players meet all others; the others do not meet each other
  swiss        in each of --rounds rounds, every player plays a match of --match-pairs pairs against a player with about
               as many points. No two players meet twice if that can be avoided. With an odd number of players, one has
               a bye, which counts as a won match
  knock-out    a bracket of matches, seeded in the order of the players. The best seeds have byes. A tied match goes on
               pair by pair; after 8 tied pairs the better seed advances
  mixed        two players, for games of any number of seats: each opening is played in all seatings with both of them
               (2, 6 or 14 games with two, three or four seats), and is one observation of who finishes ahead of whom

In games for three or four, groups of players play each opening 6 or 12 times, so that every player sits in every seat,
and after every other, equally often. A player at fault (an illegal step, a crash, a timeout) takes the last place
among the players still in the game.

With --join RUN, the players play only against the players of a stored run and those that joined it before, from the
same openings and under the same limits. "pillars ratings RUN" then rates all of them together.

Every game is stored as it finishes. Ctrl-C finishes the games in play and prints the command that goes on; a second
Ctrl-C stops at once. The same command goes on where it stopped; once the tournament is complete it only prints the
table, and --fresh plays it again. More --rounds extend a stored run. With limits by nodes or depth the games do not
depend on the number of workers. The exit code is 3 if a player's fault ended a game.`,
		Example: `  pillars tournament
  pillars tournament alphabeta mcts greedy --nodes 2000 --rounds 20
  pillars tournament alphabeta:nodes=1000 alphabeta:nodes=4000 --option size=6 --rounds 100 --db nodes.db
  pillars tournament "ugi:./engine" alphabeta mcts --format gauntlet --clock 30s+300ms
  pillars tournament alphabeta alphabeta:weights=hand --game pit --option players=3 --format mixed --nodes 1000
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
	set.IntVar(&f.Spec.Rounds, "rounds", 10, "openings that every pairing plays, or rounds of a Swiss tournament")
	set.Var(&parsed[tournament.Format]{&f.Spec.Format, tournament.ParseFormat}, "format",
		"`FORMAT`: round-robin, gauntlet, swiss, knock-out or mixed")
	set.IntVar(&f.Spec.Challengers, "challengers", 0,
		"in a gauntlet: how many players, from the first on, meet all others (default 1)")
	set.IntVar(&f.Spec.MatchPairs, "match-pairs", 0,
		"in a Swiss or knock-out tournament: pairs of games in a match (default 1)")
	set.StringVar(&f.join, "join", "", "play against the players of this stored `RUN`, with its openings and limits")
	set.BoolVar(&f.allowEngines, "allow-engines", false,
		"with --join: run the programs that the database names for ugi players")
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
	taken := []string{"join", "allow-engines", "no-color"}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		name := flag.Name
		if !slices.Contains(taken, name) && work.Flag(name) == nil {
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
				return cli.Usagef("--join %s: %w", f.join, cli.RunError(err))
			}
			if !f.allowEngines {
				err = cli.RefuseEngines("--join", f.join, joining.Spec.Players[len(args):])
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
		Short: "Test which of two players is stronger, with as few games as needed",
		Long: `Test whether PLAYER is stronger than OPPONENT: play pairs of games until a sequential probability ratio
test (SPRT) decides between a difference of --elo0 (H0) and one of --elo1 (H1). Both games of a pair begin with the same
opening, with the seats swapped; the test uses the scores of the pairs. It accepts H1 if H0 is true with chance --alpha,
and H0 if H1 is true with chance --beta.

Differences are in normalized Elo, in which the length of a test depends neither on draws nor on the first seat's
advantage; --model logistic takes plain Elo. The test uses the exact generalized likelihood ratio and bounds corrected
for overshoot. Because it may stop early, the plain estimate is biased; the one printed is median-unbiased where it can
be. "pillars stats plan" predicts how many pairs a test takes.

Pairs count in the order of the plan, so the decision does not depend on the number of workers. Games are stored as in
a tournament, and the same command goes on after Ctrl-C. The exit code is 0 whatever the test decides.`,
		Example: `  pillars sprt alphabeta:nodes=4000 alphabeta:nodes=4000,killers=false
  pillars sprt mcts:cpuct=1.2 mcts --nodes 2000 --elo0 -10 --elo1 0
  pillars sprt --run test.toml`,
		Args: func(_ *cobra.Command, args []string) error {
			if n := len(args); n != 0 && n != 2 {
				return cli.Usagef("a sequential test needs two players, such as mcts alphabeta; given: %d", n)
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return runSPRT(cmd, &flags, args) },
		ValidArgsFunction: cli.CompletePlayer,
	}
	test := &flags.Spec.Test
	cmd.Flags().IntVar(&flags.Spec.Rounds, "rounds", 50_000, "play at most this many pairs of games")
	cli.TestFlags(cmd, &test.Elo0, &test.Elo1, &test.Alpha, &test.Beta, &test.Model)
	flags.register(cmd)
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
