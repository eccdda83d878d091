package diagram

import "pillars/engine"

// paint is how pieces of one colour are painted. All colours are written #rrggbb.
type paint struct {
	face string // what is seen from above
	side string // what is seen from the side
	seam string // lines on the piece
	ink  string // letters on the face
}

// paints keep apart for people with any of the three kinds of colour blindness: red leans to orange and blue to cyan, and the four differ in
// lightness too, save red and blue, which everybody tells by hue.
var paints = [...]paint{
	engine.White: {face: "#ffffff", side: "#efebe1", seam: "#767060", ink: "#26231d"},
	engine.Black: {face: "#3b4048", side: "#2a2d33", seam: "#868d98", ink: "#ffffff"},
	engine.Red:   {face: "#e0573a", side: "#c8401f", seam: "#6f1f0c", ink: "#ffffff"},
	engine.Blue:  {face: "#4191df", side: "#2f7fd0", seam: "#103e6e", ink: "#ffffff"},
}

// The colours of the board. It brings its own ground along, so that it looks the same on light pages and dark ones.
const (
	cardFill    = "#f8f4ea"
	cardLine    = "#d3c8b0"
	squareFill  = "#d8caa7"
	squareLine  = "#ab9a74"
	outline     = "#2b2822" // around every piece
	labelInk    = "#6d6350"
	textInk     = "#2b2822"
	holeRim     = "#6b5d43"
	holeDepth   = "#2a241a"
	barrierFill = "#6a3aa2"
)
