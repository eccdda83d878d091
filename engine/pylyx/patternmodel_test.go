package pylyx_test

import (
	"fmt"
	"slices"
	"strings"
)

// gatheringPlace is a square on which to gather.
type gatheringPlace struct {
	at         square
	moves      int
	approaches map[string]int
}

// approachOrder lists the approaches, those that break ties first.
var approachOrder = []string{"tall-far", "tall-near", "triple-far", "triple-in-two", "triple-at-once", "pair-far",
	"pair-in-two", "pair-at-once",
	"single-odd", "single-far", "single-in-two", "single-at-once"}

// patterns names what a seat shows, found by plain loops over strings.
func (m *model) patterns(seat int) []string {
	if m.step != "m" {
		return nil
	}
	own, who := m.colorOf(seat), "wait"
	if m.seat == seat {
		who = "next"
	}
	place := m.bestPlace(own)
	names := append(m.placePatterns(own, who, place), m.heightPatterns(own)...)
	for _, s := range m.stacksOf(own) {
		height := min(4, len(m.at(s)))
		name := strings.Replace(fmt.Sprint(height), "4", "4+", 1)
		names = append(names, "stack-"+name+"-"+m.class(s), fmt.Sprintf("reach-%s-%d", name,
			reachClass(height, len(m.targets(s, min(3, height))))))
	}
	if who == "next" {
		names = append(names, m.racePatterns(own, place)...)
	}
	return names
}

// many returns the text of a count, with a plus for the last class.
func many(n, last int) string {
	if n >= last {
		return fmt.Sprint(last) + "+"
	}
	return fmt.Sprint(n)
}

// class names the square's image nearest to a1.
func (m *model) class(s square) string {
	file, rank := min(s.file, m.size-1-s.file), min(s.rank, m.size-1-s.rank)
	return square{min(file, rank), max(file, rank)}.String()
}

// targets returns the squares to which the given number of top men of a stack can move.
func (m *model) targets(s square, men int) []square {
	var all []square
	for _, d := range directionsOf[men] {
		all = append(all, m.reached(s, d, m.at(s)[:1])...)
	}
	return all
}

// distance returns 1 if a move of the given number of men leads from one stack to the other, 2 if their moves meet on a
// square, and 3 otherwise.
func (m *model) distance(from, to square, men int) int {
	one, other := m.targets(from, men), m.targets(to, men)
	if slices.Contains(one, to) {
		return 1
	}
	for _, s := range one {
		if slices.Contains(other, s) {
			return 2
		}
	}
	return 3
}

// approach returns the name of a stack's approach to another, and the number of its moves.
func (m *model) approach(from, to square) (string, int) {
	height := len(m.at(from))
	distance := m.distance(from, to, min(3, height))
	switch {
	case height > 3 && distance == 1:
		return "tall-near", 2
	case height > 3:
		return "tall-far", 4
	case height == 1 && (from.file+from.rank+to.file+to.rank)%2 != 0:
		return "single-odd", 2
	}
	return [...]string{1: "single", 2: "pair", 3: "triple"}[height] + [...]string{1: "-at-once", 2: "-in-two",
		3: "-far"}[distance], distance
}

// place returns the square of a stack as a place to gather on.
func (m *model) place(own string, at square) gatheringPlace {
	place := gatheringPlace{at: at, approaches: map[string]int{}}
	for _, s := range m.stacksOf(own) {
		if s != at {
			name, moves := m.approach(s, at)
			place.approaches[name]++
			place.moves += moves
		}
	}
	place.moves += place.approaches["single-odd"] % 2
	return place
}

// bestPlace returns the place that takes the fewest moves. Ties are broken by rules that are invariant under the
// symmetries of the board: the least open place, then the one nearest to the edges, and so on.
func (m *model) bestPlace(own string) gatheringPlace {
	var best gatheringPlace
	bestKey := ""
	for _, s := range m.stacksOf(own) {
		place := m.place(own, s)
		key := m.placeKey(place)
		if bestKey == "" || key < bestKey {
			best, bestKey = place, key
		}
	}
	return best
}

func (m *model) placeKey(place gatheringPlace) string {
	key := fmt.Sprintf("%02d %s %s", place.moves, m.access(place.at), m.class(place.at))
	for _, name := range approachOrder {
		key += fmt.Sprintf(" %02d", place.approaches[name])
	}
	return key
}

// access counts the directions in which a stack is open: diagonal ones, then the others.
func (m *model) access(s square) string {
	var open [2]int
	for i, all := range [2][]square{diagonal, orthogonal} {
		for _, d := range all {
			if len(m.reached(s, d, m.at(s)[:1])) > 0 {
				open[i]++
			}
		}
	}
	return fmt.Sprintf("%d-%d", open[0], open[1])
}

func (m *model) placePatterns(own, who string, place gatheringPlace) []string {
	var names []string
	last := map[string]int{
		"single-at-once": 4, "single-in-two": 6, "single-far": 4, "single-odd": 5, "pair-at-once": 3,
		"pair-in-two": 4, "pair-far": 3,
		"triple-at-once": 2, "triple-in-two": 2, "triple-far": 2, "tall-near": 1, "tall-far": 1,
	}
	ready, helpers := 0, 0
	for name, count := range place.approaches {
		names = append(names, name+"-"+many(count, last[name]))
		if strings.HasSuffix(name, "-at-once") {
			ready += count
		}
		if !strings.HasPrefix(name, "single") && !strings.HasPrefix(name, "tall") {
			helpers += count
		}
	}
	return append(names,
		fmt.Sprintf("odd-%d-%d", min(4, place.approaches["single-odd"]), min(2, helpers)),
		"ready-"+who+"-"+many(ready, 4),
		"moves-"+who+"-"+many(place.moves, 20),
		"diagonals-"+m.access(place.at)[:1],
		"sides-"+m.access(place.at)[2:],
		"target-"+m.class(place.at),
		"merges-"+who+"-"+many(m.merges(own), 10),
		fmt.Sprintf("stacks-%s-%d", who, len(m.stacksOf(own))),
	)
}

// merges counts the moves of whole stacks onto others.
func (m *model) merges(own string) (count int) {
	for _, from := range m.stacksOf(own) {
		for _, to := range m.stacksOf(own) {
			if height := len(m.at(from)); height <= 3 && slices.Contains(m.targets(from, height), to) {
				count++
			}
		}
	}
	return count
}

func (m *model) heightPatterns(own string) []string {
	heights, tallest := map[int]int{}, 0
	for _, s := range m.stacksOf(own) {
		heights[len(m.at(s))]++
		tallest = max(tallest, len(m.at(s)))
	}
	return []string{
		"singles-" + many(heights[1], 9), fmt.Sprintf("pairs-%d", heights[2]), fmt.Sprintf("triples-%d", heights[3]),
		fmt.Sprintf("tallest-%d", tallest),
	}
}

// reachClass returns the largest of the bounds that a number of squares reaches.
func reachClass(height, squares int) (class int) {
	bounds := []int{0, 1, 3, 6, 10, 15}
	if height > 2 {
		bounds = []int{0, 6, 11, 16, 21, 28}
	}
	for _, from := range bounds {
		if squares >= from {
			class = from
		}
	}
	return class
}

func (m *model) racePatterns(own string, place gatheringPlace) []string {
	other := strings.NewReplacer("w", "b", "b", "w").Replace(own)
	moves, theirs := place.moves, m.bestPlace(other).moves
	names := []string{
		fmt.Sprintf("lead%+d", max(-12, min(12, theirs-moves))),
		fmt.Sprintf("stack-lead%+d", max(-6, min(6, len(m.stacksOf(other))-len(m.stacksOf(own))))),
	}
	if moves <= 6 && theirs <= 6 {
		names = append(names, fmt.Sprintf("few-%d-%d", moves, theirs))
	}
	return names
}
