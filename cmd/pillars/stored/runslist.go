package stored

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament/runner"
)

// runsFlags say which database to look into, and in which form its runs are printed.
type runsFlags struct {
	db   string
	json bool
}

func (f *runsFlags) Register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	cmd.Flags().BoolVar(&f.json, "json", false, "print a JSON line for each run")
}

func NewRunsCommand() *cobra.Command {
	var flags runsFlags
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "List the stored runs, or show one",
		Long: `List the stored runs, the oldest first: what planned them, when they began, how many of their games are stored, and how many of these a
player's fault ended. A run is named by its id, or by the first characters of it.`,
		Example: `  pillars runs
  pillars runs --db nodes.db --json
  pillars runs show 3f9c`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("runs takes no words, but %q is given; pillars runs show %s shows a run", args[0], args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			db, err := tournaments.OpenToRead(flags.db)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, db.Close()) }()
			return listRuns(cmd, db, flags.json)
		},
	}
	flags.Register(cmd)
	cmd.AddCommand(newRunsShowCommand())
	return cmd
}

// listedRunAnswer is a run in a list as it is printed.
type listedRunAnswer struct {
	tournaments.RunAnswer
	Game    string   `json:"game"`
	Players []string `json:"players"`
	Faults  int      `json:"faults"`
}

// listRuns prints all runs of a database, the oldest first.
func listRuns(cmd *cobra.Command, db *store.Store, asJSON bool) error {
	all, err := db.Runs(cmd.Context())
	if err != nil {
		return err
	}
	faults, err := db.FaultCounts(cmd.Context())
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "no run is stored in %s yet; pillars tournament plays one\n", db.Path())
		return nil
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	if !asJSON {
		fmt.Fprintln(table, "run\tkind\tbegun\tgames\tgame\tplayers\tfaults")
	}
	for _, run := range all {
		facts, err := runs.FactsOf(run)
		if err != nil {
			return err
		}
		if asJSON {
			err = cli.PrintJSON(cmd.OutOrStdout(), listedRunAnswer{tournaments.NewRunAnswer(run), facts.Game, facts.Players, faults[run.ID]})
		} else {
			_, err = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%d\n", run.ID, run.Kind, run.Created.Format("2006-01-02 15:04"),
				runs.GamesDone(run), facts.Game, len(facts.Players), faults[run.ID])
		}
		if err != nil {
			return err
		}
	}
	return table.Flush()
}

// oneRun wants one word, the id of a run.
func oneRun(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usagef("%s wants a run; pillars runs lists those there are", cmd.CommandPath())
	}
	return atMostOneRun(cmd, args)
}

// programNote says that a run was begun by another program than this, or nothing if it was not.
func programNote(run store.Run) string {
	if now := runner.Program(); run.Program != now {
		return strings.Join([]string{"begun by another program (", run.Program, ") than this one (", now, ")"}, "")
	}
	return ""
}
