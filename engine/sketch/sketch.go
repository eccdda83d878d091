// Package sketch edits the texts of positions square by square, for editors of positions. The positions may be illegal:
// a sketch knows the form of a game's texts, but not its rules.
package sketch

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Sketch is a position being edited. After every change of the board, its methods update the text.
type Sketch struct {
	Diagram engine.Diagram // the board, without notes
	Fields  []string       // the fields of the text; the first one is the board
	form    engine.Form
}

// Read reads a position text of a game with the given form. It returns an error if the text does not have that form.
func Read(form engine.Form, text string) (*Sketch, error) {
	fields, err := base.Fields(text, &form)
	if err != nil {
		return nil, err
	}
	ranks, files, err := readRanks(fields[0])
	if err != nil {
		return nil, err
	}
	s := &Sketch{Fields: fields, form: form}
	s.Diagram, err = base.Picture(&form, files, len(ranks), func(file, rank int) (text string, square bool) {
		row := ranks[rank]
		file -= (files - len(row)) / 2 // a rank without its corners begins at file b
		if file < 0 || file >= len(row) {
			return "", false
		}
		return row[file], true
	})
	if err != nil {
		return nil, err
	}
	if form.Barriers > 0 {
		base.DrawBarriers(s.Diagram, fields[form.Barriers])
	}
	s.write()
	return s, nil
}

// readRanks returns the texts of a board's squares, from the lowest rank to the highest, and the number of files. A
// rank without its corners has two squares fewer than there are files.
func readRanks(board string) (ranks [][]string, files int, err error) {
	rows := strings.Split(board, "/")
	if len(rows) > base.LongestRank {
		return nil, 0, fmt.Errorf("board: %d ranks; at most %d are possible", len(rows), base.LongestRank)
	}
	slices.Reverse(rows)
	ranks = make([][]string, len(rows))
	for i, row := range rows {
		texts := make([]string, base.LongestRank) // "" for an empty square
		count, err := base.ReadRow(row, "squares", len(texts), func(text string, n int) error {
			if texts[n] = text; text == "" {
				return errors.New("a square is missing; x is an empty one")
			}
			return nil
		})
		if err != nil {
			return nil, 0, fmt.Errorf("board: rank %d %q: %w", i+1, row, err)
		}
		ranks[i], files = texts[:count], max(files, count)
	}
	for i, rank := range ranks {
		if len(rank) != files && len(rank) != files-2 {
			return nil, 0, fmt.Errorf("board: rank %d has %d squares, another one %d", i+1, len(rank), files)
		}
	}
	return ranks, files, nil
}

// String returns the text of the position.
func (s *Sketch) String() string { return strings.Join(s.Fields, " ") }

// Pieces returns the pieces for a palette: all pieces of the seats that, by the position's text, take part in the game.
func (s *Sketch) Pieces() []engine.FormPiece {
	all := s.form.Pieces
	if s.form.Seats == 0 {
		return all
	}
	seats := strings.Count(s.Fields[s.form.Seats], "/") + 1
	// The form lists the pieces of MaxSeats seats, the first seat's first, with the same number of pieces for each
	// seat.
	return all[:min(seats, engine.MaxSeats)*len(all)/engine.MaxSeats]
}

// Clear takes all pieces from the board.
func (s *Sketch) Clear() {
	for i := range s.Diagram.Cells {
		s.Diagram.Cells[i].Pieces = nil
	}
	s.write()
}

// Square returns the square with the given name, or nil.
func (s *Sketch) Square(name string) *engine.Cell {
	for i := range s.Diagram.Cells {
		if cell := &s.Diagram.Cells[i]; cell.Kind == engine.Square && cell.Name == name {
			return cell
		}
	}
	return nil
}

// Put puts the piece with the given text on top of a square, or takes the top piece away if the text is "x". If the
// piece cannot stand on the pieces there, by shape or colour, it replaces them. Put returns false if the game has no
// such piece.
func (s *Sketch) Put(square *engine.Cell, text string) bool {
	here := square.Pieces
	top := len(here) - 1
	if text == "x" {
		square.Pieces = here[:max(top, 0)]
		s.write()
		return true
	}
	i := slices.IndexFunc(s.form.Pieces, func(p engine.FormPiece) bool { return p.Text == text })
	if i < 0 {
		return false
	}
	put := s.form.Pieces[i].Piece
	if top >= 0 && (base.Alone(put) || base.Alone(here[top]) || s.form.Counted && here[top] != put) {
		here = nil
	}
	square.Pieces = append(here, put)
	s.write()
	return true
}

// write updates the text of the board.
func (s *Sketch) write() {
	s.Fields[0] = base.BoardText(s.Diagram.Files, s.Diagram.Ranks, s.squareText)
}

func (s *Sketch) squareText(file, rank int) (text string, square bool) {
	cell := s.Diagram.Cells[rank*s.Diagram.Files+file]
	if cell.Kind == engine.Hole {
		return base.Hole, true
	}
	for _, piece := range cell.Pieces {
		i := slices.IndexFunc(s.form.Pieces, func(p engine.FormPiece) bool { return p.Piece == piece })
		text += s.form.Pieces[i].Text
	}
	if height := len(cell.Pieces); s.form.Counted && height > 1 {
		text = text[:1] + strconv.Itoa(height)
	}
	return text, cell.Kind == engine.Square
}
