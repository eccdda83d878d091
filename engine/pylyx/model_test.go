package pylyx_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine/enginetest"
)

// The model is the rules of Pylyx once more, written from their text alone and for clarity alone: stacks as texts in a
// map, loops and exhaustive search for everything. The engine is checked against it. It trusts its input.

// square is a square by its file and rank, both from 0.
type square struct{ file, rank int }

func (s square) String() string { return string(rune('a'+s.file)) + strconv.Itoa(s.rank+1) }

func squareNamed(text string) square {
	rank, _ := strconv.Atoi(text[1:])
	return square{int(text[0] - 'a'), rank - 1}
}

var (
	diagonal   = []square{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	orthogonal = []square{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
)

// directionsOf holds the directions that k men move in.
var directionsOf = map[int][]square{1: diagonal, 2: orthogonal, 3: append(slices.Clone(orthogonal), diagonal...)}

// model is a position. A stack is as many letters w or b as it has men; a square without an entry is vacant.
type model struct {
	size   int
	slides bool // men move any number of squares
	all    []square
	board  [12][12]string // by file, rank
	seat   int            // 1 or 2
	step   string         // "s", "c", "k" or "m"
	owner  int            // the seat that plays White, or 0
	passes int            // turns just before that were passes
	turn   int
	winner int // 1 or 2 once the game is won, -1 once it is drawn by passes
}

// The reason for a win, and the result of a draw by passes.
const (
	byStack  = "one stack"
	byPasses = "0.5 0.5 two passes"
)

// newModel returns the start of a game.
func newModel(size int, slides bool) *model {
	m := &model{size: size, slides: slides, seat: 1, step: "s", turn: 1}
	for file := range size {
		for rank := range size {
			if s := (square{file, rank}); m.has(s) {
				m.all = append(m.all, s)
			}
		}
	}
	return m
}

// Result returns the scores and the reason once the position itself has ended the game.
func (m *model) Result() string {
	return map[int]string{-1: byPasses, 0: "", 1: "1 0 " + byStack, 2: "0 1 " + byStack}[m.winner]
}

// Clone returns an independent copy.
func (m *model) Clone() *model {
	child := *m
	return &child
}

func (m *model) at(s square) string         { return m.board[s.file][s.rank] }
func (m *model) put(s square, stack string) { m.board[s.file][s.rank] = stack }

// has reports whether the board has the square: it lies within the edges and is no corner.
func (m *model) has(s square) bool {
	if s.file < 0 || s.file >= m.size || s.rank < 0 || s.rank >= m.size {
		return false
	}
	return !((s.file == 0 || s.file == m.size-1) && (s.rank == 0 || s.rank == m.size-1))
}

// stacksOf returns the squares with stacks of a colour.
func (m *model) stacksOf(color string) []square {
	var all []square
	for _, s := range m.all {
		if strings.HasPrefix(m.at(s), color) {
			all = append(all, s)
		}
	}
	return all
}

// men counts a colour's men.
func (m *model) men(color string) int {
	total := 0
	for _, s := range m.all {
		total += strings.Count(m.at(s), color)
	}
	return total
}

// colorOf returns the colour that a seat plays.
func (m *model) colorOf(seat int) string {
	if seat == m.owner {
		return "w"
	}
	return "b"
}

// Legal lists the texts of the legal steps, sorted.
func (m *model) Legal() []string {
	var steps []string
	switch {
	case m.winner != 0:
	case m.step == "s":
		steps = m.placements()
	case m.step == "c":
		steps = []string{"first", "white", "black"}
	case m.step == "k":
		steps = []string{"white", "black"}
	case m.step == "m":
		steps = append(m.moves(), "-")
	}
	slices.Sort(steps)
	return steps
}

// placing returns the colour whose checker is placed next, "" after the last.
func (m *model) placing() string {
	for _, color := range []string{"w", "b"} {
		if m.men(color) < m.size-2 {
			return color
		}
	}
	return ""
}

// placements returns the squares that fit the checkers placed before and leave the set-up possible to complete.
func (m *model) placements() []string {
	var steps []string
	color := m.placing()
	for _, s := range m.fitting(color) {
		child := m.Clone()
		child.put(s, color)
		if child.completes() {
			steps = append(steps, "@"+strings.ToUpper(color)+s.String())
		}
	}
	return steps
}

// fitting returns the vacant squares to the right of all checkers of the colour and in no row of theirs.
func (m *model) fitting(color string) []square {
	var all []square
	placed := m.stacksOf(color)
	for _, s := range m.all {
		fits := m.at(s) == ""
		for _, other := range placed {
			fits = fits && other.file < s.file && other.rank != s.rank
		}
		if fits {
			all = append(all, s)
		}
	}
	return all
}

// completes reports whether the remaining checkers can be placed.
func (m *model) completes() bool {
	color := m.placing()
	if color == "" {
		return true
	}
	fits := m.fitting(color)
	files := map[int]bool{}
	for _, s := range fits {
		files[s.file] = true
	}
	if len(files) < m.size-2-m.men(color) {
		return false // every checker to come needs a file of its own
	}
	for _, s := range fits {
		m.put(s, color)
		done := m.completes()
		m.put(s, "")
		if done {
			return true
		}
	}
	return false
}

func (m *model) moves() []string {
	var steps []string
	own := m.colorOf(m.seat)
	for _, from := range m.stacksOf(own) {
		for k := 1; k <= min(3, len(m.at(from))); k++ {
			for _, d := range directionsOf[k] {
				for _, to := range m.reached(from, d, own) {
					steps = append(steps, strconv.Itoa(k)+from.String()+to.String())
				}
			}
		}
	}
	return steps
}

// reached returns the squares that men of a colour get to in one direction.
func (m *model) reached(from, d square, own string) []square {
	var all []square
	for to := (square{from.file + d.file, from.rank + d.rank}); m.has(to); to = (square{to.file + d.file, to.rank +
		d.rank}) {
		vacant := m.at(to) == ""
		if vacant || strings.HasPrefix(m.at(to), own) {
			all = append(all, to)
		}
		if !vacant || !m.slides {
			break
		}
	}
	return all
}

// Play plays a legal step.
func (m *model) Play(step string) {
	switch m.step {
	case "s":
		m.put(squareNamed(step[2:]), strings.ToLower(step[1:2]))
		if m.placing() == "" {
			m.endTurn("c")
		}
	case "c", "k":
		m.choose(step)
	case "m":
		m.main(step)
	}
}

func (m *model) choose(step string) {
	switch step {
	case "first":
		m.endTurn("k")
		return
	case "white":
		m.owner = m.seat
	case "black":
		m.owner = 3 - m.seat
	}
	m.endTurn("m")
}

func (m *model) main(step string) {
	if step == "-" {
		m.passes++
		if m.passes == 2 {
			m.winner = -1
		}
		m.endTurn("m")
		return
	}
	m.passes = 0
	from, to := squaresOf(step)
	part := strings.Repeat(m.colorOf(m.seat), int(step[0]-'0'))
	m.put(from, strings.TrimPrefix(m.at(from), part))
	m.put(to, m.at(to)+part)
	if len(m.at(to)) == m.size-2 {
		m.winner = m.seat
	}
	m.endTurn("m")
}

// squaresOf returns the two squares of a move such as "1c4f11".
func squaresOf(step string) (from, to square) {
	second := 2 + strings.IndexAny(step[2:], "abcdefghijkl")
	return squareNamed(step[1:second]), squareNamed(step[second:])
}

func (m *model) endTurn(step string) {
	m.seat = 3 - m.seat
	m.step = step
	m.turn++
}

// key returns the position's text without the turn number.
func (m *model) key() string {
	board := enginetest.WriteBoard(m.size, m.size, func(file, rank int) (string, bool) {
		stack := m.at(square{file, rank})
		if len(stack) > 1 {
			stack = stack[:1] + strconv.Itoa(len(stack))
		}
		return stack, m.has(square{file, rank})
	})
	owner := strings.Replace(strconv.Itoa(m.owner), "0", "?", 1)
	return fmt.Sprintf("%s %d %s %s %d", board, m.seat, m.step, owner, min(m.passes, 1))
}

func (m *model) String() string { return m.key() + " " + strconv.Itoa(m.turn) }

// readModel reads a position text that is known to be good.
func readModel(text string, slides bool) *model {
	fields := strings.Fields(text)
	m := newModel(1+strings.Count(fields[0], "/"), slides)
	enginetest.ReadBoard(fields[0], func(before, rank int, stack string) {
		s := square{before, rank}
		if !m.has(square{0, rank}) {
			s.file++
		}
		men, err := strconv.Atoi(stack[1:])
		if err != nil {
			men = 1
		}
		m.put(s, strings.Repeat(stack[:1], men))
	})
	m.seat, _ = strconv.Atoi(fields[1])
	m.step = fields[2]
	m.owner, _ = strconv.Atoi(fields[3])
	m.passes, _ = strconv.Atoi(fields[4])
	m.turn, _ = strconv.Atoi(fields[5])
	return m
}
