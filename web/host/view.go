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

type square struct {
	Name   string   `json:"name"`
	Words  string   `json:"words"`
	Pieces []string `json:"pieces,omitempty"` // from bottom to top, such as "white man"
}

type result struct {
	Reason string    `json:"reason"`
	Scores []float64 `json:"scores"`
	Words  string    `json:"words"`
}

// A board holds everything that the page shows about a position.
type board struct {
	Game        string            `json:"game"`
	Title       string            `json:"title"`
	Settings    map[string]string `json:"settings"`
	Position    string            `json:"position"`
	Picture     string            `json:"picture"` // SVG with the ARIA role grid
	Files       int               `json:"files"`
	Ranks       int               `json:"ranks"`
	Squares     []square          `json:"squares"`
	Notes       []string          `json:"notes"`              // lines below the board, except seat to act and reserves
	Reserves    []int             `json:"reserves,omitempty"` // pieces in reserve by seat, in games with reserves
	Colors      []string          `json:"colors,omitempty"`   // colour of each seat's pieces, once chosen
	Seats       []string          `json:"seats"`
	Places      []int             `json:"places"`         // place of each seat, from 1; 0 for a seat still in the game
	Seat        int               `json:"seat"`           // seat to act
	Next        *int              `json:"next,omitempty"` // seat to act after Seat if there are three or more
	StartsTurn  bool              `json:"startsTurn"`
	Legal       []choice          `json:"legal"`
	Result      *result           `json:"result,omitempty"`
	Guide       string            `json:"guide,omitempty"`  // what the seat to act can do
	Last        *shownTurn        `json:"last,omitempty"`   // last turn, or the steps of an unfinished turn
	Turns       []string          `json:"turns,omitempty"`  // all turns of the game in its notation
	Occurrences int               `json:"occurrences"`      // how often the position has occurred in the game so far
	Repetition  int               `json:"repetition"`       // number of occurrences that draws the game; 0 for none
	Starts      []start           `json:"starts,omitempty"` // other starts to choose; only before the first turn
}

// A viewQuestion asks for the board. The first rank is at the bottom or, if Turned is set, at the top.
type viewQuestion struct {
	State
	Turned bool `json:"turned,omitempty"`
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
		Picture:     diagram.SVGBoard(d, q.Turned),
		Files:       d.Files,
		Ranks:       d.Ranks,
		Notes:       d.Notes[min(skipped, len(d.Notes)):],
		Reserves:    d.Reserves,
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
		c := engine.ChoiceOf(p, step)
		v.Legal = append(v.Legal, choice{p.StepText(step), c.Squares, c.Kind, c.Count, c.Side, c.Words})
	}
	v.Guide, v.Next = guide(p), next(v)
	return v, nil
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

// squares returns the cells of a board. The words for a square with several pieces list them from top to bottom.
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
	r := &result{string(outcome.Reason), outcome.Scores[:outcome.Seats], strings.ToUpper(words[:1]) + words[1:]}
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
