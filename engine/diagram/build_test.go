package diagram

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
)

// parse reads boards as these tests write them: ranks from the highest, cells apart by blanks; "." a square, "x" none,
// "o" a hole, men as "wrbu" from bottom to top, "W" a pillar, "wt" a tower, "wp" a pawn; "|" after a cell is a barrier
// to its east, "^" one to its north.
func parse(t testing.TB, ranks ...string) engine.Diagram {
	t.Helper()
	d := engine.Diagram{Ranks: len(ranks)}
	for i := len(ranks) - 1; i >= 0; i-- {
		words := strings.Fields(ranks[i])
		d.Files = len(words)
		for file, word := range words {
			cell := parseCell(t, word)
			cell.Name = string(rune('a'+file)) + string(rune('1'+len(ranks)-1-i))
			d.Cells = append(d.Cells, cell)
		}
	}
	return d
}

func parseCell(t testing.TB, word string) engine.Cell {
	t.Helper()
	cell := engine.Cell{Kind: engine.Square}
	word, cell.North = strings.CutSuffix(word, "^")
	word, cell.East = strings.CutSuffix(word, "|")
	switch word {
	case "x":
		cell.Kind = engine.NoCell
	case "o":
		cell.Kind = engine.Hole
	case ".":
	default:
		cell.Pieces = parsePieces(t, word)
	}
	return cell
}

func parsePieces(t testing.TB, word string) []engine.Piece {
	t.Helper()
	var pieces []engine.Piece
	for _, c := range word {
		switch c {
		case 't':
			pieces[0].Shape = engine.Tower
			continue
		case 'p':
			pieces[0].Shape = engine.Pawn
			continue
		}
		color := strings.IndexRune("wbruWBRU", c)
		if color < 0 {
			t.Fatalf("%q in %q is no piece", c, word)
		}
		pieces = append(pieces, engine.Piece{Color: engine.Color(color % 4), Shape: engine.Shape(color / 4)})
	}
	return pieces
}

// diagrams draws boards with everything that can be drawn.
func diagrams() *rapid.Generator[engine.Diagram] {
	color := rapid.Map(rapid.IntRange(0, 3), func(c int) engine.Color { return engine.Color(c) })
	man := rapid.Map(color, func(c engine.Color) engine.Piece { return engine.Piece{Color: c} })
	return rapid.Custom(func(t *rapid.T) engine.Diagram {
		d := engine.Diagram{Files: rapid.IntRange(1, 6).Draw(t, "files"), Ranks: rapid.IntRange(1, 12).Draw(t, "ranks")}
		for range d.Files * d.Ranks {
			cell := engine.Cell{
				Kind:  engine.CellKind(rapid.IntRange(0, 2).Draw(t, "kind")),
				Name:  rapid.String().Draw(t, "name"),
				North: rapid.Bool().Draw(t, "north"),
				East:  rapid.Bool().Draw(t, "east"),
			}
			if cell.Kind == engine.Square {
				cell.Pieces = rapid.SliceOfN(man, 0, 15).Draw(t, "men")
				if len(cell.Pieces) == 1 {
					cell.Pieces[0].Shape = engine.Shape(rapid.IntRange(0, 3).Draw(t, "shape"))
				}
			}
			d.Cells = append(d.Cells, cell)
		}
		return d
	})
}
