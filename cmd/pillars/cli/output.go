package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/results/stats"
)

// UseColor reports whether a command may print its results in colours: on a terminal, and unless the user asked for none.
func UseColor(cmd *cobra.Command) bool { return useColorOn(cmd, cmd.OutOrStdout()) }

// useColorOn is the same for another writer of the command.
func useColorOn(cmd *cobra.Command, w io.Writer) bool {
	plain, err := cmd.Flags().GetBool("no-color")
	return err == nil && !plain && os.Getenv("NO_COLOR") == "" && IsTerminal(w)
}

// Alarm is a text in red, where colours may be printed.
func Alarm(cmd *cobra.Command, w io.Writer, text string) string {
	if !useColorOn(cmd, w) {
		return text
	}
	return "\x1b[31m" + text + "\x1b[0m"
}

// IsTerminal reports whether w ends at a terminal.
func IsTerminal(w io.Writer) bool {
	if checked, ok := w.(*checkedWriter); ok {
		w = checked.to
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// checkedWriter remembers that writing failed, so that a full disk does not pass for success though prints go unchecked.
type checkedWriter struct {
	to  io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("writing the results: %w", err)
	}
	return n, err
}

// Shortened is a text cut to so many characters.
func Shortened(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(0, width-1)]) + "…"
	}
	return text
}

// RateText is a number of games per second or, when that is below 1, per minute.
func RateText(perSecond float64) string {
	if perSecond < 1 {
		return stats.FormatNumber(60*perSecond, 1) + "/min"
	}
	return stats.FormatNumber(perSecond, 1) + "/s"
}

// TerminalWidth is the room for a line on w; off a terminal there is plenty.
func TerminalWidth(w io.Writer) int {
	const plenty = 1000
	file, ok := w.(*os.File)
	if !ok {
		return plenty
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 2 {
		return plenty
	}
	return width - 1
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
