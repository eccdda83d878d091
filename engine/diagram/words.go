package diagram

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// colorLetters are the colours' letters in position texts.
var colorLetters = [...]string{engine.White: "w", engine.Black: "b", engine.Red: "r", engine.Blue: "u"}

var shapeNames = [...]string{engine.Man: "man", engine.Pillar: "pillar", engine.Tower: "tower", engine.Pawn: "pawn"}

// letter is the piece's letter in position texts, two for a tower or a pawn.
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

// title says in words what a cell holds.
func title(cell engine.Cell) string {
	words := cell.Name + ": " + contents(cell)
	var sides []string
	if cell.North {
		sides = append(sides, "north")
	}
	if cell.East {
		sides = append(sides, "east")
	}
	if len(sides) > 0 {
		words += "; barrier " + strings.Join(sides, " and ")
	}
	return words
}

func contents(cell engine.Cell) string {
	switch {
	case cell.Kind == engine.Hole:
		return "hole"
	case len(cell.Pieces) == 0:
		return "empty"
	case len(cell.Pieces) == 1:
		piece := cell.Pieces[0]
		return piece.Color.String() + " " + shapeNames[piece.Shape]
	}
	letters := make([]string, len(cell.Pieces))
	for i, piece := range cell.Pieces {
		letters[i] = letter(piece)
	}
	return fmt.Sprintf("height %d, bottom to top %s", len(cell.Pieces), strings.Join(letters, " "))
}

// run is some pieces of one kind, one on another.
type run struct {
	piece  engine.Piece
	length int
}

// runs splits a stack from bottom to top.
func runs(pieces []engine.Piece) []run {
	var out []run
	for _, piece := range pieces {
		if last := len(out) - 1; last >= 0 && out[last].piece == piece {
			out[last].length++
		} else {
			out = append(out, run{piece, 1})
		}
	}
	return out
}
