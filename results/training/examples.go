package training

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/show/table"
)

// ExampleRun says from which games to write examples, for programs that train networks of their own.
type ExampleRun struct {
	Rules     engine.Rules
	Games     Games
	Selection Selection
	Folder    string // must exist
}

// WrittenExamples says what has been written.
type WrittenExamples struct {
	Folder      string
	Counts      Counts
	Train, Held int // numbers of examples to learn from and of examples held back
}

// Write writes the files train.examples and held.examples, in the form that docs/reference/formats.md describes, and
// patterns.txt with the names of the patterns.
func (r ExampleRun) Write(ctx context.Context) (made WrittenExamples, err error) {
	layout, err := networkLayout(r.Rules)
	if err != nil {
		return made, err
	}
	var files [2]*os.File
	for i, name := range []string{"train.examples", "held.examples"} {
		if files[i], err = os.Create(filepath.Join(r.Folder, name)); err != nil {
			return made, err
		}
		defer files[i].Close()
	}
	games, err := collectExamples(ctx, r.Games, r.Rules, r.Selection, layout, files)
	if err != nil {
		return made, err
	}
	var names strings.Builder
	for i := layout.Features(); i < layout.Len(); i++ {
		fmt.Fprintln(&names, layout.Term(i).Name)
	}
	made = WrittenExamples{r.Folder, games.Counts, games.Train.Len(), games.Held.Len()}
	return made, os.WriteFile(filepath.Join(r.Folder, "patterns.txt"), []byte(names.String()), 0o666)
}

func networkLayout(rules engine.Rules) (*eval.Layout, error) {
	layout, err := eval.NewLayout(rules)
	if err == nil && (layout.Len() == layout.Features() || rules.Seats() != 2) {
		err = fmt.Errorf("%s: a network is for games of two seats that name patterns", rules.Game().Title())
	}
	return layout, err
}

func collectExamples(
	ctx context.Context, games Games, rules engine.Rules, selection Selection, layout *eval.Layout, files [2]*os.File,
) (*exampleCollector, error) {
	patterns := layout.Len() - layout.Features()
	c := &exampleCollector{rules: rules.(engine.PatternRules)}
	c.Train, c.Held = tune.NewExamples(patterns, files[0]), tune.NewExamples(patterns, files[1])
	c.selection = selection
	err := games.read(ctx, rules.Game(), selection, c)
	return c, errors.Join(err, c.Train.Flush(), c.Held.Flush())
}

func (e WrittenExamples) Records() []any {
	return []any{table.Object("type", "examples", "folder", e.Folder, "games", e.Counts.Games,
		"games_held_back", e.Counts.Validation, "train_positions", e.Train, "validation_positions", e.Held)}
}

func (e WrittenExamples) WriteText(w io.Writer) error {
	return table.Printf(w, "%d positions of %d games, %d positions of %d games held back\nexamples: %s\n", e.Train,
		e.Counts.learned(), e.Held, e.Counts.Validation, e.Folder)
}
