package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/results/stats"
	"pillars/search"
)

// UseColor reports whether a command may print its results in colours: on a terminal, and unless the user asked for
// none.
func UseColor(cmd *cobra.Command) bool { return useColorOn(cmd, cmd.OutOrStdout()) }

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

// checkedWriter remembers that writing failed, so that a full disk does not pass for success though prints go
// unchecked.
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

// Answer prints an answer as JSON where that is wanted, and else as text.
func Answer(w io.Writer, asJSON bool, answer any, format string, args ...any) error {
	if asJSON {
		return PrintJSON(w, answer)
	}
	_, err := fmt.Fprintf(w, format+"\n", args...)
	return err
}

// RateText is a number of games per second or, when that is below 1, per minute.
func RateText(perSecond float64) string {
	if perSecond < 1 {
		return stats.FormatNumber(60*perSecond, 1) + "/min"
	}
	return stats.FormatNumber(perSecond, 1) + "/s"
}

// ScoreText is a score as people read it: the expected result in per cent, then logits or the distance of a proven end.
func ScoreText(score search.Score) string {
	return fmt.Sprintf("%.1f %% (%s)", 100*score.Expectation(), score)
}

// BigNumber writes large numbers short: 950, 12.3k, 4.56M.
func BigNumber(n float64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.3gG", n/1e9)
	case n >= 999.5e3:
		return fmt.Sprintf("%.3gM", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.3gk", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}

// Logits turns hundredths into whole ones.
func Logits[T ~int | ~float64](hundredths T) float64 { return float64(hundredths) / 100 }
