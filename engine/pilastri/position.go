package pilastri

import (
	"fmt"

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
func (p *position) findMoves()       { p.moves.find(&p.board, p.vacant(), p.seat) }

// zobristKeys are the random words whose exclusive or is the hash; see [kit.Fill].
type zobristKeys struct {
	piece   [2][maxHeight][64]uint64 // by colour, level from 0, square
	blackTo uint64
}

var zobrist = func() *zobristKeys {
	random := engine.NewRandom(0x50696c6173747269)
	keys := new(zobristKeys)
	for color := range keys.piece {
		for level := range keys.piece[color] {
			kit.Fill(random, keys.piece[color][level][:])
		}
	}
	keys.blackTo = random.Uint64()
	return keys
}()

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

// contradiction compares all that the position holds with what reading its text makes.
func (p *position) contradiction() error {
	again, err := p.rules.read(p.String())
	if err != nil {
		return err
	}
	// planes say nothing of squares with lower stacks, and stay in use
	again.board.levels, again.board.black = p.board.levels, p.board.black
	if again.state != p.state {
		return fmt.Errorf("it holds %+v, and %+v when read", p.state, again.state)
	}
	return nil
}

// CanonicalHash is the least hash of all images of the position: under the symmetries of the board, eight of a square
// and four of any other, with and without an exchange of the colours and with them the seats.
func (p *position) CanonicalHash() uint64 {
	var hashes kit.ImageHashes
	images := p.rules.shape.images
	for rest := p.board.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First()
		for level := range int(p.board.heights[at&63]) {
			owner := p.board.owner(at, level)
			hashes.Add(images, at, &zobrist.piece[owner][level], &zobrist.piece[owner.other()][level])
		}
	}
	return hashes.Least(images, uint64(p.seat)*zobrist.blackTo, uint64(p.seat.other())*zobrist.blackTo)
}
