// Package diagram draws an [engine.Diagram]: [Text] for terminals, [SVG] and [SVGRow] for pages and print, [SVGBoard]
// for pages on which people play. A [Film] is a whole game as one animated picture.
//
// Text and pictures show the men of every stack. In text, a stack is written from bottom to top: "wrw". Five men or
// more are written as runs of the same colour with their lengths: "w4rw2". In a picture, a stack is a pile of discs
// seen from the side. From [engine.Diagram.CountFrom] on, a tag shows the height of the stack. Pieces of different
// colours also have different lines (plain, dashed or dotted), for people who cannot distinguish the colours. The light
// falls from the upper left. Every square of a picture has a title, which browsers show as a tooltip and screen readers
// read: "d3: height 5, bottom to top w r r w w". Every part has a class, so that the style sheet of a page can give it
// other colours.
package diagram

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// at returns the cell on a file and rank, counted from 0. Outside the board it returns the zero Cell.
func at(d engine.Diagram, file, rank int) engine.Cell {
	if file < 0 || rank < 0 || file >= d.Files || rank >= d.Ranks {
		return engine.Cell{}
	}
	return d.Cells[rank*d.Files+file]
}

// colorLetters holds the letters of the colours in position texts.
var colorLetters = [...]string{engine.White: "w", engine.Black: "b", engine.Red: "r", engine.Blue: "u"}

var shapeNames = [...]string{engine.Man: "man", engine.Pillar: "pillar", engine.Tower: "tower", engine.Pawn: "pawn"}

// letter returns the text of a piece: a letter for a man or a pillar, two for a tower or a pawn.
func letter(p engine.Piece) string {
	letter := colorLetters[p.Color]
	switch p.Shape {
	case engine.Pillar:
		return strings.ToUpper(letter)
	case engine.Tower:
		return letter + "t"
	case engine.Pawn:
		return letter + "p"
	}
	return letter
}

// Title returns the name of a cell and what is on it, such as "d3: white man; barrier north".
func Title(cell engine.Cell) string {
	words := cell.Name + ": " + contents(cell)
	switch {
	case cell.North && cell.East:
		return words + "; barrier north and east"
	case cell.North:
		return words + "; barrier north"
	case cell.East:
		return words + "; barrier east"
	}
	return words
}

// PieceName returns the name of a piece, such as "white man".
func PieceName(p engine.Piece) string { return p.Color.String() + " " + shapeNames[p.Shape] }

// contents says what is on a cell, such as "white man" or "height 2, bottom to top w r".
func contents(cell engine.Cell) string {
	switch {
	case cell.Kind == engine.Hole:
		return "hole"
	case len(cell.Pieces) == 0:
		return "empty"
	case len(cell.Pieces) == 1:
		return PieceName(cell.Pieces[0])
	}
	letters := make([]string, len(cell.Pieces))
	for i, piece := range cell.Pieces {
		letters[i] = letter(piece)
	}
	return fmt.Sprintf("height %d, bottom to top %s", len(cell.Pieces), strings.Join(letters, " "))
}

// run is a sequence of equal pieces that lie on one another in a stack.
type run struct {
	piece  engine.Piece
	length int
}

// runs splits a stack into runs of at most most pieces.
func runs(pieces []engine.Piece, most int) []run {
	var out []run
	for _, piece := range pieces {
		if last := len(out) - 1; last >= 0 && out[last].piece == piece && out[last].length < most {
			out[last].length++
		} else {
			out = append(out, run{piece, 1})
		}
	}
	return out
}
