package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/tournament/runner"
)

// UseColor reports whether to print in colours to w: w must be a terminal, and the variable NO_COLOR not set.
func UseColor(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && IsTerminal(w) }

// IsTerminal reports whether w writes to a terminal.
func IsTerminal(w io.Writer) bool {
	if checked, ok := w.(*checkedWriter); ok {
		w = checked.to
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// checkedWriter remembers the first error of writing. [Execute] prints this error and fails, so commands may ignore
// errors of single prints.
type checkedWriter struct {
	to  io.Writer
	err error
}

// Columns returns the greatest width of lines in characters, or 0 for no limit.
func (w *checkedWriter) Columns() int { return columns(w.to) }

// terminalColumns returns the width of the terminal w, in characters, or 0 if w is not a terminal.
func terminalColumns(w io.Writer) (columns int) {
	if file, ok := w.(*os.File); ok {
		columns, _, _ = term.GetSize(int(file.Fd()))
	}
	return columns
}

// columns returns the width of lines written to w, 0 for no limit: the environment variable PILLARS_COLUMNS or, if it
// is not set, the width of the terminal.
func columns(w io.Writer) int {
	if wanted, err := strconv.Atoi(os.Getenv("PILLARS_COLUMNS")); err == nil {
		return max(0, wanted)
	}
	return terminalColumns(w)
}

// Write implements [io.Writer].
func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("writing the results: %w", err)
	}
	return n, err
}

// PrintJSON writes values as lines of JSON.
func PrintJSON(w io.Writer, values ...any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, value := range values {
		if err := encoder.Encode(value); err != nil {
			return err
		}
	}
	return nil
}

// Printed is an answer that can be printed as text and as JSON.
type Printed interface {
	Records() []any // the values that are printed as JSON, one a line
	WriteText(io.Writer) error
}

// JSONFlag adds --json. [JSON], [Print] and [Answer] use it.
func JSONFlag(cmd *cobra.Command, usage string) { cmd.Flags().Bool("json", false, usage) }

// JSON reports whether --json is given.
func JSON(cmd *cobra.Command) bool { return given(cmd, "json") }

// CSV reports whether --csv is given.
func CSV(cmd *cobra.Command) bool { return given(cmd, "csv") }

// QuietFlag adds --quiet. [Quiet] and [NewScreen] use it.
func QuietFlag(cmd *cobra.Command) { cmd.Flags().Bool("quiet", false, "print only results and errors") }

// Quiet reports whether --quiet is given.
func Quiet(cmd *cobra.Command) bool { return given(cmd, "quiet") }

func given(cmd *cobra.Command, flag string) bool {
	on, err := cmd.Flags().GetBool(flag)
	return on && err == nil
}

// Print prints an answer: as lines of JSON with --json, as CSV with --csv if the answer has a CSV form, otherwise as
// text.
func Print(cmd *cobra.Command, answer Printed) error {
	w := cmd.OutOrStdout()
	if JSON(cmd) {
		return PrintJSON(w, answer.Records()...)
	}
	if sheet, ok := answer.(interface{ WriteCSV(io.Writer) error }); ok && CSV(cmd) {
		return sheet.WriteCSV(w)
	}
	return answer.WriteText(w)
}

// Answer prints facts as a line of JSON with --json, otherwise a formatted text.
func Answer(cmd *cobra.Command, facts any, format string, args ...any) error {
	if JSON(cmd) {
		return PrintJSON(cmd.OutOrStdout(), facts)
	}
	return table.Printf(cmd.OutOrStdout(), format+"\n", args...)
}

// NewScreen returns a screen that shows the progress of a command on the standard error. With --quiet it shows nothing.
func NewScreen(cmd *cobra.Command) *progress.Screen { return ScreenOn(cmd.ErrOrStderr(), Quiet(cmd)) }

// ScreenOn returns a screen that shows progress on out, or nothing if quiet is set.
func ScreenOn(out io.Writer, quiet bool) *progress.Screen {
	width := func() int {
		wanted, terminal := columns(out), terminalColumns(out)
		if wanted == 0 || 0 < terminal && terminal < wanted {
			return terminal
		}
		return wanted
	}
	live := terminalColumns(out) > 0 && os.Getenv("TERM") != "dumb" // the cursor of such a terminal cannot be moved
	return progress.NewScreen(out, live, width, quiet, time.Now)
}

// Interruptible returns a context that ends when the user interrupts the program.
func Interruptible(ctx context.Context) (context.Context, func()) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// Interrupting calls do. Until do returns, an interrupt ends the context of cmd. If do returns an error after an
// interrupt, Interrupting returns an [Interrupted] error with the text instead.
func Interrupting(cmd *cobra.Command, text string, do func() error) error {
	before := cmd.Context()
	ctx, release := Interruptible(before)
	defer release()
	cmd.SetContext(ctx)
	defer cmd.SetContext(before)
	err := do()
	if err != nil && ctx.Err() != nil {
		return Interrupted("%s", text)
	}
	return err
}

// Watching calls do as [Interrupting] does, with a screen on which to show progress.
func Watching(cmd *cobra.Command, text string, do func(*progress.Screen) error) error {
	return Interrupting(cmd, text, func() error {
		screen := NewScreen(cmd)
		defer screen.Clear()
		return do(screen)
	})
}

// NewStops starts to handle interrupts as [runner.NewStops] does. At the first interrupt it prints what the program is
// finishing, such as "the games in play".
func NewStops(ctx context.Context, say *progress.Screen, finishing string) (context.Context, *runner.Stops) {
	return runner.NewStops(ctx, func() { say.Sayf("finishing %s; press Ctrl-C again to stop at once", finishing) })
}
