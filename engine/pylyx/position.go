package pylyx

import (
	"pillars/engine"
)

// color is a colour of checkers. Which seat plays it is settled by the choices after the set-up.
type color uint8

const (
	white color = iota
	black
	colors
	blocked = colors // in state.lines, both colours and what is off the board
)

// maxMen is the number of checkers of each colour on the largest board.
const maxMen = maxSize - 2

type position struct {
	rules *rules
	state
}

// state is all of a position that steps change. It holds no pointers, so that copying it is a plain copy of memory.
type state struct {
	lines      [colors + 1][lineCount]uint16 // stacks by line, of each colour; then all that blocks
	stacks     [colors]bitboard
	heights    [squares]uint8
	hash       uint64
	turn       int32
	reversible int32 // turn starts before the latest that could equal it
	seat       engine.Seat
	kind       engine.StepKind
	owner      owner
	passes     uint8 // 1 if the turn before was a pass
	end        ending
}

// owner says which seat plays White: 1 or 2, or unsettled.
type owner uint8

const unsettled owner = 0

func ownerOf(c color, seat engine.Seat) owner { return 1 + (owner(seat) ^ owner(c)) }

// color is the colour that a seat plays, once that is settled.
func (o owner) color(seat engine.Seat) color { return color((uint8(o)-1)^uint8(seat)) & 1 }

type ending uint8

const (
	ongoing   ending        = iota
	gathered                // the seat that acted last has all its checkers in one stack
	twoPasses               // both players have passed
	byStack   engine.Reason = "one stack"
	byPasses  engine.Reason = "two passes"
)

func (p *position) Rules() engine.Rules       { return p.rules }
func (p *position) Seat() engine.Seat         { return p.seat }
func (p *position) Turn() int                 { return int(p.turn) }
func (p *position) StepKind() engine.StepKind { return p.kind }
func (p *position) Over() bool                { return p.end != ongoing }
func (p *position) Hash() uint64              { return p.hash }
func (p *position) Reversible() int           { return int(p.reversible) }
func (p *position) InOpening() bool           { return p.kind != mainStep }
func (p *position) StartsTurn() bool          { return p.kind != setUpStep || p.stacks[white] == bitboard{} }

// Outcome of a finished game: the stack was completed by the seat that does not act now.
func (p *position) Outcome() engine.Outcome {
	switch p.end {
	case gathered:
		return engine.Win(p.seat^1, byStack)
	case twoPasses:
		return engine.Draw(2, byPasses)
	}
	return engine.Outcome{}
}

func (p *position) CopyFrom(other engine.Position) { p.state = other.(*position).state }

func (p *position) Clone() engine.Position {
	clone := *p
	return &clone
}

// mover is the colour of the seat to act, once colours are settled.
func (p *position) mover() color { return p.owner.color(p.seat) }

// put sets the height of a stack of the colour, or of the empty square, in all but the hash.
func (p *position) put(c color, s square, height uint8) {
	if (p.heights[s] == 0) != (height == 0) {
		p.flip(c, s)
	}
	p.heights[s] = height
}

// flip puts a stack on a vacant square of the bitboard and the lines, or takes it off.
func (p *position) flip(c color, s square) {
	p.stacks[c&1].flip(s)
	for _, at := range &places[s] {
		bit := uint16(1) << (at.bit & 15)
		p.lines[c&1][at.line] ^= bit
		p.lines[blocked][at.line] ^= bit
	}
}

// zobristKeys are the random words whose exclusive or is a position's hash (Albert Zobrist, A New Hashing Method with
// Application for Game Playing, 1970): one for every stack by colour, height and square, and one for the step asked
// for, who acts, who plays White and whether the turn before was a pass. The word of a stack of no men is 0.
type zobristKeys struct {
	stack [2][maxMen + 1][squares]uint64
	stage [stepKinds][2][4][2]uint64 // by kind of step, seat, owner, passes
}

var zobrist = newZobristKeys()

func newZobristKeys() *zobristKeys {
	random := engine.NewRandom(0x50796c79784b6579)
	keys := new(zobristKeys)
	for color := range keys.stack {
		for height := 1; height <= maxMen; height++ {
			for s := range keys.stack[color][height] {
				keys.stack[color][height][s] = random.Uint64()
			}
		}
	}
	for kind := range keys.stage {
		for seat := range keys.stage[kind] {
			for owner := range keys.stage[kind][seat] {
				for passes := range keys.stage[kind][seat][owner] {
					keys.stage[kind][seat][owner][passes] = random.Uint64()
				}
			}
		}
	}
	return keys
}
