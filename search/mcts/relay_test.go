package mcts

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"pillars/engine"
)

// relayRules is a subtraction game small enough to be solved by hand, in which a seat may act twice in a row. A turn
// takes one, two or three stones from a pile; after taking two a seat may take one or two more, or decline. Who takes
// the last stone wins; if drawing is not 0, it is a draw when the last step took that many.
type relayRules struct {
	pile    int
	drawing engine.Step
}

type relay struct {
	rules  relayRules
	pile   int
	seat   engine.Seat
	second bool // the seat has taken two and may take more
	turn   int
	end    engine.Outcome
}

const relayDecline engine.Step = 4

const takenLast engine.Reason = "last stone taken"

func (r relayRules) Game() engine.Game         { return relayGame{} }
func (r relayRules) Settings() engine.Settings { return nil }
func (r relayRules) Seats() int                { return 2 }
func (r relayRules) SeatNames() []string       { return []string{"One", "Two"} }
func (r relayRules) Start() engine.Position    { return &relay{rules: r, pile: r.pile, turn: 1} }
func (r relayRules) StepKinds() []string       { return []string{"first", "second"} }
func (r relayRules) StepSpace() int            { return 5 }
func (r relayRules) Repetition() int           { return 3 }
func (r relayRules) TurnCap() int              { return 0 }
func (r relayRules) Features() []engine.Term {
	return []engine.Term{{Name: "pile", Help: "stones"}}
}
func (p *relay) Rules() engine.Rules                                { return p.rules }
func (p *relay) Seat() engine.Seat                                  { return p.seat }
func (p *relay) Turn() int                                          { return p.turn }
func (p *relay) StartsTurn() bool                                   { return !p.second }
func (p *relay) InOpening() bool                                    { return false }
func (p *relay) Over() bool                                         { return p.end.Over() }
func (p *relay) Outcome() engine.Outcome                            { return p.end }
func (p *relay) CountSteps() int                                    { return len(p.AppendSteps(nil)) }
func (p *relay) CopyFrom(other engine.Position)                     { *p = *other.(*relay) }
func (p *relay) Reversible() int                                    { return 0 }
func (p *relay) StepText(step engine.Step) string                   { return [...]string{"", "1", "2", "3", "-"}[step] }
func (p *relay) Diagram() engine.Diagram                            { return engine.Diagram{} }
func (p *relay) AppendNoisy(steps []engine.Step) []engine.Step      { return steps }
func (p *relay) OrderingScores(steps []engine.Step, scores []int32) { clear(scores[:len(steps)]) }
func (p *relay) Features(_ engine.Seat, features []int32)           { features[0] = int32(p.pile) }

func (p *relay) StepKind() engine.StepKind {
	if p.second {
		return 1
	}
	return 0
}

func (p *relay) AppendSteps(steps []engine.Step) []engine.Step {
	most := engine.Step(3)
	if p.second {
		most = 2
	}
	if p.Over() {
		return steps
	}
	for k := engine.Step(1); k <= most && int(k) <= p.pile; k++ {
		steps = append(steps, k)
	}
	if p.second {
		steps = append(steps, relayDecline)
	}
	return steps
}

func (p *relay) DeclineStep() engine.Step {
	if p.second && !p.Over() {
		return relayDecline
	}
	return engine.NoStep
}

func (p *relay) Play(step engine.Step) {
	if step != relayDecline {
		p.pile -= int(step)
	}
	switch {
	case p.pile == 0 && step == p.rules.drawing:
		p.end = engine.Draw(2, takenLast)
	case p.pile == 0:
		p.end = engine.Win(p.seat, takenLast)
	}
	if p.second = step == 2 && !p.second && p.pile > 0; !p.second {
		p.seat = 1 - p.seat
		p.turn++
	}
}

func (p *relay) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *relay) Clone() engine.Position {
	clone := *p
	return &clone
}

func (p *relay) Hash() uint64 { return uint64(p.pile)<<2 | uint64(p.seat)<<1 | uint64(p.StepKind()) }

func (p *relay) String() string {
	return fmt.Sprintf("%d %s %d %d", p.pile, p.seat, p.StepKind(), p.turn)
}

func (p *relay) RandomStep(random *rand.PCG) engine.Step {
	steps := p.AppendSteps(nil)
	return steps[rand.New(random).IntN(len(steps))]
}

func (p *relay) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	steps := 0
	for last := p.turn + maxTurns; !p.Over() && p.turn < last; steps++ {
		p.Play(p.RandomStep(random))
	}
	return steps, p.end
}

type relayGame struct{}

func (relayGame) Name() string                              { return "relay" }
func (relayGame) Title() string                             { return "Relay" }
func (relayGame) Options() []engine.Option                  { return nil }
func (relayGame) New(engine.Settings) (engine.Rules, error) { return relayRules{}, nil }
func (relayGame) Read(string, engine.Settings) (engine.Position, error) {
	return nil, fmt.Errorf("the relay game cannot be read")
}

// relayWorth returns the value for the seat to act, solved backwards from the empty pile: 1, 1/2 or 0.
func relayWorth(p *relay) float64 {
	best := 0.0
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone().(*relay)
		child.Play(step)
		worth := 0.0
		switch {
		case child.Over():
			worth = child.end.Score(p.seat)
		case child.seat == p.seat:
			worth = relayWorth(child)
		default:
			worth = 1 - relayWorth(child)
		}
		best = max(best, worth)
	}
	return best
}

// relayWeights writes a file of weights by which every position is even, so that only proofs can guide the search.
func relayWeights(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "relay.txt")
	if err := os.WriteFile(path, []byte("pile 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
