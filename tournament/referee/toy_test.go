package referee_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"pillars/engine"
)

// The toy is a game for two to four in which players leave before the end, as tiny as can be: seats take one, two or
// three stones in turn from a pile. Who takes the last one is out, and the pile is laid anew. The last seat in wins;
// the others are placed in the reverse order of leaving. With the option "leaving" at 0 its positions do not tell who
// has left.

type toyGame struct{}

func (toyGame) Name() string  { return "toy" }
func (toyGame) Title() string { return "Toy" }

func (toyGame) Options() []engine.Option {
	return []engine.Option{
		{Name: "players", Default: "3", Min: 2, Max: 4}, {Name: "pile", Default: "9", Min: 1, Max: 99},
		{Name: "leaving", Default: "1", Max: 1},
	}
}

func (g toyGame) New(settings engine.Settings) (engine.Rules, error) {
	settled, err := engine.Settle(g, settings)
	if err != nil {
		return nil, err
	}
	return &toyRules{settled, settled.Int("players"), settled.Int("pile"), settled.Int("leaving")}, nil
}

// Read knows the start and what turns lead to from there, which is all that a record needs.
func (g toyGame) Read(text string, settings engine.Settings) (engine.Position, error) {
	rules, err := g.New(settings)
	if err != nil {
		return nil, err
	}
	if start := rules.Start(); start.String() == text {
		return start, nil
	}
	return nil, fmt.Errorf("%q is not the start", text)
}

type toyRules struct {
	settings             engine.Settings
	seats, pile, leaving int
}

func (r *toyRules) Game() engine.Game         { return toyGame{} }
func (r *toyRules) Settings() engine.Settings { return r.settings }
func (r *toyRules) Seats() int                { return r.seats }
func (r *toyRules) SeatNames() []string       { return []string{"A", "B", "C", "D"}[:r.seats] }
func (r *toyRules) StepKinds() []string       { return []string{"take"} }
func (r *toyRules) StepSpace() int            { return 4 }
func (r *toyRules) Repetition() int           { return 0 }
func (r *toyRules) TurnCap() int              { return 0 }
func (r *toyRules) Features() []engine.Term {
	return []engine.Term{{Name: "nothing", Help: "nothing"}}
}

func (r *toyRules) Start() engine.Position {
	p := &toyPosition{rules: r, pile: r.pile, turn: 1}
	if r.leaving == 0 {
		return p
	}
	return &leavingToy{p}
}

type toyPosition struct {
	rules *toyRules
	pile  int
	seat  engine.Seat
	turn  int
	left  []engine.Seat
}

// leavingToy is a position that tells who has left.
type leavingToy struct{ *toyPosition }

func (p *leavingToy) Settled(seat engine.Seat) (float64, bool) {
	n := slices.Index(p.left, seat)
	return float64(n) / float64(p.rules.seats-1), n >= 0
}

func (p *leavingToy) Clone() engine.Position      { return &leavingToy{p.toyPosition.copy()} }
func (p *leavingToy) CopyFrom(o engine.Position)  { p.toyPosition = o.(*leavingToy).copy() }
func (p *toyPosition) Clone() engine.Position     { return p.copy() }
func (p *toyPosition) CopyFrom(o engine.Position) { *p = *o.(*toyPosition).copy() }

func (p *toyPosition) copy() *toyPosition {
	c := *p
	c.left = slices.Clone(p.left)
	return &c
}

func (p *toyPosition) Rules() engine.Rules       { return p.rules }
func (p *toyPosition) Seat() engine.Seat         { return p.seat }
func (p *toyPosition) Turn() int                 { return p.turn }
func (p *toyPosition) StartsTurn() bool          { return true }
func (p *toyPosition) StepKind() engine.StepKind { return 0 }
func (p *toyPosition) InOpening() bool           { return false }
func (p *toyPosition) Over() bool                { return len(p.left) == p.rules.seats-1 }

// Outcome gives who left as number n, from 0, n points of a possible seats-1, and the last seat in all of them.
func (p *toyPosition) Outcome() engine.Outcome {
	if !p.Over() {
		return engine.Outcome{}
	}
	o := engine.Outcome{Reason: "last in", Seats: p.rules.seats}
	for seat := range p.rules.seats {
		o.Scores[seat] = 1
		if n := slices.Index(p.left, engine.Seat(seat)); n >= 0 {
			o.Scores[seat] = float64(n) / float64(p.rules.seats-1)
		}
	}
	return o
}

func (p *toyPosition) AppendSteps(steps []engine.Step) []engine.Step {
	for take := 1; take <= min(3, p.pile) && !p.Over(); take++ {
		steps = append(steps, engine.Step(take))
	}
	return steps
}

func (p *toyPosition) Play(step engine.Step) {
	p.turn++
	if p.pile -= int(step); p.pile == 0 {
		p.left = append(p.left, p.seat)
		p.pile = p.rules.pile
	}
	for next := true; next && !p.Over(); next = slices.Contains(p.left, p.seat) {
		p.seat = (p.seat + 1) % engine.Seat(p.rules.seats)
	}
}

func (p *toyPosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *toyPosition) RandomStep(random *rand.PCG) engine.Step {
	steps := p.AppendSteps(nil)
	return steps[rand.New(random).IntN(len(steps))]
}

func (p *toyPosition) String() string {
	return fmt.Sprintf("%s %d", p.text(), p.turn)
}

func (p *toyPosition) text() string                                  { return fmt.Sprint(p.pile, p.seat, p.left) }
func (p *toyPosition) Hash() uint64                                  { return engine.DeriveSeed(0, p.text()) }
func (p *toyPosition) StepText(step engine.Step) string              { return fmt.Sprintf("take%d", step) }
func (p *toyPosition) CountSteps() int                               { return len(p.AppendSteps(nil)) }
func (p *toyPosition) DeclineStep() engine.Step                      { return engine.NoStep }
func (p *toyPosition) Reversible() int                               { return 0 }
func (p *toyPosition) Diagram() engine.Diagram                       { return engine.Diagram{} }
func (p *toyPosition) AppendNoisy(steps []engine.Step) []engine.Step { return steps }
func (p *toyPosition) OrderingScores([]engine.Step, []int32)         {}
func (p *toyPosition) Features(engine.Seat, []int32)                 {}
