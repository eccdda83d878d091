package openings

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"pillars/engine"
	"pillars/search"
)

// The cake is the smallest game of dividing and choosing: One cuts ten pieces in two parts, Two takes the left or the
// right one or leaves the choice to One, and then everyone eats, One first. Three variations: Two does not choose and
// gets the right part; taking a part changes the board; a third guest looks on.

type cakeRules struct {
	engine.Rules // none: what is not below is not asked
	noChoice     bool
	onBoard      bool
	seats        int
}

func (r *cakeRules) Seats() int      { return max(2, r.seats) }
func (r *cakeRules) Repetition() int { return 0 }
func (r *cakeRules) TurnCap() int    { return 0 }

// PieStep is every step but the cut; where taking a part changes the board there is no such step.
func (r *cakeRules) PieStep(kind engine.StepKind) bool { return kind > 0 && !r.onBoard }

func (r *cakeRules) Start() engine.Position { return &cake{rules: r, turn: 1} }

// Steps of a cake: cutting off 1 to 9 pieces, then these.
const (
	takeLeft engine.Step = iota + 10
	takeRight
	leaveIt
	eat
)

type cake struct {
	engine.Position // none
	rules           *cakeRules
	left            int    // pieces in the left part, 0 before the cut
	share           [2]int // by seat
	seat            engine.Seat
	turn            int
}

func (p *cake) Rules() engine.Rules { return p.rules }
func (p *cake) Seat() engine.Seat   { return p.seat }
func (p *cake) Turn() int           { return p.turn }
func (p *cake) StartsTurn() bool    { return true }
func (p *cake) InOpening() bool     { return p.share == [2]int{} }

// of the first two turns, to cut and to choose
func (p *cake) StepKind() engine.StepKind     { return engine.StepKind(p.turn - 1) }
func (p *cake) Over() bool                    { return false }
func (p *cake) Outcome() engine.Outcome       { return engine.Outcome{} }
func (p *cake) CountSteps() int               { return len(p.AppendSteps(nil)) }
func (p *cake) Hash() uint64                  { return engine.DeriveSeed(0, p.String()) }
func (p *cake) String() string                { return fmt.Sprint(p.left, p.share, p.seat, p.turn) }
func (p *cake) StepText(s engine.Step) string { return fmt.Sprint(s) }

func (p *cake) AppendSteps(steps []engine.Step) []engine.Step {
	switch {
	case p.left == 0:
		for cut := engine.Step(1); cut < 10; cut++ {
			steps = append(steps, cut)
		}
		return steps
	case !p.InOpening():
		return append(steps, eat)
	case p.seat == 1:
		return append(steps, takeLeft, takeRight, leaveIt)
	}
	return append(steps, takeLeft, takeRight)
}

func (p *cake) Play(step engine.Step) {
	other := 1 - p.seat
	switch step {
	case takeLeft:
		p.share[p.seat], p.share[other] = p.left, 10-p.left
		other = 0
	case takeRight:
		p.share[p.seat], p.share[other] = 10-p.left, p.left
		other = 0
	case leaveIt:
	default:
		p.left = int(step)
		if p.rules.noChoice {
			p.share = [2]int{p.left, 10 - p.left}
		}
	}
	p.seat = other
	p.turn++
}

func (p *cake) PlayInto(step engine.Step, child engine.Position) {
	*child.(*cake) = *p
	child.Play(step)
}

func (p *cake) Clone() engine.Position {
	clone := *p
	return &clone
}

func (p *cake) RandomStep(random *rand.PCG) engine.Step {
	steps := p.AppendSteps(nil)
	return steps[rand.New(random).IntN(len(steps))]
}

// Diagram shows the cut and, in one variation, who has what.
func (p *cake) Diagram() engine.Diagram {
	cells := []engine.Cell{{Kind: engine.Square, Pieces: make([]engine.Piece, p.left)}}
	if p.rules.onBoard {
		cells = append(cells, engine.Cell{Kind: engine.Square, Pieces: make([]engine.Piece, p.share[0])})
	}
	return engine.Diagram{Files: len(cells), Ranks: 1, Cells: cells, Notes: []string{p.String()}}
}

// glutton is a player that values a share by how much larger it is, at a logit for each piece of difference; with a
// difference of more than eight it sees a win three steps away. The seed of a noisy glutton adds up to half a logit.
type glutton struct {
	noisy  bool
	seed   uint64
	before func() error // is called before every decision
}

func (g *glutton) Name() string        { return "glutton" }
func (g *glutton) NewGame(seed uint64) { g.seed = seed }

func (g *glutton) Decide(
	_ context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	if g.before != nil {
		if err := g.before(); err != nil {
			return search.Decision{}, err
		}
	}
	p := h.Position().(*cake)
	if p.InOpening() {
		return search.Decision{}, errors.New("valued within the set-up")
	}
	more := p.share[p.seat] - p.share[1-p.seat]
	score := search.Score(100 * more)
	switch {
	case more >= 8:
		score = search.WinIn(3)
	case more <= -8:
		score = -search.WinIn(3)
	case g.noisy:
		score += search.Score(g.seed % 50)
	}
	return search.Decision{Steps: []engine.Step{eat}, Info: search.Info{Depth: 1, Score: score}}, nil
}
