package stored

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/runs"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
)

const jsonRuns = "print a JSON line for each run"

// NewRunsCommand lists runs and shows them.
func NewRunsCommand() *cobra.Command {
	var path string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "runs", Short: "List the stored runs, or show one",
		Long: `List the stored runs, the oldest first: what planned them, when they began, how many of their games are
stored, and how many of these a player's fault ended. A run is named by its id, or by the first characters of it.`,
		Example: `  pillars runs
  pillars runs --db nodes.db --json
  pillars runs show 3f9c`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("runs takes no words, but %q is given; pillars runs show %[1]s shows a run", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cli.WithStore(path, func(db *store.Store) error { return listRuns(cmd, db, asJSON) })
		},
	}
	cli.DatabaseFlag(cmd, &path)
	cmd.Flags().BoolVar(&asJSON, "json", false, jsonRuns)
	cmd.AddCommand(newRunsShowCommand())
	return cmd
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
	grid, records := table.New("run", "kind", "begun", "games", "game", "players", "faults"), []any{}
	for _, run := range all {
		facts, err := runs.FactsOf(run)
		if err != nil {
			return err
		}
		records = append(records, append(runs.Record(run), table.Object("game", facts.Game, "players", facts.Players,
			"faults", faults[run.ID])...))
		grid.Add(run.ID, run.Kind, run.Created.Format("2006-01-02 15:04"), runs.GamesDone(run), facts.Game,
			len(facts.Players), faults[run.ID])
	}
	if asJSON {
		return cli.PrintJSON(cmd.OutOrStdout(), records...)
	}
	return grid.WriteText(cmd.OutOrStdout())
}

func newRunsShowCommand() *cobra.Command {
	var path string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show RUN", Short: "Show what a stored run was asked for and what it came to",
		Long: `Show a stored run: all that was settled when it began, the program that began it, and what its games
came to so far: for which reasons they ended, what the first seat scored, and who was at fault how often. "pillars
ratings RUN" rates the players.`,
		Example: `  pillars runs show 3f9c
  pillars runs show 3f9c --json`,
		Args: cli.OneWord(aRun, "one run"), ValidArgsFunction: cli.CompleteRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.WithRun(cmd.Context(), path, args[0], func(db *store.Store, run store.Run) error {
				return showRun(cmd, db, run, asJSON)
			})
		},
	}
	cli.DatabaseFlag(cmd, &path)
	cmd.Flags().BoolVar(&asJSON, "json", false, jsonRuns)
	return cmd
}

func showRun(cmd *cobra.Command, db *store.Store, run store.Run, asJSON bool) error {
	summary, err := runs.Summarize(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	if asJSON {
		return cli.PrintJSON(cmd.OutOrStdout(), append(runs.Record(run), table.Object("reasons", summary.Reasons,
			"first_seat", summary.FirstSeat, "player_counts", summary.Players)...))
	}
	if err := printRun(cmd.OutOrStdout(), run); err != nil {
		return err
	}
	return printSummary(cmd.OutOrStdout(), summary)
}

// printRun writes what a run is and all of its spec.
func printRun(w io.Writer, run store.Run) error {
	grid, err := runs.SpecGrid(run)
	if err != nil {
		return err
	}
	games := tournament.Counted(run.Games, "game")
	if run.Total > 0 {
		games = fmt.Sprintf("%d of %s", run.Games, tournament.Counted(run.Total, "game"))
	}
	fmt.Fprintf(w, "run %s: %s, %s stored\n\n", run.ID, run.Kind, games)
	return grid.WriteText(w)
}

func printSummary(w io.Writer, s runs.Summary) error {
	if s.Games == 0 {
		_, err := fmt.Fprintln(w, "\nno game is stored yet")
		return err
	}
	percent := func(share float64) string { return stats.Percent(share, 1) }
	reasons := table.New("#games", "#share", "#mean turns", "ended by")
	for _, r := range s.Reasons {
		reasons.Add(r.Games, percent(float64(r.Games)/float64(s.Games)),
			stats.FormatNumber(float64(r.Turns)/float64(r.Games), 1), r.Reason)
	}
	players := table.New("#games", "#points", "#faults", "player")
	for _, p := range s.Players {
		players.Add(p.Games, stats.FormatNumber(p.Points, 1), p.Faults, p.Player)
	}
	for _, grid := range []*table.Grid{reasons, players} {
		grid.Indent = 2
		fmt.Fprintln(w)
		if err := grid.WriteText(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\nFirst seat: %v.\n", s.FirstSeat)
	return err
}
