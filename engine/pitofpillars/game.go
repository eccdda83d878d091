// Package pitofpillars implements the rules of Pit of Pillars (Christian Freeling, 2013) on boards of 4 x 4 to 8 x 8
// squares. docs/reference/pit-of-pillars.md defines the rules.
//
// # Words
//
// A stack is pure if its men have one colour, and mixed if they have both. The seat of its top man controls it. The
// capacity of a square is the number of its neighbours on the same rank or file that hold no pillar. A stack's slack is
// the capacity of its square less its height. If men land and make or enlarge a mixed stack that then has a negative
// slack, they capture it. A square is open if it has no pillar, and vacant if it has neither pillar nor men.
//
// # Representation
//
// Every board lies in the lower left corner of an 8 x 8 grid, so that the same shifts work for all sizes. A position
// stores the board twice. Bitboards hold the stacks that each seat controls, the pillars, the mixed stacks, and the
// heights of stacks as three binary digits. In these digits 7 means 7 or more, because no move is longer than 7. An
// array by square holds each stack's exact height and the colours of its men. The package finds and counts steps and
// captures with the bitboards. Playing a step reads and writes two entries of the array.
//
// A stack fits into two bytes, because no capacity is more than 4: a step that would make a mixed stack of more than
// four men captures it instead.
package pitofpillars

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

// Game is Pit of Pillars.
var Game engine.Game = game{}

type game struct{}

func (game) Name() string  { return "pit-of-pillars" }
func (game) Title() string { return "Pit of Pillars" }

// Options implements [engine.Game].
func (game) Options() []engine.Option {
	return append([]engine.Option{
		{Name: "size", Title: "Board", Words: base.EdgeWords, Help: "squares along an edge of the board",
			Default: "8", Min: minSize, Max: maxSize},
		{Name: "reserve", Title: "Men in reserve", Help: "men that each player has in reserve at the start",
			Default: "0", Min: 0, Max: 99},
	}, base.DrawOptions(2000)...)
}

// Introduction implements [engine.ShownGame].
func (game) Introduction() engine.Introduction {
	return engine.Introduction{
		Pitch: "Enter men and stack them. A stack too high for its square is captured. You win when your opponent " +
			"has no stack.",
		Length:  "about 8 minutes, 35 turns",
		Picture: "x4/x3,wr,W,r/r,x2,w,x,r/x,W,x4/R,x5/w,R,rw,x w m 3/2 - 31",
		First:   engine.Settings{{Name: "size", Value: "6"}},
	}
}

func (g game) New(settings engine.Settings) (engine.Rules, error) { return newRules(settings) }

// rules is Pit of Pillars with a value for every option.
type rules struct {
	base.Facts
	base.Evaluation
	board   *geometry
	reserve uint8 // men in each reserve at the start
}

func newRules(settings engine.Settings) (*rules, error) {
	facts, err := base.NewFacts(Game, settings, []string{"White", "Red"}, stepKindNames[:], stepSpace)
	if err != nil {
		return nil, err
	}
	facts.Guides = guides[:]
	size, reserve := facts.Settled.Int("size"), facts.Settled.Int("reserve")
	return &rules{facts, evaluation, &geometries[size], uint8(reserve)}, nil
}

// Read implements [engine.Game]. It takes the size of the board from the text.
func (g game) Read(text string, settings engine.Settings) (engine.Position, error) {
	settings, err := base.Sized(settings, text, []int{4, 5, 6, 7, 8}, "4 to 8")
	if err != nil {
		return nil, err
	}
	r, err := newRules(settings)
	if err != nil {
		return nil, err
	}
	return r.read(text)
}

// Start implements [engine.Rules].
func (r *rules) Start() engine.Position {
	p := &position{rules: r, state: state{open: r.board.squares, turn: 1, reserve: [2]uint8{r.reserve, r.reserve}}}
	p.hash = p.hashFromScratch()
	return p
}

var metricList = []engine.Metric{
	{Name: "men on the board", Help: "men in all stacks"},
	{Name: "stacks", Help: "stacks of both sides"},
	{Name: "mixed stacks", Help: "stacks with men of both colours"},
	{Name: "reserves", Help: "men in both reserves"},
	{Name: "pillars", Help: "pillars of both sides"},
	{Name: "captures", Help: "stacks captured", Event: true},
	{Name: "pillar moves", Help: "pillar steps that were not declined", Event: true},
}

func (r *rules) Metrics() []engine.Metric { return metricList }

// AppendMetrics implements [engine.MetricRules].
func (r *rules) AppendMetrics(values []int, at, before engine.Position, turn []engine.Step) []int {
	p := at.(*position)
	pillars := p.pillars[white].Count() + p.pillars[red].Count()
	captures, moves := 0, 0
	if before != nil {
		earlier := before.(*position).pillars
		captures = pillars - earlier[white].Count() - earlier[red].Count() // every capture adds a pillar
	}
	for _, step := range turn {
		if form(step) == formPillar {
			moves++
		}
	}
	men := 0
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		men += int(p.stacks[rest.First()&63].height)
	}
	return append(values, men, p.occupied().Count(), p.mixed.Count(), int(p.reserve[white])+int(p.reserve[red]),
		pillars, captures, moves)
}
