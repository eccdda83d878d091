package host

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/engine/sketch"
	"pillars/search/players"
)

// gameFacts describes a game for the start screen and for the form of a new game.
type gameFacts struct {
	Name    string            `json:"name"`
	Title   string            `json:"title"`
	Pitch   string            `json:"pitch,omitempty"`
	Length  string            `json:"length,omitempty"`
	Picture string            `json:"picture,omitempty"` // text of a position
	First   map[string]string `json:"first"`             // options that suit a newcomer's first game
	Options []option          `json:"options"`           // the most important first
	Levels  int               `json:"levels"`            // number of levels of the practice player
}

type option struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Help    string  `json:"help"`
	Default string  `json:"default"`
	Min     int     `json:"min,omitempty"`
	Max     int     `json:"max,omitempty"`
	Values  []value `json:"values,omitempty"` // if a list can show them all
}

// A value is one of the values of an option, with words for a form.
type value struct {
	Value string `json:"value"`
	Words string `json:"words"`
}

func describeGames() []gameFacts {
	var facts []gameFacts
	for _, game := range games.All() {
		f := gameFacts{Name: game.Name(), Title: game.Title(), First: map[string]string{}, Levels: players.Levels}
		if introduced, ok := game.(engine.IntroducedGame); ok {
			i := introduced.Introduction()
			f.Pitch, f.Length, f.Picture, f.First = i.Pitch, i.Length, i.Picture, i.First.Values()
		}
		for _, o := range game.Options() {
			f.Options = append(f.Options, option{o.Name, cmp.Or(o.Title, o.Name), o.Help, o.Default, o.Min, o.Max,
				values(o)})
		}
		facts = append(facts, f)
	}
	return facts
}

// values returns the values of an option, or nil if there are too many for a list.
func values(o engine.Option) (all []value) {
	const most = 16
	texts := o.Values
	if o.Min > 0 && o.Max-o.Min < most {
		for number := o.Min; number <= o.Max; number++ {
			texts = append(texts, strconv.Itoa(number))
		}
	}
	for _, text := range texts {
		words := text
		if o.Words != nil {
			words = o.Words(text)
		}
		all = append(all, value{text, words})
	}
	return all
}

// A start is a position other than the usual one from which a person can choose to start a game.
type start struct {
	Title    string `json:"title"`
	Position string `json:"position"`
}

// sampleSteps is the number of steps from the start of a game to its sample position. The board has filled by then, and
// few games have ended.
const sampleSteps = 14

// sample returns a picture of a typical position of a game with the given options. If the game has a position that
// introduces it, and the options are empty or give the same board size, the picture shows this position. Otherwise it
// shows the position after sampleSteps steps, which are the same each time.
func sample(q State) (any, error) {
	p, err := State{Game: q.Game, Options: q.Options}.start()
	if err != nil {
		return nil, err
	}
	if of, ok := p.Rules().Game().(engine.IntroducedGame); ok && of.Introduction().Picture != "" {
		introducing, err := State{Game: q.Game, Start: of.Introduction().Picture}.start()
		if err != nil {
			return nil, err
		}
		usual, d := p.Diagram(), introducing.Diagram()
		if len(q.Options) == 0 || d.Files == usual.Files && d.Ranks == usual.Ranks {
			return map[string]string{"picture": diagram.SVGBoard(d, false)}, nil
		}
	}
	d, err := stepsInto(p)
	return map[string]string{"picture": diagram.SVGBoard(d, false)}, err
}

// stepsInto returns the diagram of the position sampleSteps steps after p, or of the last one before the game ends.
func stepsInto(p engine.Position) (engine.Diagram, error) {
	h := engine.NewHistory(p)
	shown := p.Diagram()
	for i := range sampleSteps {
		steps := h.Position().AppendSteps(nil)
		if len(steps) == 0 {
			break
		}
		if err := h.Play(steps[(7*i+3)%len(steps)]); err != nil { // an arbitrary step, but the same every time
			return shown, err
		}
		if h.Outcome().Over() {
			break
		}
		shown = h.Position().Diagram()
	}
	return shown, nil
}

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
	return show(s, form, options, illegal, q.Turned), nil
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
	for _, p := range s.Pieces() {
		square := engine.Cell{Kind: engine.Square, Name: "a1", Pieces: []engine.Piece{p.Piece}}
		picture := diagram.SVGBoard(engine.Diagram{Files: 1, Ranks: 1, Cells: []engine.Cell{square}}, false)
		e.Pieces = append(e.Pieces, palettePiece{p.Text, diagram.PieceName(p.Piece), picture})
	}
	return e
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

//go:embed lessons/*.json
var lessonFiles embed.FS

// A LessonStep is one task of a lesson: a few steps that a newcomer plays on the board. Each step teaches one rule; the
// rules that people often get wrong come last. The page judges a turn by its text alone, so a step lists all turns that
// do its task. The tests check with the rules and by exact search that every statement of a step is true.
//
// In its lists of turns, a text that ends in * means all turns that begin with it.
type LessonStep struct {
	Title  string    `json:"title"`
	Start  string    `json:"start"`            // text of the position; options that it leaves open have their defaults
	Task   string    `json:"task"`             // what to do
	Light  []string  `json:"light,omitempty"`  // squares to highlight
	Turns  []string  `json:"turns"`            // turns that do the task; the page can show the first, which has no *
	Forced bool      `json:"forced,omitempty"` // whether every legal turn does the task
	Reply  string    `json:"reply,omitempty"`  // turn with which the other seat replies
	Good   string    `json:"good"`             // words after one of the turns
	Other  string    `json:"other,omitempty"`  // words after any other legal turn; none if the step is forced
	Wrong  []Mistake `json:"wrong,omitempty"`  // turns that deserve words of their own
}

// A Mistake is a typical wrong turn of a step, with the words that answer it.
type Mistake struct {
	Turns []string `json:"turns"`
	Words string   `json:"words"`
}

// Lesson returns the steps of a game's lesson. It returns an error if no game has this name.
func Lesson(game string) (steps []LessonStep, err error) {
	text, err := lessonFiles.ReadFile("lessons/" + game + ".json")
	if err != nil {
		return nil, fmt.Errorf("there is no lesson for %q", game)
	}
	err = json.Unmarshal(text, &steps)
	return steps, err
}
