// Package enginetest holds code that tests share: the conformance suite that every game must pass ([TestGame]), small
// games for tests only ([Stones], [Strikes], [Pile]), and helpers such as [Rules] and [Count].
package enginetest

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/sketch"
)

// checkOptions checks the names of a game and its options, and that the game rejects wrong settings.
func checkOptions(t *testing.T, game engine.Game) {
	if game.Name() == "" || strings.ContainsAny(game.Name(), " \t=") || game.Title() == "" {
		t.Errorf("name %q and title %q", game.Name(), game.Title())
	}
	seen := map[string]bool{}
	for _, option := range game.Options() {
		if option.Name == "" || option.Help == "" || seen[option.Name] {
			t.Errorf("option %q has no name or help, or stands twice", option.Name)
		}
		seen[option.Name] = true
	}
	const unknown = "no-such-option"
	_, err := game.New(engine.Settings{{Name: unknown, Value: "1"}})
	if err == nil || !strings.Contains(err.Error(), unknown) {
		t.Errorf("an unknown option is not refused by name: %v", err)
	}
	for _, option := range game.Options() {
		checkRefusals(t, game, option)
	}
	if _, err := game.Read("", nil); err == nil {
		t.Error("an empty position text is not refused")
	}
}

// checkRefusals checks that the game rejects invalid values of an option with an error that names the option.
func checkRefusals(t *testing.T, game engine.Game, option engine.Option) {
	var outside []string
	switch {
	case len(option.Values) > 0:
		outside = []string{"no-such-value"}
	case option.Min != 0 || option.Max != 0:
		outside = []string{strconv.Itoa(option.Min - 1), strconv.Itoa(option.Max + 1), "1.5", "many"}
	}
	for _, value := range outside {
		_, err := game.New(engine.Settings{{Name: option.Name, Value: value}})
		if err == nil || !strings.Contains(err.Error(), option.Name) {
			t.Errorf("%s=%s is not refused by name: %v", option.Name, value, err)
		}
	}
}

// notable returns the values of an option with which to test the game: all values if the option lists them, or the
// maximum and some small values of a range. Small values give small boards and early draws.
func notable(option engine.Option) []string {
	switch {
	case len(option.Values) > 0:
		return option.Values
	case option.Min == 0 && option.Max == 0:
		return nil
	}
	var values []string
	for _, n := range []int{option.Min, option.Min + 1, option.Min + 2, option.Min + 7, option.Max} {
		if text := strconv.Itoa(n); n <= option.Max && !slices.Contains(values, text) {
			values = append(values, text)
		}
	}
	return values
}

// checkRules checks the methods of rules that do not depend on a position.
func checkRules(t *testing.T, rules engine.Rules) {
	game := rules.Game()
	options, settings := game.Options(), rules.Settings()
	if len(settings) != len(options) {
		t.Fatalf("the settings are %s; there are %d options", settings, len(options))
	}
	for i, option := range options {
		if settings[i].Name != option.Name {
			t.Errorf("setting %d is %s, option %d is %s", i, settings[i].Name, i, option.Name)
		}
	}
	again, err := game.New(settings)
	if err != nil {
		t.Fatalf("the game refuses its own settings %s: %v", settings, err)
	}
	same(t, "start under the settled settings", again.Start(), rules.Start())
	if rules.Seats() < 2 || rules.Seats() > engine.MaxSeats || len(rules.SeatNames()) != rules.Seats() {
		t.Errorf("%d seats with names %v", rules.Seats(), rules.SeatNames())
	}
	if rules.Repetition() < 0 || rules.Repetition() == 1 || rules.TurnCap() < 0 || rules.StepSpace() < 2 {
		t.Errorf("repetition %d, turn cap %d, step space %d", rules.Repetition(), rules.TurnCap(), rules.StepSpace())
	}
	checkNames(t, "kind of step", rules.StepKinds())
	ofPositions, ofSteps := terms(rules)
	checkNames(t, "feature or pattern", names(ofPositions))
	checkNames(t, "pattern of steps", names(ofSteps))
	checkNames(t, "seat", rules.SeatNames())
	checkStart(t, rules.Start())
}

// terms returns the terms of positions, which are features and patterns, and the patterns of steps.
func terms(rules engine.Rules) (ofPositions, ofSteps []engine.Term) {
	ofPositions = slices.Clone(rules.Features())
	if patterned, ok := rules.(engine.PatternRules); ok {
		ofPositions = append(ofPositions, patterned.Patterns()...)
	}
	if patterned, ok := rules.(engine.StepPatternRules); ok {
		ofSteps = patterned.StepPatterns()
	}
	return ofPositions, ofSteps
}

func names(terms []engine.Term) (names []string) {
	for _, term := range terms {
		names = append(names, term.Name)
	}
	return names
}

// checkNames checks that names are single words and all different. what says for the error which things have the names.
func checkNames(t *testing.T, what string, names []string) {
	seen := map[string]bool{}
	for _, name := range names {
		if name == "" || seen[name] || len(strings.Fields(name)) != 1 {
			t.Errorf("%s %q is no word of its own", what, name)
		}
		seen[name] = true
	}
}

func checkStart(t *testing.T, start engine.Position) {
	if start.Turn() != 1 || start.Seat() != 0 || !start.StartsTurn() || start.Over() || start.Reversible() != 0 {
		t.Errorf("a game starts at turn 1, for seat 1, undecided; not so %s", start)
	}
	if int(start.StepKind()) >= len(start.Rules().StepKinds()) {
		t.Errorf("kind of step %d has no name", start.StepKind())
	}
}

func checkDiagram(t *testing.T, p engine.Position) {
	d := p.Diagram()
	if d.Files < 1 || d.Ranks < 1 || len(d.Cells) != d.Files*d.Ranks {
		t.Fatalf("a diagram of %d by %d has %d cells", d.Files, d.Ranks, len(d.Cells))
	}
	names := map[string]bool{}
	for i, cell := range d.Cells {
		switch {
		case cell.Kind == engine.NoCell && (cell.Name != "" || len(cell.Pieces) > 0):
			t.Fatalf("place %d is no square, yet there is something: %v", i, cell)
		case cell.Kind == engine.Square && (cell.Name == "" || names[cell.Name]):
			t.Fatalf("square %d has no name of its own: %q", i, cell.Name)
		case cell.Kind > engine.Hole || cell.Kind == engine.Hole && len(cell.Pieces) > 0:
			t.Fatalf("place %d is of kind %d with %v", i, cell.Kind, cell.Pieces)
		case slices.ContainsFunc(cell.Pieces, func(p engine.Piece) bool {
			return p.Color > engine.Blue || p.Shape > engine.Pawn || p.Shape != engine.Man && len(cell.Pieces) > 1
		}):
			t.Fatalf("square %s holds %v, which cannot be drawn", cell.Name, cell.Pieces)
		}
		names[cell.Name] = true
	}
	if len(names) < 2 {
		t.Fatalf("the diagram shows no squares: %s", p)
	}
	if n := len(d.Reserves); n > 0 && (n != p.Rules().Seats() || len(d.Notes) < 2) {
		t.Fatalf("%s: %d reserves of %d seats, and the notes %q", p, n, p.Rules().Seats(), d.Notes)
	}
	if formed, ok := p.Rules().Game().(engine.FormedGame); ok {
		s, err := sketch.Read(formed.Form(), p.String())
		if err != nil || s.String() != p.String() || !reflect.DeepEqual(s.Diagram.Cells, d.Cells) {
			t.Fatalf("%s: its form reads it as %v with the cells %v, %v", p, s, d.Cells, err)
		}
	}
}

// Count returns thorough if thorough tests are requested (see [Long]), else usual. Tests use it for numbers of cases.
func Count(usual, thorough int) int {
	if Long() {
		return thorough
	}
	return usual
}

// Shorter returns n in a thorough run, or a fifth of it in a usual run.
func Shorter(n int) int { return Count((n+4)/5, n) }

// longVariable is the environment variable that requests thorough tests if it is not empty.
const longVariable = "PILLARS_THOROUGH"

// Long reports whether thorough tests are requested.
func Long() bool { return os.Getenv(longVariable) != "" }

// Rules returns the rules of the game with the given name, for options of the form "name=value". It fails the test if
// there is an error.
func Rules(t testing.TB, name string, options ...string) engine.Rules {
	t.Helper()
	game, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(Settings(t, strings.Join(options, " ")))
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// Read returns the position with the given text, for a game and options as in [Rules]. It fails the test if there is an
// error.
func Read(t testing.TB, name, text string, options ...string) engine.Position {
	t.Helper()
	p, err := Rules(t, name).Game().Read(text, Settings(t, strings.Join(options, " ")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// RandomGame returns a game after the given number of random steps, or fewer: it leaves out a step that would end the
// game and all steps after it.
func RandomGame(t testing.TB, rules engine.Rules, seed uint64, steps int) *engine.History {
	t.Helper()
	h, random := engine.NewHistory(rules.Start()), engine.NewRandom(seed)
	for range steps {
		before := h.Clone()
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			t.Fatal(err)
		}
		if h.Outcome().Over() {
			return before
		}
	}
	return h
}

// WinsAtOnce returns the steps from p that win the game at once for the seat to act.
func WinsAtOnce(p engine.Position) (wins []engine.Step) {
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		if child.Play(step); child.Over() && child.Outcome().Score(p.Seat()) == 1 {
			wins = append(wins, step)
		}
	}
	return wins
}

// File writes a text to a temporary file and returns its path.
func File(t testing.TB, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// DataLines returns the lines of a file that are neither empty nor comments.
func DataLines(t testing.TB, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

// seedVariable is the environment variable with the seed for [Random], for repeating a run that failed.
const seedVariable = "PILLARS_TEST_SEED"

// Random returns a random generator with a different seed in every run of a test, unless the environment sets the seed.
// It logs the seed.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv(seedVariable); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s: %v", seedVariable, err)
		}
	}
	t.Logf("%s=%d", seedVariable, seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// Ending returns a context whose Err method returns nil in its first n calls, and an error after them. With such a
// context, a test can interrupt work at the same place in every run.
func Ending(ctx context.Context, n int) context.Context { return &ending{ctx, n} }

// ending implements [Ending].
type ending struct {
	context.Context
	left int // number of calls of Err without an error
}

func (e *ending) Err() error {
	if e.left == 0 {
		return context.Canceled
	}
	e.left--
	return nil
}
