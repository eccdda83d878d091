package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// execute runs a command line and returns its exit code and what it wrote.
func execute(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

const pitOfPillars = "pit-of-pillars"

// exitCodes are command lines with what they come to.
var exitCodes = []struct {
	args string
	code int
	says string // in the standard error
}{
	{"games", exitDone, ""},
	{"legal " + pitOfPillars, exitDone, ""},
	{"gmaes", exitUsage, `unknown command "gmaes"; did you mean games?`},
	{"frobnicate", exitUsage, "known are: "},
	{"games now", exitUsage, `"now"`},
	{"legal", exitUsage, "known are: pit-of-pillars"},
	{"legal chess", exitUsage, `unknown game "chess"; known are: pit-of-pillars`},
	{"legal " + pitOfPillars + " --frob", exitUsage, "--frob"},
	{"legal " + pitOfPillars + " extra", exitUsage, `"extra"`},
	{"legal " + pitOfPillars + " --option size", exitUsage, "name=value"},
	{"legal " + pitOfPillars + " --option size=9", exitUsage, "size=9: must be a whole number from 4 to 8"},
	{"legal " + pitOfPillars + " --option width=9", exitUsage, "it has size, reserve, repetition, cap"},
	{"legal " + pitOfPillars + " --option repetition=1", exitUsage, "repetition=1"},
	{"perft " + pitOfPillars, exitUsage, "--depth"},
	{"perft " + pitOfPillars + " --depth -1", exitUsage, "--depth -1"},
	{"perft " + pitOfPillars + " --depth x", exitUsage, "--depth"},
	{"random " + pitOfPillars + " --games 0", exitUsage, "--games 0"},
	{"random " + pitOfPillars + " --workers 0", exitUsage, "--workers 0"},
	{"apply " + pitOfPillars + " --steps @a1", exitUsage, "--steps: number 1: step \"@a1\" is not legal"},
	{"apply " + pitOfPillars + " --steps @a2 --turns @a2", exitUsage, "--steps and --turns"},
	{"show " + pitOfPillars + " --svg /nowhere/x.svg", exitFailed, "/nowhere/x.svg"},
	{"bench --nodes 0", exitUsage, "--nodes 0"},
	{"bench --cpuprofile /nowhere/cpu", exitFailed, "/nowhere/cpu"},
	{"analyze " + pitOfPillars + " --player alpha", exitUsage, "known are: random"},
	{"analyze " + pitOfPillars + " --player alphabeta:speed=3", exitUsage, "nodes"},
	{"analyze " + pitOfPillars + " --lines 0", exitUsage, "--lines 0"},
	{"analyze " + pitOfPillars + " --depth 0", exitUsage, "--depth 0"},
	{"analyze " + pitOfPillars + " --nodes 0", exitUsage, "--nodes 0"},
	{"analyze " + pitOfPillars + " --time -1s", exitUsage, "--time -1s"},
	{"analyze " + pitOfPillars + " --weights w.txt", exitUsage, "--explain"},
	{"analyze " + pitOfPillars + " --explain --weights /nowhere/w.txt", exitUsage, "/nowhere/w.txt"},
	{"play " + pitOfPillars + " --seat 3", exitUsage, "--seat 3"},
	{"play " + pitOfPillars + " --opponent deep-blue", exitUsage, "deep-blue"},
	{"play " + pitOfPillars + " --red random --opponent random", exitUsage, "either by their seats"},
}

func TestExitCodes(t *testing.T) {
	for _, test := range exitCodes {
		t.Run(test.args, func(t *testing.T) {
			code, _, stderr := execute(strings.Fields(test.args)...)
			if code != test.code {
				t.Errorf("exit code %d; wanted %d", code, test.code)
			}
			if !strings.Contains(stderr, test.says) {
				t.Errorf("message %q does not say %q", stderr, test.says)
			}
			if code != exitDone && !strings.HasPrefix(stderr, "pillars: ") {
				t.Errorf("message %q does not begin with the program's name", stderr)
			}
			if hint := strings.Contains(stderr, "--help\n"); hint != (code == exitUsage) {
				t.Errorf("message %q: a hint at the help belongs to errors of usage", stderr)
			}
		})
	}
}

// TestUnreadablePositions wants the field named that cannot be read.
func TestUnreadablePositions(t *testing.T) {
	tests := []struct{ position, field string }{
		{"", "board"},
		{"x2/x4/x4/x2 w o 0/0 -", "5 fields"},
		{"x3/x4/x4/x2 w o 0/0 - 1", "board: rank 4"},
		{"x2/x4/x4/k,x w o 0/0 - 1", "b1"},
		{"x2/x4/x4/x2 b o 0/0 - 1", "player"},
		{"x2/x4/x4/x2 w q 0/0 - 1", "step"},
		{"x2/x4/x4/x2 w o 0 - 1", "reserves"},
		{"x2/x4/x4/x2 w o 0/0 b1 1", "last man"},
		{"x2/x4/x4/x2 w o 0/0 - 0", "turn"},
	}
	for _, test := range tests {
		code, _, stderr := execute("show", "pit-of-pillars", "--position", test.position)
		if code != exitUsage || !strings.Contains(stderr, "--position: ") || !strings.Contains(stderr, test.field) {
			t.Errorf("position %q: exit code %d, message %q; wanted %d and %q", test.position, code, stderr, exitUsage, test.field)
		}
	}
}

// TestHelpHasExamples looks at every command: an example, every flag explained.
func TestHelpHasExamples(t *testing.T) {
	for _, cmd := range newRootCommand().Commands() {
		if cmd.Name() == "completion" || cmd.Name() == "help" {
			continue
		}
		if !strings.Contains(cmd.Example, "  pillars "+cmd.Name()) {
			t.Errorf("%s has no example of itself", cmd.Name())
		}
		code, stdout, _ := execute(cmd.Name(), "--help")
		if code != exitDone || !strings.Contains(stdout, "Examples:\n  pillars "+cmd.Name()) {
			t.Errorf("%s --help ends with %d and says %q", cmd.Name(), code, stdout)
		}
		if cmd.ValidArgsFunction == nil && cmd.Args == nil {
			t.Errorf("%s does not say what words it takes", cmd.Name())
		}
	}
}

// TestFullDisk wants a failed write of results to be an error.
func TestFullDisk(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{"legal", "pit-of-pillars"}, strings.NewReader(""), failingWriter{}, &stderr)
	if code != exitFailed || !strings.Contains(stderr.String(), "no space") {
		t.Errorf("exit code %d, message %q", code, stderr.String())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

// TestCompletion asks as a shell does.
func TestCompletion(t *testing.T) {
	tests := []struct{ typed, offered string }{
		{"legal|", "pit-of-pillars\n"},
		{"legal|pit-of-pillars|--option|", "size=\t"},
		{"analyze|pit-of-pillars|--player|", "alphabeta\t"},
		{"analyze|pit-of-pillars|--player|alphabeta:nodes=5,", "alphabeta:nodes=5,depth=\t"},
		{"play|pit-of-pillars|--opponent|", "greedy\t"},
	}
	for _, test := range tests {
		args := append([]string{cobra.ShellCompRequestCmd}, strings.Split(test.typed, "|")...)
		if _, stdout, _ := execute(args...); !strings.Contains(stdout, test.offered) {
			t.Errorf("%q offers %q; wanted %q", test.typed, stdout, test.offered)
		}
	}
}
