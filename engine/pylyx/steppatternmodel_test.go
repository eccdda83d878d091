package pylyx_test

import (
	"fmt"
	"slices"
	"strings"
)

// stepPatterns names what a step shows, found by plain loops over strings.
func (m *model) stepPatterns(step string) []string {
	if m.step != "m" {
		return nil
	}
	own := m.colorOf(m.seat)
	need, theirs := m.need(own), m.need(enemyOf(own))
	if step == "-" {
		return []string{"pass-" + need + "-" + theirs}
	}
	from, to := squaresOf(step)
	men := int(step[0] - '0')
	old, onto := len(m.at(from)), len(m.at(to))
	left, made := old-men, onto+men
	height := strings.Replace(fmt.Sprint(min(4, made)), "4", "4+", 1)
	was, becomes, parts := m.way(own, from, old), m.way(own, to, made), "whole"
	if left > 0 {
		was, parts = m.way(own, from, left), "part"
	}
	gain := cost[m.way(own, from, old)] + cost[m.way(own, to, onto)] - cost[m.way(own, from, left)] - cost[becomes]
	names := []string{
		fmt.Sprintf("move-%d-of-%s-onto-%s", men, many(left, 4), many(onto, 4)),
		parts + "-" + was + "-to-" + becomes,
		fmt.Sprintf("gain%+d-%s", max(-3, min(3, gain)), need),
		"to-" + height + "-" + m.class(to),
		"from-" + parts + "-" + m.class(from),
		fmt.Sprintf("joins-%s-%s", height, m.joins(own, to, made)),
	}
	if onto == 0 {
		names = append(names, m.bars("bars", own, to, theirs))
	}
	if left == 0 {
		names = append(names, m.bars("frees", own, from, theirs))
	}
	return names
}

func enemyOf(color string) string { return strings.NewReplacer("w", "b", "b", "w").Replace(color) }

// cost holds roughly the number of moves that a way to gather takes.
var cost = map[string]int{
	"": 0, "there": 0, "single-at-once": 1, "single-in-two": 2, "single-far": 3, "single-odd": 2, "pair-at-once": 1,
	"pair-in-two": 2, "pair-far": 3, "triple-at-once": 1, "triple-in-two": 2, "triple-far": 3, "tall-near": 2,
	"tall-far": 4,
}

func (m *model) need(color string) string {
	switch moves := m.bestPlace(color).moves; {
	case moves >= 9:
		return "9+"
	case moves >= 6:
		return "6"
	case moves >= 4:
		return "4"
	default:
		return fmt.Sprint(moves)
	}
}

// gatheringSquares returns the squares that are as good as the best.
func (m *model) gatheringSquares(color string) []square {
	best := m.placeKey(m.bestPlace(color))
	var all []square
	for _, s := range m.stacksOf(color) {
		if m.placeKey(m.place(color, s)) == best {
			all = append(all, s)
		}
	}
	return all
}

// standing returns the position with only the given number of men of a colour on a square.
func (m *model) standing(color string, s square, men int) *model {
	image := m.Clone()
	image.put(s, strings.Repeat(color, men))
	return image
}

// wayOrder lists the ways to gather from the best.
var wayOrder = []string{
	"there", "single-at-once", "single-in-two", "single-far", "single-odd", "pair-at-once", "pair-in-two", "pair-far",
	"triple-at-once", "triple-in-two", "triple-far", "tall-near", "tall-far",
}

// way returns the way in which a number of men on a square gather, or "" for no men.
func (m *model) way(color string, s square, men int) string {
	if men == 0 {
		return ""
	}
	image, best := m.standing(color, s, men), len(wayOrder)
	for _, target := range m.gatheringSquares(color) {
		way := "there"
		if target != s {
			way, _ = image.approach(s, target)
		}
		best = min(best, slices.Index(wayOrder, way))
	}
	return wayOrder[best]
}

// lines holds the four lines through a square, as two directions each.
var lines = [][2]square{{{1, 1}, {-1, -1}}, {{1, -1}, {-1, 1}}, {{0, 1}, {0, -1}}, {{1, 0}, {-1, 0}}}

// met returns the first stack in reach of a square in a direction.
func (m *model) met(s, d square) (at square, stack string) {
	for at = (square{s.file + d.file, s.rank + d.rank}); m.has(at); at = (square{at.file + d.file, at.rank + d.rank}) {
		if m.at(at) != "" || !m.slides {
			return at, m.at(at)
		}
	}
	return at, ""
}

// goes reports whether the given number of men can move in a direction.
func goes(men int, d square) bool { return men > 0 && slices.Contains(directionsOf[min(3, men)], d) }

// joins returns the number of own stacks that could join a stack on a square as a whole, and of those that it could
// join.
func (m *model) joins(own string, s square, made int) string {
	into, out := 0, 0
	for _, line := range lines {
		for _, d := range line {
			_, stack := m.met(s, d)
			if !strings.HasPrefix(stack, own) {
				continue
			}
			if len(stack) <= 3 && goes(len(stack), d) {
				into++
			}
			if made <= 3 && goes(made, d) {
				out++
			}
		}
	}
	return fmt.Sprintf("%d-%d", min(4, into), min(3, out))
}

// bars returns the names of the lines between stacks of one colour that a stack on a square blocks.
func (m *model) bars(what, own string, s square, theirs string) string {
	targets := m.gatheringSquares(enemyOf(own))
	ours, toTarget, others := 0, 0, 0
	for _, line := range lines {
		at, one := m.met(s, line[0])
		beyond, other := m.met(s, line[1])
		comes, follows := goes(len(one), line[1]), goes(len(other), line[0])
		switch {
		case one == "" || other == "" || one[0] != other[0] || !comes && !follows:
		case strings.HasPrefix(one, own):
			ours++
		case comes && slices.Contains(targets, beyond) || follows && slices.Contains(targets, at):
			toTarget++
		default:
			others++
		}
	}
	return fmt.Sprintf("%s-%d-%d-%d-%s", what, min(2, ours), min(2, toTarget), min(2, others), theirs)
}
