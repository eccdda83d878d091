package engine

// Diagram is a board as it is drawn, free of any game's rules. Package engine/diagram draws it.
type Diagram struct {
	Files, Ranks int
	// Cells holds Ranks rows of Files cells, the lowest rank first.
	Cells []Cell
	// Notes are lines to print beside the board: who acts, reserves, the turn.
	Notes []string
}

// Cell is one place of a Diagram. The zero Cell is a place where the board has no square.
type Cell struct {
	Kind   CellKind
	Name   string  // its text in step notation
	Pieces []Piece // from bottom to top
	North  bool    // a barrier stands on the edge to the next rank
	East   bool    // a barrier stands on the edge to the next file
}

// CellKind says what a Cell is.
type CellKind uint8

// The kinds of cells.
const (
	NoCell CellKind = iota
	Square
	Hole
)

// Piece is one piece in a Cell.
type Piece struct {
	Color Color
	Shape Shape
}

// Color is a piece's colour.
type Color uint8

// The colours of the pieces of the family.
const (
	White Color = iota
	Black
	Red
	Blue
)

// String is the colour's name, in lower case.
func (c Color) String() string { return [...]string{"white", "black", "red", "blue"}[c] }

// Shape tells pieces of different powers apart.
type Shape uint8

// The shapes of the pieces of the family.
const (
	Man Shape = iota
	Pillar
	Tower
	Pawn
)
