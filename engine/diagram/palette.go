package diagram

import "pillars/engine"

// paint holds the colours, as #rrggbb, in which a picture shows pieces of one colour. Each piece also has a line, the
// mark, that shows its colour to people who cannot distinguish the colours: a plain line on white and black pieces,
// dashes on red ones, dots on blue ones.
type paint struct {
	face string  // of the piece seen from above
	side string  // of the piece seen from the side
	seam string  // of lines on the piece
	mark string  // of the mark
	wide float64 // width of the mark
	dash string  // lengths of the dashes and gaps of the mark; "" for a plain line
}

// paints holds the paint of each colour. People with any of the three kinds of colour blindness can tell them apart.
var paints = [...]paint{
	engine.White: {face: "#fffdf7", side: "#eee4cf", seam: "#857a63", mark: "#857a63", wide: 0.8},
	engine.Black: {face: "#3c4149", side: "#2a2d33", seam: "#7f8792", mark: "#d9dee5", wide: 1.8},
	engine.Red:   {face: "#d84e33", side: "#bd3b1d", seam: "#6f1f0c", mark: "#ffe3d6", wide: 2.2, dash: "7 6"},
	engine.Blue:  {face: "#3785d6", side: "#276fba", seam: "#103e6e", mark: "#e6f2ff", wide: 2.6, dash: "0.1 5"},
}

// The colours of the board. The board is drawn on a card, so that it looks the same on light and dark pages.
const (
	cardFill    = "#f8f4ea"
	cardLine    = "#d3c8b0"
	lightSquare = "#e1cb9d"
	darkSquare  = "#d0b47f"
	squareLine  = "#b89b68"
	outline     = "#2b2822" // around every piece
	labelInk    = "#6d6350"
	textInk     = "#2b2822"
	holeRim     = "#8a744c"
	holeWall    = "#4a3c26"
	holeDepth   = "#1f1a12"
	barrierFill = "#5d3391"
	light       = "#ffffff" // with an opacity, where light falls
	dark        = "#000000" // with an opacity, where it does not
)
