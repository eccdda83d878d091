package pitofpillars

import (
	"fmt"
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// seat is 0 for White and 1 for Red, as the bits of stack.colors are.
type seat uint8

const (
	white seat = iota
	red
)

func (s seat) other() seat { return s ^ 1 }

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
	last       square // in an adjoining step, where the opponent entered the last man
	end        ending
}

// irreversible stands until the turn ends and makes it 0.
const irreversible = -1

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
func (p *position) StartsTurn() bool          { return p.kind != isolatedStep && p.kind != pillarStep }

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

func (p *position) occupied() bitboard    { return p.control[white] | p.control[red] }
func (p *position) vacant() bitboard      { return p.open &^ p.occupied() }
func (p *position) capacity(s square) int { return (orthogonalSpread(s.Bit()) & p.open).Count() }

// stack is the men on one square. Colors holds the men's colours from the top down, the top man in bit 0, red as 1.
// From the bottom man on, the bits repeat its colour without end: a white stack is 0, a red one -1, whatever its
// height, and taking men off the top is an arithmetic shift. So the eight bits are exact for pure stacks of any height
// and for mixed ones of up to maxMixed men.
type stack struct {
	height uint8
	colors int8
}

// Bounds of what a position text may hold. Play never makes a mixed stack higher than four.
const (
	maxMixed  = 8
	maxHeight = 200
)

func manOf(color seat) stack       { return stack{1, -int8(color)} }
func (s stack) mixed() bool        { return uint8(s.colors+1) > 1 }
func (s stack) top() seat          { return seat(s.colors & 1) }
func (s stack) man(above int) seat { return seat(s.colors >> min(above, 7) & 1) }

func (s stack) reds() int {
	if s.height >= 8 {
		return bits.OnesCount8(uint8(s.colors)) + int(s.height-8)*int(uint8(s.colors)>>7)
	}
	return bits.OnesCount8(uint8(s.colors) & (1<<s.height - 1))
}

// men counts the men of one colour.
func (s stack) men(of seat) int {
	if of == red {
		return s.reds()
	}
	return int(s.height) - s.reds()
}

func (s stack) take(k uint8) (moving, left stack) {
	unused := (8 - k) & 7
	moving = stack{k, s.colors << unused >> unused}
	if k == s.height {
		return moving, stack{}
	}
	return moving, stack{s.height - k, s.colors >> (k & 7)}
}

// land puts moving, of at most seven men, on top of s. The colours of a mixed result higher than maxMixed are cut off
// at the bottom: it is always captured.
func (s stack) land(moving stack) (result stack, mixed bool) {
	if s.height == 0 {
		return moving, moving.mixed()
	}
	k := moving.height & 7
	colors := int16(s.colors)<<k | int16(moving.colors)&(1<<k-1)
	return stack{s.height + moving.height, int8(colors)}, uint16(colors+1) > 1
}

func (s stack) digits() uint64 { return uint64(min(s.height, 7)) }

// zobristKeys are the random words whose exclusive or is the hash; see [kit.Fill].
type zobristKeys struct {
	man     [2][256][64]uint64 // by colour, level from the bottom, square
	pillar  [2][64]uint64
	reserve [2][256]uint64
	stage   [stepKinds][2]uint64
	last    [64]uint64
}

var zobrist = func() *zobristKeys {
	random := engine.NewRandom(0x5069744f66506c72)
	keys := new(zobristKeys)
	for color := range 2 {
		for level := range 256 {
			kit.Fill(random, keys.man[color][level][:])
		}
		kit.Fill(random, keys.pillar[color][:], keys.reserve[color][:])
	}
	for kind := range keys.stage {
		kit.Fill(random, keys.stage[kind][:])
	}
	kit.Fill(random, keys.last[:])
	return keys
}()

func (z *zobristKeys) stack(s stack, at square) uint64 { return z.top(s, s.height, at) }

func (z *zobristKeys) top(s stack, k uint8, at square) uint64 {
	var key uint64
	colors := s.colors
	for level := s.height; level > s.height-k; level-- {
		key ^= z.man[colors&1][level-1][at&63]
		colors >>= 1
	}
	return key
}

// contradiction compares all that the position holds with what reading its text makes.
func (p *position) contradiction() error {
	again, err := p.rules.read(p.String())
	if err != nil {
		return err
	}
	if again.reversible = p.reversible; again.state != p.state {
		return fmt.Errorf("it holds %+v, and %+v when read", p.state, again.state)
	}
	return nil
}
