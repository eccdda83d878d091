package pit

import (
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
	pawn      [engine.MaxSeats]cell  // by seat, the cell of its pawn; 0 without a pawn (see pawns)
	reserve   [engine.MaxSeats]uint8 // by seat, its towers in reserve
	// place is 0 for a player who is still in, otherwise the final place: 4 for the first of four players to go out.
	place  [engine.MaxSeats]uint8
	pawns  uint8 // the seats with a pawn on the board, one bit each
	in     uint8 // the seats still in the game, one bit each; with two seats always both
	seat   seat
	kind   engine.StepKind
	at     cell // in a barrier step, the cell that the action reached; else 0
	end    ending
	winner seat // the winner, once the game is over
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

// Clone implements [engine.Position].
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

// after returns the next seat in the order of turns, following the seat given by of, that is still in the game.
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
	at      [256]uint64                                  // by the cell that the action reached
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

// Same implements [base.Checked].
func (p *position) Same(other engine.Position) bool { return other.(*position).state == p.state }

// CanonicalHash returns the least hash of all images of the position under the symmetries of the board that preserve
// the holes. Once all pawns are placed, rotations of the seats are symmetries too. In a rotation, each seat takes over
// the pieces, the reserve and the place of the seat that is a certain number of seats before it.
func (p *position) CanonicalHash() uint64 {
	b := p.rules.board
	rotations := seat(p.rules.seats)
	if p.kind == placeStep {
		rotations = 1 // only the rotation that changes nothing
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

// Play implements [engine.Position].
func (p *position) Play(step engine.Step) {
	switch {
	case isBarrier(step):
		at, side := walled(step)
		p.buildBarrier(edgeOf(at, side))
	case p.kind == placeStep:
		_, to := moved(step)
		p.toggle(p.seat, to, &zobrist.pawn)
		p.pawn[p.seat&3] = to
		p.pawns |= 1 << p.seat
		p.endTurn()
	default:
		p.act(moved(step))
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

// pieceKeys holds the Zobrist keys of a piece by seat and cell.
type pieceKeys = [engine.MaxSeats][256]uint64

// toggle puts a piece of a seat on a cell or removes it, and updates the hash. keys are the keys of the piece's kind:
// zobrist.tower or zobrist.pawn.
func (p *position) toggle(of seat, c cell, keys *pieceKeys) {
	p.put(of, c)
	p.hash ^= keys[of&3][c]
}

// act plays an action from one cell to another. If the cells are equal, a tower is entered.
func (p *position) act(from, to cell) {
	if from == to {
		p.toggle(p.seat, to, &zobrist.tower)
		p.setReserve(p.seat, p.reserve[p.seat&3]-1)
		p.reached(to)
		return
	}
	isPawn := p.pawnAt(p.seat, from)
	if p.rules.board.holes.has(to) {
		p.fall(from, isPawn)
		return
	}
	if p.occupied.has(to) {
		p.replace(to)
	}
	keys := &zobrist.tower
	if isPawn {
		keys, p.pawn[p.seat&3] = &zobrist.pawn, to
	}
	p.toggle(p.seat, from, keys)
	p.toggle(p.seat, to, keys)
	if p.end != ongoing { // the replacement has ended the game, so there is no barrier
		p.endTurn()
		return
	}
	p.reached(to)
}

// fall plays an action that takes a piece into a hole, so that it leaves the game.
func (p *position) fall(from cell, isPawn bool) {
	if isPawn {
		p.removePawn(p.seat)
		p.putOut(p.seat, pawnFallen)
	} else {
		p.toggle(p.seat, from, &zobrist.tower)
	}
	p.endTurn()
}

// replace removes the opponent's piece on a cell, which another piece is about to enter.
func (p *position) replace(c cell) {
	owner := p.owner(c)
	if p.pawnAt(owner, c) {
		p.removePawn(owner)
		p.putOut(owner, pawnReplaced)
		return
	}
	p.toggle(owner, c, &zobrist.tower)
	p.setReserve(owner, p.reserve[owner&3]+1)
}

func (p *position) removePawn(of seat) {
	p.toggle(of, p.pawn[of&3], &zobrist.pawn)
	p.pawns &^= 1 << of
	p.pawn[of&3] = 0
}

// reached continues the turn with a barrier step at the cell c, which a piece has just reached.
func (p *position) reached(c cell) {
	p.hash ^= zobrist.stage[actionStep][p.seat&3] ^ zobrist.stage[barrierStep][p.seat&3] ^ zobrist.at[c]
	p.kind = barrierStep
	p.at = c
}

func (p *position) setReserve(of seat, towers uint8) {
	p.hash ^= zobrist.reserve[of&3][p.reserve[of&3]&7] ^ zobrist.reserve[of&3][towers&7]
	p.reserve[of&3] = towers
}

// putOut removes a player from the game for the given reason. With two players the game ends, and the board stays as it
// is. With more, the player's pieces leave the board and the reserve, and the game ends if only one player is left.
func (p *position) putOut(of seat, reason ending) {
	if p.rules.seats == 2 {
		p.end, p.winner = reason, of^1
		return
	}
	towers := p.towers(of)
	for c := range towers.all {
		p.toggle(of, c, &zobrist.tower)
	}
	if p.hasPawn(of) {
		p.removePawn(of)
	}
	p.setReserve(of, 0)
	p.place[of&3] = uint8(p.stillIn()) // the last place among all who are still in
	p.hash ^= zobrist.place[of&3][0] ^ zobrist.place[of&3][p.place[of&3]]
	p.in &^= 1 << of
	if p.stillIn() == 1 {
		p.end, p.winner = reason, p.after(of)
	}
}

// endTurn begins the next player's turn. A player who has no legal step goes out, and the player after them acts in the
// same turn, and so on.
func (p *position) endTurn() {
	p.turn++
	p.hash ^= zobrist.stage[p.kind][p.seat&3]
	p.passOn()
	for p.end == ongoing && !p.canStep() {
		p.putOut(p.seat, noAction)
		if p.rules.seats > 2 {
			p.passOn()
		}
	}
	p.hash ^= zobrist.stage[p.kind][p.seat&3]
}

// passOn makes the next player the player to act. With two players the next player is always the opponent, even after
// losing. The kind of step becomes an action after the round in which every player places a pawn, and when the game
// ends.
func (p *position) passOn() {
	before := p.seat
	if p.rules.seats == 2 {
		p.seat ^= 1
	} else {
		p.seat = p.after(p.seat)
	}
	if roundOver := p.seat <= before; p.kind != placeStep || roundOver || p.end != ongoing {
		p.kind = actionStep
	}
}

// buildBarrier puts a barrier on an edge, with all its consequences, and ends the turn.
func (p *position) buildBarrier(e edge) {
	p.walls.flip(e)
	p.hash ^= zobrist.barrier[e.side&1][e.low]
	if !p.walls.joinedRound(e) {
		p.cutOff(e)
	}
	p.hash ^= zobrist.at[p.at]
	p.at = 0
	p.endTurn()
}

// cutOff applies the consequences if a new barrier separates its two sides. If it separates pawns, the seat to act goes
// out. Otherwise the towers that have no path to a hole leave the game.
func (p *position) cutOff(e edge) {
	var region bitboard
	other := e.low.next(e.side)
	words := p.rules.board.words
	if p.walls.flood(e.low, other, words, &region) {
		return
	}
	if p.partsPawns(&region) {
		if p.rules.seats > 2 { // the barrier is removed again
			p.walls.flip(e)
			p.hash ^= zobrist.barrier[e.side&1][e.low]
		}
		p.putOut(p.seat, pawnsParted)
		return
	}
	p.removeTowers(&region)
	p.walls.flood(other, e.low, words, &region)
	p.removeTowers(&region)
}

// partsPawns reports whether some pawns are inside a region and others outside.
func (p *position) partsPawns(region *bitboard) bool {
	inside := uint8(0)
	for s := range seat(p.rules.seats) {
		if p.hasPawn(s) && region.has(p.pawn[s]) {
			inside |= 1 << s
		}
	}
	return inside != 0 && inside != p.pawns
}

// removeTowers removes all towers in a region, unless the region contains a cell next to a hole.
func (p *position) removeTowers(region *bitboard) {
	if region.meets(&p.rules.board.rim) {
		return
	}
	for s := range seat(p.rules.seats) {
		towers := p.towers(s)
		for c := range towers.all {
			if region.has(c) {
				p.toggle(s, c, &zobrist.tower)
			}
		}
	}
}
