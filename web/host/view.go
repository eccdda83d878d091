package host

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/engine/sketch"
	"pillars/engine/typed"
)

// A square is a square with something on it or beside it.
type square struct {
	Name   string   `json:"name"`
	Words  string   `json:"words,omitempty"`  // empty for a text such as "b3: empty", which the page adds
	Pieces []string `json:"pieces,omitempty"` // from bottom to top, such as "white man"
	Drawn  string   `json:"drawn,omitempty"`  // key of the drawing of what is on it
	Walls  string   `json:"walls,omitempty"`  // sides with barriers: n, e or ne
}

// A drawnBoard is what a page needs to draw a board. Squares holds those with something on or beside them; the page
// adds the empty ones. Gone lists the places without a square, such as missing corners, where 0 is a1 and 1 is b1.
// Drawings holds, by their keys, those that the page lacks.
type drawnBoard struct {
	Files    int               `json:"files"`
	Ranks    int               `json:"ranks"`
	Squares  []square          `json:"squares"`
	Gone     []int             `json:"gone,omitempty"`
	Drawings map[string]string `json:"drawings"`
}

type result struct {
	Scores []float64 `json:"scores"`
	Words  string    `json:"words"`
}

// A board holds everything that the page shows about a position.
type board struct {
	Game     string            `json:"game"`
	Title    string            `json:"title"`
	Settings map[string]string `json:"settings"`
	Position string            `json:"position"`
	drawnBoard
	Notes       []string   `json:"notes"`              // lines below the board, except seat to act and reserves
	Reserves    []int      `json:"reserves,omitempty"` // pieces in reserve by seat, in games with reserves
	Colors      []string   `json:"colors,omitempty"`   // colour of each seat's pieces, once chosen
	Seats       []string   `json:"seats"`
	Places      []int      `json:"places"`         // place of each seat, from 1; 0 for a seat still in the game
	Seat        int        `json:"seat"`           // seat to act
	Next        *int       `json:"next,omitempty"` // seat to act after Seat, in games of three or more seats
	StartsTurn  bool       `json:"startsTurn"`
	Legal       []choice   `json:"legal"`
	Result      *result    `json:"result,omitempty"`
	Guide       string     `json:"guide,omitempty"`  // what the seat to act can do
	Last        *shownTurn `json:"last,omitempty"`   // last turn, or the steps of an unfinished turn
	Turns       []string   `json:"turns,omitempty"`  // all turns of the game in its notation
	Occurrences int        `json:"occurrences"`      // how often the position has occurred in the game so far
	Repetition  int        `json:"repetition"`       // number of occurrences that draws the game; 0 for none
	Starts      []start    `json:"starts,omitempty"` // other starts to choose; only before the first turn
}

// A start is a position other than the usual one from which a person can choose to start a game.
type start struct {
	Title    string `json:"title"`
	Position string `json:"position"`
}

// A viewQuestion asks for a board.
type viewQuestion struct {
	State
	Known []string `json:"known"` // keys of the drawings that the page has
}

func view(q viewQuestion) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	p := h.Position()
	d := p.Diagram()
	rules, skipped := p.Rules(), 1 // the first note names the seat to act, which other fields give
	if d.Reserves != nil {
		skipped = 2 // the second note lists the reserves
	}
	v := board{
		Game:        rules.Game().Name(),
		Title:       rules.Game().Title(),
		Settings:    rules.Settings().Values(),
		Position:    p.String(),
		drawnBoard:  draw(d, q.Known),
		Notes:       d.Notes[min(skipped, len(d.Notes)):],
		Reserves:    d.Reserves,
		Seats:       rules.SeatNames(),
		Places:      places(p, h.Outcome()),
		Seat:        int(p.Seat()),
		StartsTurn:  p.StartsTurn(),
		Last:        last(h),
		Turns:       engine.Turns(h.Start(), h.Steps()),
		Occurrences: h.Occurrences(),
		Repetition:  rules.Repetition(),
	}
	for _, color := range d.Colors {
		v.Colors = append(v.Colors, color.String())
	}
	if further, ok := rules.(engine.StartRules); ok && q.Start == "" && len(h.Steps()) == 0 {
		for _, s := range further.Starts() {
			v.Starts = append(v.Starts, start{s.Title, s.Position.String()})
		}
	}
	if outcome := h.Outcome(); outcome.Over() {
		v.Result = resultOf(p, outcome, v.Places)
		return v, nil
	}
	for _, step := range p.AppendSteps(nil) {
		v.Legal = append(v.Legal, choice{p.StepText(step), engine.ChoiceOf(p, step)})
	}
	v.Guide, v.Next = guide(p), next(v)
	return v, nil
}

// picture answers with the position as an SVG file, as "pillars show" draws it.
func picture(q State) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	return map[string]string{"svg": diagram.SVG(h.Position().Diagram())}, nil
}

// next returns the next seat after the one to act that is still in the game, or nil in games with two seats.
func next(v board) *int {
	for i := 1; i < len(v.Seats) && len(v.Seats) > 2; i++ {
		if seat := (v.Seat + i) % len(v.Seats); v.Places[seat] == 0 {
			return &seat
		}
	}
	return nil
}

// draw returns a board with the drawings that are not known. The words for a stack list its men from top to
// bottom.
func draw(d engine.Diagram, known []string) drawnBoard {
	b := drawnBoard{Files: d.Files, Ranks: d.Ranks, Squares: []square{}, Drawings: map[string]string{}}
	for i, cell := range d.Cells {
		if cell.Kind == engine.NoCell {
			b.Gone = append(b.Gone, i)
			continue
		}
		s := square{Name: cell.Name}
		if words := diagram.Title(cell); words != cell.Name+": empty" {
			s.Words = words
		}
		for _, piece := range cell.Pieces {
			s.Pieces = append(s.Pieces, diagram.PieceName(piece))
		}
		if len(s.Pieces) > 1 {
			var down []string
			for _, man := range slices.Backward(cell.Pieces) {
				down = append(down, man.Color.String())
			}
			s.Words = fmt.Sprintf("%s: %d men, top first: %s", s.Name, len(down), strings.Join(down, ", "))
		}
		key, drawing := diagram.Contents(d, cell)
		if s.Drawn = key; key != "" && !slices.Contains(known, key) {
			b.Drawings[key] = drawing
		}
		if cell.North {
			s.Walls += "n"
		}
		if cell.East {
			s.Walls += "e"
		}
		if s.Words+s.Drawn+s.Walls != "" {
			b.Squares = append(b.Squares, s)
		}
	}
	return b
}

// places returns the place of each seat by its score, from 1 for the best. While the game continues, a seat still in
// the game has 0 instead. A seat that has left the game is placed after all seats still in the game.
func places(p engine.Position, outcome engine.Outcome) []int {
	const stillIn = math.MaxFloat64 // stands for the score of a seat still in the game; it exceeds all scores
	scores, places := make([]float64, p.Rules().Seats()), make([]int, p.Rules().Seats())
	for s := range scores {
		score, left := engine.Settled(p, engine.Seat(s))
		switch {
		case outcome.Over():
			scores[s] = outcome.Score(engine.Seat(s))
		case left:
			scores[s] = score
		default:
			scores[s] = stillIn
		}
	}
	for s, own := range scores {
		if own == stillIn {
			continue
		}
		places[s] = 1
		for _, other := range scores {
			if other > own {
				places[s]++
			}
		}
	}
	return places
}

// resultOf describes the end of a game. With more than two seats, its words name all places that are not shared.
func resultOf(p engine.Position, outcome engine.Outcome, places []int) *result {
	words := engine.OutcomeWords(p, outcome)
	r := &result{outcome.Scores[:outcome.Seats], strings.ToUpper(words[:1]) + words[1:]}
	names := p.Rules().SeatNames()
	for i, ordinal := range []string{"second", "third", "fourth"} {
		if s := slices.Index(places, i+2); s >= 0 && len(names) > 2 {
			r.Words += fmt.Sprintf(", %s %s", names[s], ordinal)
		}
	}
	return r
}

// readTyped returns the steps that a person has typed as text. For an illegal text, its error says what is wrong.
func readTyped(q struct {
	State
	Text string `json:"text"`
}) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	steps, err := typed.Read(h.Position(), q.Text)
	return map[string]any{"steps": stepTexts(h.Position(), steps)}, err
}

// An editQuestion asks for the start position of the state, or the usual one, with one change on the board.
type editQuestion struct {
	viewQuestion
	Square string `json:"square,omitempty"` // the square to change
	Put    string `json:"put,omitempty"`    // text of a piece to put, x to take the top piece away, or clear
}

// An editedBoard is a position that may be illegal, as an editor shows it.
type editedBoard struct {
	Start   string            `json:"start"`
	Options map[string]string `json:"options,omitempty"` // options that fit the position
	Wrong   string            `json:"wrong,omitempty"`   // why the position is illegal
	drawnBoard
	Pieces []palettePiece `json:"pieces"`
	Fields []editField    `json:"fields"` // fields of the position's text after the board
}

type palettePiece struct {
	Value   string `json:"value"`
	Words   string `json:"words"`
	Drawing string `json:"drawing"`
}

type editField struct {
	Title  string  `json:"title"`
	Value  string  `json:"value"`
	Values []value `json:"values,omitempty"` // empty if there are too many for a list
}

// edit changes the board of a position. If the new position is illegal, but would be legal with the default values of
// the fields after the board, edit sets these values too.
func edit(q editQuestion) (any, error) {
	game, err := games.Find(q.Game)
	if err != nil {
		return nil, err
	}
	formed, ok := game.(engine.ShownGame)
	if !ok {
		return nil, fmt.Errorf("%s has no editor of positions", game.Title())
	}
	if q.Start == "" {
		p, err := q.First()
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
	switch square := s.Square(q.Square); {
	case q.Put == "":
	case q.Put == "clear":
		s.Clear()
	case square == nil:
		return nil, wrong("square")
	case !s.Put(square, q.Put):
		return nil, wrong("put")
	}
	options, illegal := legal(q.State, s.Fields)
	if illegal != nil && q.Put != "" {
		usual := slices.Clone(s.Fields)
		for i, field := range form.Fields { // they follow the board, which is s.Fields[0]
			usual[i+1] = cmp.Or(field.Default, usual[i+1])
		}
		if usualOptions, err := legal(q.State, usual); err == nil {
			s.Fields, options, illegal = usual, usualOptions, nil
		}
	}
	return show(s, form, options, illegal, q.Known), nil
}

// show returns the sketch as the page shows it. wrong says why the position is illegal; it is nil for a legal one.
func show(s *sketch.Sketch, form engine.Form, options map[string]string, wrong error,
	known []string) editedBoard {
	e := editedBoard{Start: s.String(), Options: options, drawnBoard: draw(s.Diagram, known)}
	if wrong != nil {
		e.Wrong = wrong.Error()
	}
	for i, field := range form.Fields {
		value := s.Fields[i+1] // s.Fields[0] is the board
		e.Fields = append(e.Fields, editField{field.Title, value, values(field)})
	}
	for _, p := range s.Pieces() {
		_, drawing := diagram.Contents(s.Diagram, engine.Cell{Pieces: []engine.Piece{p.Piece}})
		e.Pieces = append(e.Pieces, palettePiece{p.Text, diagram.PieceName(p.Piece), drawing})
	}
	return e
}

// legal returns options with which the fields are the text of a legal position. It tries the options of the state. If
// they do not fit, for example because the board has another size, it leaves out each option that contradicts the text.
// If the position is still illegal, legal returns the options of the state and an error.
func legal(s State, fields []string) (map[string]string, error) {
	s.Start = strings.Join(fields, " ")
	_, err := s.First()
	if err == nil {
		return s.Options, nil
	}
	given := s.Options
	s.Options = maps.Clone(given)
	maps.DeleteFunc(s.Options, func(name, value string) bool {
		_, contradicts := State{Game: s.Game, Options: map[string]string{name: value}, Start: s.Start}.First()
		return contradicts != nil
	})
	if _, illegal := s.First(); illegal == nil {
		return s.Options, nil
	}
	return given, err
}
