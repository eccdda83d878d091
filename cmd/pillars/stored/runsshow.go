package stored

import (
	"errors"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
)

// runSummary is a run with what its games came to, as it is printed.
type runSummary struct {
	tournaments.RunAnswer
	Reasons   []reasonCount `json:"reasons"`
	FirstSeat firstSeat     `json:"first_seat"`
	Players   []playerCount `json:"player_counts"`
}

// reasonCount is how many games ended for a reason.
type reasonCount struct {
	Reason string `json:"reason"`
	Games  int    `json:"games"`
	Turns  int    `json:"turns"` // of all of them
}

// firstSeat is what the first seat scored, with an interval that holds at any time.
type firstSeat struct {
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Score  float64 `json:"score"` // points per game
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// playerCount is what a player did in the games of a run.
type playerCount struct {
	Player string  `json:"player"`
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Faults int     `json:"faults"`
}

func newRunsShowCommand() *cobra.Command {
	var flags runsFlags
	cmd := &cobra.Command{
		Use:   "show RUN",
		Short: "Show what a stored run was asked for and what it came to",
		Long: `Show a stored run: all that was settled when it began, the program that began it, and what its games came to so far: for which reasons they
ended, what the first seat scored, and who was at fault how often. "pillars ratings RUN" rates the players.`,
		Example: `  pillars runs show 3f9c
  pillars runs show 3f9c --json`,
		Args:              oneRun,
		ValidArgsFunction: tournaments.CompleteRun,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.show(cmd, args[0]) },
	}
	flags.Register(cmd)
	return cmd
}

func (f *runsFlags) show(cmd *cobra.Command, id string) (err error) {
	db, err := tournaments.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	run, err := tournaments.FindRun(cmd.Context(), db, id)
	if err != nil {
		return err
	}
	summary, err := summarize(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), summary)
	}
	if err := printRun(cmd.OutOrStdout(), run); err != nil {
		return err
	}
	return summary.Print(cmd.OutOrStdout())
}
