package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/engine/enginetest/require"
)

// command returns a command "walk" with many kinds of flags, for which it has read the words.
func command(t *testing.T, words ...string) *cobra.Command {
	t.Helper()
	cmd := New("walk", "", func(*cobra.Command, []string) error { return nil })
	set := cmd.Flags()
	set.String("book", "", "")
	set.Bool("fast", false, "")
	set.Int("count", 3, "")
	set.StringArray("option", nil, "")
	require.NoError(t, cmd.ParseFlags(words))
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
