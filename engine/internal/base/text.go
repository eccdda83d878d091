// Package base holds code that several games share: bitboards, board texts and diagrams, names of features and
// patterns, methods of rules, random numbers, perft and counts of repetitions.
package base

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// BoardText returns the text of a board, such as "w,x3/x2,r,x". Ranks come from the highest to the lowest, separated by
// "/", and the squares of a rank are separated by ",". "x3" means three empty squares. The function textAt returns the
// text of a square, "" if the square is empty, and whether the board has this square.
func BoardText(files, ranks int, textAt func(file, rank int) (text string, onBoard bool)) string {
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
			if text, onBoard := textAt(file, ranks-1-i); onBoard && text == "" {
				run++
			} else if onBoard {
				endRun()
				row = append(row, text)
			}
		}
		endRun()
		rows[i] = strings.Join(row, ",")
	}
	return strings.Join(rows, "/")
}

// Diagram returns a picture of a position's board. The function textAt returns the text of a square, as for
// [BoardText]. Diagram adds a first note that names the player to act or the winner.
func Diagram(p engine.Position, form *engine.Form, files, ranks int,
	textAt func(file, rank int) (text string, onBoard bool), notes ...string) engine.Diagram {
	d, _ := Picture(form, files, ranks, textAt) // no error: a position writes only texts that its form allows
	d.Notes = append([]string{stateNote(p)}, notes...)
	return d
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

// Board returns a reader of board texts that calls put for every square that is not empty. The function span says which
// files f a rank of the board has: first <= f < end. Errors use the game's word for squares, such as "cells".
func Board(word string, span func(rank int) (first, end int),
	put func(text string, file, rank int) error) func(string) error {
	return func(text string) error {
		rows := strings.Split(text, "/")
		for i, row := range rows {
			rank := len(rows) - 1 - i
			first, end := span(rank)
			count, err := ReadRow(row, word, end-first, func(text string, n int) error {
				return put(text, first+n, rank)
			})
			if err == nil && count != end-first {
				err = fmt.Errorf("%d %s; wanted %d", count, word, end-first)
			}
			if err != nil {
				return fmt.Errorf("board: rank %d %q: %w", rank+1, row, err)
			}
		}
		return nil
	}
}

// Corner reports whether a square is a corner of a square board.
func Corner(file, rank, size int) bool {
	return (file == 0 || file == size-1) && (rank == 0 || rank == size-1)
}

// Cornerless returns the function span that [Board] needs to read a square board without corners.
func Cornerless(size int) func(rank int) (first, end int) {
	return func(rank int) (first, end int) {
		if Corner(0, rank, size) {
			return 1, size - 1
		}
		return 0, size
	}
}

// Width returns the number of squares in the highest rank of a board text. It returns an error if there are more than
// most squares. word is the game's word for squares, for errors.
func Width(text, word string, most int) (int, error) {
	row, _, _ := strings.Cut(text, "/")
	width, err := ReadRow(row, word, most, func(string, int) error { return nil })
	if err != nil {
		return 0, fmt.Errorf("board: rank %d %q: %w", strings.Count(text, "/")+1, row, err)
	}
	return width, nil
}

// ReadRow reads the text of one rank and returns the number of its squares. It returns an error if there are more than
// most squares. It calls put with the text and the index, from 0, of each square that is not empty. word is the game's
// word for squares, for errors.
func ReadRow(row, word string, most int, put func(text string, n int) error) (count int, err error) {
	for _, item := range strings.Split(row, ",") {
		empty, err := emptySquares(item, word)
		if err != nil {
			return 0, err
		}
		squares := max(empty, 1) // an item without empty squares is the text of one square
		if count+squares > most {
			return 0, fmt.Errorf("more than %d %s", most, word)
		}
		if empty == 0 {
			if err := put(item, count); err != nil {
				return 0, err
			}
		}
		count += squares
	}
	return count, nil
}

// emptySquares returns how many empty squares an item of a rank means: 1 for "x", 5 for "x5", and 0 for the text of a
// square that is not empty.
func emptySquares(item, word string) (int, error) {
	digits, isRun := strings.CutPrefix(item, "x")
	switch {
	case !isRun:
		return 0, nil
	case digits == "":
		return 1, nil
	}
	n, err := Number(digits)
	if err != nil || n < 1 || n > LongestRank {
		return 0, fmt.Errorf("%q is not a number of empty %s", item, word)
	}
	return n, nil
}

// Number parses a whole number of at least 0, written without sign or leading zeros.
func Number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && strconv.Itoa(n) != text || n < 0 {
		err = fmt.Errorf("%q is not a plain number", text)
	}
	return n, err
}

// Fields splits a position text at blanks. It returns an error unless the text consists of a board and one part for
// each field of the form.
func Fields(text string, form *engine.Form) ([]string, error) {
	fields, wanted := strings.Fields(text), len(form.Fields)+1
	if len(fields) != wanted {
		names := "board"
		for _, field := range form.Fields {
			names += ", " + field.Name
		}
		return nil, fmt.Errorf("position %q: fields: %d; wanted %d: %s", text, len(fields), wanted, names)
	}
	return fields, nil
}

// Read splits a position text with [Fields] and passes each part to one of the readers, in order. The first reader gets
// the board. Read stops at the first error.
func Read(text string, form *engine.Form, readers ...func(string) error) error {
	fields, err := Fields(text, form)
	for i := 0; i < len(fields) && err == nil; i++ {
		err = readers[i](fields[i])
	}
	return err
}

// OneOf returns a reader for a field that has a list of values. The reader stores the index of the value in *place.
func OneOf[T ~uint8](field engine.Option, place *T) func(string) error {
	return func(text string) error {
		index := slices.Index(field.Values, text)
		if index < 0 {
			var known []string
			for _, value := range field.Values {
				known = append(known, fmt.Sprintf("%s (%s)", value, field.Words(value)))
			}
			return fmt.Errorf("%s %q: must be one of %s", field.Name, text, strings.Join(known, ", "))
		}
		*place = T(index)
		return nil
	}
}

// Turn returns a reader for a turn number, which it stores in *turn.
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

// Hole is the text of a hole in a position text.
const Hole = "o"

// LongestRank is the largest number of squares in a rank, and the largest height of a stack written with a number.
const LongestRank = 16

// LetterField returns a field of a position text whose values are letters, described by words in the same order. usual
// is the field's default, or "" for none.
func LetterField(name, title, usual, letters string, words ...string) engine.Option {
	return engine.Option{Name: name, Title: title, Default: usual, Values: strings.Split(letters, ""),
		Words: func(letter string) string { return words[strings.Index(letters, letter)] }}
}

// Words returns a function for [engine.Option.Words]. The arguments are values, each followed by its words.
func Words(pairs ...string) func(value string) string {
	return func(value string) string { return pairs[slices.Index(pairs, value)+1] }
}

// Pieces returns the pieces with the given texts, which are separated by blanks. A text is the letter of a colour: w,
// b, r or u (blue). A pillar has a capital letter; a tower has t after the letter, and a pawn p.
func Pieces(texts string) (all []engine.FormPiece) {
	for text := range strings.FieldsSeq(texts) {
		lower := strings.ToLower(text[:1])
		piece := engine.Piece{Color: engine.Color(strings.Index("wbru", lower))}
		switch {
		case text[1:] == "t":
			piece.Shape = engine.Tower
		case text[1:] == "p":
			piece.Shape = engine.Pawn
		case text != lower:
			piece.Shape = engine.Pillar
		}
		all = append(all, engine.FormPiece{Text: text, Piece: piece})
	}
	return all
}

// Picture returns the picture of a board without barriers. The function textAt returns the text of a square, as for
// [BoardText]. The error is not nil if the text of a square is neither empty nor made of pieces of the form.
func Picture(form *engine.Form, files, ranks int, textAt func(file, rank int) (text string, onBoard bool)) (
	d engine.Diagram, err error) {
	d = engine.Diagram{Files: files, Ranks: ranks, CountFrom: form.CountFrom}
	for i := range files * ranks {
		var cell engine.Cell
		if text, onBoard := textAt(i%files, i/files); onBoard {
			cell = engine.Cell{Kind: engine.Square, Name: string(rune('a'+i%files)) + strconv.Itoa(i/files+1)}
			if form.Holes && text == Hole {
				cell.Kind = engine.Hole
			} else if text != "" {
				if cell.Pieces, err = SquarePieces(form, text); err != nil {
					return d, fmt.Errorf("board: square %s: %w", cell.Name, err)
				}
			}
		}
		d.Cells = append(d.Cells, cell)
	}
	return d, nil
}

// SquarePieces returns the pieces that the text of a square means, from bottom to top. There is at least one.
func SquarePieces(form *engine.Form, text string) (all []engine.Piece, err error) {
	for rest := text; rest != "" || all == nil; {
		if height, err := Number(rest); form.Counted && len(all) == 1 && err == nil {
			if 1 < height && height <= LongestRank { // a stack of one colour, such as "w3"
				return slices.Repeat(all, height), nil
			}
		}
		i := slices.IndexFunc(form.Pieces, func(p engine.FormPiece) bool { return strings.HasPrefix(rest, p.Text) })
		// After the first piece, only men on men can follow, and in a counted stack no piece at all.
		if i < 0 || len(all) > 0 && (form.Counted || Alone(form.Pieces[i].Piece) || Alone(all[0])) {
			return nil, fmt.Errorf("%q is neither empty (x) nor pieces of the game", text)
		}
		all, rest = append(all, form.Pieces[i].Piece), rest[len(form.Pieces[i].Text):]
	}
	return all, nil
}

// Alone reports whether a piece never shares its square with another piece. This is so for all shapes except men.
func Alone(piece engine.Piece) bool { return piece.Shape != engine.Man }

// DrawBarriers adds the barriers of a list such as "d4|n,e2|e" to a picture. It skips barriers that it cannot read.
func DrawBarriers(d engine.Diagram, list string) {
	for item := range strings.SplitSeq(list, ",") {
		name, side, _ := strings.Cut(item, "|")
		for i := range d.Cells {
			if cell := &d.Cells[i]; cell.Name == name && name != "" {
				cell.North, cell.East = cell.North || side == "n", cell.East || side == "e"
			}
		}
	}
}

// Count returns a number with its noun, such as "1 man" or "3 men".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// List joins words as in "a, b and c".
func List(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return strings.Join(words, "")
}

// TurnWords describes a turn by joining the words of its steps with "; then ". The function say returns the words of
// one step, given the positions before and after the step. Later calls overwrite these positions. Words that begin with
// a semicolon state a consequence of the step before, so they get no "then".
func TurnWords[P engine.Position](p P, steps []engine.Step, say func(before, after P, step engine.Step) string) string {
	words := ""
	before, after := p.Clone().(P), p.Clone().(P)
	for _, step := range steps {
		before.PlayInto(step, after)
		said := say(before, after, step)
		if words != "" && said != "" && said[0] != ';' {
			words += "; then "
		}
		words += said
		before, after = after, before
	}
	return strings.TrimPrefix(words, "; ")
}
