package tournament

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// BookEntry is an opening of a book, with what is to be said about it.
type BookEntry struct {
	Opening
	Remark string
}

// WriteBook writes a book that [ReadBook] reads, under a header of remarks.
func WriteBook(w io.Writer, header []string, entries []BookEntry) error {
	out := bufio.NewWriter(w)
	for _, remark := range header {
		fmt.Fprintf(out, "# %s\n", oneLine(remark))
	}
	for _, entry := range entries {
		out.WriteString(entry.Opening.String())
		if entry.Remark != "" {
			fmt.Fprintf(out, " # %s", oneLine(entry.Remark))
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// oneLine is a text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
