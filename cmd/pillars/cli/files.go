package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/lock"
)

// WriteNewFile calls write to write the file at the path that a flag names. The file appears only when it is complete.
// WriteNewFile returns an error if the file already exists and replace is false.
func WriteNewFile(flag, path string, replace bool, write func(io.Writer) error) error {
	if err := RefuseExisting(flag, path, replace); err != nil {
		return err
	}
	file, err := lock.Create(path)
	if err != nil {
		return Usagef("%s %s: %w; name a file in a folder that exists and that you may write to", flag, path, err)
	}
	if err = write(file); err == nil {
		err = RefuseExisting(flag, path, replace) // another program may have made the file in the meantime
	}
	if err != nil {
		return errors.Join(err, file.Discard())
	}
	return file.Commit()
}

// RefuseOutput returns an error if the file of --output must not be written. An empty path and - are the standard
// output.
func RefuseOutput(path string, replace bool) error {
	if path == "" || path == "-" {
		return nil
	}
	return RefuseExisting("--output", path, replace)
}

// WriteOutput writes the file of --output as [WriteNewFile] does. An empty path and - are the standard output.
func WriteOutput(cmd *cobra.Command, path string, replace bool, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return write(cmd.OutOrStdout())
	}
	return WriteNewFile("--output", path, replace, write)
}

// RefuseExisting returns an error if something is at the path that a flag names. A regular file is allowed there if
// replace is true. For --output the error recommends --force.
func RefuseExisting(flag, path string, replace bool) error {
	switch info, err := os.Stat(path); {
	case path == "-": // only commands that need a file call RefuseExisting with -
		return Usagef("%s -: this needs a file; name one", flag)
	case errors.Is(err, fs.ErrNotExist):
		if folder, err := os.Stat(filepath.Dir(path)); err != nil || !folder.IsDir() {
			return Usagef("%s %s: there is no such folder; name a file in a folder that exists", flag, path)
		}
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", flag, err)
	case info.IsDir():
		return Usagef("%s %s is a folder; name a file in it", flag, path)
	case !info.Mode().IsRegular():
		return Usagef("%s %s is not a regular file; leave %s out to write to the standard output", flag, path, flag)
	case !replace && flag != "--output":
		return Usagef("%s %s exists; name another file", flag, path)
	case !replace:
		return Usagef("%s %s exists; name another file, or replace it with --force", flag, path)
	}
	return nil
}

// ReadInput opens the file at path, or the standard input if path is -, and calls read with its content.
func ReadInput(cmd *cobra.Command, path string, read func(io.Reader) error) error {
	if path == "-" {
		return read(cmd.InOrStdin())
	}
	file, err := outside.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// DefaultDatabase returns the path of the database if --db is not given.
func DefaultDatabase() string { return cmp.Or(os.Getenv("PILLARS_DB"), "pillars.db") }

// DatabaseFlag adds --db.
func DatabaseFlag(cmd *cobra.Command) {
	cmd.Flags().String("db", DefaultDatabase(), "database `FILE`; the variable PILLARS_DB sets another default")
}

// Database returns the path of the database that --db names, or an empty text for a command without --db.
func Database(cmd *cobra.Command) string {
	path, _ := cmd.Flags().GetString("db")
	return path
}

// ShardFlag adds --shard.
func ShardFlag(cmd *cobra.Command, shard *parallel.Shard) {
	cmd.Flags().TextVar(shard, "shard", *shard,
		"do only this `PART` of the work, such as 2/4, the second of four; pillars merge joins the files")
}

// WithStore opens the existing database that --db names for reading, calls use, and closes the database.
func WithStore(cmd *cobra.Command, use func(*store.Store) error) error {
	db, err := store.OpenReadOnly(Database(cmd))
	if errors.Is(err, fs.ErrNotExist) {
		return Usagef("--db: %w", err)
	}
	if err != nil {
		return err
	}
	return db.CloseAfter(use(db))
}

// OpenStore opens the database that --db names for writing. It prints a message if it makes a new one.
func OpenStore(cmd *cobra.Command) (*store.Store, error) {
	path := Database(cmd)
	_, missing := os.Stat(path)
	db, err := store.Open(path)
	if err == nil && errors.Is(missing, fs.ErrNotExist) && !Quiet(cmd) {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "new database %s\n", path)
	}
	return db, err
}

// WithRun opens the database that --db names for reading and calls use with the run that id names.
func WithRun(cmd *cobra.Command, id string, use func(*store.Store, store.Run) error) error {
	return WithStore(cmd, func(db *store.Store) error {
		run, err := FindRun(cmd.Context(), db, id)
		if err != nil {
			return err
		}
		return use(db, run)
	})
}

// FindRun returns the run that the user names by id. For a deleted run it returns both the run and an error.
func FindRun(ctx context.Context, db *store.Store, id string) (store.Run, error) {
	run, err := db.Run(ctx, id)
	return run, RunError(err)
}

// FindGame returns the game that the user names as RUN/GAME.
func FindGame(ctx context.Context, db *store.Store, name string) (tournament.Stored, error) {
	id, identity, hasSlash := strings.Cut(name, "/")
	if !hasSlash {
		return tournament.Stored{}, Usagef("%q names no game; give run and game, "+
			"as in %[2]s/1v2/1/1 (pillars games %[2]s lists them)", name, id)
	}
	run, err := FindRun(ctx, db, id)
	if err != nil {
		return tournament.Stored{}, err
	}
	game, err := db.Game(ctx, run.ID, identity)
	if errors.Is(err, store.ErrNotFound) {
		err = Usagef("%w; list the games with pillars games %s", err, run.ID)
	}
	return game, err
}

// RunError returns a usage error if err says that a run does not exist or is deleted. Otherwise it returns err.
func RunError(err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Usagef("%w; list the runs with pillars runs", err)
	case errors.Is(err, store.ErrDeleted):
		return Usagef("%w", err)
	}
	return err
}

// RefuseEngines returns an error if one of the players of a run is a separate program. A database from another person
// may name any program, and running it is a risk. The error begins with flag, the flag that asks for the players.
func RefuseEngines(flag, run string, players []string) error {
	for _, player := range players {
		if spec, _ := search.ParseSpec(player); spec.Program() { // an invalid text starts no program
			return Usagef("%s: run %s would start the program %q; add --allow-engines if you trust the database",
				flag, run, player)
		}
	}
	return nil
}
