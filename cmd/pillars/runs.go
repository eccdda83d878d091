package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
		return run, usagef("%w; pillars runs lists those there are", err)
	}
	return run, err
}

// standingOf rates the stored games of a run. The players named are shown even without games.
func standingOf(ctx context.Context, db *store.Store, run string, spec tournament.Spec) (standing, error) {
	rated, err := readRun(ctx, db, run, spec.OnFault)
	if err != nil {
		return nil, err
	}
	return rated.standing(results.StandingOptions{Players: spec.Players})
}

// placeResults are stored games of three or more seats as a standing takes them.
func placeResults(stored []tournament.Result) []results.PlaceResult {
	games := make([]results.PlaceResult, len(stored))
	for i, r := range stored {
		games[i] = results.PlaceResult{Players: r.Players, Scores: r.Outcome.Scores[:r.Outcome.Seats], Turns: r.Turns, Opening: r.Opening()}
	}
	return games
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
		ids = append(ids, fmt.Sprintf("%s\t%s of %s games", run.ID, run.Kind, gamesDone(run)))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
