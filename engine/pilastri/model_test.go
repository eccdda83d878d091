package pilastri_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// The model is the rules of Pilastri once more, written from their text alone and for clarity alone: a map from the
// names of squares to strings of pieces. The engine is checked against it. It trusts its input.

// model is a position.
type model struct {
	files, ranks int
	stacks       map[string]string // by the name of the square, from bottom to top; no entry for an empty square
	player       string            // "w" or "b"
	turn         int
	high         bool // high jumpers: a piece that stands alone may land on a stack of any height
}

// settings returns the options of the model's rules that its text does not tell.
func (m *model) settings() engine.Settings {
	if m.high {
		return highJumpers
	}
	return nil
}

var highJumpers = engine.Settings{{Name: "jumpers", Value: "high"}}

const allFiles = "abcdefgh"

// newModel returns the start of a game: a checkered pattern with a black piece on a1.
func newModel(files, ranks int) *model {
	m := &model{files: files, ranks: ranks, stacks: map[string]string{}, player: "w", turn: 1}
	for rank := 1; rank <= ranks; rank++ {
		next := "b"
		if rank%2 == 0 {
			next = "w"
		}
		for _, file := range allFiles[:files] {
			m.stacks[fmt.Sprintf("%c%d", file, rank)] = next
			next = opponent(next)
		}
	}
	return m
}

func opponent(player string) string {
	if player == "w" {
		return "b"
	}
	return "w"
}

// Clone returns an independent copy.
func (m *model) Clone() *model {
	child := *m
	child.stacks = map[string]string{}
	for square, stack := range m.stacks {
		child.stacks[square] = stack
	}
	return &child
}

// squares returns the names of all squares.
func (m *model) squares() []string {
	var all []string
	for _, file := range allFiles[:m.files] {
		for rank := 1; rank <= m.ranks; rank++ {
			all = append(all, fmt.Sprintf("%c%d", file, rank))
		}
	}
	return all
}

// paths returns the squares that lie in each of the four directions from a square, the nearest first.
func (m *model) paths(square string) [][]string {
	file, rank := string(square[0]), int(square[1]-'0')
	at := strings.Index(allFiles, file)
	var left, right, down, up []string
	for i := at - 1; i >= 0; i-- {
		left = append(left, string(allFiles[i])+strconv.Itoa(rank))
	}
	for i := at + 1; i < m.files; i++ {
		right = append(right, string(allFiles[i])+strconv.Itoa(rank))
	}
	for r := rank - 1; r >= 1; r-- {
		down = append(down, file+strconv.Itoa(r))
	}
	for r := rank + 1; r <= m.ranks; r++ {
		up = append(up, file+strconv.Itoa(r))
	}
	return [][]string{left, right, down, up}
}

// Legal lists the texts of the legal steps, sorted.
func (m *model) Legal() []string {
	var steps []string
	for _, square := range m.squares() {
		stack := m.stacks[square]
		if !strings.HasSuffix(stack, m.player) {
			continue
		}
		for _, path := range m.paths(square) {
			for _, target := range path {
				if m.stacks[target] == "" {
					continue
				}
				if m.mayLand(len(stack), len(m.stacks[target])) {
					steps = append(steps, square+target)
				}
				break
			}
		}
	}
	slices.Sort(steps)
	return steps
}

// mayLand reports whether a piece from a level may land on a stack of a height.
func (m *model) mayLand(level, height int) bool {
	if level == 1 && !m.high {
		return height == 1
	}
	return height >= level
}

// Play plays a legal step.
func (m *model) Play(step string) {
	from, to := step[:2], step[2:]
	stack := m.stacks[from]
	piece := stack[len(stack)-1:]
	m.stacks[from] = strings.TrimSuffix(stack, piece)
	if m.stacks[from] == "" {
		delete(m.stacks, from)
	}
	m.stacks[to] += piece
	m.player = opponent(m.player)
	m.turn++
}

// Result returns the scores and the reason once the game is over.
func (m *model) Result() string {
	return map[string]string{"": "", "w": "1 0 no legal step", "b": "0 1 no legal step"}[m.winner()]
}

// winner returns who has won, "" if nobody: a player without a legal step in turn loses.
func (m *model) winner() string {
	if len(m.Legal()) > 0 {
		return ""
	}
	return opponent(m.player)
}

// levels returns the sum of the pieces' levels.
func (m *model) levels() int {
	sum := 0
	for _, stack := range m.stacks {
		sum += len(stack) * (len(stack) + 1) / 2
	}
	return sum
}

// pieces returns all pieces, sorted.
func (m *model) pieces() string {
	var all []byte
	for _, stack := range m.stacks {
		all = append(all, stack...)
	}
	slices.Sort(all)
	return string(all)
}

// key returns the position's text without the turn number.
func (m *model) key() string {
	return enginetest.WriteBoard(m.files, m.ranks, func(file, rank int) (string, bool) {
		return m.stacks[fmt.Sprintf("%c%d", allFiles[file], rank+1)], true
	}) + " " + m.player
}

func (m *model) String() string { return m.key() + " " + strconv.Itoa(m.turn) }

// readModel reads a position text that is known to be good.
func readModel(text string) *model {
	fields := strings.Fields(text)
	m := &model{stacks: map[string]string{}, player: fields[1]}
	m.turn, _ = strconv.Atoi(fields[2])
	m.files, m.ranks = enginetest.ReadBoard(fields[0], func(file, rank int, stack string) {
		m.stacks[fmt.Sprintf("%c%d", allFiles[file], rank+1)] = stack
	})
	return m
}
