package prover

import (
	"math/bits"

	"pillars/engine"
)

// maxSquares is the largest number of squares of a board. Larger boards cannot be proven in practice.
const maxSquares = 32

// squares is a set of squares. Bit r * files + f is the square of file f and rank r, both counted from 0.
type squares uint32

// The directions in which a piece moves. East and north lead to squares with higher bits.
const (
	east = iota
	north
	west
	south
	directions
)

// shape holds the constants of a board: its size, and whether it has high jumpers.
type shape struct {
	files, ranks int
	climbs       uint8                           // least level of a piece that may climb: 2, or 1 for high jumpers
	rays         [directions][maxSquares]squares // the squares that lie in each direction from each square
	images       [][]uint8                       // by symmetry and square, the square to which the symmetry moves it
	terms        []term                          // terms of the hashes; see [shape.term]
}

// move is a step from a square to a square.
type move struct{ from, to uint8 }

// colour is 0 for White and 1 for Black.
type colour uint8

// board holds the stacks of a position and its hashes. The search plays moves in place and takes them back.
type board struct {
	shape   *shape
	mover   colour             // the colour to move
	black   squares            // squares of stacks with a black piece on top
	any     squares            // squares of all stacks
	heights [maxSquares]uint8  // number of pieces on each square
	stacks  [maxSquares]uint32 // by square, a bit for each level, the lowest first, that is set for a black piece
	hashes  hashes
}

// neighbour returns the square of the set that is nearest to the square from in the given direction. In this file &31
// saves the bounds check of an index.
func (s *shape) neighbour(set squares, direction int, from uint8) (to uint8, found bool) {
	ray := set & s.rays[direction][from&31]
	if direction < west {
		return uint8(bits.TrailingZeros32(uint32(ray))), ray != 0
	}
	return uint8(31 - bits.LeadingZeros32(uint32(ray))), ray != 0
}

// lands reports whether a piece on a level, counted from 1, may land on a stack of the given height. A piece climbs if
// it lands on a stack that is higher than the piece's level.
func (s *shape) lands(level, height uint8) bool {
	return height == level || height > level && level >= s.climbs
}

func (b *board) appendMoves(moves []move, c colour) []move {
	rest := b.black
	if c == 0 {
		rest = b.any &^ b.black
	}
	for ; rest != 0; rest &= rest - 1 {
		from := uint8(bits.TrailingZeros32(uint32(rest)))
		for direction := range directions {
			to, found := b.shape.neighbour(b.any, direction, from)
			if found && b.shape.lands(b.heights[from&31], b.heights[to&31]) {
				moves = append(moves, move{from, to})
			}
		}
	}
	return moves
}

// mobility returns how many moves White and Black have, and how many of these move a single piece onto a single piece.
// It sees each pair of neighbours once, from the lower of the two squares.
func (b *board) mobility() (counts, singles [2]int) {
	rays := &b.shape.rays
	for rest := b.any; rest != 0; rest &= rest - 1 {
		square := uint8(bits.TrailingZeros32(uint32(rest)))
		height, owner := b.heights[square&31], uint32(b.black)>>square&1
		for direction := east; direction <= north; direction++ {
			ray := b.any & rays[direction][square&31]
			if ray == 0 {
				continue
			}
			other := uint8(bits.TrailingZeros32(uint32(ray)))
			otherHeight, otherOwner := b.heights[other&31], uint32(b.black)>>other&1
			switch {
			case height == otherHeight:
				counts[owner]++
				counts[otherOwner]++
				if height == 1 {
					singles[owner]++
					singles[otherOwner]++
				}
			case height < otherHeight && height >= b.shape.climbs:
				counts[owner]++
			case height > otherHeight && otherHeight >= b.shape.climbs:
				counts[otherOwner]++
			}
		}
	}
	return counts, singles
}

// mobile reports whether the mover has a move.
func (b *board) mobile() bool {
	counts, _ := b.mobility()
	return counts[b.mover] > 0
}

func (b *board) play(m move) {
	b.lift(m.from, m.to)
	b.mover ^= 1
}

func (b *board) undo(m move) {
	b.mover ^= 1
	b.lift(m.to, m.from)
}

// lift moves the top piece of a stack, which belongs to the mover, to the top of another square.
func (b *board) lift(from, to uint8) {
	height, level := b.heights[to&31], b.heights[from&31]-1 // the piece's levels after and before, counted from 0
	b.hashes.change(b.shape, b.mover, from, level, to, height)
	b.heights[from&31], b.heights[to&31] = level, height+1
	b.stacks[from&31] &= 1<<level - 1
	b.stacks[to&31] |= uint32(b.mover) << height
	start, end := squares(1)<<from, squares(1)<<to
	b.any = b.any | end
	b.black = b.black&^(start|end) | squares(b.mover)<<to
	if level == 0 {
		b.any &^= start
	} else {
		b.black |= squares(b.stacks[from&31]>>(level-1)&1) << from
	}
}

// text returns the stacks as the game writes them: ranks from the highest, stacks from bottom to top, x for none.
func (b *board) text() string {
	var text []byte
	for rank := b.shape.ranks - 1; rank >= 0; rank-- {
		for file := range b.shape.files {
			square := rank*b.shape.files + file
			if b.heights[square] == 0 {
				text = append(text, 'x')
			}
			for level := range b.heights[square] {
				text = append(text, "wb"[b.stacks[square]>>level&1])
			}
			text = append(text, ',')
		}
		text[len(text)-1] = '/'
	}
	return string(text[:len(text)-1]) + " " + "wb"[b.mover:b.mover+1]
}

// newShape returns the shape of a board; see [shape] for climbs.
func newShape(files, ranks int, climbs uint8) *shape {
	s := &shape{files: files, ranks: ranks, climbs: climbs}
	squareAt := func(file, rank int) uint8 { return uint8(rank*files + file) }
	for file := range files {
		for rank := range ranks {
			from := squareAt(file, rank)
			for f := file + 1; f < files; f++ {
				s.rays[east][from] |= 1 << squareAt(f, rank)
				s.rays[west][squareAt(f, rank)] |= 1 << from
			}
			for r := rank + 1; r < ranks; r++ {
				s.rays[north][from] |= 1 << squareAt(file, r)
				s.rays[south][squareAt(file, r)] |= 1 << from
			}
		}
	}
	for g := range engine.SymmetriesOf(files, ranks) {
		image := make([]uint8, files*ranks)
		for file := range files {
			for rank := range ranks {
				image[squareAt(file, rank)] = squareAt(g.Map(file, rank, files, ranks))
			}
		}
		s.images = append(s.images, image)
	}
	s.addTerms()
	return s
}

// put adds a piece at the top of a square.
func (b *board) put(c colour, square uint8) {
	height := b.heights[square]
	b.any |= 1 << square
	b.black = b.black&^(1<<square) | squares(c)<<square
	b.stacks[square] |= uint32(c) << height
	b.heights[square]++
	t := b.shape.term(c, height, square)
	for i := range b.hashes {
		b.hashes[i].high ^= t[i].high
		b.hashes[i].low ^= t[i].low
	}
}

// start returns the board at the start of the game: one piece on each square, in a chequered pattern.
func start(s *shape) *board {
	b := &board{shape: s}
	for file := range s.files {
		for rank := range s.ranks {
			b.put(colour((file+rank+1)&1), uint8(rank*s.files+file))
		}
	}
	return b
}

// boardOf returns the board of a position or, if Black is to act there, an image of it with the colours exchanged. A
// canonical key lists the squares from a1 along each rank. Each piece of a square, from the lowest up, has two bits: a
// 1, and then a 1 if the piece does not belong to the seat to act. A 0 ends the square.
func (s *shape) boardOf(p engine.Keyed) *board {
	b, key, next := &board{shape: s}, p.AppendCanonicalKey(nil), 0
	bit := func() byte {
		next++
		return key[(next-1)/8] >> ((next - 1) % 8) & 1
	}
	for square := range uint8(s.files * s.ranks) {
		for bit() == 1 {
			b.put(colour(bit()), square)
		}
	}
	return b
}

// A hash has 128 bits, so that two of the positions of a proof have equal hashes with negligible probability. The check
// of a certificate uses exact keys, so it does not depend on hashes.
type hash struct{ high, low uint64 }

// views is the largest number of hashes of a board: one for each symmetry, without and with the colours exchanged.
const views = 2 * int(engine.GridSymmetries)

// hashes holds the hashes of all images of a board: at index 2 * symmetry the hash of the image by that symmetry, and
// at 2 * symmetry + 1 the hash of the same image with the colours exchanged.
type hashes [views]hash

// A term holds the numbers that one piece, on a level of a square, contributes to each of the hashes by xor.
type term [views]hash

// term returns the term of a piece of colour c on the given level, counted from 0, of the given square.
func (s *shape) term(c colour, level, square uint8) *term {
	return &s.terms[(int(c)*maxSquares+int(level&31))*maxSquares+int(square&31)]
}

// change updates the hashes for a move of a piece of colour c. The piece leaves the given level of the square from. It
// arrives on the square to at the level that the argument height gives. Levels are counted from 0.
func (h *hashes) change(s *shape, c colour, from, level, to, height uint8) {
	a, b := s.term(c, level, from), s.term(c, height, to)
	for i := range 2 * len(s.images) {
		h[i].high ^= a[i].high ^ b[i].high
		h[i].low ^= a[i].low ^ b[i].low
	}
}

// canonical returns a hash that is equal for all images of a board under symmetries and the exchange of colours.
func (b *board) canonical() hash {
	best := b.hashes[b.mover]
	for i := 2 + int(b.mover); i < 2*len(b.shape.images); i += 2 { // only the images in which White is the mover
		if h := b.hashes[i]; h.high < best.high || h.high == best.high && h.low < best.low {
			best = h
		}
	}
	return best
}

// addTerms sets the terms. To the hash of an image of the board, a piece contributes the random number of its colour,
// its level and the square to which the symmetry moves it.
func (s *shape) addTerms() {
	random := engine.NewRandom(0x70696c6c617273) // "pillars" in ASCII
	var numbers [2][maxSquares][maxSquares]hash  // by colour, level and square
	for c := range numbers {
		for level := range numbers[c] {
			for square := range numbers[c][level] {
				numbers[c][level][square] = hash{random.Uint64(), random.Uint64()}
			}
		}
	}
	s.terms = make([]term, 2*maxSquares*maxSquares)
	for c := range colour(2) {
		for level := range uint8(maxSquares) {
			for square := range uint8(s.files * s.ranks) {
				to := s.term(c, level, square)
				for g, image := range s.images {
					to[2*g] = numbers[c][level][image[square]]
					to[2*g+1] = numbers[c^1][level][image[square]]
				}
			}
		}
	}
}
