package positions

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/tournament/openings"
)

// TestInterruptedBookKeepsWhatIsFound checks that an interrupted search writes a book of the openings found, and no
// book if it has found none.
func TestInterruptedBookKeepsWhatIsFound(t *testing.T) {
	flags := bookFlags{
		game: cli.RulesFlags{Game: "pit-of-pillars", Options: []string{"size=4"}},
		Balanced: openings.Balanced{Openings: openings.Source{Turns: 2}, Count: 9, Tries: 90,
			Valuer: openings.Valuer{Player: "greedy", Workers: 1}},
		kind: "random", margin: 5,
	}
	if err := flags.settle(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	flags.Report = func(found, _ int) {
		if found == 3 {
			cancel()
		}
	}
	found, valued, err := flags.Find(ctx)
	if !errors.Is(err, context.Canceled) || len(found) != 3 {
		t.Fatalf("found %d, error %v; want 3 and the error of the context", len(found), err)
	}
	var exit *cli.ExitError
	var book bytes.Buffer
	err = flags.conclude(NewBookCommand(), &book, found, valued, true)
	if !errors.As(err, &exit) || exit.Code != cli.ExitInterrupted ||
		!strings.HasPrefix(err.Error(), "interrupted; 3 of 9 openings found among ") {
		t.Errorf("error %v", err)
	}
	if source, err := openings.ReadBook(&book, "b", flags.Rules); err != nil ||
		len(source.Lines) != 3 {
		t.Errorf("the book has the lines %q, error %v; want 3", source.Lines, err)
	}
}

func TestBookInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "none.book")
	cmd := NewBookCommand()
	cmd.SetArgs([]string{"--option", "size=4", "--player", "alphabeta:nodes=100", "--output", path})
	err := cmd.ExecuteContext(ctx)
	var exit *cli.ExitError
	if !errors.As(err, &exit) || exit.Code != cli.ExitInterrupted ||
		!strings.Contains(err.Error(), "no book was written") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a book is there: %v", err)
	}
}
