package pit_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pillars/engine/enginetest"
)

// The model is the rules of Pit once more, written from their text alone and for clarity alone: maps from squares to
// strings, searches without end. The engine is checked against it. It trusts its input.

// square is a place by its file and rank, both from 0.
type square struct{ file, rank int }

func (s square) String() string { return string(rune('a'+s.file)) + strconv.Itoa(s.rank+1) }

func squareNamed(text string) square {
	rank, _ := strconv.Atoi(text[1:])
	return square{int(text[0] - 'a'), rank - 1}
}

func (s square) plus(d square) square { return square{s.file + d.file, s.rank + d.rank} }

// sides holds the four sides of a square by their letters.
var sides = map[string]square{"n": {0, 1}, "e": {1, 0}, "s": {0, -1}, "w": {-1, 0}}

// letters holds the players in turn order.
var letters = []string{"w", "b", "r", "u"}

// model is a position.
type model struct {
	players      []string // in turn order
	files, ranks int
	board        [16][16]string // by file and rank: "" for an empty cell, "o" for a hole, else a piece such as "wt"
	player       string
	step         string // "p", "a" or "b"
	reserve      map[string]int
	place        map[string]int // of players who are out
	barriers     map[edge]bool
	reached      string // in step "b" the cell just reached, else "-"
	turn         int
	result       string // scores and reason once the game is over
}

// Clone returns an independent copy.
func (m *model) Clone() *model {
	child := *m
	child.reserve, child.place, child.barriers = maps.Clone(m.reserve), maps.Clone(m.place), maps.Clone(m.barriers)
	return &child
}

// Result returns the scores and the reason once the game is over.
func (m *model) Result() string { return m.result }

func (m *model) at(s square) string         { return m.board[s.file][s.rank] }
func (m *model) put(s square, piece string) { m.board[s.file][s.rank] = piece }

func (m *model) squares() []square {
	var all []square
	for file := range m.files {
		for rank := range m.ranks {
			all = append(all, square{file, rank})
		}
	}
	return all
}

// edge is the edge between two adjacent squares, the lower or left one first.
type edge struct{ low, high square }

func edgeBetween(a, b square) edge {
	if b.file < a.file || b.rank < a.rank {
		a, b = b, a
	}
	return edge{a, b}
}

func (e edge) String() string {
	if e.high.file > e.low.file {
		return e.low.String() + "|e"
	}
	return e.low.String() + "|n"
}

// edgeNamed parses a text such as d4|n.
func edgeNamed(text string) edge {
	name, side, _ := strings.Cut(text, "|")
	return edge{squareNamed(name), squareNamed(name).plus(sides[side])}
}

func (m *model) onBoard(s square) bool {
	return s.file >= 0 && s.file < m.files && s.rank >= 0 && s.rank < m.ranks
}

// isCell reports whether there is a cell: a place that is no hole.
func (m *model) isCell(s square) bool { return m.onBoard(s) && m.at(s) != "o" }
func (m *model) isHole(s square) bool { return m.onBoard(s) && m.at(s) == "o" }

// joined reports whether two adjacent places are cells with no barrier between them.
func (m *model) joined(a, b square) bool {
	return m.isCell(a) && m.isCell(b) && !m.barriers[edgeBetween(a, b)]
}

func (m *model) nextToHole(s square) bool {
	for _, d := range sides {
		if m.isHole(s.plus(d)) {
			return true
		}
	}
	return false
}

// area returns all the cells that a path leads to, the start first.
func (m *model) area(from square) []square {
	var seen [16][16]bool
	seen[from.file][from.rank] = true
	area := []square{from}
	for i := 0; i < len(area); i++ {
		for _, d := range sides {
			if n := area[i].plus(d); m.joined(area[i], n) && !seen[n.file][n.rank] {
				seen[n.file][n.rank] = true
				area = append(area, n)
			}
		}
	}
	return area
}

// find lists the squares with a piece.
func (m *model) find(piece string) []square {
	var found []square
	for _, s := range m.squares() {
		if m.at(s) == piece {
			found = append(found, s)
		}
	}
	return found
}

func (m *model) pieces(player string) []square {
	return append(m.find(player+"t"), m.find(player+"p")...)
}

func (m *model) isTheirs(s square) bool {
	return m.isCell(s) && m.at(s) != "" && m.at(s)[:1] != m.player
}

// Legal lists the texts of the legal steps, sorted.
func (m *model) Legal() []string {
	var steps []string
	switch {
	case m.result != "":
	case m.step == "p":
		steps = m.placings()
	case m.step == "a":
		steps = m.actions()
	case m.step == "b":
		at := squareNamed(m.reached)
		for side, d := range sides {
			if m.joined(at, at.plus(d)) {
				steps = append(steps, m.reached+"|"+side)
			}
		}
	}
	slices.Sort(steps)
	return steps
}

func (m *model) placings() []string {
	var steps []string
	for _, s := range m.squares() {
		free := m.at(s) == ""
		for _, d := range sides {
			n := s.plus(d)
			free = free && !(m.isTheirs(n) && strings.HasSuffix(m.at(n), "t"))
		}
		if free {
			steps = append(steps, "@"+s.String())
		}
	}
	return steps
}

// actions returns the replacements if there are any, else the falls, else everything else.
func (m *model) actions() []string {
	var replacements, falls []string
	for _, from := range m.pieces(m.player) {
		for _, d := range sides {
			to := from.plus(d)
			if m.joined(from, to) && m.isTheirs(to) {
				replacements = append(replacements, from.String()+to.String())
			}
			if m.isHole(to) {
				falls = append(falls, from.String()+to.String())
			}
		}
	}
	switch {
	case len(replacements) > 0:
		return replacements
	case len(falls) > 0:
		return falls
	}
	return append(m.moves(), m.entries()...)
}

func (m *model) moves() []string {
	var steps []string
	for _, from := range m.pieces(m.player) {
		limit := 99
		if m.at(from) == m.player+"p" {
			limit = 1
		}
		for _, d := range sides {
			last := from
			for n := 0; n < limit; n++ {
				to := last.plus(d)
				if m.isHole(to) {
					steps = append(steps, from.String()+to.String())
				}
				if !m.joined(last, to) || m.at(to) != "" {
					break
				}
				steps = append(steps, from.String()+to.String())
				last = to
			}
		}
	}
	return steps
}

func (m *model) entries() []string {
	seen := map[string]bool{}
	for _, from := range m.find(m.player + "t") {
		for _, d := range sides {
			for last := from; m.joined(last, last.plus(d)); last = last.plus(d) {
				if m.at(last.plus(d)) == "" && m.reserve[m.player] > 0 {
					seen["@"+last.plus(d).String()] = true
				}
			}
		}
	}
	return slices.Collect(maps.Keys(seen))
}

// Play plays a legal step.
func (m *model) Play(step string) {
	switch {
	case m.step == "p":
		m.put(squareNamed(step[1:]), m.player+"p")
		m.endTurn()
	case m.step == "b":
		m.barrier(edgeNamed(step))
	case step[0] == '@':
		m.put(squareNamed(step[1:]), m.player+"t")
		m.reserve[m.player]--
		m.step, m.reached = "b", step[1:]
	default:
		m.move(splitMove(step))
	}
}

// splitMove splits a text such as d4d12.
func splitMove(step string) (from, to square) {
	second := 1 + strings.IndexFunc(step[1:], func(r rune) bool { return r >= 'a' })
	return squareNamed(step[:second]), squareNamed(step[second:])
}

func (m *model) move(from, to square) {
	piece, taken := m.at(from), m.at(to)
	m.put(from, "")
	switch {
	case taken == "o":
		if piece == m.player+"p" {
			m.out(m.player, "pawn in a hole")
		}
		m.endTurn()
		return
	case strings.HasSuffix(taken, "t"):
		m.reserve[taken[:1]]++
	case strings.HasSuffix(taken, "p"):
		m.put(to, "")
		m.out(taken[:1], "pawn replaced")
	}
	m.put(to, piece)
	if m.result != "" {
		m.endTurn()
		return
	}
	m.step, m.reached = "b", to.String()
}

func (m *model) barrier(at edge) {
	at = edgeBetween(at.low, at.high)
	m.barriers[at] = true
	parted := false
	var pawns []square
	for _, player := range m.players {
		pawns = append(pawns, m.find(player+"p")...)
	}
	for _, pawn := range pawns {
		parted = parted || !slices.Contains(m.area(pawns[0]), pawn)
	}
	if parted {
		if len(m.players) > 2 {
			delete(m.barriers, at)
		}
		m.out(m.player, "pawns parted")
	} else {
		m.removeIsolated()
	}
	m.endTurn()
}

// removeIsolated removes every tower that has no path to a cell adjacent to a hole.
func (m *model) removeIsolated() {
	for _, player := range m.players {
		for _, tower := range m.find(player + "t") {
			way := false
			for _, s := range m.area(tower) {
				way = way || m.nextToHole(s)
			}
			if !way {
				m.put(tower, "")
			}
		}
	}
}

// out puts a player out. With two players the game ends as it stands.
func (m *model) out(player, why string) {
	if len(m.players) == 2 {
		m.result = map[string]string{"w": "0 1 ", "b": "1 0 "}[player] + why
		return
	}
	for _, s := range m.pieces(player) {
		m.put(s, "")
	}
	m.reserve[player] = 0
	m.place[player] = len(m.players) - len(m.place)
	if len(m.place) < len(m.players)-1 {
		return
	}
	for _, one := range m.players {
		m.result += m.score(one) + " "
	}
	m.result += why
}

// score returns the share of opponents placed behind.
func (m *model) score(player string) string {
	behind := 0
	for _, place := range m.place {
		if own, isOut := m.place[player]; !isOut || own < place {
			behind++
		}
	}
	return strconv.FormatFloat(float64(behind)/float64(len(m.players)-1), 'g', 3, 64)
}

func (m *model) endTurn() {
	m.turn++
	m.reached = "-"
	for {
		m.handOver()
		if m.result != "" || len(m.Legal()) > 0 {
			return
		}
		m.out(m.player, "no legal step")
		if len(m.players) == 2 {
			return
		}
	}
}

// handOver finds the next player still in. Each player's first turn places the pawn, so a turn that passes to an
// earlier seat is not a first one.
func (m *model) handOver() {
	now := slices.Index(m.players, m.player)
	next := now
	for {
		next = (next + 1) % len(m.players)
		if _, isOut := m.place[m.players[next]]; !isOut {
			break
		}
	}
	m.player = m.players[next]
	if m.step != "p" || next <= now || m.result != "" {
		m.step = "a"
	}
}

// readModel reads a position text that is known to be in order.
func readModel(text string) *model {
	fields := strings.Fields(text)
	m := &model{reserve: map[string]int{}, place: map[string]int{}, barriers: map[edge]bool{}}
	m.files, m.ranks = enginetest.ReadBoard(fields[0], func(file, rank int, content string) {
		m.put(square{file, rank}, content)
	})
	for i, part := range strings.Split(fields[3], "/") {
		m.players = append(m.players, letters[i])
		if place, isOut := strings.CutPrefix(part, "x"); isOut {
			m.place[letters[i]], _ = strconv.Atoi(place)
		} else {
			m.reserve[letters[i]], _ = strconv.Atoi(part)
		}
	}
	if fields[4] != "-" {
		for _, barrier := range strings.Split(fields[4], ",") {
			m.barriers[edgeNamed(barrier)] = true
		}
	}
	m.player, m.step, m.reached = fields[1], fields[2], fields[5]
	m.turn, _ = strconv.Atoi(fields[6])
	return m
}

func (m *model) String() string {
	board := enginetest.WriteBoard(m.files, m.ranks, func(file, rank int) (string, bool) {
		return m.at(square{file, rank}), true
	})
	var reserves []string
	for _, player := range m.players {
		if place, isOut := m.place[player]; isOut {
			reserves = append(reserves, fmt.Sprintf("x%d", place))
		} else {
			reserves = append(reserves, strconv.Itoa(m.reserve[player]))
		}
	}
	return fmt.Sprintf("%s %s %s %s %s %s %d",
		board, m.player, m.step, strings.Join(reserves, "/"), m.barrierList(), m.reached, m.turn)
}

// barrierList sorts the barriers by file, rank and side.
func (m *model) barrierList() string {
	var all []string
	for barrier := range m.barriers {
		all = append(all, barrier.String())
	}
	if len(all) == 0 {
		return "-"
	}
	key := func(barrier string) string {
		s := squareNamed(strings.Split(barrier, "|")[0])
		return fmt.Sprintf("%02d %02d %s", s.file, s.rank, barrier[len(barrier)-1:])
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return strings.Join(all, ",")
}
