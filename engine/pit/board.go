package pit

import (
	"bytes"
	"embed"
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// board holds what does not change during a game: the cells, the holes and the walls around them.
type board struct {
	files, ranks int
	words        int // number of words (four ranks each) in use in a bitboard of the board, transposed or not
	cells        bitboard
	holes        bitboard
	holesT       bitboard   // holes, transposed
	rim          bitboard   // cells next to a hole
	walls        walls      // all walls but barriers
	holeSides    [256]uint8 // by cell, the directions in which a hole is next to it: bit d for direction d
	class        [256]uint8 // by cell, its class in patterns; see classOf
	cellCount    int        // number of cells, without the holes
}

// newBoard returns a board with the given holes. It returns an error if there is no hole or no cell, or if no path
// leads from one cell to another.
func newBoard(files, ranks int, holes bitboard) (*board, error) {
	b := &board{files: files, ranks: ranks, words: (max(files, ranks) + 3) / 4, holes: holes,
		holesT: holes.transposed()}
	for rank := range ranks {
		for file := range files {
			if c := cellAt(file, rank); !holes.has(c) {
				b.cells.add(c)
			}
		}
	}
	switch {
	case holes.empty():
		return nil, fmt.Errorf("there is no hole; add at least one")
	case b.cells.empty():
		return nil, fmt.Errorf("there is no cell; add some (.)")
	}
	b.build()
	var connected bitboard
	first, goal := b.cells.nth(0), holes.nth(0) // no path leads to goal, so flood does not stop early
	b.walls.flood(first, goal, b.words, &connected)
	for c := range b.cells.all {
		if !connected.has(c) {
			return nil, fmt.Errorf("no path leads from %s to %s; all cells must be connected", first, c)
		}
	}
	return b, nil
}

// build sets the fields that can be computed from the fields cells and holes.
func (b *board) build() {
	for i := range 256 {
		c := cell(i)
		for _, side := range []direction{north, east} {
			// Every edge gets a wall, except the edges between two cells. The loops visit each edge once, so flip sets
			// the wall.
			if n, inside := b.neighbour(c, side); !inside || !b.cells.has(c) || !b.cells.has(n) {
				b.walls.flip(edge{c, side})
			}
		}
		if !b.cells.has(c) {
			continue
		}
		b.cellCount++
		b.class[c] = b.classOf(c)
		for d := range directions {
			if n, inside := b.neighbour(c, d); inside && b.holes.has(n) {
				b.holeSides[c] |= 1 << d
				b.rim.add(c)
			}
		}
	}
}

// classOf returns the class of a cell, a number below cellClasses. The class depends on the number of steps to the
// nearest hole, ignoring walls, and on the distance from the edge of the board.
func (b *board) classOf(c cell) uint8 {
	file, rank := int(c.file()), int(c.rank())
	edge := min(file, rank, b.files-1-file, b.ranks-1-rank)
	hole := uint(holeSteps)
	for h := range b.holes.all {
		hole = min(hole, steps(c, h))
	}
	return uint8((int(hole)-1)*edgeSteps + min(edge, edgeSteps-1))
}

func apart(a, b uint) uint { return max(a, b) - min(a, b) }

// steps returns the number of steps from one cell to another, ignoring walls.
func steps(a, b cell) uint { return apart(a.file(), b.file()) + apart(a.rank(), b.rank()) }

// neighbour returns the place next to c in direction d, a cell or a hole, and whether the board has this place.
func (b *board) neighbour(c cell, d direction) (n cell, inside bool) {
	n = c.next(d)
	wrapped := steps(c, n) != 1 // around the edge of the grid
	return n, int(n.file()) < b.files && int(n.rank()) < b.ranks && !wrapped
}

// defaultBoard is the value of the option board that selects the embedded board for the number of players.
const defaultBoard = "default"

//go:embed boards/*.txt
var embedded embed.FS

// layout is a board with the towers that stand on it when the game begins.
type layout struct {
	*board
	towers [engine.MaxSeats]bitboard // at most one tower per seat
	text   string                    // the rows of the board, the highest first, separated by "/"
}

// newLayout returns the layout that value, a value of the option board, selects: "default", or the rows of a board.
func newLayout(value string, seats int) (*layout, error) {
	if value == defaultBoard {
		data, err := embedded.ReadFile("boards/" + strconv.Itoa(seats) + ".txt")
		if err != nil {
			return nil, err
		}
		value = strings.ReplaceAll(strings.TrimSpace(string(data)), "\n", "/")
	}
	if strings.Trim(value, ".o1234/") != "" {
		return nil, fmt.Errorf("give the lines of a board with / between, no file: . a cell, o a hole, 1 to 4 a " +
			"first tower")
	}
	return readLayout(strings.Split(value, "/"), seats)
}

// readLayout parses the rows of a board, the highest first.
func readLayout(rows []string, seats int) (*layout, error) {
	files, ranks := len(rows[0]), len(rows)
	if files < 1 || files > maxSide || ranks > maxSide {
		return nil, fmt.Errorf("the board is %d x %d; give 1 to %d files and ranks", files, ranks, maxSide)
	}
	l := &layout{text: strings.Join(rows, "/")}
	var holes bitboard
	for i, row := range rows {
		if len(row) != files {
			return nil, fmt.Errorf("line %d: it has %d places, but the first line has %d", i+1, len(row), files)
		}
		for file, place := range row {
			if err := l.readPlace(place, cellAt(file, ranks-1-i), seats, &holes); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	var err error
	if l.board, err = newBoard(files, ranks, holes); err != nil {
		return nil, err
	}
	for seat := range seats {
		if l.towers[seat].empty() {
			return nil, fmt.Errorf("there is no %d, the first tower of seat %d of %d; add it", seat+1, seat+1, seats)
		}
	}
	return l, nil
}

// readPlace interprets place, the character in a row that stands for the cell c. It adds a hole to holes, and a first
// tower to the layout.
func (l *layout) readPlace(place rune, c cell, seats int, holes *bitboard) error {
	switch {
	case place == '.':
	case place == 'o':
		holes.add(c)
	case int(place-'0') > seats:
		return fmt.Errorf("%c on %s: there are only %d players", place, c, seats)
	case !l.towers[place-'1'].empty():
		return fmt.Errorf("%c on %s: a second first tower of seat %c", place, c, place)
	default:
		l.towers[place-'1'].add(c)
	}
	return nil
}

// layoutOf returns a layout for the board of a position text. A position text does not show where towers stood at the
// start, so layoutOf puts the first towers on the lowest cells.
func layoutOf(text string, seats int) (*layout, error) {
	ranks := strings.Count(text, "/") + 1
	if ranks > maxSide {
		return nil, fmt.Errorf("board: it has %d ranks; give at most %d", ranks, maxSide)
	}
	files, err := base.Width(text, "cells", maxSide)
	if err != nil {
		return nil, err
	}
	rows := make([][]byte, ranks)
	for i := range rows {
		rows[i] = bytes.Repeat([]byte{'.'}, files)
	}
	span := func(int) (first, end int) { return 0, files }
	err = base.Board("cells", span, func(place string, file, rank int) error {
		if place == base.Hole {
			rows[ranks-1-rank][file] = 'o'
		}
		return nil
	})(text)
	if err != nil {
		return nil, err
	}
	lines := string(bytes.Join(rows, []byte{'/'}))
	for seat := range seats {
		i := strings.LastIndexByte(lines, '.')
		if i < 0 {
			return nil, fmt.Errorf("board: it needs a cell for the first tower of each of %d players", seats)
		}
		lines = lines[:i] + strconv.Itoa(seat+1) + lines[i+1:]
	}
	l, err := readLayout(strings.Split(lines, "/"), seats)
	if err != nil {
		return nil, fmt.Errorf("board: %w", err)
	}
	return l, nil
}
