package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
)

// RunAnswer is a stored run as it is printed.
type RunAnswer struct {
	Type    string          `json:"type"`
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Games   int             `json:"games"`
	Total   int             `json:"total"`
	Created time.Time       `json:"created"`
	Program string          `json:"program"`
	Spec    json.RawMessage `json:"spec"`
}

func NewRunAnswer(run store.Run) RunAnswer {
	return RunAnswer{"run", run.ID, run.Kind, run.Games, run.Total, run.Created, run.Program, json.RawMessage(run.Spec)}
}

// ResultAnswer is a finished game as it is printed.
type ResultAnswer struct {
	Type     string    `json:"type"`
	Run      string    `json:"run"`
	Identity string    `json:"identity"`
	Players  []string  `json:"players"`
	Scores   []float64 `json:"scores"`
	Reason   string    `json:"reason"`
	Turns    int       `json:"turns"`
}

func NewResultAnswer(run string, r tournament.Result) ResultAnswer {
	return ResultAnswer{"game", run, r.Identity, r.Players, r.Outcome.Scores[:r.Outcome.Seats], string(r.Outcome.Reason), r.Turns}
}

// standingAnswer is a standing as it is printed.
type standingAnswer struct {
	Type     string           `json:"type"`
	Run      string           `json:"run"`
	Standing results.Standing `json:"standing"`
}

// OpenToRead opens a database that must exist.
func OpenToRead(path string) (*store.Store, error) {
	db, err := store.OpenReadOnly(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Usagef("--db: %w", err)
	}
	return db, err
}

// FindRun finds the run that the user names.
func FindRun(ctx context.Context, db *store.Store, id string) (store.Run, error) {
	run, err := db.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return run, cli.Usagef("%w; pillars runs lists those there are", err)
	}
	return run, err
}

// standingOf rates the stored games of a run. The players named are shown even without games.
func standingOf(ctx context.Context, db *store.Store, run string, spec tournament.Spec) (results.Standing, error) {
	rated, err := runs.Rate(ctx, db, run, spec.OnFault)
	if err != nil {
		return results.Standing{}, err
	}
	return rated.Standing(results.StandingOptions{Players: spec.Players})
}

// CompleteRun offers the runs of the database that --db names.
func CompleteRun(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	path, err := cmd.Flags().GetString("db")
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	db, err := store.OpenReadOnly(path)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer db.Close()
	stored, err := db.Runs(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ids []string
	for _, run := range stored {
		ids = append(ids, fmt.Sprintf("%s\t%s of %s games", run.ID, run.Kind, runs.GamesDone(run)))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// RatingsHead says what a standing or a crosstable is of.
type RatingsHead struct {
	Type    string `json:"type"`
	Run     string `json:"run,omitempty"`
	File    string `json:"file,omitempty"`
	Skipped *int   `json:"skipped,omitempty"` // games of the file without a result
}

// MarshalJSON writes one object: what the standing is of, and its fields.
func (a standingAnswer) MarshalJSON() ([]byte, error) {
	return Headed(RatingsHead{Type: a.Type, Run: a.Run}, a.Standing)
}

// Headed writes the fields of both as one JSON object.
func Headed(head RatingsHead, body json.Marshaler) ([]byte, error) {
	first, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	second, err := body.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return append(append(first[:len(first)-1], ','), second[1:]...), nil
}
