// Package tournaments provides the commands "tournament" and "sprt", which play runs, and "work", which plays games for
// other machines. It also has the flags and run files that describe runs.
package tournaments

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// NewTournamentCommand returns the command "tournament".
func NewTournamentCommand() *cobra.Command {
	flags := RunFlags{Spec: tournament.Spec{Format: tournament.RoundRobin{}}}
	cmd := cli.New("tournament [PLAYER...]", "Run a tournament and rate the players", flags.runTournament)
	cmd.Args, cmd.ValidArgsFunction = cobra.ArbitraryArgs, cli.CompletePlayer
	f, set := &flags, cmd.Flags()
	set.IntVar(&f.Spec.Rounds, "rounds", 10, "openings that every pairing plays, or rounds of a Swiss tournament")
	set.Var(&parsed[tournament.Format]{&f.Spec.Format, tournament.ParseFormat}, "format",
		"`FORMAT`: round-robin, gauntlet, swiss, knock-out or mixed")
	set.IntVar(&f.challengers, "challengers", 0,
		"in a gauntlet: how many of the players named first meet all others (default 1)")
	set.IntVar(&f.matchPairs, "match-pairs", 0,
		"in a Swiss or knock-out tournament: pairs of games in a match (default 1)")
	set.StringVar(&f.join, "join", "", "play against the players of this stored `RUN`, with its openings and limits")
	set.BoolVar(&f.allowEngines, "allow-engines", false,
		"with --join: run the programs that the database names for ugi players")
	f.register(cmd)
	var formats []string
	for _, format := range tournament.Formats() {
		if otherCommand(format) == "" {
			formats = append(formats, format.String())
		}
	}
	cli.CompleteChoice(cmd, "format", formats...)
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
	if cmd.Flags().Changed("match-pairs") {
		if err := cli.AtLeast("match-pairs", f.matchPairs, 1); err != nil {
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
	if command := otherCommand(f.Spec.Format); command != "" {
		return cli.Usagef("--format %s: that is what %s plays", f.Spec.Format, command)
	}
	f.Spec.Format, err = tournament.NewFormat(f.Spec.Format.String(),
		map[string]int{"challengers": f.challengers, "match_pairs": f.matchPairs})
	if err != nil {
		return cli.Usagef("--%w", err)
	}
	job, err := f.Job(cmd, "tournament", players)
	if err != nil {
		return err
	}
	return job.Do()
}

// joinRun plays games of the new players in args against the players of the stored run that --join names.
func (f *RunFlags) joinRun(cmd *cobra.Command, args []string) error {
	work := &cobra.Command{} // has the flags that --join may be combined with
	(&RunFlags{}).RegisterWork(work)
	var err error
	allowed := []string{"join", "allow-engines", "no-color"} // in addition to the flags of work
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		name := flag.Name
		if !slices.Contains(allowed, name) && work.Flag(name) == nil {
			err = cli.Usagef("--join takes the game, openings, rounds and limits from the run; leave --%s out", name)
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
	job.Tags, f.join = append(job.Tags, joining.Tag), joining.Word // f.join: the runs to rate together
	return job.Do()
}

// otherCommand returns the command that plays a format, or an empty text if "pillars tournament" plays it.
func otherCommand(format tournament.Format) string {
	_, training := format.(tournament.Training)
	switch traits := format.Traits(); {
	case traits.Test != nil:
		return "pillars sprt"
	case training:
		return "pillars selfplay"
	case traits.Mirrored:
		return "pillars advantage"
	}
	return ""
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
	cmd.ValidArgsFunction = cli.CompletePlayer
	test := &flags.test
	set, format := cmd.Flags(), tournament.Format(tournament.Mixed{})
	set.IntVar(&flags.Spec.Rounds, "rounds", 50_000,
		"play at most this many openings: pairs of games or, with more seats, all mixed seatings")
	set.Var(&parsed[tournament.Format]{&format, tournament.ParseFormat}, "format",
		"`FORMAT`: always mixed, all seatings with both players; with two seats these are pairs")
	cli.CompleteChoice(cmd, "format", format.String())
	cli.TestFlags(cmd, &test.Elo0, &test.Elo1, &test.Alpha, &test.Beta, &test.Model)
	flags.register(cmd)
	return cmd
}

func (f *RunFlags) runSPRT(cmd *cobra.Command, args []string) error {
	players, err := f.readFile(cmd, args)
	if err != nil {
		return err
	}
	if format := cmd.Flag("format").Value.String(); format != (tournament.Mixed{}).String() {
		return cli.Usagef("--format %s: a sequential test is played in the format %s; leave --format out", format,
			tournament.Mixed{})
	}
	f.Spec.Format = tournament.Sequential{Test: f.test}
	job, err := f.Job(cmd, "sprt", players)
	if errors.Is(err, tournament.ErrSamePlayer) {
		return cli.Usagef("%w, or measure what its seats are worth with pillars advantage --player %s", err,
			outside.Quoted(players[0]))
	}
	if err != nil {
		return err
	}
	test, err := job.Test()
	if err != nil {
		return cli.Usagef("%w", err)
	}
	job.Finish = func(ctx context.Context) error {
		report, err := session.Report(ctx, test, job.Session)
		if err != nil {
			return err
		}
		return cli.Answer(cmd, report.Facts(), "%s", report)
	}
	return job.Do()
}
