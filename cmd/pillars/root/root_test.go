package root

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

// Pillars runs a command line and returns its exit code and what it wrote.
func pillars(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

const pitOfPillars = "pit-of-pillars"

// exitCodes are command lines with what they come to.
var exitCodes = []struct {
	args string
	code int
	says string // in the standard error
}{
	{"games", cli.ExitDone, ""},
	{"legal " + pitOfPillars, cli.ExitDone, ""},
	{"gmaes", cli.ExitUsage, `unknown command "gmaes"; did you mean games?`},
	{"frobnicate", cli.ExitUsage, "known are: "},
	{"games now", cli.ExitUsage, `"now"`},
	{"legal", cli.ExitUsage, "known are: pit-of-pillars"},
	{"legal chess", cli.ExitUsage, `unknown game "chess"; known are: pit-of-pillars`},
	{"legal " + pitOfPillars + " --frob", cli.ExitUsage, "--frob"},
	{"legal " + pitOfPillars + " extra", cli.ExitUsage, `"extra"`},
	{"legal " + pitOfPillars + " --option size", cli.ExitUsage, "name=value"},
	{"legal " + pitOfPillars + " --option size=9", cli.ExitUsage, "size=9: must be a whole number from 4 to 8"},
	{"legal " + pitOfPillars + " --option width=9", cli.ExitUsage, "it has size, reserve, repetition, cap"},
	{"legal " + pitOfPillars + " --option repetition=1", cli.ExitUsage, "repetition=1"},
	{"perft " + pitOfPillars, cli.ExitUsage, "--depth"},
	{"perft " + pitOfPillars + " --depth -1", cli.ExitUsage, "--depth -1"},
	{"perft " + pitOfPillars + " --depth x", cli.ExitUsage, "--depth"},
	{"random " + pitOfPillars + " --games 0", cli.ExitUsage, "--games 0"},
	{"random " + pitOfPillars + " --workers 0", cli.ExitUsage, "--workers 0"},
	{"apply " + pitOfPillars + " --steps @a1", cli.ExitUsage, "--steps: number 1: step \"@a1\" is not legal"},
	{"apply " + pitOfPillars + " --steps @a2 --turns @a2", cli.ExitUsage, "--steps and --turns"},
	{"show " + pitOfPillars + " --svg /nowhere/x.svg", cli.ExitFailed, "/nowhere/x.svg"},
	{"bench --nodes 0", cli.ExitUsage, "--nodes 0"},
	{"bench --cpuprofile /nowhere/cpu", cli.ExitFailed, "/nowhere/cpu"},
	{"analyze " + pitOfPillars + " --player alpha", cli.ExitUsage, "known are: random"},
	{"analyze " + pitOfPillars + " --player alphabeta:speed=3", cli.ExitUsage, "nodes"},
	{"analyze " + pitOfPillars + " --multipv 0", cli.ExitUsage, "--multipv 0"},
	{"analyze " + pitOfPillars + " --depth 0", cli.ExitUsage, "--depth 0"},
	{"analyze " + pitOfPillars + " --nodes 0", cli.ExitUsage, "--nodes 0"},
	{"analyze " + pitOfPillars + " --time -1s", cli.ExitUsage, "--time -1s"},
	{"analyze " + pitOfPillars + " --weights w.txt", cli.ExitUsage, "--explain"},
	{"analyze " + pitOfPillars + " --explain --weights /nowhere/w.txt", cli.ExitUsage, "/nowhere/w.txt"},
	{"play " + pitOfPillars + " --seat 3", cli.ExitUsage, "--seat 3"},
	{"play " + pitOfPillars + " --opponent deep-blue", cli.ExitUsage, "deep-blue"},
	{"play " + pitOfPillars + " --red random --opponent random", cli.ExitUsage, "either by their seats"},
}

func TestExitCodes(t *testing.T) {
	for _, test := range exitCodes {
		t.Run(test.args, func(t *testing.T) {
			code, _, stderr := pillars(strings.Fields(test.args)...)
			if code != test.code {
				t.Errorf("exit code %d; wanted %d", code, test.code)
			}
			if !strings.Contains(stderr, test.says) {
				t.Errorf("message %q does not say %q", stderr, test.says)
			}
			if code != cli.ExitDone && !strings.HasPrefix(stderr, "pillars: ") {
				t.Errorf("message %q does not begin with the program's name", stderr)
			}
			if hint := strings.Contains(stderr, "--help\n"); hint != (code == cli.ExitUsage) {
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
		code, _, stderr := pillars("show", "pit-of-pillars", "--position", test.position)
		if code != cli.ExitUsage || !strings.Contains(stderr, "--position: ") || !strings.Contains(stderr, test.field) {
			t.Errorf("position %q: exit code %d, message %q; wanted %d and %q",
				test.position, code, stderr, cli.ExitUsage, test.field)
		}
	}
}

// TestHelpHasExamples looks at every command: an example, every flag explained.
func TestHelpHasExamples(t *testing.T) {
	for _, cmd := range newCommand().Commands() {
		if cmd.Name() == "completion" || cmd.Name() == "help" {
			continue
		}
		if !strings.Contains(cmd.Example, "  pillars "+cmd.Name()) {
			t.Errorf("%s has no example of itself", cmd.Name())
		}
		code, stdout, _ := pillars(cmd.Name(), "--help")
		if code != cli.ExitDone || !strings.Contains(stdout, "Examples:\n  pillars "+cmd.Name()) {
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
	code := Run([]string{"legal", "pit-of-pillars"}, strings.NewReader(""), failingWriter{}, &stderr)
	if code != cli.ExitFailed || !strings.Contains(stderr.String(), "no space") {
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
		if _, stdout, _ := pillars(args...); !strings.Contains(stdout, test.offered) {
			t.Errorf("%q offers %q; wanted %q", test.typed, stdout, test.offered)
		}
	}
}
