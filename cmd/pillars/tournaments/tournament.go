// Package tournaments holds the commands that play runs, tournament and sprt, and their flags and run files.
package tournaments

import (
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/session"
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

Without players it is a demonstration of some minutes. "pillars players" lists the kinds of players. The exit code is
3 when games ended by a player's fault.`,
		Example: `  pillars tournament
  pillars tournament alphabeta mcts greedy --nodes 2000 --rounds 20
  pillars tournament alphabeta:nodes=1000 alphabeta:nodes=4000 --option size=6 --rounds 100 --db nodes.db
  pillars tournament "ugi:./engine" alphabeta mcts --format gauntlet --clock 30s+300ms
  pillars tournament --run tournament.toml
  pillars tournament mcts greedy random --nodes 2000 --dry-run`,
		RunE:              func(cmd *cobra.Command, args []string) error { return runTournament(cmd, &flags, args) },
		ValidArgsFunction: cli.CompletePlayer,
	}
	registerTournament(cmd, &flags)
	return cmd
}

func registerTournament(cmd *cobra.Command, f *RunFlags) {
	f.register(cmd)
	set := cmd.Flags()
	set.IntVar(&f.Spec.Rounds, "rounds", 10, "openings that every two players play both ways round "+
		"(three or four: in 6 or 12 orders); rounds of a Swiss tournament")
	set.Var(&parsed[tournament.Format]{&f.Spec.Format, tournament.ParseFormat}, "format",
		"who meets whom: `round-robin`, gauntlet, swiss or knock-out")
	set.IntVar(&f.Spec.Challengers, "challengers", 0,
		"of a gauntlet: players, from the first on, that meet all others (1 if not given)")
	set.IntVar(&f.Spec.MatchPairs, "match-pairs", 0,
		"of a Swiss or knock-out tournament: pairs of games in a match (1 if not given)")
	formats := tournament.Formats()
	cli.CompleteChoice(cmd, "format", slices.DeleteFunc(formats, func(name string) bool {
		return otherCommands[tournament.Format(name)] != ""
	})...)
}

func runTournament(cmd *cobra.Command, f *RunFlags, args []string) error {
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
	if command := otherCommands[f.Spec.Format]; command != "" {
		return cli.Usagef("--format %s: that is what %s plays", f.Spec.Format, command)
	}
	job, err := f.Job(cmd, "tournament", players)
	if err != nil {
		return err
	}
	return job.Do(cmd.Context())
}

var otherCommands = map[tournament.Format]string{
	tournament.Sequential: "pillars sprt", tournament.SelfPlay: "pillars advantage",
	tournament.Odds: "pillars advantage",
}
