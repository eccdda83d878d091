package host

import (
	"cmp"
	"strconv"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
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

func starts(rules engine.Rules) (all []start) {
	if further, ok := rules.(engine.StartRules); ok {
		for _, s := range further.Starts() {
			all = append(all, start{s.Title, s.Position.String()})
		}
	}
	return all
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
	introducing, err := introduced(p.Rules().Game())
	if err != nil {
		return nil, err
	}
	d := p.Diagram()
	if introducing != nil && (len(q.Options) == 0 || introducing.Files == d.Files && introducing.Ranks == d.Ranks) {
		d = *introducing
	} else if d, err = stepsInto(p); err != nil {
		return nil, err
	}
	return map[string]string{"picture": diagram.SVGBoard(d, false)}, nil
}

// introduced returns the diagram of the position that introduces a game, or nil if there is none.
func introduced(game engine.Game) (*engine.Diagram, error) {
	of, ok := game.(engine.IntroducedGame)
	if !ok || of.Introduction().Picture == "" {
		return nil, nil
	}
	p, err := State{Game: game.Name(), Start: of.Introduction().Picture}.start()
	if err != nil {
		return nil, err
	}
	d := p.Diagram()
	return &d, nil
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
