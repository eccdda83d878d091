package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"pillars/results"
	"pillars/results/store"
	"pillars/tournament"
)

// runAnswer is a stored run as it is printed.
type runAnswer struct {
	Type    string          `json:"type"`
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Games   int             `json:"games"`
	Total   int             `json:"total"`
	Created time.Time       `json:"created"`
	Program string          `json:"program"`
	Spec    json.RawMessage `json:"spec"`
}

func newRunAnswer(run store.Run) runAnswer {
	return runAnswer{"run", run.ID, run.Kind, run.Games, run.Total, run.Created, run.Program, json.RawMessage(run.Spec)}
}

// resultAnswer is a finished game as it is printed.
type resultAnswer struct {
	Type     string    `json:"type"`
	Run      string    `json:"run"`
	Identity string    `json:"identity"`
	Players  []string  `json:"players"`
	Scores   []float64 `json:"scores"`
	Reason   string    `json:"reason"`
	Turns    int       `json:"turns"`
}

func newResultAnswer(run string, r tournament.Result) resultAnswer {
	return resultAnswer{"game", run, r.Identity, r.Players, r.Outcome.Scores[:r.Outcome.Seats], string(r.Outcome.Reason), r.Turns}
}

// standingAnswer is a standing as it is printed.
type standingAnswer struct {
	Type     string   `json:"type"`
	Run      string   `json:"run"`
	Standing standing `json:"standing"`
}

// standing is how players stand, after games of two or of more.
type standing interface {
	json.Marshaler
	WriteTable(io.Writer) error
	WriteCSV(io.Writer) error
}

// openToRead opens a database that must exist.
func openToRead(path string) (*store.Store, error) {
	db, err := store.OpenReadOnly(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--db: %w", err)
	}
	return db, err
}

// findRun finds the run that the user names.
func findRun(ctx context.Context, db *store.Store, id string) (store.Run, error) {
	run, err := db.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return run, usagef("%w; without a run its command lists those there are", err)
	}
	return run, err
}

// standingOf rates the stored games of a run. The players named are shown even without games.
func standingOf(ctx context.Context, db *store.Store, run string, players []string) (standing, error) {
	stored, err := db.Results(ctx, run)
	if err != nil {
		return nil, err
	}
	if len(stored) > 0 && len(stored[0].Players) > 2 {
		return results.NewPlaceStanding(placeResults(stored), results.PlaceOptions{Players: players})
	}
	games := make([]results.GameResult, 0, len(stored))
	for _, r := range stored {
		if len(r.Players) != 2 {
			return nil, fmt.Errorf("game %s/%s has %d players; a standing is made of games with one number of seats", run, r.Identity, len(r.Players))
		}
		games = append(games, results.GameResult{
			Players: [2]string{r.Players[0], r.Players[1]}, Score: r.Outcome.Score(0), Turns: r.Turns, Pair: r.Pair,
		})
	}
	return results.NewStanding(games, results.StandingOptions{Players: players})
}

// placeResults are stored games of three or more seats as a standing takes them.
func placeResults(stored []tournament.Result) []results.PlaceResult {
	games := make([]results.PlaceResult, len(stored))
	for i, r := range stored {
		games[i] = results.PlaceResult{Players: r.Players, Scores: r.Outcome.Scores[:r.Outcome.Seats], Turns: r.Turns}
	}
	return games
}

// listRuns prints all runs of a database, the oldest first.
func listRuns(cmd *cobra.Command, db *store.Store, asJSON bool) error {
	runs, err := db.Runs(cmd.Context())
	if err != nil {
		return err
	}
	if asJSON {
		for _, run := range runs {
			if err := printJSON(cmd.OutOrStdout(), newRunAnswer(run)); err != nil {
				return err
			}
		}
		return nil
	}
	if len(runs) == 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "no run is stored in %s yet; pillars tournament plays one\n", db.Path())
		return nil
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "run\tbegun\tgames\tgame\tplayers")
	for _, run := range runs {
		spec, err := tournament.ParseSpec(run.Spec)
		if err != nil {
			return fmt.Errorf("run %s: %w", run.ID, err)
		}
		fmt.Fprintf(table, "%s\t%s\t%d/%d\t%s\t%d\n", run.ID, run.Created.Format("2006-01-02 15:04"), run.Games, run.Total, spec.Game, len(spec.Players))
	}
	return table.Flush()
}

// completeRun offers the runs of the database that --db names.
func completeRun(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	path, err := cmd.Flags().GetString("db")
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	db, err := store.OpenReadOnly(path)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer db.Close()
	runs, err := db.Runs(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ids []string
	for _, run := range runs {
		ids = append(ids, fmt.Sprintf("%s\t%s of %d/%d games", run.ID, run.Kind, run.Games, run.Total))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
