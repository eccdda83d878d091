package pylyx

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

type color uint8

const (
	white color = iota
	black
	colors
	blocked = colors // the index in state.lines of all obstacles: both colours and the outside of the board
)

// maxMen is the number of men of each colour on the largest board.
const maxMen = maxSize - 2

type position struct {
	rules *rules
	state
}

// state is the part of a position that steps change. It has no pointers, so an assignment copies it.
type state struct {
	lines      [colors + 1][lineCount]uint16 // by colour and line, the stacks; at index blocked, all obstacles
	stacks     [colors]bitboard              // squares with stacks, by colour
	heights    [squares]uint8                // by square; 0 without a stack
	hash       uint64
	turn       int32
	reversible int32 // [engine.Position.Reversible]
	seat       engine.Seat
	kind       engine.StepKind
	owner      owner
	passes     uint8 // 1 if the last turn was a pass, else 0
	end        ending
}

// owner is the seat that plays White, counted from 1, or unsettled before the colours are chosen.
type owner uint8

const unsettled owner = 0

// ownerOf returns the owner of White if seat plays the colour c: seat itself if c is white, else its opponent.
func ownerOf(c color, seat engine.Seat) owner { return 1 + (owner(seat) ^ owner(c)) }

// color returns the colour that seat plays. The owner must be settled.
func (o owner) color(seat engine.Seat) color { return color((uint8(o)-1)^uint8(seat)) & 1 }

// ending says how a game ended.
type ending uint8

const (
	ongoing   ending = iota
	gathered         // the seat that acted last has all its checkers in one stack
	twoPasses        // both players have passed, one after the other

	gatheredReason  engine.Reason = "one stack"
	twoPassesReason engine.Reason = "two passes"
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

// Outcome implements [engine.Position].
func (p *position) Outcome() engine.Outcome {
	switch p.end {
	case gathered:
		return engine.Win(p.seat^1, gatheredReason)
	case twoPasses:
		return engine.Draw(2, twoPassesReason)
	}
	return engine.Outcome{}
}

func (p *position) CopyFrom(other engine.Position) { p.state = other.(*position).state }

// Clone implements [engine.Position].
func (p *position) Clone() engine.Position {
	clone := *p
	return &clone
}

// mover returns the colour of the seat to act. The owner must be settled.
func (p *position) mover() color { return p.owner.color(p.seat) }

// put sets the height of the stack of colour c on a square, where 0 means no stack. The square must have no stack of
// the other colour. put does not update the hash.
func (p *position) put(c color, s square, height uint8) {
	if (p.heights[s] == 0) != (height == 0) {
		p.flip(c, s)
	}
	p.heights[s] = height
}

// flip adds a stack of colour c to the bitboard and the lines, or removes it.
func (p *position) flip(c color, s square) {
	p.stacks[c&1].flip(s)
	for _, at := range &places[s] {
		bit := uint16(1) << (at.bit & 15)
		p.lines[c&1][at.line] ^= bit
		p.lines[blocked][at.line] ^= bit
	}
}

// zobristKeys holds the random words that make up hashes; see [base.Fill].
type zobristKeys struct {
	stack [2][maxMen + 1][squares]uint64 // by colour, height and square; all 0 for height 0
	stage [stepKinds][2][4][2]uint64     // by kind of step, seat to act, owner and passes
}

var zobrist = func() *zobristKeys {
	random := engine.NewRandom(0x50796c79784b6579) // "PylyxKey" in ASCII
	keys := new(zobristKeys)
	for color := range keys.stack {
		for height := 1; height <= maxMen; height++ {
			base.Fill(random, keys.stack[color][height][:])
		}
	}
	for kind := range keys.stage {
		for seat := range keys.stage[kind] {
			for owner := range keys.stage[kind][seat] {
				base.Fill(random, keys.stage[kind][seat][owner][:])
			}
		}
	}
	return keys
}()

// Play implements [engine.Position].
func (p *position) Play(step engine.Step) {
	switch {
	case isMove(step):
		p.move(moved(step))
	case p.kind == setUpStep:
		p.place(step)
	case p.kind == mainStep:
		p.pass()
	default:
		p.choose(step)
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

func (p *position) move(from, to square, k uint8) {
	own := p.mover()
	there := p.heights[to] + k
	p.restack(own, from, p.heights[from]-k)
	p.restack(own, to, there)
	p.endTurn(mainStep, p.owner, 0)
	if int(there) == p.rules.board.men {
		p.end = gathered
	}
}

// restack sets the height of a stack of colour c on a square by [position.put], and updates the hash.
func (p *position) restack(c color, s square, height uint8) {
	keys := &zobrist.stack[c&1]
	old := p.heights[s]
	p.hash ^= keys[old][s] ^ keys[height][s]
	p.put(c, s, height)
}

// place plays a step of the set-up. The turn ends when all checkers are placed.
func (p *position) place(step engine.Step) {
	c := white
	if withoutSquare(step) == placeBlack {
		c = black
	}
	p.restack(c, placed(step), 1)
	if c == black && p.stacks[black].count() == p.rules.board.men {
		p.endTurn(choiceStep, unsettled, 0)
		p.reversible = 0 // endTurn has added 1, but a set-up is irreversible
	}
}

// choose plays a step that chooses a colour, or chooses to move first. The opponent's turn follows.
func (p *position) choose(step engine.Step) {
	switch step {
	case chooseFirst:
		p.endTurn(colorStep, unsettled, 0)
	case chooseWhite:
		p.endTurn(mainStep, ownerOf(white, p.seat), 0)
	default:
		p.endTurn(mainStep, ownerOf(black, p.seat), 0)
	}
	p.reversible = 0 // endTurn has added 1, but a choice is irreversible
}

func (p *position) pass() {
	again := p.passes > 0
	p.endTurn(mainStep, p.owner, 1)
	if again {
		p.end = twoPasses
	}
}

// endTurn passes the turn to the opponent, whose turn begins with a step of the given kind. o and passes are the new
// values of p.owner and p.passes.
func (p *position) endTurn(kind engine.StepKind, o owner, passes uint8) {
	p.hash ^= p.stageKey()
	p.seat ^= 1
	p.kind, p.owner, p.passes = kind, o, passes
	p.hash ^= p.stageKey()
	p.turn++
	p.reversible++
}

func (p *position) stageKey() uint64 { return zobrist.stage[p.kind&3][p.seat&1][p.owner&3][p.passes&1] }

func (p *position) hashFromScratch() uint64 { return p.imageHash(0, 0, 0) }

// Same implements [base.Checked].
func (p *position) Same(other engine.Position) bool {
	again := other.(*position)
	again.reversible = p.reversible // a position text does not contain it
	return again.state == p.state
}

// CanonicalHash returns the least hash of all images of the position. The set-up proceeds by rising files, white
// checkers first, so only mirroring the ranks is a symmetry of it. After the set-up, all symmetries of the board and
// the exchange of colours are possible. The exchange of seats is possible only after the choices, since each choice
// belongs to a certain seat.
func (p *position) CanonicalHash() uint64 {
	if p.kind == setUpStep {
		return min(p.imageHash(0, 0, 0), p.imageHash(engine.MirrorRanks, 0, 0))
	}
	seats := engine.Seat(1)
	if p.kind == mainStep {
		seats = 2
	}
	least := ^uint64(0)
	for board := range engine.GridSymmetry(engine.GridSymmetries) {
		for exchangeColors := range colors {
			for exchangeSeats := range seats {
				least = min(least, p.imageHash(board, exchangeColors, exchangeSeats))
			}
		}
	}
	return least
}

// imageHash computes the hash of the image of the position under a symmetry of the board. The colours are exchanged if
// exchangeColors is 1, the seats if exchangeSeats is 1.
func (p *position) imageHash(board engine.GridSymmetry, exchangeColors color, exchangeSeats engine.Seat) uint64 {
	size, owner := p.rules.board.size, p.owner
	if owner != unsettled && uint8(exchangeColors) != uint8(exchangeSeats) { // exchanging both keeps the owner
		owner = 3 - owner
	}
	key := zobrist.stage[p.kind&3][(p.seat^exchangeSeats)&1][owner&3][p.passes&1]
	for c := range colors {
		keys := &zobrist.stack[c^exchangeColors]
		for s := range p.stacks[c].all {
			key ^= keys[p.heights[s]][squareAt(board.Map(s.file(), s.rank(), size, size))]
		}
	}
	return key
}
