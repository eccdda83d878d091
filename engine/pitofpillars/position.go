package pitofpillars

import (
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// seat is 0 for White and 1 for Red, like the bits of stack.colors.
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

// state is the part of a position that steps change. It has no pointers, so an assignment copies it.
type state struct {
	open       bitboard    // squares of the board without a pillar, on which men may stand
	control    [2]bitboard // stacks by the seat that controls them
	pillars    [2]bitboard // by seat
	height     [3]bitboard // binary digits of the stacks' heights, the lowest first; 7 stands for 7 and more
	mixed      bitboard    // stacks with men of both colours
	hash       uint64
	stacks     [64]stack // by square
	turn       int32
	reversible int32    // [engine.Position.Reversible], but -1 from an irreversible step to the end of its turn
	reserve    [2]uint8 // by seat, the number of men in reserve
	seat       seat
	kind       engine.StepKind
	last       square // in an adjoining step, the square of the opponent's last man; else 0
	end        ending
}

// irreversible is the value of state.reversible after an irreversible step. The end of its turn increments it to 0.
const irreversible = -1

// ending says how a game ended. At the end of a game, the seat to act is the loser.
type ending uint8

const (
	ongoing     ending = iota
	noStackLeft        // the loser has no stack left
	noStepLeft         // the loser must take a main step, but none is legal

	noStackReason engine.Reason = "no stack left"
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

// Outcome implements [engine.Position].
func (p *position) Outcome() engine.Outcome {
	switch p.end {
	case noStackLeft:
		return engine.Win(engine.Seat(p.seat.other()), noStackReason)
	case noStepLeft:
		return engine.Win(engine.Seat(p.seat.other()), engine.NoLegalStep)
	}
	return engine.Outcome{}
}

func (p *position) CopyFrom(other engine.Position) { p.state = other.(*position).state }

// Clone implements [engine.Position].
func (p *position) Clone() engine.Position {
	clone := *p
	return &clone
}

func (p *position) occupied() bitboard    { return p.control[white] | p.control[red] }
func (p *position) vacant() bitboard      { return p.open &^ p.occupied() }
func (p *position) capacity(s square) int { return (neighbours[s&63] & p.open).Count() }

// stack is the men on one square. Eight bits suffice for the colours of a pure stack of any height, and of a mixed
// stack of up to maxMixed men.
type stack struct {
	height uint8
	// colors has one bit for each man, the top man's in bit 0: 0 for white, 1 for red. All higher bits repeat the
	// colour of the bottom man, so an arithmetic shift to the right takes men off the top.
	colors int8
}

// maxMixed is the largest height of a mixed stack in a position text, and maxHeight of any stack. No step makes a mixed
// stack of more than four men.
const (
	maxMixed  = 8
	maxHeight = 200
)

func manOf(color seat) stack { return stack{1, -int8(color)} }
func (s stack) mixed() bool  { return uint8(s.colors+1) > 1 } // colors is neither 0, all white, nor -1, all red
func (s stack) top() seat    { return seat(s.colors & 1) }

// man returns the colour of the man that has the given number of men above it.
func (s stack) man(above int) seat { return seat(s.colors >> min(above, 7) & 1) }

// reds returns the number of red men.
func (s stack) reds() int {
	if s.height >= 8 { // the top bit gives the colour of the eighth man and of all men below it
		return bits.OnesCount8(uint8(s.colors)) + int(s.height-8)*int(uint8(s.colors)>>7)
	}
	return bits.OnesCount8(uint8(s.colors) & (1<<s.height - 1))
}

func (s stack) men(of seat) int {
	if of == red {
		return s.reds()
	}
	return int(s.height) - s.reds()
}

// take splits a stack into its upper k men and the men below them.
func (s stack) take(k uint8) (moving, left stack) {
	unused := (8 - k) & 7                           // the number of bits above those of the k men
	moving = stack{k, s.colors << unused >> unused} // the shifts fill these bits with the colour of the bottom man
	if k == s.height {
		return moving, stack{}
	}
	return moving, stack{s.height - k, s.colors >> (k & 7)}
}

// land puts moving men, at most seven, on top of s. It returns the result, and whether the result is mixed. If a mixed
// result is higher than maxMixed, its colours are incomplete. That does not matter, because the rules always capture
// such a stack.
func (s stack) land(moving stack) (result stack, mixed bool) {
	if s.height == 0 {
		return moving, moving.mixed()
	}
	k := moving.height & 7
	colors := int16(s.colors)<<k | int16(moving.colors)&(1<<k-1)
	return stack{s.height + moving.height, int8(colors)}, uint16(colors+1) > 1
}

// digits returns the height as state.height stores it: 7 stands for 7 and more.
func (s stack) digits() uint64 { return uint64(min(s.height, 7)) }

// zobristKeys holds the random words that make up hashes; see [base.Fill].
type zobristKeys struct {
	man     [2][256][64]uint64   // by colour, level from the bottom (0), and square
	pillar  [2][64]uint64        // by colour and square
	reserve [2][256]uint64       // by seat and number of men
	stage   [stepKinds][2]uint64 // by kind of step and seat to act
	last    [64]uint64           // by square of the opponent's last man
}

var zobrist = func() *zobristKeys {
	random := engine.NewRandom(0x5069744f66506c72) // "PitOfPlr" in ASCII
	keys := new(zobristKeys)
	for color := range 2 {
		for level := range 256 {
			base.Fill(random, keys.man[color][level][:])
		}
		base.Fill(random, keys.pillar[color][:], keys.reserve[color][:])
	}
	for kind := range keys.stage {
		base.Fill(random, keys.stage[kind][:])
	}
	base.Fill(random, keys.last[:])
	return keys
}()

// top returns the exclusive or of the keys of the upper k men of a stack. A man's key depends on its level from the
// bottom, so moving the men above it does not change the key.
func (z *zobristKeys) top(s stack, k uint8, at square) uint64 {
	var key uint64
	colors := s.colors
	for level := s.height; level > s.height-k; level-- {
		key ^= z.man[colors&1][level-1][at&63]
		colors >>= 1
	}
	return key
}

// Same implements [base.Checked].
func (p *position) Same(other engine.Position) bool {
	again := other.(*position)
	again.reversible = p.reversible // a position text does not contain it
	return again.state == p.state
}

// Play implements [engine.Position].
func (p *position) Play(step engine.Step) {
	switch form(step) {
	case formMove:
		from, to, k := moved(step)
		p.move(from, to, k)
	case formPillar:
		p.slide(slid(step))
	case formEnter:
		p.enter(entered(step))
	default:
		p.endTurn(mainStep)
	}
	base.Check(p)
}

func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.state = p.state
	next.Play(step)
}

// CountAfter implements [base.Counted].
func (p *position) CountAfter(steps []engine.Step, child *position) (total uint64) {
	for _, step := range steps {
		child.state = p.state
		child.Play(step)
		total += uint64(child.CountSteps())
	}
	return total
}

// enter plays the entry of a man on a square, in any kind of step but a pillar step.
func (p *position) enter(to square) {
	p.reversible = irreversible
	switch p.kind {
	case mainStep:
		p.setReserve(p.seat, p.reserve[p.seat&1]-1)
		p.land(to, manOf(p.seat))
		p.endMainStep()
	case adjoiningStep:
		p.place(to)
		p.hash ^= zobrist.last[p.last&63]
		p.last = 0
		if p.isolated() != 0 {
			p.setKind(isolatedStep)
		} else { // the opponent begins the movement stage
			p.endTurn(mainStep)
		}
	default: // the first man of the game, or an isolated man
		p.place(to)
		p.endTurn(adjoiningStep)
		p.last = to
		p.hash ^= zobrist.last[to&63]
	}
}

// place puts a single man of the seat to act on a vacant square.
func (p *position) place(to square) {
	p.stacks[to&63] = manOf(p.seat)
	p.control[p.seat&1] |= to.Bit()
	p.height[0] |= to.Bit()
	p.hash ^= zobrist.man[p.seat&1][0][to&63]
}

func (p *position) move(from, to square, k uint8) {
	old := p.stacks[from&63]
	moving, left := old.take(k)
	p.hash ^= zobrist.top(old, k, from)
	p.put(from, old, left)
	p.land(to, moving)
	p.endMainStep()
}

// land puts moving men on a square. If they make or enlarge a mixed stack that exceeds the capacity of the square, the
// seat to act captures this stack.
func (p *position) land(to square, moving stack) {
	old := p.stacks[to&63]
	result, mixed := old.land(moving)
	if mixed && int(result.height) > p.capacity(to) {
		p.capture(to, old, moving)
		return
	}
	p.hash ^= zobrist.top(result, moving.height, to)
	p.put(to, old, result)
}

// put replaces the stack on a square in the array and the bitboards. It does not update the hash.
func (p *position) put(at square, old, now stack) {
	p.stacks[at&63] = now
	changed := old.digits() ^ now.digits()
	at &= 63
	p.height[0] ^= bitboard(changed&1) << at
	p.height[1] ^= bitboard(changed>>1&1) << at
	p.height[2] ^= bitboard(changed>>2) << at
	bit := bitboard(1) << at
	p.control[white] &^= bit
	p.control[red] &^= bit
	p.mixed &^= bit
	if now.height > 0 {
		p.control[now.top()] |= bit
		if now.mixed() {
			p.mixed |= bit
		}
	}
}

// capture replaces the stack old, and the moving men that land on it, by a pillar of the seat to act. The men of that
// seat return to its reserve. The hash must not yet contain the moving men.
func (p *position) capture(at square, old, moving stack) {
	own := old.men(p.seat) + moving.men(p.seat)
	p.hash ^= zobrist.top(old, old.height, at) ^ zobrist.pillar[p.seat&1][at&63]
	p.put(at, old, stack{})
	p.pillars[p.seat&1] |= at.Bit()
	p.open &^= at.Bit()
	p.setReserve(p.seat, p.reserve[p.seat&1]+uint8(own))
	p.reversible = irreversible
}

func (p *position) slide(from, to square) {
	both := from.Bit() | to.Bit()
	p.pillars[p.seat&1] ^= both
	p.open ^= both
	p.hash ^= zobrist.pillar[p.seat&1][from&63] ^ zobrist.pillar[p.seat&1][to&63]
	p.endTurn(mainStep)
}

// endMainStep ends the game if the opponent has no stack left. Otherwise the turn continues with a pillar step if an
// own pillar can move, and ends if none can.
func (p *position) endMainStep() {
	if p.control[p.seat.other()&1] == 0 {
		p.endTurn(mainStep)
		p.end = noStackLeft // replaces noStepLeft, which endTurn may have set
		return
	}
	if p.canSlide(p.seat) {
		p.setKind(pillarStep)
		return
	}
	p.endTurn(mainStep)
}

// endTurn passes the turn to the opponent, whose turn begins with a step of the given kind. The opponent loses if kind
// is mainStep and no main step is legal.
func (p *position) endTurn(kind engine.StepKind) {
	p.hash ^= zobrist.stage[p.kind][p.seat&1]
	p.seat = p.seat.other()
	p.kind = kind
	p.hash ^= zobrist.stage[kind][p.seat&1]
	p.turn++
	p.reversible++
	if kind == mainStep && !p.canStep() {
		p.end = noStepLeft
	}
}

func (p *position) setKind(kind engine.StepKind) {
	p.hash ^= zobrist.stage[p.kind][p.seat&1] ^ zobrist.stage[kind][p.seat&1]
	p.kind = kind
}

func (p *position) setReserve(s seat, men uint8) {
	p.hash ^= zobrist.reserve[s&1][p.reserve[s&1]] ^ zobrist.reserve[s&1][men]
	p.reserve[s&1] = men
}

func (p *position) hashFromScratch() uint64 { return p.imageHash(p.rules.board.orders[0], white) }

// imageHash computes the hash of an image of the position. The image of the i-th square of the board is order[i]. The
// colours and the seats are exchanged if exchange is 1.
func (p *position) imageHash(order []square, exchange seat) uint64 {
	key := zobrist.stage[p.kind][p.seat^exchange]
	for s, men := range p.reserve {
		key ^= zobrist.reserve[seat(s)^exchange][men]
	}
	for i, at := range p.rules.board.orders[0] {
		to, here := order[i], p.stacks[at&63]
		here.colors ^= -int8(exchange)
		key ^= zobrist.top(here, here.height, to)
		for s := range p.pillars {
			key ^= uint64(p.pillars[s].BitAt(at)) * zobrist.pillar[seat(s)^exchange][to&63]
		}
		if p.kind == adjoiningStep && at == p.last {
			key ^= zobrist.last[to&63]
		}
	}
	return key
}
