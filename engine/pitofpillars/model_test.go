package pitofpillars_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine/enginetest"
)

// The model is the rules of Pit of Pillars once more, written from their text alone and for clarity alone: strings for
// stacks, loops for everything. The engine is checked against it. It trusts its input.

// square is a square by its file and rank, both from 0.
type square struct{ file, rank int }

func (s square) String() string { return string(rune('a'+s.file)) + strconv.Itoa(s.rank+1) }

func squareNamed(text string) square { return square{int(text[0] - 'a'), int(text[1] - '1')} }

func (s square) plus(d square, times int) square {
	return square{s.file + times*d.file, s.rank + times*d.rank}
}

var (
	orthogonal = []square{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal   = []square{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

// model is a position. A stack is its men from bottom to top, a pillar a capital letter, a vacant square the empty
// text.
type model struct {
	size    int
	board   [8][8]string // by file, rank
	player  string       // "w" or "r"
	step    string       // "o", "a", "i", "m" or "p"
	reserve map[string]int
	last    string // the square of the opponent's last man, or "-"
	turn    int
	winner  string // "w" or "r" once the game is won
	why     string // bySweep or byStalemate, once the game is won
}

// The ways to win.
const (
	bySweep     = "no stack left"
	byStalemate = "no legal step"
)

func opponent(player string) string {
	if player == "w" {
		return "r"
	}
	return "w"
}

func isPillar(piece string) bool { return piece == "W" || piece == "R" }

func isMixed(stack string) bool { return strings.Contains(stack, "w") && strings.Contains(stack, "r") }

// controls reports whether the stack is one of the player's.
func controls(player, stack string) bool { return strings.HasSuffix(stack, player) }

// newModel returns the start of a game.
func newModel(size, reserve int) *model {
	return &model{size: size, player: "w", step: "o", reserve: map[string]int{"w": reserve, "r": reserve}, last: "-",
		turn: 1}
}

// Clone returns an independent copy.
func (m *model) Clone() *model {
	child := *m
	child.reserve = map[string]int{"w": m.reserve["w"], "r": m.reserve["r"]}
	return &child
}

// Result returns the scores and the reason once the game is won.
func (m *model) Result() string { return map[string]string{"w": "1 0 ", "r": "0 1 "}[m.winner] + m.why }

func (m *model) at(s square) string         { return m.board[s.file][s.rank] }
func (m *model) put(s square, piece string) { m.board[s.file][s.rank] = piece }

// has reports whether the board has the square: it lies within the edges and is no corner.
func (m *model) has(s square) bool {
	if s.file < 0 || s.file >= m.size || s.rank < 0 || s.rank >= m.size {
		return false
	}
	return !((s.file == 0 || s.file == m.size-1) && (s.rank == 0 || s.rank == m.size-1))
}

func (m *model) squares() []square {
	var all []square
	for file := range m.size {
		for rank := range m.size {
			if s := (square{file, rank}); m.has(s) {
				all = append(all, s)
			}
		}
	}
	return all
}

func (m *model) neighbours(s square) []square {
	var all []square
	for _, d := range orthogonal {
		if n := s.plus(d, 1); m.has(n) {
			all = append(all, n)
		}
	}
	return all
}

// capacity returns the number of neighbours on the board, less one for each that a pillar stands on.
func (m *model) capacity(s square) int {
	capacity := 0
	for _, n := range m.neighbours(s) {
		if !isPillar(m.at(n)) {
			capacity++
		}
	}
	return capacity
}

// Legal lists the texts of the legal steps, sorted.
func (m *model) Legal() []string {
	var steps []string
	switch {
	case m.winner != "":
	case m.step == "o":
		for _, s := range m.squares() {
			steps = append(steps, "@"+s.String())
		}
	case m.step == "a":
		steps = m.adjoining()
	case m.step == "i":
		steps = m.isolated()
	case m.step == "m":
		steps = append(m.moves(), m.entries()...)
	case m.step == "p":
		steps = append(m.pillarMoves(), "-")
	}
	slices.Sort(steps)
	return steps
}

func (m *model) adjoining() []string {
	var steps []string
	for _, s := range m.neighbours(squareNamed(m.last)) {
		if m.at(s) == "" {
			steps = append(steps, "@"+s.String())
		}
	}
	return steps
}

func (m *model) isolated() []string {
	var steps []string
	for _, s := range m.squares() {
		lonely := m.at(s) == ""
		for _, n := range m.neighbours(s) {
			lonely = lonely && m.at(n) == ""
		}
		if lonely {
			steps = append(steps, "@"+s.String())
		}
	}
	return steps
}

func (m *model) moves() []string {
	var steps []string
	for _, from := range m.squares() {
		if !controls(m.player, m.at(from)) {
			continue
		}
		for _, d := range orthogonal {
			for k := 1; k <= len(m.at(from)); k++ {
				to := from.plus(d, k)
				if !m.has(to) || isPillar(m.at(to)) {
					break
				}
				steps = append(steps, from.String()+to.String())
			}
		}
	}
	return steps
}

func (m *model) entries() []string {
	var steps []string
	for _, s := range m.squares() {
		if m.reserve[m.player] > 0 && !isPillar(m.at(s)) {
			steps = append(steps, "@"+s.String())
		}
	}
	return steps
}

func (m *model) pillarMoves() []string {
	var steps []string
	for _, from := range m.squares() {
		if m.at(from) != strings.ToUpper(m.player) {
			continue
		}
		for _, d := range append(slices.Clone(orthogonal), diagonal...) {
			for to := from.plus(d, 1); m.has(to) && m.at(to) == ""; to = to.plus(d, 1) {
				steps = append(steps, "^"+from.String()+to.String())
			}
		}
	}
	return steps
}

// Play plays a legal step.
func (m *model) Play(step string) {
	switch m.step {
	case "o":
		m.put(squareNamed(step[1:]), m.player)
		m.endTurn("a", step[1:])
	case "a":
		m.put(squareNamed(step[1:]), m.player)
		m.step, m.last = "i", "-"
		if len(m.isolated()) == 0 {
			m.endTurn("m", "-")
		}
	case "i":
		m.put(squareNamed(step[1:]), m.player)
		m.endTurn("a", step[1:])
	case "m":
		m.main(step)
	case "p":
		if step != "-" {
			m.put(squareNamed(step[3:]), m.at(squareNamed(step[1:])))
			m.put(squareNamed(step[1:]), "")
		}
		m.endTurn("m", "-")
	}
}

func (m *model) main(step string) {
	var to square
	var part string
	if step[0] == '@' {
		to, part = squareNamed(step[1:]), m.player
		m.reserve[m.player]--
	} else {
		from := squareNamed(step)
		to = squareNamed(step[2:])
		k := abs(to.file-from.file) + abs(to.rank-from.rank)
		whole := m.at(from)
		part = whole[len(whole)-k:]
		m.put(from, whole[:len(whole)-k])
	}
	stack := m.at(to) + part
	m.put(to, stack)
	if isMixed(stack) && len(stack) > m.capacity(to) {
		m.reserve[m.player] += strings.Count(stack, m.player)
		m.put(to, strings.ToUpper(m.player))
	}
	switch {
	case !m.hasStack(opponent(m.player)):
		m.winner, m.why = m.player, bySweep
		m.endTurn("m", "-")
	case len(m.pillarMoves()) > 0:
		m.step = "p"
	default:
		m.endTurn("m", "-")
	}
}

func abs(n int) int { return max(n, -n) }

func (m *model) hasStack(player string) bool {
	for _, s := range m.squares() {
		if controls(player, m.at(s)) {
			return true
		}
	}
	return false
}

// endTurn hands over to the opponent, who loses without a main step to take.
func (m *model) endTurn(step, last string) {
	m.player, m.step, m.last = opponent(m.player), step, last
	m.turn++
	m.settle()
}

func (m *model) settle() {
	if m.winner == "" && m.step == "m" && len(m.Legal()) == 0 {
		m.winner, m.why = opponent(m.player), byStalemate
	}
}

// key returns the position's text without the turn number.
func (m *model) key() string {
	board := enginetest.WriteBoard(m.size, m.size, func(file, rank int) (string, bool) {
		return m.at(square{file, rank}), m.has(square{file, rank})
	})
	return fmt.Sprintf("%s %s %s %d/%d %s", board, m.player, m.step, m.reserve["w"], m.reserve["r"], m.last)
}

func (m *model) String() string { return m.key() + " " + strconv.Itoa(m.turn) }

// readModel reads a position text that is known to be good.
func readModel(text string) *model {
	fields := strings.Fields(text)
	m := newModel(1+strings.Count(fields[0], "/"), 0)
	enginetest.ReadBoard(fields[0], func(before, rank int, piece string) {
		s := square{before, rank}
		if !m.has(square{0, rank}) {
			s.file++
		}
		m.put(s, piece)
	})
	white, red, _ := strings.Cut(fields[3], "/")
	m.reserve["w"], _ = strconv.Atoi(white)
	m.reserve["r"], _ = strconv.Atoi(red)
	m.player, m.step, m.last = fields[1], fields[2], fields[4]
	m.turn, _ = strconv.Atoi(fields[5])
	m.settle()
	return m
}
