package host

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
)

// An editField is a field of a position's text, as a form shows it.
type editField struct {
	Title  string  `json:"title"`
	Value  string  `json:"value"`
	Values []value `json:"values,omitempty"` // if a list can show them all
}

// A notation describes the texts of a game's positions for an editor.
type notation struct {
	letters   []string                // texts of pieces in the order of a palette
	pieces    map[string]engine.Piece // by text
	counted   bool                    // whether stacks have one colour and their height as a number
	countFrom int                     // as in engine.Diagram
	fields    []editField             // fields behind the board
	usual     []string                // their values in the middle of a game; empty for any
	barriers  int                     // index of the field with the barriers; 0 for none
}

var (
	whiteMan  = engine.Piece{Color: engine.White, Shape: engine.Man}
	blackMan  = engine.Piece{Color: engine.Black, Shape: engine.Man}
	turnField = editField{Title: "Turn"}
)

// notations holds the notations of all games by name.
var notations = map[string]notation{
	"pit-of-pillars": {
		letters: []string{"w", "r", "W", "R"},
		pieces: map[string]engine.Piece{"w": whiteMan, "r": {Color: engine.Red, Shape: engine.Man},
			"W": {Color: engine.White, Shape: engine.Pillar}, "R": {Color: engine.Red, Shape: engine.Pillar}},
		fields: []editField{{Title: "To move", Values: []value{{"w", "White"}, {"r", "Red"}}},
			{Title: "Step", Values: []value{{"o", "first man"}, {"a", "adjoining man"}, {"i", "isolated man"},
				{"m", "main step"}, {"p", "pillar step"}}},
			{Title: "Reserves, White/Red"}, {Title: "Last man"}, turnField},
		usual: []string{"", "m", "", "-", ""},
	},
	"pilastri": {
		letters: []string{"w", "b"}, pieces: map[string]engine.Piece{"w": whiteMan, "b": blackMan},
		fields: []editField{{Title: "To move", Values: []value{{"w", "White"}, {"b", "Black"}}}, turnField},
	},
	"pylyx": {
		letters: []string{"w", "b"}, pieces: map[string]engine.Piece{"w": whiteMan, "b": blackMan},
		counted: true, countFrom: 2,
		fields: []editField{{Title: "To move", Values: []value{{"1", "One"}, {"2", "Two"}}},
			{Title: "Step", Values: []value{{"s", "set-up"}, {"c", "choice of Two"}, {"k", "colour of One"},
				{"m", "movement"}}},
			{Title: "White is played by", Values: []value{{"?", "not settled"}, {"1", "One"}, {"2", "Two"}}},
			{Title: "Turn before", Values: []value{{"0", "no pass"}, {"1", "a pass"}}}, turnField},
		usual: []string{"", "m", "1", "0", "4"},
	},
	"pit": {
		letters: []string{"wt", "wp", "bt", "bp", "rt", "rp", "ut", "up"},
		pieces:  pitPieces(),
		fields: []editField{
			{Title: "To move", Values: []value{{"w", "White"}, {"b", "Black"}, {"r", "Red"}, {"u", "Blue"}}},
			{Title: "Step", Values: []value{{"p", "place the pawn"}, {"a", "action"}, {"b", "barrier"}}},
			{Title: "Towers in reserve"}, {Title: "Barriers"}, {Title: "Cell just reached"}, turnField},
		usual:    []string{"", "a", "", "", "-", ""},
		barriers: 4,
	},
}

func pitPieces() map[string]engine.Piece {
	pieces := map[string]engine.Piece{}
	for i, letter := range []string{"w", "b", "r", "u"} {
		color := []engine.Color{engine.White, engine.Black, engine.Red, engine.Blue}[i]
		pieces[letter+"t"] = engine.Piece{Color: color, Shape: engine.Tower}
		pieces[letter+"p"] = engine.Piece{Color: color, Shape: engine.Pawn}
	}
	return pieces
}

// A palettePiece is a piece that an editor can put on the board.
type palettePiece struct {
	Value   string `json:"value"`
	Words   string `json:"words"`
	Picture string `json:"picture"` // a board of one square with the piece
}

// palette returns the pieces of a position with the given fields. In Pit, only colours that play have pieces.
func (n notation) palette(fields []string) (all []palettePiece, err error) {
	letters := n.letters
	if n.barriers > 0 {
		letters = letters[:min(len(letters), 2*(1+strings.Count(fields[3], "/")))]
	}
	for _, text := range letters {
		piece := n.pieces[text]
		d := engine.Diagram{Files: 1, Ranks: 1, Cells: []engine.Cell{{Kind: engine.Square, Name: "a1",
			Pieces: []engine.Piece{piece}}}}
		var picture strings.Builder
		if err := diagram.SVGBoard(&picture, d, false); err != nil {
			return nil, err
		}
		all = append(all, palettePiece{text, diagram.PieceName(piece), picture.String()})
	}
	return all, nil
}

func (n notation) titles() string {
	var titles []string
	for _, f := range n.fields {
		titles = append(titles, strings.ToLower(f.Title))
	}
	return strings.Join(titles, ", ")
}

// alone reports whether a piece stands alone on its square.
func (n notation) alone(part string) bool { return n.pieces[part].Shape != engine.Man }

// holeText is the text of a hole. A piece that no notation has stands for it.
const holeText = "o"

func (n notation) hole(here []string) bool { return len(here) == 1 && here[0] == holeText }

// parts returns the pieces of a square's text, an empty list for an empty square.
func (n notation) parts(text string) ([]string, error) {
	if strings.HasPrefix(text, "x") {
		return []string{}, nil
	}
	if _, one := n.pieces[text]; one || text == holeText && n.barriers > 0 {
		return []string{text}, nil
	}
	if n.counted {
		height, err := strconv.Atoi(text[1:])
		if _, known := n.pieces[text[:1]]; known && err == nil && height > 1 && height <= mostSide {
			return slices.Repeat([]string{text[:1]}, height), nil
		}
		return nil, fmt.Errorf("%q is neither empty (x) nor a stack (w, b3)", text)
	}
	parts := strings.Split(text, "")
	for _, part := range parts {
		if _, known := n.pieces[part]; !known || n.alone(part) {
			return nil, fmt.Errorf("%q is neither empty (x) nor pieces of the game", text)
		}
	}
	return parts, nil
}

// join returns the text of a square with the given pieces.
func (n notation) join(parts []string) string {
	if n.counted && len(parts) > 1 {
		return parts[0] + strconv.Itoa(len(parts))
	}
	return strings.Join(parts, "")
}

// put returns the pieces of a square after a piece was put on top of them. A piece that stands alone, or in a game with
// stacks of one colour a piece of another colour, takes their place.
func (n notation) put(here []string, put string) ([]string, error) {
	if put == takeTop {
		return here[:max(0, len(here)-1)], nil
	}
	if _, known := n.pieces[put]; !known {
		return nil, wrong("put")
	}
	top := len(here) - 1
	if top < 0 || n.alone(put) || n.alone(here[top]) || n.counted && here[top] != put {
		return []string{put}, nil
	}
	return append(slices.Clone(here), put), nil
}
