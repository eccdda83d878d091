package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"pillars/search"
)

// TestBoundsOfFlags checks the messages about values beyond bounds, which NaN is too, and that bounds belong to what is
// allowed.
func TestBoundsOfFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want string
	}{
		{AtLeast("n", 3, 3), ""},
		{AtLeast("n", 2, 3), "--n 2: must be 3 or more"},
		{AtLeast("x", math.NaN(), 0), "--x NaN: must be 0 or more"},
		{Between("n", 1, 1, 5), ""},
		{Between("n", 5, 1, 5), ""},
		{Between("n", 0, 1, 5), "--n 0: must be from 1 to 5"},
		{Between("n", 6, 1, 5), "--n 6: must be from 1 to 5"},
		{Between("x", math.NaN(), 1, 5), "--x NaN: must be from 1 to 5"},
		{HostPort("listen", "h:80"), ""},
		{RefuseEngines("--decisions", "ab", []string{"random", "mcts:nodes=5", "nobody:x"}), ""},
		{RefuseEngines("--decisions", "ab", []string{"random", "ugi:./e"}), "--decisions: run ab would start the " +
			`program "ugi:./e"; add --allow-engines if you trust the database`},
	} {
		got := strings.ReplaceAll(fmt.Sprint(c.err), "<nil>", "")
		if got != c.want || c.want != "" && !Exits(c.err, ExitUsage) {
			t.Errorf("%q instead of %q", got, c.want)
		}
	}
	if err := HostPort("listen", "h"); err == nil || !strings.HasPrefix(err.Error(), "--listen h: ") {
		t.Errorf("an address without a port: %v", err)
	}
}

// command returns a command "walk" with many kinds of flags, for which it has read the words.
func command(t *testing.T, words ...string) *cobra.Command {
	t.Helper()
	cmd := New("walk", "", func(*cobra.Command, []string) error { return nil })
	set := cmd.Flags()
	set.String("book", "", "")
	set.Bool("fast", false, "")
	set.Int("count", 3, "")
	set.StringArray("option", nil, "")
	PlainValues(set)
	if err := cmd.ParseFlags(words); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// TestCommandLinesCanBeRepeated checks the command lines that are printed for users to give again.
func TestCommandLinesCanBeRepeated(t *testing.T) {
	t.Parallel()
	cmd := command(t, "a b", "--count", "5", "--fast", "--option", "x=1", "c", "--option", "y=$z", "--book", "my book")
	const flags = " --book='my book' --count=5 --fast --option=x=1 --option='y=$z'"
	for got, want := range map[string]string{
		CommandLine(cmd):                              "walk 'a b' c" + flags,
		CommandWith(cmd, []string{"d"}):               "walk d" + flags,
		CommandLine(cmd, "option", "fast"):            "walk 'a b' c --book='my book' --count=5",
		CommandLine(command(t, "--fast=false")):       "walk --fast=false",
		CommandLine(command(t)):                       "walk",
		CommandWith(command(t, "--count=1"), nil, ""): "walk --count=1",
	} {
		if got != want {
			t.Errorf("%s instead of %s", got, want)
		}
	}
	for words, want := range map[string]string{"--fast": "<nil>",
		"--fast --count 1":   "--fast and --count are both given; choose one",
		"--count 1 --book b": "--book and --count are both given; choose one"} {
		if err := ChooseOne(command(t, strings.Fields(words)...), "fast", "book", "count"); fmt.Sprint(err) != want {
			t.Errorf("%s: %v instead of %s", words, err, want)
		}
	}
}

// TestWordsThatAreNoArguments checks what a command that takes no argument says to one, depending on its flags.
func TestWordsThatAreNoArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ use, flags, word, want string }{
		{"walk", "", "x", `walk takes no arguments, but "x" is given; leave it out`},
		{"walk [RUN]", "", "x", `walk takes only RUN, but "x" is given; leave it out`},
		{"walk", "depth", "5", `walk takes no arguments, but "5" is given; did you mean --depth 5?`},
		{"walk", "steps", "5", `walk takes no arguments, but "5" is given; leave it out`},
		{"walk", "steps depth", "a1", `walk takes no arguments, but "a1" is given; did you mean --steps a1?`},
		{"walk", "depth", "a1", `walk takes no arguments, but "a1" is given; leave it out`},
		{"walk", "game", "pit", "the game is given as --game pit"},
		{"walk", "", "pit", `walk takes no arguments, but "pit" is given; leave it out`},
		{"walk", "game option", "pylix", `unknown game "pylix"; did you mean pylyx?; the game is given as --game GAME`},
		{"walk", "game option steps", "a1", `walk takes no arguments, but "a1" is given; did you mean --steps a1?`},
		{"walk", "game", "pylix", `walk takes no arguments, but "pylix" is given; leave it out`},
		{"walk [RUN]", "game option", "pylix", `walk takes only RUN, but "pylix" is given; leave it out`},
		{"walk", "pgn", "a.pgn", "the file is given as --pgn a.pgn"},
		{"walk", "pgn", "a.png", `walk takes no arguments, but "a.png" is given; leave it out`},
	} {
		cmd := New(c.use, "", nil)
		for _, name := range strings.Fields(c.flags) {
			cmd.Flags().String(name, "", "")
		}
		if err := NoArguments(cmd, []string{c.word}); fmt.Sprint(err) != c.want || !Exits(err, ExitUsage) {
			t.Errorf("%s with %s: %v instead of %s", c.use, c.flags, err, c.want)
		}
		if err := NoArguments(cmd, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestLimitsOfThinking checks which limits a player gets: those of the flags, else its own, else three seconds.
func TestLimitsOfThinking(t *testing.T) {
	t.Parallel()
	rules, _, err := Rules("pit", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags  LimitFlags
		player string
		want   search.Limits
	}{
		{LimitFlags{}, "alphabeta", search.Limits{Time: 3 * time.Second}},
		{LimitFlags{}, "alphabeta:nodes=50", search.Limits{}},
		{LimitFlags{Nodes: 7}, "alphabeta", search.Limits{Nodes: 7}},
		{LimitFlags{Depth: 2}, "alphabeta:nodes=50", search.Limits{Depth: 2}},
	} {
		player, err := NewPlayer("--player", c.player, rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.flags.ForPlayer(player); got != c.want {
			t.Errorf("%+v for %s are %+v instead of %+v", c.flags, c.player, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"nobody": `unknown player "nobody"; known are: ` +
			"random, greedy, practice, uct, mcts, multiseat, alphabeta, ugi",
		"mcts:nodes=x":     "nodes=x: must be a whole number of 0 or more, such as 20, 1.5k or 1m",
		"practice:level=0": "level=0: must be from 1 to 10",
	} {
		if _, err := NewPlayer("--player", text, rules); fmt.Sprint(err) != "--player "+text+": "+want {
			t.Errorf("%s: %v instead of %s", text, err, want)
		}
	}
}

// TestDrawnFilesReplaceTheirKind checks which files a picture may replace, and that others stay as they are.
func TestDrawnFilesReplaceTheirKind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, c := range map[string]struct {
		holds string
		kind  drawnKind
		want  string // message after the path
	}{
		"a.svg":   {"<svg>", SvgPicture, ""},
		"b.svg":   {"<?xml version", SvgPicture, ""},
		"c.svg":   {" <svg>", SvgPicture, " exists and is no SVG picture; name another file"},
		"f":       {"", CPUProfile, ""},
		"g":       {"\x1f\x8b\x08", CPUProfile, ""},
		"h":       {"\x1f", CPUProfile, " exists and is no profile; name another file"},
		"png.svg": {"\x89PNG", SvgPicture, " exists and is no SVG picture; name another file"},
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(c.holds), 0o600); err != nil {
			t.Fatal(err)
		}
		err := c.kind.WriteDrawn("--plot", path, []byte("new"))
		holds, _ := os.ReadFile(path)
		if c.want == "" && (err != nil || string(holds) != "new") {
			t.Errorf("%s is not replaced: %v", name, err)
		}
		if c.want != "" && (fmt.Sprint(err) != "--plot "+path+c.want || string(holds) != c.holds) {
			t.Errorf("%s: %v instead of %s", name, err, c.want)
		}
	}
	err := SvgPicture.WriteDrawn("--svg", folder, nil)
	if fmt.Sprint(err) != "--svg "+folder+" is a folder; name a file in it" {
		t.Error(err)
	}
	if err := RefuseExisting("--output", os.DevNull, true); !strings.HasSuffix(fmt.Sprint(err),
		" is not a regular file; leave --output out to write to the standard output") {
		t.Error(err)
	}
}

// TestErrorsHaveExitCodes checks the exit code, the message and the hint at the help for every kind of error.
func TestErrorsHaveExitCodes(t *testing.T) {
	t.Setenv("PILLARS_COLUMNS", "")
	long := strings.Repeat("x", 20_000)
	for _, c := range []struct {
		err  error
		code int
		want string
	}{
		{nil, ExitDone, ""},
		{errors.New("no"), ExitFailed, "pillars: no\n"},
		{Usagef("no %d", 5), ExitUsage, "pillars: no 5\nsee walk --help\n"},
		{fmt.Errorf("so: %w", Interrupted("stopped")), ExitInterrupted, "pillars: so: stopped\n"},
		{Exit(ExitFaults, errors.New("faults")), ExitFaults, "pillars: faults\n"},
		{errors.New("a\x1b[2Jb"), ExitFailed, ""},
		{errors.New(long), ExitFailed, ""},
	} {
		cmd := New("walk", "", func(*cobra.Command, []string) error { return c.err })
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		var stdout, stderr bytes.Buffer
		code, text := Execute(cmd, nil, strings.NewReader(""), &stdout, &stderr), stderr.String()
		if code != c.code || c.want != "" && text != c.want || strings.Contains(text, "\x1b") || len(text) > 11_000 {
			t.Errorf("%.20v: %d %.200q instead of %d %q", c.err, code, text, c.code, c.want)
		}
	}
}

// TestWidthOfLines checks that PILLARS_COLUMNS sets the greatest width, and that there is none without a terminal.
func TestWidthOfLines(t *testing.T) {
	for text, want := range map[string]int{"": 0, "72": 72, "0": 0, "-5": 0, "wide": 0} {
		t.Setenv("PILLARS_COLUMNS", text)
		w := &checkedWriter{to: &bytes.Buffer{}}
		if w.Columns() != want || w.Rows() != 0 || IsTerminal(w) {
			t.Errorf("%q: %d columns and %d rows instead of %d", text, w.Columns(), w.Rows(), want)
		}
	}
}
