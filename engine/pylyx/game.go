// Package pylyx holds the rules of Pylyx (Christian Freeling) on boards of 6 x 6 to 12 x 12 squares, as docs/RULES.md
// lays them down.
//
// # How a position is kept
//
// Every board lies in the lower left corner of a 12 x 12 grid. A position holds the board three times. Each of the 70
// ranks, files and diagonals is a word of 16 bits, once per colour and once for all that blocks, the outside of the
// board included: the nearest obstacles of a stack along a line are two scans for a set bit. A list by square holds
// the heights; stacks are of one colour, so that is all there is to know of them. A set of squares per colour gives
// the stacks in a fixed order.
//
// The set-up is one long turn of One's; findSetUp says which of its placements leave it possible to complete.
package pylyx

import (
	"pillars/engine"
	"pillars/engine/internal/kit"
)

// Game is Pylyx.
var Game engine.Game = game{}

type game struct{}

func (game) Name() string  { return "pylyx" }
func (game) Title() string { return "Pylyx" }

func (game) Options() []engine.Option {
	return append([]engine.Option{
		{Name: "size", Help: "squares along an edge of the board", Default: "12",
			Values: []string{"6", "8", "10", "12"}},
		{Name: "reach", Help: "how far men move: any number of squares (slide) or a single one", Default: "slide",
			Values: []string{"slide", "1"}},
	}, kit.DrawOptions(1000)...)
}

func (g game) New(settings engine.Settings) (engine.Rules, error) { return newRules(settings) }

// slideReach is a reach that no board ends.
const slideReach = maxSize

// rules is Pylyx with its options settled.
type rules struct {
	kit.Facts
	board  *geometry
	reach  int // the longest move, in squares
	travel *travel
}

func newRules(settings engine.Settings) (*rules, error) {
	facts, err := kit.NewFacts(Game, settings, []string{"One", "Two"}, stepKindNames[:], stepSpace)
	if err != nil {
		return nil, err
	}
	facts.Guides = guides[:]
	r := &rules{Facts: facts, board: &geometries[facts.Settled.Int("size")], reach: slideReach}
	if reach, _ := facts.Settled.Get("reach"); reach == "1" {
		r.reach = 1
	}
	r.travel = travelOf(r.board, r.reach)
	return r, nil
}

// Read takes the size of the board from the text.
func (g game) Read(text string, settings engine.Settings) (engine.Position, error) {
	settings, err := kit.Sized(settings, text, []int{6, 8, 10, 12}, "6, 8, 10 and 12")
	if err != nil {
		return nil, err
	}
	r, err := newRules(settings)
	if err != nil {
		return nil, err
	}
	return r.read(text)
}

func (r *rules) PieStep(kind engine.StepKind) bool { return kind == choiceStep || kind == colorStep }

func (r *rules) Start() engine.Position {
	p := r.empty()
	p.turn = 1
	p.hash = p.hashFromScratch()
	return p
}

func (r *rules) empty() *position {
	p := &position{rules: r}
	p.lines[blocked] = r.board.borders
	return p
}
