package host

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/engine/sketch"
)

// An editQuestion asks for the start position of the state, or the usual one, with one change on the board.
type editQuestion struct {
	State
	Turned bool   `json:"turned,omitempty"` // draw the first rank at the top
	Square string `json:"square,omitempty"` // the square to change
	Put    string `json:"put,omitempty"`    // text of a piece to put, x to take the top piece away, or clear
}

// An editedBoard is a position that may be illegal, as an editor shows it.
type editedBoard struct {
	Start   string            `json:"start"`
	Options map[string]string `json:"options,omitempty"` // options that fit the position
	Wrong   string            `json:"wrong,omitempty"`   // why the position is illegal
	Picture string            `json:"picture"`
	Files   int               `json:"files"`
	Ranks   int               `json:"ranks"`
	Squares []square          `json:"squares"`
	Pieces  []palettePiece    `json:"pieces"`
	Fields  []editField       `json:"fields"` // fields of the position's text after the board
}

type palettePiece struct {
	Value   string `json:"value"`
	Words   string `json:"words"`
	Picture string `json:"picture"` // a board of one square with the piece
}

type editField struct {
	Title  string  `json:"title"`
	Value  string  `json:"value"`
	Values []value `json:"values,omitempty"` // if a list can show them all
}

// edit changes the board of a position. If the new position is illegal, but would be legal with the default values of
// the fields after the board, edit sets these values too.
func edit(q editQuestion) (any, error) {
	game, err := games.Find(q.Game)
	if err != nil {
		return nil, err
	}
	formed, ok := game.(engine.FormedGame)
	if !ok {
		return nil, fmt.Errorf("%s has no editor of positions", game.Title())
	}
	if q.Start == "" {
		p, err := q.start()
		if err != nil {
			return nil, err
		}
		q.Start = p.String()
	}
	form := formed.Form()
	s, err := sketch.Read(form, q.Start)
	if err != nil {
		return nil, err
	}
	if err := change(s, q.Square, q.Put); err != nil {
		return nil, err
	}
	options, wrong := legal(q.State, s.Fields)
	if wrong != nil && q.Put != "" {
		usual := slices.Clone(s.Fields)
		for i, field := range form.Fields { // they follow the board, which is s.Fields[0]
			usual[i+1] = cmp.Or(field.Default, usual[i+1])
		}
		if usualOptions, err := legal(q.State, usual); err == nil {
			s.Fields, options, wrong = usual, usualOptions, nil
		}
	}
	return show(s, form, options, wrong, q.Turned), nil
}

// show returns the sketch as the page shows it. wrong says why the position is illegal; it is nil for a legal one.
func show(s *sketch.Sketch, form engine.Form, options map[string]string, wrong error, turned bool) editedBoard {
	e := editedBoard{Start: s.String(), Options: options, Files: s.Diagram.Files, Ranks: s.Diagram.Ranks,
		Picture: diagram.SVGBoard(s.Diagram, turned), Squares: squares(s.Diagram)}
	if wrong != nil {
		e.Wrong = wrong.Error()
	}
	for i, field := range form.Fields {
		e.Fields = append(e.Fields, editField{field.Title, s.Fields[i+1], values(field)})
	}
	e.Pieces = palette(s.Pieces())
	return e
}

// change puts a piece on the named square, takes one away or clears the board, as put says; see editQuestion.
func change(s *sketch.Sketch, name, put string) error {
	square := s.Square(name)
	switch {
	case put == "":
	case put == "clear":
		s.Clear()
	case square == nil:
		return wrong("square")
	case !s.Put(square, put):
		return wrong("put")
	}
	return nil
}

func palette(pieces []engine.FormPiece) (all []palettePiece) {
	for _, p := range pieces {
		square := engine.Cell{Kind: engine.Square, Name: "a1", Pieces: []engine.Piece{p.Piece}}
		picture := diagram.SVGBoard(engine.Diagram{Files: 1, Ranks: 1, Cells: []engine.Cell{square}}, false)
		all = append(all, palettePiece{p.Text, diagram.PieceName(p.Piece), picture})
	}
	return all
}

// legal returns options with which the fields are the text of a legal position. It tries the options of the state. If
// they do not fit, for example because the board has another size, it leaves out each option that contradicts the text.
// If the position is still illegal, legal returns the options of the state and an error.
func legal(s State, fields []string) (map[string]string, error) {
	s.Start = strings.Join(fields, " ")
	_, err := s.start()
	if err == nil {
		return s.Options, nil
	}
	own := s.Options
	s.Options = maps.Clone(own)
	maps.DeleteFunc(s.Options, func(name, value string) bool {
		_, contradicts := State{Game: s.Game, Options: map[string]string{name: value}, Start: s.Start}.start()
		return contradicts != nil
	})
	if _, illegal := s.start(); illegal == nil {
		return s.Options, nil
	}
	return own, err
}
