package pit

import (
	"fmt"
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// seat is the number of a player, from 0. Masked with 3 it indexes arrays of engine.MaxSeats without bounds checks.
type seat uint8

// towersEach is the number of towers of each player.
const towersEach = 6

var seatNames = [engine.MaxSeats]string{"White", "Black", "Red", "Blue"}

type position struct {
	rules *rules
	state
}

// state is the part of a position that steps change. It has no pointers, so an assignment copies it.
type state struct {
	own       [engine.MaxSeats]bitboard // by seat, the cells with its towers and its pawn
	occupied  bitboard
	occupiedT bitboard // occupied, transposed
	walls     walls
	hash      uint64
	turn      int32
	pawn      [engine.MaxSeats]cell  // by seat, the cell of its pawn; 0 for seats that are not in pawns
	reserve   [engine.MaxSeats]uint8 // by seat, its towers in reserve
	// place is 0 for a player who is still in, otherwise the final place: 4 for the first of four players to go out.
	place  [engine.MaxSeats]uint8
	pawns  uint8 // the seats with a pawn on the board, one bit each
	in     uint8 // the seats that are still in, one bit each; with two seats always both
	seat   seat
	kind   engine.StepKind
	at     cell // in a barrier step, the cell just reached; else 0
	end    ending
	winner seat // once the game is over
}

// ending says why a player went out, or why the game ended.
type ending uint8

const (
	ongoing      ending = iota
	pawnReplaced        // an opponent's piece took the pawn's cell
	pawnFallen          // the pawn went into a hole
	pawnsParted         // the player's barrier left two pawns without a path
	noAction            // the player had no legal action
)

var endingReasons = [...]engine.Reason{engine.Ongoing, "pawn replaced", "pawn in a hole", "pawns parted",
	engine.NoLegalStep}

// endingWords holds the words of [position.EndWords], in which %s stands for the player who went out.
var endingWords = [...]string{"", "%s's pawn is replaced", "%s's pawn is in a hole",
	"%s's barrier has parted two pawns", "%s has no legal turn"}

func (p *position) Rules() engine.Rules       { return p.rules }
func (p *position) Seat() engine.Seat         { return engine.Seat(p.seat) }
func (p *position) Turn() int                 { return int(p.turn) }
func (p *position) StartsTurn() bool          { return p.kind != barrierStep }
func (p *position) StepKind() engine.StepKind { return p.kind }
func (p *position) InOpening() bool           { return p.kind == placeStep }
func (p *position) Over() bool                { return p.end != ongoing }
func (p *position) Hash() uint64              { return p.hash }

// Reversible returns 0, because positions cannot repeat.
func (p *position) Reversible() int { return 0 }

// Outcome implements [engine.Position]. With more than two players, each player's score follows from the final place.
func (p *position) Outcome() engine.Outcome {
	if p.end == ongoing {
		return engine.Outcome{}
	}
	reason := endingReasons[p.end]
	if p.rules.seats == 2 {
		return engine.Win(engine.Seat(p.winner), reason)
	}
	o := engine.Outcome{Reason: reason, Seats: p.rules.seats}
	for s := range p.rules.seats {
		o.Scores[s] = p.share(max(1, p.place[s])) // the winner is not out, so its place is still 0
	}
	return o
}

func (p *position) CopyFrom(other engine.Position) { p.state = other.(*position).state }

func (p *position) Clone() engine.Position {
	clone := *p
	return &clone
}

func (s *state) isIn(of seat) bool           { return s.in>>of&1 != 0 }
func (s *state) hasPawn(of seat) bool        { return s.pawns>>of&1 != 0 }
func (s *state) pawnAt(of seat, c cell) bool { return s.hasPawn(of) && s.pawn[of&3] == c }

func (s *state) towers(of seat) bitboard {
	towers := s.own[of&3]
	if s.hasPawn(of) {
		towers.remove(s.pawn[of&3])
	}
	return towers
}

// put puts a piece of a seat on an empty cell, or removes the piece that is there. It does not update the hash.
func (s *state) put(of seat, c cell) {
	s.own[of&3].flip(c)
	s.occupied.flip(c)
	s.occupiedT.flip(c.transposed())
}

// owner returns the seat whose piece is on a cell. The cell must be occupied.
func (s *state) owner(c cell) seat {
	for player := range seat(engine.MaxSeats - 1) {
		if s.own[player].has(c) {
			return player
		}
	}
	return engine.MaxSeats - 1
}

// after returns the seat that acts after the seat of: the next one in the order of turns that is still in.
func (p *position) after(of seat) seat {
	later := p.in &^ (2<<of - 1) // the seats with larger numbers
	if later == 0 {
		later = p.in
	}
	return seat(bits.TrailingZeros8(later) & 3)
}

func (s *state) stillIn() int { return bits.OnesCount8(s.in) }

// barriers yields the edges with barriers, sorted by file, then by rank. East sides come before north sides.
func (p *position) barriers(yield func(edge) bool) {
	b := p.rules.board
	for file := range b.files {
		for rank := range b.ranks {
			c := cellAt(file, rank)
			if p.walls.east.has(c) && !b.walls.east.has(c) && !yield(edge{c, east}) {
				return
			}
			if p.walls.north.has(c) && !b.walls.north.has(c) && !yield(edge{c, north}) {
				return
			}
		}
	}
}

func (p *position) countBarriers() (count int) {
	fixed := &p.rules.board.walls // all walls that are not barriers
	for w := range p.rules.board.words {
		count += bits.OnesCount64(p.walls.east[w]&^fixed.east[w]) + bits.OnesCount64(p.walls.north[w]&^fixed.north[w])
	}
	return count
}

// Settled implements [engine.Leaver]. The score is the share of opponents who went out earlier.
func (p *position) Settled(of engine.Seat) (score float64, settled bool) {
	if place := p.place[of&3]; place > 0 {
		return p.share(place), true
	}
	return 0, false
}

// share returns the score for a final place, from 1 for place 1 down to 0 for the last place.
func (p *position) share(place uint8) float64 {
	return float64(p.rules.seats-int(place)) / float64(p.rules.seats-1)
}

// zobristKeys holds the random words that make up hashes; see [base.Fill].
type zobristKeys struct {
	tower   [engine.MaxSeats][256]uint64                 // by seat and cell
	pawn    [engine.MaxSeats][256]uint64                 // by seat and cell
	barrier [2][256]uint64                               // by side and low cell; see edge
	reserve [engine.MaxSeats][8]uint64                   // by seat and number of towers
	place   [engine.MaxSeats][engine.MaxSeats + 1]uint64 // by seat and state.place
	stage   [stepKinds][engine.MaxSeats]uint64           // by kind of step and seat to act
	at      [256]uint64                                  // by cell just reached
}

var zobrist = func() *zobristKeys {
	random := engine.NewRandom(0x506974) // "Pit" in ASCII
	keys := new(zobristKeys)
	for s := range engine.MaxSeats {
		base.Fill(random, keys.tower[s][:], keys.pawn[s][:], keys.reserve[s][:], keys.place[s][:])
	}
	base.Fill(random, keys.barrier[north][:], keys.barrier[east][:])
	for kind := range keys.stage {
		base.Fill(random, keys.stage[kind][:])
	}
	base.Fill(random, keys.at[:])
	return keys
}()

// Contradiction implements [base.Checked].
func (p *position) Contradiction() error {
	again, err := p.rules.read(p.String())
	if err != nil {
		return err
	}
	if again.state != p.state {
		return fmt.Errorf("it holds %+v, and %+v when read", p.state, again.state)
	}
	return nil
}

// CanonicalHash returns the least hash of all images of the position under the symmetries of the board that preserve
// the holes. Once all pawns are placed, rotations of the seats are symmetries too. In a rotation, each seat takes over
// the pieces, the reserve and the place of the seat that is a certain number of seats before it.
func (p *position) CanonicalHash() uint64 {
	b := p.rules.board
	rotations := seat(p.rules.seats)
	if p.kind == placeStep {
		rotations = 1 // only the one that changes nothing
	}
	least := ^uint64(0)
	for g := range engine.SymmetriesOf(b.files, b.ranks) {
		if !b.keeps(g) {
			continue
		}
		for rotation := range rotations {
			least = min(least, p.imageHash(g, rotation))
		}
	}
	return least
}

func (b *board) image(c cell, g engine.GridSymmetry) cell {
	return cellAt(g.Map(int(c.file()), int(c.rank()), b.files, b.ranks))
}

// keeps reports whether a symmetry maps all holes to holes.
func (b *board) keeps(g engine.GridSymmetry) bool {
	for hole := range b.holes.all {
		if !b.holes.has(b.image(hole, g)) {
			return false
		}
	}
	return true
}

func (p *position) hashFromScratch() uint64 { return p.imageHash(0, 0) }

// imageHash computes the hash of the image of the position under a symmetry of the board and a rotation, which
// adds the given number to each seat, modulo the number of seats.
func (p *position) imageHash(g engine.GridSymmetry, rotation seat) uint64 {
	b, seats := p.rules.board, seat(p.rules.seats)
	key := zobrist.stage[p.kind][(p.seat+rotation)%seats]
	for s := range seats {
		to := (s + rotation) % seats
		towers := p.towers(s)
		for c := range towers.all {
			key ^= zobrist.tower[to][b.image(c, g)]
		}
		if p.hasPawn(s) {
			key ^= zobrist.pawn[to][b.image(p.pawn[s&3], g)]
		}
		key ^= zobrist.reserve[to][p.reserve[s&3]&7] ^ zobrist.place[to][p.place[s&3]]
	}
	for e := range p.barriers {
		image := b.edgeImage(e, g)
		key ^= zobrist.barrier[image.side][image.low]
	}
	if p.kind == barrierStep {
		key ^= zobrist.at[b.image(p.at, g)]
	}
	return key
}

func (b *board) edgeImage(e edge, g engine.GridSymmetry) edge {
	low, high := b.image(e.low, g), b.image(e.low.next(e.side), g)
	side := north
	if low.rank() == high.rank() {
		side = east
	}
	return edge{min(low, high), side}
}
