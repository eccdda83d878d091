package host

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/typed"
)

// choice is a legal step as the page offers it: the squares to click, in order, and what is left of its text.
type choice struct {
	Step    string   `json:"step"`
	Squares []string `json:"squares,omitempty"`
	Rest    string   `json:"rest,omitempty"`  // the text without squares, such as "@", "2", "|n"
	Words   string   `json:"words,omitempty"` // what a button for it says; told where squares are not enough
}

// square is a cell of the board for those who do not see the picture, and for the list of a stack's pieces.
type square struct {
	Name   string   `json:"name"`
	Words  string   `json:"words"`
	Pieces []string `json:"pieces,omitempty"` // bottom to top, such as "white man"
}

// result is how a game ended.
type result struct {
	Reason string    `json:"reason"`
	Scores []float64 `json:"scores"`
	Words  string    `json:"words"`
}

// board is all that the page shows of a position.
type board struct {
	Game        string            `json:"game"`
	Title       string            `json:"title"`
	Settings    map[string]string `json:"settings"`
	Position    string            `json:"position"`
	Picture     string            `json:"picture"` // SVG with the role grid
	Files       int               `json:"files"`
	Ranks       int               `json:"ranks"`
	Squares     []square          `json:"squares"`
	Notes       []string          `json:"notes"`
	Seats       []string          `json:"seats"`
	Places      []int             `json:"places"` // by seat; 0 for a seat still in the game
	Seat        int               `json:"seat"`
	Next        *int              `json:"next,omitempty"` // seat that acts after it, of three or more
	StartsTurn  bool              `json:"startsTurn"`
	Legal       []choice          `json:"legal"`
	Result      *result           `json:"result,omitempty"`
	Guide       string            `json:"guide,omitempty"` // what to do
	Last        *told             `json:"last,omitempty"`  // the turn before, or the steps so far
	Turns       []string          `json:"turns,omitempty"` // all, as they are written
	Occurrences int               `json:"occurrences"`     // how often the position has stood
	Repetition  int               `json:"repetition"`      // how often draws the game; 0 for never
}

// viewed is a question for the board, seen from the side of the first rank or, turned, of the last.
type viewed struct {
	State
	Turned bool `json:"turned,omitempty"`
}

func view(q viewed) (board, error) {
	h, err := q.history()
	if err != nil {
		return board{}, err
	}
	p := h.Position()
	d := p.Diagram()
	var picture strings.Builder
	if err := diagram.SVGBoard(&picture, d, q.Turned); err != nil {
		return board{}, err
	}
	rules := p.Rules()
	v := board{
		Game:        rules.Game().Name(),
		Title:       rules.Game().Title(),
		Settings:    rules.Settings().Values(),
		Position:    p.String(),
		Picture:     picture.String(),
		Files:       d.Files,
		Ranks:       d.Ranks,
		Notes:       d.Notes,
		Seats:       rules.SeatNames(),
		Places:      places(p, h.Outcome()),
		Seat:        int(p.Seat()),
		StartsTurn:  p.StartsTurn(),
		Squares:     squares(d),
		Last:        last(h),
		Turns:       engine.Turns(h.Start(), h.Steps()),
		Occurrences: h.Occurrences(),
		Repetition:  rules.Repetition(),
	}
	if outcome := h.Outcome(); outcome.Over() {
		v.Result = resultOf(outcome, rules, v.Places)
		return v, nil
	}
	v.Legal, v.Guide, v.Next = choices(p), guide(p), next(v)
	return v, nil
}

// next is the seat after the one to act that is in the game still; nil where there are two.
func next(v board) *int {
	for i := 1; i < len(v.Seats) && len(v.Seats) > 2; i++ {
		if seat := (v.Seat + i) % len(v.Seats); v.Places[seat] == 0 {
			return &seat
		}
	}
	return nil
}

// guide says what to do.
func guide(p engine.Position) (text string) {
	if steps := engine.StepTexts(p); len(steps) == 1 && steps[0] == engine.Decline {
		return "You can only pass: press the button."
	}
	if guided, ok := p.Rules().(engine.GuideRules); ok {
		text = guided.Guide(p.StepKind())
	}
	if engine.IsPieChoice(p) {
		text = "Pie rule. " + text
	}
	return text
}

func squares(d engine.Diagram) []square {
	var all []square
	for _, cell := range d.Cells {
		if cell.Kind == engine.NoCell {
			continue
		}
		s := square{Name: cell.Name, Words: diagram.Title(cell)}
		for _, piece := range cell.Pieces {
			s.Pieces = append(s.Pieces, diagram.PieceName(piece))
		}
		if len(s.Pieces) > 1 {
			down := slices.Clone(s.Pieces)
			slices.Reverse(down)
			s.Words = fmt.Sprintf("%s: %d pieces, top first: %s", s.Name, len(down), strings.Join(down, ", "))
		}
		all = append(all, s)
	}
	return all
}

// places are the ranks of the seats that have left the game, of all once it is over: 1 for the best. No seat that is in
// stands behind one that is out.
func places(p engine.Position, outcome engine.Outcome) []int {
	const in = math.MaxFloat64 // more than any score
	scores, places := make([]float64, p.Rules().Seats()), make([]int, p.Rules().Seats())
	for s := range scores {
		score, left := engine.Settled(p, engine.Seat(s))
		switch {
		case outcome.Over():
			scores[s] = outcome.Score(engine.Seat(s))
		case left:
			scores[s] = score
		default:
			scores[s] = in
		}
	}
	for s, own := range scores {
		if own == in {
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

func resultOf(outcome engine.Outcome, rules engine.Rules, places []int) *result {
	r := &result{Reason: string(outcome.Reason), Scores: outcome.Scores[:outcome.Seats], Words: "Draw: "}
	names := rules.SeatNames()
	if first := slices.Index(places, 1); !slices.Contains(places[first+1:], 1) {
		r.Words = names[first] + " wins: "
	}
	r.Words += r.Reason
	for i, ordinal := range []string{"second", "third", "fourth"} {
		if s := slices.Index(places, i+2); s >= 0 && len(names) > 2 {
			r.Words += fmt.Sprintf(", %s %s", names[s], ordinal)
		}
	}
	return r
}

// squaresIn takes a step's text apart into the names of cells in it and the rest.
func squaresIn(text string) (names []string, rest string) {
	names, rest = typed.Squares(text), text
	for _, name := range names {
		rest = strings.Replace(rest, name, "", 1)
	}
	return names, rest
}

// choices are the legal steps. Steps that name no square, and steps that share all their squares with others, have
// words for a button.
func choices(p engine.Position) []choice {
	steps := p.AppendSteps(nil)
	all := make([]choice, len(steps))
	shared := map[string]int{}
	for i, step := range steps {
		text := p.StepText(step)
		c := choice{Step: text}
		c.Squares, c.Rest = squaresIn(text)
		all[i] = c
		shared[strings.Join(c.Squares, " ")]++
	}
	for i := range all {
		if len(all[i].Squares) < 2 || shared[strings.Join(all[i].Squares, " ")] > 1 {
			all[i].Words = words(all[i])
		}
		if all[i].Step == engine.Decline && !p.StartsTurn() {
			all[i].Words = "end the turn"
		}
	}
	return all
}

// readTyped finds the steps that a typed text means.
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

// clicked is a question why a square cannot be clicked.
type clicked struct {
	State
	Chosen []string `json:"chosen"` // squares clicked before
	Square string   `json:"square"`
}

// explainClick says why no legal step goes on with a square.
func explainClick(q clicked) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	p := h.Position()
	reply := func(format string, args ...any) (any, error) {
		return map[string]string{"why": fmt.Sprintf(format, args...)}, nil
	}
	if h.Outcome().Over() {
		return reply("The game is over: %s.", h.Outcome().Reason)
	}
	_, err = typed.Read(p, strings.Join(append(q.Chosen, q.Square), ""))
	if err == nil && len(q.Chosen) == 0 {
		return reply("%s is where a turn can go; click what goes there first.", q.Square)
	}
	if err == nil {
		return reply("That can be played.")
	}
	return reply("%v.", err)
}

// picture draws a state as an SVG file of its own.
func picture(q State) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = diagram.SVG(&b, h.Position().Diagram())
	return map[string]string{"svg": b.String()}, err
}
