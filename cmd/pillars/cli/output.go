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

	"pillars/engine/parallel"
	"pillars/results/show/progress"
	"pillars/results/show/table"
)

// UseColor reports whether a command prints its results in colours: on a terminal, unless the user does not want them.
func UseColor(cmd *cobra.Command) bool { return UseColorOn(cmd, cmd.OutOrStdout()) }

// UseColorOn reports whether output to a writer is coloured, see [UseColor].
func UseColorOn(cmd *cobra.Command, w io.Writer) bool {
	return !given(cmd, "no-color") && os.Getenv("NO_COLOR") == "" && IsTerminal(w)
}

// IsTerminal reports whether w writes to a terminal.
func IsTerminal(w io.Writer) bool {
	if checked, ok := w.(*checkedWriter); ok {
		w = checked.to
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// checkedWriter remembers that writing failed, so that a full disk leads to an error though single prints are not
// checked.
type checkedWriter struct {
	to  io.Writer
	err error
}

// Columns returns the width of tables and sentences; 0 for no limit.
func (w *checkedWriter) Columns() int { return columns(w.to) }

// Rows returns the number of lines on the screen; 0 for no limit.
func (w *checkedWriter) Rows() int {
	_, rows := terminalSize(w.to)
	return rows
}

// terminalSize returns the size of the terminal that w writes to; 0 if it is none.
func terminalSize(w io.Writer) (columns, rows int) {
	if file, ok := w.(*os.File); ok {
		columns, rows, _ = term.GetSize(int(file.Fd()))
	}
	return columns, rows
}

// columns returns the width of lines: from the environment, else from the terminal, else 0 for no limit.
func columns(w io.Writer) int {
	if wanted, err := strconv.Atoi(os.Getenv("PILLARS_COLUMNS")); err == nil {
		return max(0, wanted)
	}
	wide, _ := terminalSize(w)
	return wide
}

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
	Records() []any // each a line of JSON
	WriteText(io.Writer) error
}

// JSONFlag adds --json, which [JSON], [Print] and [Answer] read.
func JSONFlag(cmd *cobra.Command, usage string) { cmd.Flags().Bool("json", false, usage) }

// JSON reports whether --json is given.
func JSON(cmd *cobra.Command) bool { return given(cmd, "json") }

// CSV reports whether --csv is given.
func CSV(cmd *cobra.Command) bool { return given(cmd, "csv") }

// QuietFlag adds --quiet, which [Quiet] and [NewScreen] read.
func QuietFlag(cmd *cobra.Command) { cmd.Flags().Bool("quiet", false, "print only results and errors") }

// Quiet reports whether --quiet is given.
func Quiet(cmd *cobra.Command) bool { return given(cmd, "quiet") }

// given reports whether a command has a flag that is on.
func given(cmd *cobra.Command, flag string) bool {
	on, err := cmd.Flags().GetBool(flag)
	return on && err == nil
}

// Print prints an answer as lines of JSON with --json, as CSV with --csv if it has that form, else as text.
func Print(cmd *cobra.Command, answer Printed) error { return PrintTo(cmd.OutOrStdout(), cmd, answer) }

// PrintTo prints an answer as [Print] does, to w.
func PrintTo(w io.Writer, cmd *cobra.Command, answer Printed) error {
	if JSON(cmd) {
		return PrintJSON(w, answer.Records()...)
	}
	if sheet, ok := answer.(interface{ WriteCSV(io.Writer) error }); ok && CSV(cmd) {
		return sheet.WriteCSV(w)
	}
	return answer.WriteText(w)
}

// Answer prints facts as JSON with --json, else a formatted text.
func Answer(cmd *cobra.Command, facts any, format string, args ...any) error {
	return AnswerTo(cmd.OutOrStdout(), cmd, facts, format, args...)
}

// AnswerTo prints facts or a text as [Answer] does, to w.
func AnswerTo(w io.Writer, cmd *cobra.Command, facts any, format string, args ...any) error {
	if JSON(cmd) {
		return PrintJSON(w, facts)
	}
	return table.Printf(w, format+"\n", args...)
}

// NewScreen returns a screen on which a command shows the progress of its work; with --quiet it shows nothing.
func NewScreen(cmd *cobra.Command) *progress.Screen { return ScreenOn(cmd.ErrOrStderr(), Quiet(cmd)) }

// ScreenOn returns a screen that shows progress on out, or nothing if quiet is set.
func ScreenOn(out io.Writer, quiet bool) *progress.Screen {
	size := func() (wide, rows int) {
		if wide = columns(out); os.Getenv("TERM") == "dumb" {
			return wide, 0
		}
		there, rows := terminalSize(out)
		if wide == 0 || rows > 0 && there < wide {
			wide = there
		}
		return wide, rows
	}
	return progress.NewScreen(out, size, quiet, time.Now)
}

// Interruptible returns a context that ends when the user interrupts the program.
func Interruptible(ctx context.Context) (context.Context, func()) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// Interrupting calls do while the context of cmd is [Interruptible]. If do fails after an interrupt, it returns an
// [Interrupted] error with the text instead.
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

// Stops handles interrupts of long work: the first closes Drain, the second ends the context, and the third ends the
// process.
type Stops struct {
	Drain  <-chan struct{}
	cancel context.CancelFunc
	over   chan struct{}
	done   chan struct{} // closed when no one listens any more
}

// NewStops handles interrupts until End is called. At the first it prints what is being finished.
func NewStops(ctx context.Context, say *progress.Screen, finishing string) (context.Context, *Stops) {
	ctx, cancel := context.WithCancel(ctx)
	drain, signals := make(chan struct{}), make(chan os.Signal, 2)
	s := &Stops{drain, cancel, make(chan struct{}), make(chan struct{})}
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(s.done)
		select {
		case <-s.over:
			signal.Stop(signals)
			return
		case <-signals:
			say.Sayf("finishing %s; press Ctrl-C again to stop at once", finishing)
			close(drain)
		}
		select {
		case <-s.over: // signals are still caught: a late one would cut off the command that continues
		case <-signals:
			signal.Stop(signals)
			cancel()
		}
	}()
	return ctx, s
}

// Interrupted reports whether there was an interrupt.
func (s *Stops) Interrupted() bool { return parallel.Closed(s.Drain) }

// End ends the listening and reports whether there was an interrupt.
func (s *Stops) End() bool {
	close(s.over)
	<-s.done
	s.cancel()
	return s.Interrupted()
}
