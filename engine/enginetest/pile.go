package enginetest

import (
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// Pile is a small game for two to four seats in which seats leave before the end: they take one, two or three stones in
// turn from a pile. The seat that takes the last one is out, and the pile is laid anew. The last seat in wins; the
// others are placed in the reverse order of leaving. With the option "leaving" at 0 its positions do not tell who has
// left.
type Pile struct{}

func (Pile) Name() string  { return "pile" }
func (Pile) Title() string { return "Pile" }

func (Pile) Options() []engine.Option {
	return []engine.Option{
		{Name: "players", Default: "3", Min: 2, Max: 4}, {Name: "pile", Default: "9", Min: 1, Max: 99},
		{Name: "leaving", Default: "1", Max: 1},
	}
}

func (g Pile) New(settings engine.Settings) (engine.Rules, error) {
	settled, err := engine.Settle(g, settings)
	if err != nil {
		return nil, err
	}
	names := []string{"A", "B", "C", "D"}[:settled.Int("players")]
	return &pileRules{kit.Facts{Of: g, Settled: settled, Names: names, Kinds: []string{"take"}, Space: 4}}, nil
}

// Read knows the start only, which is all that a record needs.
func (g Pile) Read(text string, settings engine.Settings) (engine.Position, error) {
	rules, err := g.New(settings)
	if err != nil {
		return nil, err
	}
	if start := rules.Start(); start.String() == text {
		return start, nil
	}
	return nil, fmt.Errorf("%q is not the start", text)
}

type pileRules struct{ kit.Facts }

func (r *pileRules) Features() []engine.Term {
	return []engine.Term{{Name: "nothing", Help: "nothing"}}
}

func (r *pileRules) Start() engine.Position {
	p := &pilePosition{rules: r, pile: r.Settled.Int("pile"), common: common{turn: 1}}
	if r.Settled.Int("leaving") == 0 {
		return p
	}
	return &leavingPile{p}
}

type pilePosition struct {
	common
	rules *pileRules
	pile  int
	left  []engine.Seat
}

type leavingPile struct{ *pilePosition }

func (p *leavingPile) Settled(seat engine.Seat) (float64, bool) {
	n := slices.Index(p.left, seat)
	return float64(n) / float64(p.rules.Seats()-1), n >= 0
}

func (p *leavingPile) Clone() engine.Position      { return &leavingPile{p.pilePosition.copy()} }
func (p *leavingPile) CopyFrom(o engine.Position)  { p.pilePosition = o.(*leavingPile).copy() }
func (p *pilePosition) Clone() engine.Position     { return p.copy() }
func (p *pilePosition) CopyFrom(o engine.Position) { *p = *o.(*pilePosition).copy() }

func (p *pilePosition) copy() *pilePosition {
	c := *p
	c.left = slices.Clone(p.left)
	return &c
}

func (p *pilePosition) Rules() engine.Rules       { return p.rules }
func (p *pilePosition) StartsTurn() bool          { return true }
func (p *pilePosition) StepKind() engine.StepKind { return 0 }

func (p *pilePosition) AppendSteps(steps []engine.Step) []engine.Step {
	for take := 1; take <= min(3, p.pile) && !p.Over(); take++ {
		steps = append(steps, engine.Step(take))
	}
	return steps
}

func (p *pilePosition) Play(step engine.Step) {
	p.turn++
	if p.pile -= int(step); p.pile == 0 {
		p.left = append(p.left, p.seat)
		p.pile = p.rules.Settled.Int("pile")
	}
	if seats := p.rules.Seats(); len(p.left) == seats-1 {
		p.end = ranked("last in", seats, func(seat int) int { return slices.Index(p.left, engine.Seat(seat)) })
	}
	for next := true; next && !p.Over(); next = slices.Contains(p.left, p.seat) {
		p.seat = (p.seat + 1) % engine.Seat(p.rules.Seats())
	}
}

// ranked gives the seat that left as number n, from 0, n points of a possible seats-1, and the last seat in (-1) all.
func ranked(reason engine.Reason, seats int, left func(seat int) int) engine.Outcome {
	o := engine.Outcome{Reason: reason, Seats: seats}
	for seat := range seats {
		o.Scores[seat] = float64((left(seat)+seats)%seats) / float64(seats-1)
	}
	return o
}

func (p *pilePosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *pilePosition) String() string                                { return fmt.Sprint(p.text(), " ", p.turn) }
func (p *pilePosition) text() string                                  { return fmt.Sprint(p.pile, p.seat, p.left) }
func (p *pilePosition) Hash() uint64                                  { return engine.DeriveSeed(0, p.text()) }
func (p *pilePosition) StepText(step engine.Step) string              { return fmt.Sprintf("take%d", step) }
func (p *pilePosition) CountSteps() int                               { return len(p.AppendSteps(nil)) }
func (p *pilePosition) DeclineStep() engine.Step                      { return engine.NoStep }
func (p *pilePosition) AppendNoisy(steps []engine.Step) []engine.Step { return steps }
func (p *pilePosition) OrderingScores([]engine.Step, []int32)         {}
func (p *pilePosition) Features(engine.Seat, []int32)                 {}
