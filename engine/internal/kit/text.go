// Package kit holds what the games share: bitboards, board texts and diagrams, names of features and patterns, methods
// of rules, random numbers, perft and counts of repetitions.
package kit

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
)

// BoardText returns a board as text, with ranks from the highest to the lowest and runs of empty squares as numbers.
// The function at returns what stands on a square, "" for nothing, and false where the board has no square.
func BoardText(files, ranks int, at func(file, rank int) (text string, square bool)) string {
	rows := make([]string, ranks)
	for i := range rows {
		var row []string
		run := 0
		endRun := func() {
			if run == 1 {
				row = append(row, "x")
			} else if run > 1 {
				row = append(row, "x"+strconv.Itoa(run))
			}
			run = 0
		}
		for file := range files {
			if text, square := at(file, ranks-1-i); square && text == "" {
				run++
			} else if square {
				endRun()
				row = append(row, text)
			}
		}
		endRun()
		rows[i] = strings.Join(row, ",")
	}
	return strings.Join(rows, "/")
}

// Diagram returns a picture of a position's board. The function at is as in [BoardText]; pieces returns the pieces of
// such a text from bottom to top. The first note names the player to act or the winner.
func Diagram(p engine.Position, files, ranks int, at func(file, rank int) (text string, square bool),
	pieces func(text string) []engine.Piece, notes ...string) engine.Diagram {
	d := engine.Diagram{Files: files, Ranks: ranks, Notes: append([]string{stateNote(p)}, notes...)}
	for rank := range ranks {
		for file := range files {
			var cell engine.Cell
			if text, square := at(file, rank); square {
				name := string(rune('a'+file)) + strconv.Itoa(rank+1)
				cell = engine.Cell{Kind: engine.Square, Name: name, Pieces: pieces(text)}
			}
			d.Cells = append(d.Cells, cell)
		}
	}
	return d
}

// Pieces returns a function that converts texts with one letter for each piece.
func Pieces(letters map[rune]engine.Piece) func(text string) []engine.Piece {
	return func(text string) (pieces []engine.Piece) {
		for _, letter := range text {
			pieces = append(pieces, letters[letter])
		}
		return pieces
	}
}

// stateNote returns a line with the turn and the player to act, or with the winner.
func stateNote(p engine.Position) string {
	names, kinds, outcome := p.Rules().SeatNames(), p.Rules().StepKinds(), p.Outcome()
	switch {
	case !outcome.Over() && len(kinds) > 1:
		return fmt.Sprintf("turn %d: %s, %s step", p.Turn(), names[p.Seat()], kinds[p.StepKind()])
	case !outcome.Over():
		return fmt.Sprintf("turn %d: %s", p.Turn(), names[p.Seat()])
	}
	for seat, name := range names {
		if outcome.Score(engine.Seat(seat)) == 1 {
			return fmt.Sprintf("%s wins: %s", name, outcome.Reason)
		}
	}
	return fmt.Sprintf("drawn: %s", outcome.Reason)
}

// Board returns a function that reads board texts and calls put for every square that is not empty. The function span
// returns the files of a rank from first to before end; what is the game's word for squares.
func Board(what string, span func(rank int) (first, end int),
	put func(text string, file, rank int) error) func(string) error {
	return func(text string) error {
		rows := strings.Split(text, "/")
		for i, row := range rows {
			rank := len(rows) - 1 - i
			first, end := span(rank)
			count, err := readRow(row, what, end-first, func(text string, n int) error {
				return put(text, first+n, rank)
			})
			if err == nil && count != end-first {
				err = fmt.Errorf("%d %s; wanted %d", count, what, end-first)
			}
			if err != nil {
				return fmt.Errorf("board: rank %d %q: %w", rank+1, row, err)
			}
		}
		return nil
	}
}

// Corner reports whether a square is a corner of a square board. The boards of some games lack their corners.
func Corner(file, rank, size int) bool {
	return (file == 0 || file == size-1) && (rank == 0 || rank == size-1)
}

// Cornerless returns the function span of [Board] for a square board without corners.
func Cornerless(size int) func(rank int) (first, end int) {
	return func(rank int) (first, end int) {
		if Corner(0, rank, size) {
			return 1, size - 1
		}
		return 0, size
	}
}

// Width returns the number of squares in the highest rank of a board text. More than most are an error.
func Width(text, what string, most int) (int, error) {
	row, _, _ := strings.Cut(text, "/")
	width, err := readRow(row, what, most, func(string, int) error { return nil })
	if err != nil {
		return 0, fmt.Errorf("board: rank %d %q: %w", strings.Count(text, "/")+1, row, err)
	}
	return width, nil
}

// readRow calls put for the squares of a rank that are not empty, and returns the number of all its squares.
func readRow(row, what string, most int, put func(text string, n int) error) (count int, err error) {
	for _, item := range strings.Split(row, ",") {
		run, err := emptyRun(item, what)
		if err != nil {
			return 0, err
		}
		if count+max(run, 1) > most {
			return 0, fmt.Errorf("more than %d %s", most, what)
		}
		if run == 0 {
			if err := put(item, count); err != nil {
				return 0, err
			}
		}
		count += max(run, 1)
	}
	return count, nil
}

// emptyRun returns the number of empty squares that "x" or "x5" stands for, 0 for any other text.
func emptyRun(item, what string) (int, error) {
	digits, isRun := strings.CutPrefix(item, "x")
	switch {
	case !isRun:
		return 0, nil
	case digits == "":
		return 1, nil
	}
	const most = 16 // no board has longer ranks
	n, err := Number(digits)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%q is not a number of empty %s", item, what)
	}
	return n, nil
}

// Number parses decimal digits without sign or leading zeros.
func Number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && strconv.Itoa(n) != text || n < 0 {
		err = fmt.Errorf("%q is not a plain number", text)
	}
	return n, err
}

// Fields splits a position text into fields. Names lists their names, separated by commas.
func Fields(text, names string) ([]string, error) {
	fields, wanted := strings.Fields(text), strings.Count(names, ",")+1
	if len(fields) != wanted {
		return nil, fmt.Errorf("position %q: fields: %d; wanted %d: %s", text, len(fields), wanted, names)
	}
	return fields, nil
}

// Read splits a position text into fields, as [Fields] does, and calls the reader of each field in order.
func Read(text, names string, readers ...func(string) error) error {
	fields, err := Fields(text, names)
	for i := 0; i < len(fields) && err == nil; i++ {
		err = readers[i](fields[i])
	}
	return err
}

// OneOf returns a reader that sets place to the index of a one-letter field in letters. The error for other texts says
// that the field must be wanted, which explains the letters.
func OneOf[T ~uint8](field, letters, wanted string, place *T) func(string) error {
	return func(text string) error {
		at := strings.Index(letters, text)
		if len(text) != 1 || at < 0 {
			return fmt.Errorf("%s %q: must be %s", field, text, wanted)
		}
		*place = T(at)
		return nil
	}
}

// Turn returns a reader of turn numbers.
func Turn(turn *int32) func(string) error {
	return func(text string) error {
		n, err := Number(text)
		if err != nil || n < 1 || n > 1_000_000_000 {
			return fmt.Errorf("turn %q: must be a whole number from 1 to 1000000000", text)
		}
		*turn = int32(n)
		return nil
	}
}
