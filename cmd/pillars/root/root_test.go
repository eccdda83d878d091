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

// exitCodes are command lines with what they come to.
var exitCodes = []struct {
	args string
	code int
	says string // in the standard error
}{
	{"games", cli.ExitDone, ""},
	{"legal --game pylyx", cli.ExitDone, ""},
	{"gmaes", cli.ExitUsage, `unknown command "gmaes"; did you mean games?`},
	{"frobnicate", cli.ExitUsage, "known are: "},
	{"games now", cli.ExitUsage, `"now"`},
	{"legal pylyx", cli.ExitUsage, "the game is given as --game pylyx"},
	{"legal --game chess", cli.ExitUsage, `unknown game "chess"; known are: pit-of-pillars`},
	{"legal --frob", cli.ExitUsage, "--frob"},
	{"legal extra", cli.ExitUsage, `"extra"`},
	{"legal --option size", cli.ExitUsage, "name=value"},
	{"legal --option size=9", cli.ExitUsage, "size=9: must be a whole number from 4 to 8"},
	{"legal --option width=9", cli.ExitUsage, "it has size, reserve, repetition, cap"},
	{"legal --option repetition=1", cli.ExitUsage, "repetition=1"},
	{"perft", cli.ExitUsage, "--depth"},
	{"perft --depth -1", cli.ExitUsage, "--depth -1"},
	{"perft --depth x", cli.ExitUsage, "--depth"},
	{"random --games 0", cli.ExitUsage, "--games 0"},
	{"random --workers 0", cli.ExitUsage, "--workers 0"},
	{"apply --steps @a1", cli.ExitUsage, "--steps: number 1: step \"@a1\" is not legal"},
	{"apply --steps @a2 --turns @a2", cli.ExitUsage, "--steps and --turns"},
	{"show --svg /nowhere/x.svg", cli.ExitFailed, "/nowhere/x.svg"},
	{"bench --nodes 0", cli.ExitUsage, "--nodes 0"},
	{"bench --cpuprofile /nowhere/cpu", cli.ExitFailed, "/nowhere/cpu"},
	{"analyze --player alpha", cli.ExitUsage, "known are: random"},
	{"analyze --player alphabeta:speed=3", cli.ExitUsage, "nodes"},
	{"analyze --multipv 0", cli.ExitUsage, "--multipv 0"},
	{"analyze --depth 0", cli.ExitUsage, "--depth 0"},
	{"analyze --nodes 0", cli.ExitUsage, "--nodes 0"},
	{"analyze --time -1s", cli.ExitUsage, "--time -1s"},
	{"analyze --weights w.txt", cli.ExitUsage, "--explain"},
	{"analyze --explain --weights /nowhere/w.txt", cli.ExitUsage, "/nowhere/w.txt"},
	{"play --seat 3", cli.ExitUsage, "--seat 3"},
	{"play --opponent deep-blue", cli.ExitUsage, "deep-blue"},
	{"play --red random --opponent random", cli.ExitUsage, "either by their seats"},
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
		code, _, stderr := pillars("show", "--position", test.position)
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
	code := Run([]string{"legal"}, strings.NewReader(""), failingWriter{}, &stderr)
	if code != cli.ExitFailed || !strings.Contains(stderr.String(), "no space") {
		t.Errorf("exit code %d, message %q", code, stderr.String())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

// TestCompletion asks as a shell does.
func TestCompletion(t *testing.T) {
	tests := []struct{ typed, offered string }{
		{"legal|--game|", "pit-of-pillars\n"},
		{"legal|-g|pylyx|--option|", "size=\t"},
		{"analyze|-g|pylyx|--player|", "alphabeta\t"},
		{"analyze|-g|pylyx|--player|alphabeta:nodes=5,", "alphabeta:nodes=5,depth=\t"},
		{"play|-g|pylyx|--opponent|", "greedy\t"},
	}
	for _, test := range tests {
		args := append([]string{cobra.ShellCompRequestCmd}, strings.Split(test.typed, "|")...)
		if _, stdout, _ := pillars(args...); !strings.Contains(stdout, test.offered) {
			t.Errorf("%q offers %q; wanted %q", test.typed, stdout, test.offered)
		}
	}
}
