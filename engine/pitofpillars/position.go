package pitofpillars

import (
	"pillars/engine"
)

// seat is 0 for White and 1 for Red, as the bits of stack.colors are.
type seat uint8

const (
	white seat = iota
	red
)

func (s seat) other() seat { return s ^ 1 }

// position is one position of a game with certain rules.
type position struct {
	rules *rules
	state
}

// state is all of a position that steps change. It holds no pointers, so that copying it is a plain copy of memory.
type state struct {
	open       bitboard    // squares without a pillar: where men may stand
	control    [2]bitboard // stacks by who controls them
	pillars    [2]bitboard
	height     [3]bitboard // binary digits of the stacks' heights, 7 for 7 and more
	mixed      bitboard    // stacks with men of both colours
	hash       uint64
	stacks     [64]stack
	turn       int32
	reversible int32 // turn starts before the latest that could equal it, or irreversible
	reserve    [2]uint8
	seat       seat
	kind       engine.StepKind
	last       square // in an adjoining step, where the opponent entered his last man
	end        ending
}

// irreversible is the count of reversible turns after a step that can never be undone, until the turn ends and makes it 0.
const irreversible = -1

// ending says whether and how a position ended the game.
type ending uint8

const (
	ongoing      ending        = iota
	noStackLeft                // the seat to act has lost its last stack
	noStepLeft                 // the seat to act must take a main step and has none
	noStackWords engine.Reason = "no stack left"
)

func (p *position) Rules() engine.Rules       { return p.rules }
func (p *position) Seat() engine.Seat         { return engine.Seat(p.seat) }
func (p *position) Turn() int                 { return int(p.turn) }
func (p *position) StepKind() engine.StepKind { return p.kind }
func (p *position) InOpening() bool           { return p.kind < mainStep }
func (p *position) Over() bool                { return p.end != ongoing }
func (p *position) Hash() uint64              { return p.hash }
func (p *position) Reversible() int           { return int(max(0, p.reversible)) }

// StartsTurn is true for the first step of either stage's turns.
func (p *position) StartsTurn() bool { return p.kind != isolatedStep && p.kind != pillarStep }

// Outcome of a finished game: in both endings the seat to act is the loser.
func (p *position) Outcome() engine.Outcome {
	switch p.end {
	case noStackLeft:
		return engine.Win(engine.Seat(p.seat.other()), noStackWords)
	case noStepLeft:
		return engine.Win(engine.Seat(p.seat.other()), engine.NoLegalStep)
	}
	return engine.Outcome{}
}

func (p *position) CopyFrom(other engine.Position) { p.state = other.(*position).state }

func (p *position) Clone() engine.Position {
	clone := *p
	return &clone
}

// occupied is the set of squares with stacks.
func (p *position) occupied() bitboard { return p.control[white] | p.control[red] }

// vacant is the set of squares with nothing on them.
func (p *position) vacant() bitboard { return p.open &^ p.occupied() }

// capacity is the number of a square's neighbours without a pillar.
func (p *position) capacity(s square) int {
	return (s.bit().orthogonalSpread() & p.open).count()
}

// atLeast is the set of stacks of k or more men, for k from 1 to 7.
func (p *position) atLeast(k int) bitboard {
	ones, twos, fours := p.height[0], p.height[1], p.height[2]
	switch k {
	case 1:
		return p.occupied()
	case 2:
		return twos | fours
	case 3:
		return ones&twos | fours
	case 4:
		return fours
	case 5:
		return fours & (ones | twos)
	case 6:
		return fours & twos
	default:
		return fours & twos & ones
	}
}
