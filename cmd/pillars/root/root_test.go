package root

import (
	"bytes"
	"cmp"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
)

// pillars runs a command line and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// TestHelp checks that the help of every command begins with examples, and that these examples and their flags exist.
func TestHelp(t *testing.T) {
	for _, cmd := range below(New()) {
		if cmd.Hidden {
			continue
		}
		words := strings.Fields(cmd.CommandPath())[1:]
		code, stdout, _ := pillars(append(words, "--help")...)
		if code != cli.ExitDone || !strings.HasPrefix(stdout, "Examples:") {
			t.Errorf("%v --help ends with %d:\n%s", words, code, stdout)
		}
		for line := range strings.Lines(cmd.Example) {
			if err := parseExample(line); err != nil {
				t.Errorf("%v: %sis no command: %v", words, line, err)
			}
		}
	}
}

// TestFewFlags checks that no command has more than 24 flags, and measure no more than 21. Others
// belong into a run file, or nowhere.
func TestFewFlags(t *testing.T) {
	const most = 24
	exceptions := map[string]int{"measure": 21}
	for _, cmd := range below(New()) {
		flags := 0
		count := func(flag *pflag.Flag) {
			if flag.Name != "help" {
				flags++
			}
		}
		cmd.LocalFlags().VisitAll(count)
		cmd.InheritedFlags().VisitAll(count)
		if flags > cmp.Or(exceptions[cmd.Name()], most) {
			t.Errorf("%s has %d flags", cmd.CommandPath(), flags)
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

// shellWords matches the words of a command line.
var shellWords = regexp.MustCompile(`"[^"]*"|'[^']*'|[^\s"']+`)

// parseExample checks a command line up to a pipe or redirection.
func parseExample(line string) error {
	line, _, _ = strings.Cut(line, " > ")
	line, _, _ = strings.Cut(line, " | ")
	line, _, _ = strings.Cut(line, " && ")
	words := shellWords.FindAllString(line, -1)
	if len(words) == 0 || words[0] != "pillars" {
		return errors.New("it does not begin with pillars")
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
	return err
}

// TestFullDisk checks that a failed write of results is an error.
func TestFullDisk(t *testing.T) {
	var stderr bytes.Buffer
	code := Run([]string{"rules"}, strings.NewReader(""), failingWriter{}, &stderr)
	if code != cli.ExitFailed || !strings.Contains(stderr.String(), "no space") {
		t.Errorf("exit code %d, message %q", code, stderr.String())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }
