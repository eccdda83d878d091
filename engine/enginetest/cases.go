// Package enginetest holds code that tests share: a small game for tests only ([Stones]), comparisons
// of a game with a plain [Model] and with its [Image] under a symmetry, and helpers such as [Rules] and [Count].
package enginetest

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// Count returns thorough if thorough tests are requested (see [Long]), else usual. Tests use it for numbers of cases.
func Count(usual, thorough int) int {
	if Long() {
		return thorough
	}
	return usual
}

// Shorter returns n in a thorough run, or a fifth of it in a usual run.
func Shorter(n int) int { return Count((n+4)/5, n) }

// Long reports whether thorough tests are requested, by the environment variable PILLARS_THOROUGH.
func Long() bool { return os.Getenv("PILLARS_THOROUGH") != "" }

// Rules returns the rules of the game with the given name, for options of the form "name=value".
func Rules(t testing.TB, name string, options ...string) engine.Rules {
	t.Helper()
	game, err := games.Find(name)
	require.NoError(t, err)
	rules, err := game.New(Settings(t, strings.Join(options, " ")))
	require.NoError(t, err)
	return rules
}

// Read returns the position with the given text, for a game and options as in [Rules].
func Read(t testing.TB, name, text string, options ...string) engine.Position {
	t.Helper()
	p, err := Rules(t, name).Game().Read(text, Settings(t, strings.Join(options, " ")))
	require.NoError(t, err)
	return p
}

// RandomGame returns a game after the given number of random steps. If a step would end the game, RandomGame stops
// before this step.
func RandomGame(t testing.TB, rules engine.Rules, seed uint64, steps int) *engine.History {
	t.Helper()
	h, random := engine.NewHistory(rules.Start()), engine.NewRandom(seed)
	for range steps {
		before := h.Clone()
		require.NoError(t, h.Play(engine.RandomStep(h.Position(), random)))
		if h.Outcome().Over() {
			return before
		}
	}
	return h
}

// File writes a text to a temporary file and returns its path.
func File(t testing.TB, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file.txt")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// DataLines returns the lines of a file that are neither empty nor comments.
func DataLines(t testing.TB, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
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

// Family reports whether a game is one of the four games of this project. Only from these do tests demand extras beside
// the rules, such as lessons and pictures.
func Family(game engine.Game) bool {
	return slices.Contains([]string{"pit-of-pillars", "pilastri", "pylyx", "pit"}, game.Name())
}

// Random returns a random generator and logs its seed. The seed is random too, unless the environment variable
// PILLARS_TEST_SEED sets it.
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

// CheckError fails the test unless err, the error for the text what, contains the given words, which blanks separate.
// In a word, "_" stands for a blank.
func CheckError(t *testing.T, what string, err error, words string) {
	t.Helper()
	if err == nil {
		t.Errorf("%q is not refused", what)
		return
	}
	for _, word := range strings.Fields(words) {
		if word = strings.ReplaceAll(word, "_", " "); !strings.Contains(err.Error(), word) {
			t.Errorf("%q: the error %q does not name %q", what, err, word)
		}
	}
}

// Settings parses settings such as "size=4 cap=9". It fails the test if the text has another form.
func Settings(t testing.TB, text string) engine.Settings {
	t.Helper()
	settings, err := engine.ParseSettings(strings.Fields(text))
	require.NoError(t, err)
	return settings
}

var update = flag.Bool("update", false, "write golden files anew instead of comparing with them")

// Golden compares a text that people read with a file below testdata. With the flag -update it writes the file instead;
// read the change before you keep it.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; write it with -update", err)
	}
	want := strings.Split(string(data), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(want) || line != want[i] {
			t.Fatalf("line %d differs from %s; if it is meant, run the test with -update:\n%s\nall of it:\n%s", i+1,
				path, line, got)
		}
	}
	if got != string(data) {
		t.Fatalf("lines are missing at the end of %s; if that is meant, run the test with -update:\n%s", path, got)
	}
}
