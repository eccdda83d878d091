package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"pillars/results/runs"
	"pillars/results/store"
)

// DefaultDatabase is the file that runs are kept in.
const DefaultDatabase = "pillars.db"

// DatabaseFlag adds --db.
func DatabaseFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "db", DefaultDatabase, "the `FILE` that games are stored in")
}

// WithStore uses a database that must exist, for reading.
func WithStore(path string, use func(*store.Store) error) error {
	db, err := store.OpenReadOnly(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Usagef("--db: %w", err)
	}
	if err != nil {
		return err
	}
	return errors.Join(use(db), db.Close())
}

// WithRun uses a run of a database, for reading.
func WithRun(ctx context.Context, path, id string, use func(*store.Store, store.Run) error) error {
	return WithStore(path, func(db *store.Store) error {
		run, err := FindRun(ctx, db, id)
		if err != nil {
			return err
		}
		return use(db, run)
	})
}

// FindRun finds the run that the user names.
func FindRun(ctx context.Context, db *store.Store, id string) (store.Run, error) {
	run, err := db.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return run, Usagef("%w; pillars runs lists those there are", err)
	}
	return run, err
}

// CompleteRun offers the runs of the database that --db names, for the first word.
func CompleteRun(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return CompleteRuns(cmd, nil, "")
}

// CompleteRuns offers runs for every word.
func CompleteRuns(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	offers := Offers(cmd, func(db *store.Store) (offers []string) {
		stored, _ := db.Runs(cmd.Context())
		for _, run := range stored {
			offers = append(offers, fmt.Sprintf("%s\t%s of %s games", run.ID, run.Kind, runs.GamesDone(run)))
		}
		return offers
	})
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// Offers asks the database that --db names for what completes a word; there is nothing without it.
func Offers(cmd *cobra.Command, ask func(*store.Store) []string) (offers []string) {
	path, _ := cmd.Flags().GetString("db")
	db, err := store.OpenReadOnly(path)
	if err != nil {
		return nil
	}
	defer db.Close()
	return ask(db)
}
