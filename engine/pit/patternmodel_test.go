package pit_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// patterns returns the names of the patterns that a player shows, found by plain loops over strings.
func (m *model) patterns(player string) []string {
	if _, out := m.place[player]; out {
		return nil
	}
	names := append(m.countPatterns(player), m.towerPatterns(player)...)
	for _, pawn := range m.find(player + "p") {
		names = append(names, m.pawnPatterns(player, pawn)...)
	}
	return names
}

// next returns the player who takes the next action.
func (m *model) next() string {
	if m.step != "b" {
		return m.player
	}
	return m.inOrder(m.player)[0]
}

// inOrder returns the players in, except one, in the order of their turns after that one.
func (m *model) inOrder(after string) (players []string) {
	first := slices.Index(m.players, after) + 1
	for i := range len(m.players) - 1 {
		player := m.players[(first+i)%len(m.players)]
		if _, out := m.place[player]; !out {
			players = append(players, player)
		}
	}
	return players
}

func (m *model) order(player string) string {
	if m.next() == player {
		return "next"
	}
	return "wait"
}

// many returns the text of a count in units of a step, with a plus for the last class.
func many(n, step, last int) string {
	switch from := n / step * step; {
	case from >= last:
		return fmt.Sprint(last) + "+"
	case step > 1:
		return fmt.Sprintf("%d-%d", from, from+step-1)
	default:
		return fmt.Sprint(n)
	}
}

// movesOf returns the moves of a player's pieces, ignoring whose turn it is and what is compulsory.
func (m *model) movesOf(player string) []string {
	acting := m.Clone()
	acting.player = player
	return acting.moves()
}

// slides returns the squares to which players' pieces, or only their towers, can move.
func (m *model) slides(players []string, onlyTowers bool) map[square]bool {
	ends := map[square]bool{}
	for _, player := range players {
		for _, step := range m.movesOf(player) {
			if from, to := splitMove(step); !onlyTowers || m.at(from) == player+"t" {
				ends[to] = true
			}
		}
	}
	return ends
}

// puts returns the squares that players can move or enter a tower to.
func (m *model) puts(players ...string) map[square]bool {
	ends := m.slides(players, true)
	for _, player := range players {
		acting := m.Clone()
		acting.player = player
		for _, entry := range acting.entries() {
			ends[squareNamed(entry[1:])] = true
		}
	}
	return ends
}

// rim returns the squares next to a hole with a piece.
func (m *model) rim(piece string) (found []square) {
	for _, s := range m.find(piece) {
		if m.nextToHole(s) {
			found = append(found, s)
		}
	}
	return found
}

func (m *model) countPatterns(player string) []string {
	order, puts, theirs := m.order(player), m.puts(player), m.puts(m.inOrder(player)...)
	held := 0
	for s := range puts {
		if !theirs[s] {
			held++
		}
	}
	return []string{
		fmt.Sprintf("stock-%d-%d", len(m.find(player+"t")), m.reserve[player]),
		"moves-" + order + "-" + many(len(m.movesOf(player)), 2, 34),
		"spread-" + order + "-" + many(len(puts), 4, 44),
		"held-" + order + "-" + many(held, 4, 44),
		"rims-" + order + "-" + many(len(m.rim(player+"t")), 1, 3),
	}
}

// class names a square by its steps from a hole and from the edge.
func (m *model) class(s square) string {
	hole := 5
	for _, h := range m.find("o") {
		hole = min(hole, max(s.file-h.file, h.file-s.file)+max(s.rank-h.rank, h.rank-s.rank))
	}
	return fmt.Sprintf("%d-%d", hole, min(4, s.file, s.rank, m.files-1-s.file, m.ranks-1-s.rank))
}

// relation names how two squares lie to each other.
func relation(a, b square) string {
	apart := []int{max(a.file-b.file, b.file-a.file), max(a.rank-b.rank, b.rank-a.rank)}
	slices.Sort(apart)
	if apart[1] > 4 {
		return "5+"
	}
	return fmt.Sprintf("%d-%d", apart[0], apart[1])
}

// joinedTo returns the opponents' pieces joined to a square.
func (m *model) joinedTo(s square, player string) (pieces []string) {
	for _, d := range sides {
		if n := s.plus(d); m.joined(s, n) && m.at(n) != "" && m.at(n)[:1] != player {
			pieces = append(pieces, m.at(n))
		}
	}
	return pieces
}

func (m *model) towerPatterns(player string) (names []string) {
	order := m.order(player)
	for _, s := range m.find(player + "t") {
		moves := 0
		for _, step := range m.movesOf(player) {
			if from, _ := splitMove(step); from == s {
				moves++
			}
		}
		names = append(names, "tower-"+m.class(s), "tower-moves-"+many(moves, 1, 12))
		if n := len(m.joinedTo(s, player)); n > 0 {
			names = append(names, "hanging-"+order+"-"+many(n, 1, 2))
		}
		for _, pawn := range m.find(player + "p") {
			names = append(names, "guard-"+relation(s, pawn))
		}
		for _, other := range m.inOrder(player) {
			for _, pawn := range m.find(other + "p") {
				names = append(names, "hunter-"+order+"-"+relation(s, pawn))
			}
		}
	}
	return names
}

func (m *model) pawnPatterns(player string, pawn square) []string {
	order := m.order(player)
	names := append(m.sidePatterns(player, pawn), m.plightPatterns(player, pawn)...)
	near, puts, danger := m.room(pawn, 2), m.puts(m.inOrder(player)...), 0
	for s := range near {
		if s != pawn && puts[s] {
			danger++
		}
	}
	names = append(names,
		"pawn-"+m.class(pawn), "near-"+order+"-"+many(len(near)-1, 1, 8), "far-"+many(len(m.room(pawn, 4))-1, 1, 24),
		"danger-"+order+"-"+many(danger, 1, 8))
	for _, other := range m.inOrder(player) {
		for _, theirs := range m.find(other + "p") {
			if order == "next" {
				names = append(names, "pawns-"+relation(pawn, theirs))
			}
		}
	}
	return names
}

// room returns the squares within some steps over empty ones that are not next to a hole.
func (m *model) room(from square, steps int) map[square]bool {
	room := map[square]bool{from: true}
	for range steps {
		for s := range maps.Clone(room) {
			for _, d := range sides {
				if n := s.plus(d); m.joined(s, n) && m.at(n) == "" && !m.nextToHole(n) {
					room[n] = true
				}
			}
		}
	}
	return room
}

// sidePatterns returns the patterns of the four sides of a pawn's square.
func (m *model) sidePatterns(player string, pawn square) (names []string) {
	order, word := m.order(player), ""
	puts, slides := m.puts(m.inOrder(player)...), m.slides(m.inOrder(player), false)
	for _, d := range []string{"n", "e", "s", "w"} {
		n := pawn.plus(sides[d])
		state := m.side(player, pawn, n, puts)
		word += state
		names = append(names, "side-"+order+"-"+state)
		if strings.Contains("frshl", state) && slides[n] {
			names = append(names, "threat-"+order+"-"+state)
		}
	}
	return append(names, "sides-"+order+"-"+firstImage(word))
}

func (m *model) side(player string, pawn, n square, puts map[square]bool) string {
	switch {
	case !m.joined(pawn, n):
		return "c"
	case m.at(n) != "" && m.at(n)[:1] == player:
		return "o"
	case m.at(n) != "":
		return "t"
	case m.nextToHole(n) && puts[n]:
		return "l"
	case m.nextToHole(n):
		return "h"
	case puts[n] && len(m.joinedTo(n, player)) > 0:
		return "s"
	case puts[n]:
		return "r"
	}
	return "f"
}

// firstImage returns the first of the words made by rotation and reflection, with letters in the order cotfrshl.
func firstImage(word string) string {
	digits := strings.NewReplacer("c", "0", "o", "1", "t", "2", "f", "3", "r", "4", "s", "5", "h", "6", "l",
		"7").Replace(word)
	first := digits
	for range 4 {
		digits = digits[1:] + digits[:1]
		mirrored := []byte(digits)
		slices.Reverse(mirrored)
		first = min(first, digits, string(mirrored))
	}
	return strings.NewReplacer("0", "c", "1", "o", "2", "t", "3", "f", "4", "r", "5", "s", "6", "h", "7",
		"l").Replace(first)
}

// plightPatterns returns the patterns of a pawn that is about to be lost.
func (m *model) plightPatterns(player string, pawn square) (names []string) {
	acting := m.inOrder(player) // all others come before the player, unless that player is next
	if m.next() == player {
		acting = nil
	} else {
		for acting[0] != m.next() {
			acting = acting[1:]
		}
	}
	attackers := 0
	for _, piece := range m.joinedTo(pawn, player) {
		if slices.Contains(acting, piece[:1]) {
			attackers++
		}
	}
	if m.step == "b" && m.player == player && m.reached == pawn.String() {
		attackers--
	}
	if attackers > 0 {
		names = append(names, "pawn-taken")
	}
	if !m.nextToHole(pawn) {
		return names
	}
	prey := len(m.joinedTo(pawn, player))
	for _, tower := range m.find(player + "t") {
		prey += len(m.joinedTo(tower, player))
	}
	if m.next() == player && m.step != "p" && prey == 0 && len(m.rim(player+"t")) == 0 {
		names = append(names, "pawn-falls")
	}
	return append(names, "pawn-rim-"+m.order(player))
}
