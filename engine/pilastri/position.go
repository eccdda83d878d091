package pilastri

import (
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

type position struct {
	rules *rules
	state
}

// state is all of a position that steps change. It must be copied by copyFrom.
type state struct {
	moves moves // the legal steps
	hash  uint64
	turn  int32
	seat  seat
	board board
}

func (s *state) copyFrom(other *state) {
	s.moves, s.hash, s.turn, s.seat = other.moves, other.hash, other.turn, other.seat
	s.board.copyFrom(&other.board)
}

func (p *position) Rules() engine.Rules       { return p.rules }
func (p *position) Seat() engine.Seat         { return engine.Seat(p.seat) }
func (p *position) Turn() int                 { return int(p.turn) }
func (p *position) StepKind() engine.StepKind { return 0 }
func (p *position) Over() bool                { return !p.moves.any() }
func (p *position) Hash() uint64              { return p.hash }
func (p *position) StartsTurn() bool          { return true }
func (p *position) InOpening() bool           { return false }

// Reversible is always 0: no position comes again.
func (p *position) Reversible() int { return 0 }

// Outcome of a finished game: the seat to act has no step and loses.
func (p *position) Outcome() engine.Outcome {
	if p.Over() {
		return engine.Win(engine.Seat(p.seat.other()), engine.NoLegalStep)
	}
	return engine.Outcome{}
}

func (p *position) CopyFrom(other engine.Position) { p.copyFrom(&other.(*position).state) }

func (p *position) Clone() engine.Position {
	clone := &position{rules: p.rules}
	clone.copyFrom(&p.state)
	return clone
}

func (p *position) vacant() bitboard { return p.rules.shape.squares &^ p.board.occupied() }

func (p *position) findMoves() { p.moves.find(&p.board, p.vacant(), p.seat) }

// zobristKeys are the random words whose exclusive or is the hash (Albert Zobrist, A New Hashing Method with
// Application for Game Playing, 1970).
type zobristKeys struct {
	piece   [2][maxHeight][64]uint64 // by colour, level from 0, square
	blackTo uint64
}

var zobrist = newZobristKeys()

func newZobristKeys() *zobristKeys {
	random := engine.NewRandom(0x50696c6173747269)
	keys := new(zobristKeys)
	for color := range keys.piece {
		for level := range keys.piece[color] {
			kit.Fill(random, keys.piece[color][level][:])
		}
	}
	keys.blackTo = random.Uint64()
	return keys
}

func (p *position) hashFromScratch() uint64 {
	key := uint64(p.seat) * zobrist.blackTo
	for s, height := range p.board.heights {
		for level := range int(height) {
			key ^= zobrist.piece[p.board.owner(square(s), level)][level][s]
		}
	}
	return key
}

func (p *position) Play(step engine.Step) {
	p.play(ends(step))
	kit.Check(p, p.contradiction)
}

func (p *position) play(from, to square) {
	s := p.seat & 1
	level, reached := p.board.move(s, from, to)
	p.hash ^= zobrist.piece[s][level&63][from&63] ^ zobrist.piece[s][reached&63][to&63] ^ zobrist.blackTo
	p.seat = s.other()
	p.turn++
	p.findMoves()
}

func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.copyFrom(&p.state)
	next.Play(step)
}

func (p *position) contradiction() error {
	if want := p.hashFromScratch(); p.hash != want {
		return fmt.Errorf("hash %x, from scratch %x", p.hash, want)
	}
	b, again := &p.board, board{}
	for s, height := range b.heights {
		for level := range int(height) {
			again.put(b.owner(square(s), level), square(s))
		}
	}
	switch {
	case again.tops != b.tops, again.digits != b.digits:
		return fmt.Errorf("the bitboards and the list of heights contradict each other")
	case again.levels > b.levels:
		return fmt.Errorf("%d levels, but only %d in use", again.levels, b.levels)
	case b.occupied()&^p.rules.shape.squares != 0:
		return fmt.Errorf("a stack off the board")
	}
	if want := p.plainMoves(); p.moves != want {
		return fmt.Errorf("steps %x, looking around %x", p.moves, want)
	}
	return nil
}

func (p *position) plainMoves() (m moves) {
	for rest := p.board.tops[p.seat]; rest != 0; rest &= rest - 1 {
		from := rest.First()
		for direction, step := range [4][2]int{east: {1, 0}, north: {0, 1}, west: {-1, 0}, south: {0, -1}} {
			to, met := p.look(from, step[0], step[1])
			if !met {
				continue
			}
			own, other := p.board.heights[from], p.board.heights[to]
			if other < own || own == 1 && other > 1 {
				continue
			}
			if direction < west {
				m[direction] |= to.Bit()
			} else {
				m[direction] |= from.Bit()
			}
		}
	}
	return m
}

func (p *position) look(from square, files, ranks int) (to square, met bool) {
	file, rank := from.File()+files, from.Rank()+ranks
	for file >= 0 && file < p.rules.shape.files && rank >= 0 && rank < p.rules.shape.ranks {
		if s := kit.SquareAt(file, rank); p.board.heights[s] > 0 {
			return s, true
		}
		file, rank = file+files, rank+ranks
	}
	return 0, false
}

// CanonicalHash is the least hash of all images of the position: under the symmetries of the board, eight of a square
// and four of any other, with and without an exchange of the colours and with them the seats.
func (p *position) CanonicalHash() uint64 {
	var keys [2 * engine.GridSymmetries]uint64 // by symmetry, with the colours as they are and exchanged by turns
	shape := &p.rules.shape
	all := engine.SymmetriesOf(shape.files, shape.ranks)
	for rest := p.board.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First()
		for g := range all {
			file, rank := g.Map(at.File(), at.Rank(), shape.files, shape.ranks)
			to := kit.SquareAt(file, rank) & 63
			for level := range int(p.board.heights[at&63]) {
				owner := p.board.owner(at, level)
				keys[2*g] ^= zobrist.piece[owner][level][to]
				keys[2*g+1] ^= zobrist.piece[owner.other()][level][to]
			}
		}
	}
	for g := range all {
		keys[2*g] ^= uint64(p.seat) * zobrist.blackTo
		keys[2*g+1] ^= uint64(p.seat.other()) * zobrist.blackTo
	}
	return slices.Min(keys[:2*all])
}
