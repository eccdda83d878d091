// Package export writes stored games for other programs: as PGN, as lines of JSON, as a table of comma-separated
// values. Games are written one by one as they come, so a run of any length passes through little memory.
//
//	format  holds                                   for
//	jsonl   everything that is stored               scripts; a line is a [Record]
//	csv     who played whom and how it ended        spreadsheets, data frames
//	pgn     the moves, the result, all other facts  rating programs such as Ordo and BayesElo
package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/tournament"
)

// Writer writes games in one format.
type Writer interface {
	// Write writes a game. It fails on a game that the format cannot hold, naming it, and when the output fails.
	Write(tournament.Stored) error
	// Flush writes what is held back. It is called once, after the last game.
	Flush() error
}

// Options say how games are written.
type Options struct {
	Format string // one of [Formats]
	Seats  int    // of the game with the most seats: a table has columns for so many
}

// Formats are the names of the formats, the fullest first.
func Formats() []string { return []string{"jsonl", "csv", "pgn"} }

// NewWriter begins writing to w.
func NewWriter(w io.Writer, o Options) (Writer, error) {
	switch o.Format {
	case "jsonl":
		return newLinesWriter(w), nil
	case "csv":
		if o.Seats < 2 || o.Seats > engine.MaxSeats {
			return nil, fmt.Errorf("a table for %d seats; games have 2 to %d", o.Seats, engine.MaxSeats)
		}
		return &tableWriter{out: csv.NewWriter(w), seats: o.Seats}, nil
	case "pgn":
		return &pgnWriter{w}, nil
	}
	return nil, fmt.Errorf("format %q is not known; there are %s", o.Format, strings.Join(Formats(), ", "))
}

// FormatOf is the format that a file's name tells by its ending, and whether it does.
func FormatOf(path string) (format string, told bool) {
	ending := strings.TrimPrefix(filepath.Ext(path), ".")
	return ending, slices.Contains(Formats(), ending)
}
