package root

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

// pillars runs a command line and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// exitCodes lists command lines with their exit codes and messages.
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
	{"legal --game pylix", cli.ExitUsage, `unknown game "pylix"; did you mean pylyx?`},
	{"analyze --player alhpabeta", cli.ExitUsage, `unknown player "alhpabeta"; did you mean alphabeta?`},
	{"analyze --player alphabeta:node=3", cli.ExitUsage, `has no key "node"; did you mean nodes?`},
	{"legal --option sise=4", cli.ExitUsage, `has no option "sise"; did you mean size?`},
	{"legal --optoin size=4", cli.ExitUsage, `unknown flag: --optoin; did you mean --option?`},
	{"book chekc pit.book", cli.ExitUsage, `unknown command "chekc"; did you mean check?`},
	{"help tournamnt", cli.ExitUsage, `unknown command "tournamnt"; did you mean tournament?`},
	{"help book chekc", cli.ExitUsage, `unknown command "chekc"; did you mean check?`},
	{"help book check", cli.ExitDone, ""},
	{"help", cli.ExitDone, ""},
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
	{"tune policy --data x -o y --temperature 0", cli.ExitUsage, "--temperature 0"},
	{"tune policy --data x -o y --temperature 101", cli.ExitUsage, "--temperature 101"},
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

// TestUnreadablePositions checks that the error for a wrong position names the wrong field.
func TestUnreadablePositions(t *testing.T) {
	tests := []struct{ position, field string }{
		{"", "board"},
		{"x2/x4/x4/x2 w o 0/0 -", "fields: 5"},
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

// TestHelp checks that the help of every command fits on a screen and begins with examples, and that the commands,
// flags and arguments of these examples exist.
func TestHelp(t *testing.T) {
	for _, cmd := range below(New()) {
		words := strings.Fields(cmd.CommandPath())[1:]
		code, stdout, _ := pillars(append(words, "--help")...)
		lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		if code != cli.ExitDone || len(lines) >= 40 || !strings.HasPrefix(lines[0], "Examples:") {
			t.Errorf("%v --help ends with %d and prints %d lines:\n%s", words, code, len(lines), stdout)
		}
		if cmd.ValidArgsFunction == nil && cmd.Args == nil {
			t.Errorf("%v does not say what words it takes", words)
		}
		named := false
		for line := range strings.Lines(cmd.Example) {
			example := shellWords(line)
			of, err := parseExample(example)
			named = named || of == cmd.CommandPath()
			if err != nil {
				t.Errorf("%v: %sis no command: %v", words, line, err)
			}
		}
		if !named && !cmd.HasSubCommands() {
			t.Errorf("%v has no example of itself", words)
		}
	}
}

// TestFlagsHaveOneText checks that flags with the same meaning have the same usage text in all commands.
func TestFlagsHaveOneText(t *testing.T) {
	texts := map[string]string{}
	for _, cmd := range below(New()) {
		for _, name := range []string{"seed", "workers", "db", "quiet", "position", "fresh", "book", "no-color"} {
			flag := cmd.Flags().Lookup(name)
			if flag == nil || flag.Usage == texts[name] {
				continue
			}
			if texts[name] != "" {
				t.Errorf("%s --%s is %q, elsewhere %q", cmd.CommandPath(), name, flag.Usage, texts[name])
			}
			texts[name] = flag.Usage
		}
	}
}

// TestFlagsHaveNamesOfValues checks that the help shows no flag with a Go type as the name of its value.
func TestFlagsHaveNamesOfValues(t *testing.T) {
	types := regexp.MustCompile(`--[a-z0-9-]+ (u?int[0-9]*|float[0-9]*|strings?|duration|text|range) `)
	for _, cmd := range below(New()) {
		words := append([]string{"help"}, strings.Fields(cmd.CommandPath())[1:]...)
		if _, stdout, _ := pillars(append(words, "--all")...); types.MatchString(stdout) {
			t.Errorf("%v: %q", words, types.FindAllString(stdout, -1))
		}
	}
}

// below returns all commands below one, except those for the shell's completion.
func below(cmd *cobra.Command) (all []*cobra.Command) {
	for _, child := range cmd.Commands() {
		if child.Name() != "completion" {
			all = append(append(all, child), below(child)...)
		}
	}
	return all
}

// shellWords returns the words of a command line up to a pipe or redirection.
func shellWords(line string) (words []string) {
	parts := strings.FieldsFunc(strings.TrimSpace(line), func() func(rune) bool {
		quote := rune(0)
		return func(r rune) bool {
			switch {
			case quote == r:
				quote = 0
			case quote == 0 && (r == '"' || r == '\''):
				quote = r
			}
			return quote == 0 && r == ' '
		}
	}())
	for _, part := range parts {
		if strings.HasPrefix(part, ">") || part == "|" || part == "&&" {
			break
		}
		words = append(words, strings.Trim(part, `"'`))
	}
	return words
}

func parseExample(words []string) (of string, err error) {
	if len(words) == 0 || words[0] != "pillars" {
		return "", errors.New("it does not begin with pillars")
	}
	root := New()
	cmd, rest, err := root.Find(words[1:])
	if err == nil && cmd == root {
		err = errors.New("it names no command")
	}
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	return cmd.CommandPath(), err
}

// TestFullDisk checks that a failed write of results is an error.
func TestFullDisk(t *testing.T) {
	var stderr bytes.Buffer
	code := Run([]string{"legal"}, strings.NewReader(""), failingWriter{}, &stderr)
	if code != cli.ExitFailed || !strings.Contains(stderr.String(), "no space") {
		t.Errorf("exit code %d, message %q", code, stderr.String())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

// TestCompletion asks for completions as a shell does.
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
