package diagram

import (
	"fmt"

	"pillars/engine"
)

// maxFiles is the number of letters that files can have.
const maxFiles = 26

// check reports why a diagram cannot be drawn.
func check(d engine.Diagram) error {
	if d.Files < 1 || d.Files > maxFiles || d.Ranks < 1 {
		return fmt.Errorf("diagram: a board of %d files and %d ranks; it needs 1 to %d files and at least 1 rank", d.Files, d.Ranks, maxFiles)
	}
	if len(d.Cells) != d.Files*d.Ranks {
		return fmt.Errorf("diagram: %d cells for %d files and %d ranks; it needs %d", len(d.Cells), d.Files, d.Ranks, d.Files*d.Ranks)
	}
	for i, cell := range d.Cells {
		if err := checkCell(cell); err != nil {
			return fmt.Errorf("diagram: file %d, rank %d: %w", i%d.Files+1, i/d.Files+1, err)
		}
	}
	return nil
}

func checkCell(cell engine.Cell) error {
	if cell.Kind > engine.Hole {
		return fmt.Errorf("unknown kind of cell %d", cell.Kind)
	}
	if cell.Kind != engine.Square && len(cell.Pieces) > 0 {
		return fmt.Errorf("%d pieces where there is no square", len(cell.Pieces))
	}
	for _, piece := range cell.Pieces {
		switch {
		case piece.Color > engine.Blue:
			return fmt.Errorf("unknown colour %d", piece.Color)
		case piece.Shape > engine.Pawn:
			return fmt.Errorf("unknown shape %d", piece.Shape)
		case piece.Shape != engine.Man && len(cell.Pieces) > 1:
			return fmt.Errorf("a %s in a stack; only men stand on one another", shapeNames[piece.Shape])
		}
	}
	return nil
}

// at is the cell at a file and a rank counted from 0, the zero Cell outside the board.
func at(d engine.Diagram, file, rank int) engine.Cell {
	if file < 0 || rank < 0 || file >= d.Files || rank >= d.Ranks {
		return engine.Cell{}
	}
	return d.Cells[rank*d.Files+file]
}
