// Package pylyx implements the rules of Pylyx (Christian Freeling) on boards of 6 x 6 to 12 x 12 squares.
// docs/reference/pylyx.md defines the rules.
//
// # Representation
//
// Every board lies in the lower left corner of a 12 x 12 grid. A position stores the board in three ways. First, each
// of the 70 lines (ranks, files and diagonals) has three words of 16 bits: one for the white stacks, one for the black
// stacks, and one for all obstacles, which are the stacks and everything outside the board. Two scans for a set bit
// find the nearest obstacles of a stack along a line. Second, an array by square holds the heights of the stacks.
// Third, a bitboard for each colour gives the stacks in a fixed order.
//
// The set-up is one long turn of seat One. Only placements after which the set-up can be completed are legal.
package pylyx

import (
	"math/bits"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Game is Pylyx.
var Game engine.Game = game{}

type game struct{}

func (game) Name() string  { return "pylyx" }
func (game) Title() string { return "Pylyx" }

// Options implements [engine.Game].
func (game) Options() []engine.Option {
	return append([]engine.Option{
		{Name: "size", Title: "Board", Words: base.EdgeWords, Help: "squares along an edge of the board", Default: "12",
			Values: []string{"6", "8", "10", "12"}},
		{Name: "reach", Title: "Men move", Default: "slide", Values: []string{"slide", "1"},
			Words: base.Words("slide", "as far as they like", "1", "one square"),
			Help:  "how far checkers move: any number of squares (slide) or a single one"},
	}, base.DrawOptions(1000)...)
}

// Introduction implements [engine.ShownGame].
func (game) Introduction() engine.Introduction {
	return engine.Introduction{
		Pitch: "Gather all your checkers in a single stack. One, two and three checkers each move in a way of " +
			"their own.",
		Length:  "about 6 minutes, 22 turns",
		Picture: "x4,w,x/x8/x3,b2,x4/x3,w3,x2,b,x/x8/x4,w,x3/x5,b2,x2/x3,b,x,w 1 m 1 0 13",
		First:   engine.Settings{{Name: "size", Value: "8"}},
	}
}

func (g game) New(settings engine.Settings) (engine.Rules, error) { return newRules(settings) }

// slideReach is rules.reach for the option reach=slide: no move on any board is longer.
const slideReach = maxSize

// rules is Pylyx with a value for every option.
type rules struct {
	base.Facts
	base.Evaluation
	board  *geometry
	reach  int            // the longest move, in squares
	travel func() *travel // returns numbers of moves on an empty board; see travelOf
}

func newRules(settings engine.Settings) (*rules, error) {
	facts, err := base.NewFacts(Game, settings, []string{"One", "Two"}, stepKindNames[:], stepSpace)
	if err != nil {
		return nil, err
	}
	facts.Guides = guides[:]
	board := &geometries[facts.Settled.Int("size")]
	if reach, _ := facts.Settled.Get("reach"); reach == "1" {
		return &rules{facts, evaluation, board, 1, board.travel[0]}, nil
	}
	return &rules{facts, evaluation, board, slideReach, board.travel[1]}, nil
}

// Read implements [engine.Game].
func (g game) Read(text string, settings engine.Settings) (engine.Position, error) {
	settings, err := base.Sized(settings, text, []int{6, 8, 10, 12}, "6, 8, 10 and 12")
	if err != nil {
		return nil, err
	}
	r, err := newRules(settings)
	if err != nil {
		return nil, err
	}
	return r.read(text)
}

// PieStep implements [engine.PieRules].
func (r *rules) PieStep(kind engine.StepKind) bool { return kind == choiceStep || kind == colorStep }

// Start implements [engine.Rules].
func (r *rules) Start() engine.Position {
	p := r.empty()
	p.turn = 1
	p.hash = p.hashFromScratch()
	return p
}

func (r *rules) empty() *position {
	p := &position{rules: r}
	p.lines[blocked] = r.board.borders
	return p
}

// The board of every size lies in the lower left corner of a grid of 12 x 12.
const (
	minSize = 6
	maxSize = 12
	grid    = maxSize
	squares = grid * grid
)

// square is the number grid*rank+file of a square, with file and rank from 0.
type square uint8

func squareAt(file, rank int) square { return square(grid*rank + file) }
func (s square) file() int           { return int(s) % grid }
func (s square) rank() int           { return int(s) / grid }

// String returns the square's name, such as "c5" or "l11".
func (s square) String() string { return string(rune('a'+s.file())) + strconv.Itoa(s.rank()+1) }

// parity returns the colour, 0 or 1, that the square would have on a chessboard. A single man, which moves diagonally,
// never leaves the squares of one parity.
func (s square) parity() int { return (s.file() + s.rank()) & 1 }

// axis is one of the four kinds of lines. A single man moves along diagonals, two men move along ranks and files.
type axis uint8

const (
	rising  axis = iota // diagonals like a1 to l12
	falling             // diagonals like a12 to l1
	alongRank
	alongFile
	axes
	diagonals = alongRank // the number of axes that are diagonals
)

// direction is one of the eight compass directions. Its number is twice its axis, plus 1 if the file falls along it. On
// files, where the file stays the same, it is twice the axis, plus 1 if the rank falls.
type direction uint8

const directions = 2 * direction(axes)

// offset holds, by direction, the number to add to a square to get the next square in that direction.
var offset = [directions]int16{grid + 1, -grid - 1, 1 - grid, grid - 1, 1, -1, grid, -grid}

// Lines are numbered in this order: rising diagonals, falling diagonals, ranks, files.
const (
	diagonalLines = 2*grid - 1
	firstRank     = 2 * diagonalLines
	firstFile     = firstRank + grid
	lineCount     = firstFile + grid
)

// place is a square's place on a line: the number of the line, and the square's bit in the word of that line. Bit 0 and
// the bits from 13 on lie beyond the ends of all lines.
type place struct{ line, bit uint8 }

// places holds, by square and axis, the place of the square on its line.
var places = func() (table [squares][axes]place) {
	for s := range table {
		file, rank := square(s).file(), square(s).rank()
		table[s] = [axes]place{
			rising:    {uint8(grid - 1 + file - rank), uint8(file + 1)},
			falling:   {uint8(diagonalLines + file + rank), uint8(file + 1)},
			alongRank: {uint8(firstRank + rank), uint8(file + 1)},
			alongFile: {uint8(firstFile + file), uint8(rank + 1)},
		}
	}
	return table
}()

// geometry describes the board of one size.
type geometry struct {
	size    int
	men     int               // number of checkers of each colour
	borders [lineCount]uint16 // by line, the bits outside the board
	class   [squares]uint8    // by square; see [base.SquareClass]
	travel  [2]func() *travel // tables for a reach of 1 and for slideReach; see travelOf
}

// geometries holds the boards by size, from minSize to maxSize in steps of 2. All other entries are empty.
var geometries = func() (all [maxSize + 1]geometry) {
	for size := minSize; size <= maxSize; size += 2 {
		g := &all[size]
		g.size, g.men, g.travel = size, size-2, [2]func() *travel{travelOf(g, 1), travelOf(g, slideReach)}
		for i := range g.borders {
			g.borders[i] = 1<<16 - 1
		}
		for s := range square(squares) {
			if !g.has(s) {
				continue
			}
			g.class[s] = base.SquareClass(s.file(), s.rank(), size, maxSize)
			for _, at := range places[s] {
				g.borders[at.line] &^= 1 << at.bit
			}
		}
	}
	return all
}()

func (g *geometry) has(s square) bool {
	file, rank := s.file(), s.rank()
	return max(file, rank) < g.size && !base.Corner(file, rank, g.size)
}

// next returns the neighbour of a square in direction d, and whether there is one.
func (g *geometry) next(s square, d direction) (square, bool) {
	at := places[s][d/2]
	bit := at.bit + 1 - 2*uint8(d&1) // one place forward, or back if d is odd
	if g.borders[at.line]>>bit&1 != 0 {
		return s, false
	}
	return square(int16(s) + offset[d]), true
}

// bitboard is a set of squares. Bit s%64 of word s/64 stands for square s.
type bitboard [(squares + 63) / 64]uint64

func (b *bitboard) flip(s square)     { b[s>>6] ^= 1 << (s & 63) }
func (b *bitboard) has(s square) bool { return b[s>>6]>>(s&63)&1 != 0 }
func (b *bitboard) count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2])
}

// all yields the squares of b in increasing order.
func (b *bitboard) all(yield func(square) bool) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(square(64*i + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// list holds the squares of the stacks of one colour, at most maxMen, in increasing order.
type list struct {
	squares [16]square // a power of two, so that a mask avoids bounds checks
	count   int
}

// fill sets l to the squares of b.
func (l *list) fill(b *bitboard) {
	l.count = 0
	for s := range b.all {
		l.squares[l.count&15] = s
		l.count++
	}
}

func (l *list) all() []square { return l.squares[:l.count&15] }

// slide holds the lengths, in squares, of the longest moves along an axis in both directions. A move goes over vacant
// squares, and may end on an own stack.
type slide struct{ forward, back int }

// slide returns how far men of the colour own could move from the square s along the axis a. It does not check whether
// the number of men allows moves along a.
func (p *position) slide(own color, s square, a axis) slide {
	at := places[s][a&3]
	stacks, bit := uint32(p.lines[own&1][at.line]), uint(at.bit&15)
	behind, ahead := obstacles(uint32(p.lines[blocked][at.line]), bit)
	forward := int(ahead-bit) - 1 + int(stacks>>(ahead&31)&1) // one more if the obstacle is an own stack
	back := int(bit-behind) - 1 + int(stacks>>(behind&31)&1)
	return slide{min(forward, p.rules.reach), min(back, p.rules.reach)}
}

// obstacles returns the nearest bits of a line that are set below and above the given bit.
func obstacles(line uint32, bit uint) (behind, ahead uint) {
	return uint(bits.Len32(line&(1<<bit-1)) - 1), bit + 1 + uint(bits.TrailingZeros32(line>>(bit+1)))
}

// sum returns the number of moves in both directions together: one for each length.
func (l slide) sum() int { return l.forward + l.back }

// axesOf returns the axes a with first <= a < end along which k men move: diagonals for one man, ranks and files for
// two, all axes for three. For k > 3 it returns all axes, along which three of the men can move.
func axesOf(k int) (first, end axis) {
	switch k {
	case 1:
		return rising, diagonals
	case 2:
		return diagonals, axes
	}
	return rising, axes
}

// countFrom counts the moves of the stack on s, which has the given colour and height. A move takes the upper one, two
// or three men of the stack.
func (p *position) countFrom(own color, s square, height uint8) int {
	diagonal := p.slide(own, s, rising).sum() + p.slide(own, s, falling).sum()
	if height == 1 {
		return diagonal
	}
	all := diagonal + p.slide(own, s, alongRank).sum() + p.slide(own, s, alongFile).sum()
	if height == 2 {
		return all
	}
	return 2 * all // three men have all moves of one man and all moves of two
}

// Starts implements [engine.StartRules]. The only start that it offers is a complete set-up, so that nobody has to
// place the men. The black men mirror the white ones, so that neither colour is better. Seat One plays White and moves
// first.
func (r *rules) Starts() []engine.NamedStart {
	p := r.Start()
	men := r.board.men
	for file := 1; file <= men; file++ {
		p.Play(placeStep(white, squareAt(file, evenRank(file, men))))
	}
	for file := 1; file <= men; file++ {
		p.Play(placeStep(black, squareAt(file, evenRank(r.board.size-1-file, men))))
	}
	p.Play(chooseBlack)
	return []engine.NamedStart{{Title: "Even set-up", Position: p}}
}

// evenRank returns the rank of the white man on a file, both from 1 to men. The number of men is even, so doubling
// modulo the odd number men+1 gives every man a different rank.
func evenRank(file, men int) int { return 2 * file % (men + 1) }
