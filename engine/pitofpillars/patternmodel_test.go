package pitofpillars_test

import (
	"fmt"
	"strings"
)

// patterns names what a player shows, found by plain loops over strings.
func (m *model) patterns(player string, opener string) []string {
	if strings.Contains("oai", m.step) {
		return m.setUpPatterns(player, opener)
	}
	names := append(m.countPatterns(player), m.stackPatterns(player)...)
	names = append(names, m.threatPatterns(player)...)
	return append(names, m.pillarPatterns(player)...)
}

// setUpPatterns does the same in the set-up, given the opener or "" if there are too many isolated squares to say.
func (m *model) setUpPatterns(player, opener string) []string {
	var names []string
	left := len(m.isolated())
	switch {
	case opener == player:
		for _, from := range []int{12, 8, 4, 1, 0} {
			if left >= from {
				names = append(names, fmt.Sprintf("set-up-opens-%d-%d", m.size, from))
				break
			}
		}
	case opener == "" && m.player == player:
		next := map[string]string{"o": "isolate", "a": "adjoin", "i": "isolate"}
		names = append(names, "set-up-undecided-"+next[m.step]+"-"+many(left, 47))
	}
	for _, s := range m.stacksOf(player) {
		names = append(names, m.around("adjoining", player, s, orthogonal, 1),
			m.around("diagonal", player, s, diagonal, 1), m.around("second", player, s, orthogonal, 2))
	}
	return names
}

// around names the pattern of the men a number of squares away from a man in some directions.
func (m *model) around(kind, player string, s square, directions []square, steps int) string {
	own, other := 0, 0
	for _, d := range directions {
		n := s.plus(d, steps)
		switch {
		case !m.has(n):
		case m.at(n) == player:
			own++
		case m.at(n) == opponent(player):
			other++
		}
	}
	return fmt.Sprintf("set-up-%s-%s-%s-%s", kind, m.class(s), many(own, 2), many(other, 2))
}

// many returns the text of a count, with a plus for the last class.
func many(n, last int) string {
	if n >= last {
		return fmt.Sprint(last) + "+"
	}
	return fmt.Sprint(n)
}

// next returns the player with the next main step.
func (m *model) next() string {
	if m.step == "p" {
		return opponent(m.player)
	}
	return m.player
}

func (m *model) order(player string) string {
	if m.next() == player {
		return "next"
	}
	return "wait"
}

// class names the square's image nearest to a1.
func (m *model) class(s square) string {
	file, rank := min(s.file, m.size-1-s.file), min(s.rank, m.size-1-s.rank)
	return square{min(file, rank), max(file, rank)}.String()
}

// stacksOf returns the squares with a player's stacks.
func (m *model) stacksOf(player string) []square {
	var all []square
	for _, s := range m.squares() {
		if controls(player, m.at(s)) {
			all = append(all, s)
		}
	}
	return all
}

// movesOf returns the moves of a player, ignoring whose turn it is, with the number of men of each.
func (m *model) movesOf(player string) (targets []square, men []int) {
	acting := m.Clone()
	acting.player = player
	for _, step := range acting.moves() {
		from, to := squareNamed(step), squareNamed(step[2:])
		targets = append(targets, to)
		men = append(men, abs(to.file-from.file)+abs(to.rank-from.rank))
	}
	return targets, men
}

// reach returns the squares where the moves of a player end.
func (m *model) reach(player string) map[square]bool {
	ends := map[square]bool{}
	targets, _ := m.movesOf(player)
	for _, to := range targets {
		ends[to] = true
	}
	return ends
}

// capturedBy reports whether a number of the player's men capture a stack with a man of the opponent by landing on it.
func (m *model) capturedBy(player string, at square, men int) bool {
	stack := m.at(at)
	return !isPillar(stack) && strings.Contains(stack, opponent(player)) && len(stack)+men > m.capacity(at)
}

// hit returns the stacks that a player could capture.
func (m *model) hit(player string) map[square]bool {
	all := map[square]bool{}
	targets, men := m.movesOf(player)
	for i, to := range targets {
		if m.capturedBy(player, to, men[i]) {
			all[to] = true
		}
	}
	if m.reserve[player] > 0 {
		for _, s := range m.exposed(player) {
			all[s] = true
		}
	}
	return all
}

// exposed returns the stacks that a single man of the player's captures.
func (m *model) exposed(player string) []square {
	var all []square
	for _, s := range m.squares() {
		if m.capturedBy(player, s, 1) {
			all = append(all, s)
		}
	}
	return all
}

func (m *model) men(player string) int {
	men := m.reserve[player]
	for _, s := range m.squares() {
		n := strings.Count(m.at(s), player)
		if !isMixed(m.at(s)) {
			n = min(n, 7)
		}
		men += n
	}
	return men
}

func (m *model) countPatterns(player string) []string {
	stacks, stuck := m.stacksOf(player), 0
	for _, s := range stacks {
		if m.capacity(s) == 0 {
			stuck++
		}
	}
	moves, _ := m.movesOf(player)
	names := []string{
		"stacks-" + many(len(stacks), 12),
		"reserve-" + many(m.reserve[player], 6),
		"men-" + many(m.men(player), 20),
		fmt.Sprintf("mobility-%s-%d", m.order(player), mobilityClass(len(moves))),
	}
	if m.reserve[player] > 0 {
		names = append(names, "entries-"+many(m.reserve[player], 3)+"-"+many(len(m.exposed(player)), 3))
	}
	if stuck > 0 {
		names = append(names, "stuck-stacks-"+many(stuck, 3))
	}
	if m.next() == player {
		kinds := map[string]string{"m": "main", "p": "pillar"}
		names = append(names, "step-"+kinds[m.step])
	}
	return names
}

// mobilityClass returns the largest of the bounds that a number of moves reaches.
func mobilityClass(moves int) int {
	class := 0
	for _, from := range []int{0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 28, 34, 41, 51} {
		if moves >= from {
			class = from
		}
	}
	return class
}

func (m *model) stackPatterns(player string) []string {
	var names []string
	hit, reach, answers := m.hit(opponent(player)), m.reach(opponent(player)), m.reach(player)
	for _, s := range m.stacksOf(player) {
		stack, kind := m.at(s), "pure"
		switch {
		case !isMixed(stack):
			names = append(names, fmt.Sprintf("pure-%d-%s", min(7, len(stack)), m.class(s)))
		default:
			kind = "mixed"
			colors := "more"
			if len(stack) <= 4 {
				colors = strings.NewReplacer(player, "o", opponent(player), "t").Replace(stack)
			}
			names = append(names, "mixed-"+colors+"-"+m.class(s))
		}
		danger := "safe"
		switch {
		case hit[s]:
			danger = "hit"
		case reach[s] && answers[s]:
			danger = "answered"
		case reach[s]:
			danger = "covered"
		}
		slack := max(-2, min(3, m.capacity(s)-len(stack)))
		names = append(names, fmt.Sprintf("slack-%s-%s%+d-%s", m.order(player), kind, slack, danger))
		if hit[s] {
			names = append(names, fmt.Sprintf("loss-%s-%s-%s", m.order(player), kind, many(len(stack), 5)))
		}
	}
	return names
}

func (m *model) threatPatterns(player string) []string {
	hit, reach, prize, landings, losses := m.hit(player), m.reach(player), 0, 0, 0
	for s := range hit {
		prize = max(prize, strings.Count(m.at(s), opponent(player)))
	}
	for _, s := range m.stacksOf(opponent(player)) {
		if reach[s] {
			landings++
		}
	}
	attacked := m.hit(opponent(player))
	own := m.stacksOf(player)
	for _, s := range own {
		if attacked[s] {
			losses++
		}
	}
	who := m.order(player)
	names := []string{
		"targets-" + who + "-" + many(len(hit), 4),
		"landings-" + who + "-" + many(landings, 5),
		"prize-" + who + "-" + many(prize, 5),
	}
	if len(own) <= 3 {
		names = append(names, fmt.Sprintf("last-%s-%d-%d", who, len(own), min(losses, 2)))
	}
	return names
}

func (m *model) pillarPatterns(player string) []string {
	var names []string
	pillars, hemming, crowding, fixed := 0, 0, 0, 0
	for _, s := range m.squares() {
		if m.at(s) != strings.ToUpper(player) {
			continue
		}
		pillars++
		names = append(names, "pillar-"+m.class(s))
		if m.nextTo(s, opponent(player)) {
			hemming++
		}
		if m.nextTo(s, player) {
			crowding++
		}
		if !m.canSlide(s) {
			fixed++
		}
	}
	names = append(names, "pillars-"+many(pillars, 8))
	if pillars > 0 {
		names = append(names, "hemming-"+many(hemming, 4), "crowding-"+many(crowding, 4), "fixed-"+many(fixed, 3))
	}
	return names
}

// nextTo reports whether a stack of the player's stands next to a square.
func (m *model) nextTo(s square, player string) bool {
	for _, n := range m.neighbours(s) {
		if controls(player, m.at(n)) {
			return true
		}
	}
	return false
}

// canSlide reports whether a pillar on the square could move.
func (m *model) canSlide(s square) bool {
	for _, d := range append(orthogonal[:len(orthogonal):len(orthogonal)], diagonal...) {
		if n := s.plus(d, 1); m.has(n) && m.at(n) == "" {
			return true
		}
	}
	return false
}
