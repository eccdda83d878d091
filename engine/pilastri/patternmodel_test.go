package pilastri_test

import (
	"fmt"
	"strings"
)

// patterns names what a player shows, found by plain loops over strings.
func (m *model) patterns(player string) []string {
	names := m.stackPatterns(player)
	if m.player == player {
		names = append(names, m.racePatterns()...)
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

// asIf returns the model with another player to act.
func (m *model) asIf(player string) *model {
	acting := m.Clone()
	acting.player = player
	return acting
}

// starting and landing count the steps of a list that start from and land on a square.
func starting(steps []string, square string) (n int) {
	for _, step := range steps {
		if step[:2] == square {
			n++
		}
	}
	return n
}

func landing(steps []string, square string) (n int) {
	for _, step := range steps {
		if step[2:] == square {
			n++
		}
	}
	return n
}

// kind returns the height of a stack and whether the piece below the top one has the same owner.
func kind(stack string) string {
	n := len(stack)
	switch {
	case n == 1:
		return "1"
	case stack[n-1] == stack[n-2]:
		return many(n, 4) + "o"
	}
	return many(n, 4) + "t"
}

func (m *model) stackPatterns(player string) []string {
	var names []string
	order := "wait"
	if m.player == player {
		order = "next"
	}
	mine, theirs := m.asIf(player).Legal(), m.asIf(opponent(player)).Legal()
	for square, stack := range m.stacks {
		if !strings.HasSuffix(stack, player) {
			continue
		}
		moves, landings := starting(mine, square), landing(theirs, square)
		if m.high && len(stack) == 2 {
			landings = min(landings, moves) // more have no pattern of their own
		}
		names = append(names,
			fmt.Sprintf("life-%s-%s-%s-%s", order, kind(stack), many(moves, 3), many(landings, 2)),
			"around-"+kind(stack)+m.around(square, player, mine)+m.around(square, opponent(player), theirs))
	}
	return names
}

// around counts the first stacks in the four directions that belong to a player, whose legal steps are given: lower
// than the stack of a square, equally high, higher without a step, and higher with one.
func (m *model) around(square, player string, steps []string) string {
	var counts [4]int
	for _, path := range m.paths(square) {
		for _, other := range path {
			stack, height := m.stacks[other], len(m.stacks[square])
			if stack == "" {
				continue
			}
			switch {
			case !strings.HasSuffix(stack, player):
			case len(stack) < height:
				counts[0]++
			case len(stack) == height:
				counts[1]++
			case starting(steps, other) == 0:
				counts[2]++
			default:
				counts[3]++
			}
			break
		}
	}
	return fmt.Sprintf("-%d%d%d%d", counts[0], counts[1], counts[2], counts[3])
}

// neighbours counts the first stacks in the four directions, those of a player and the others.
func (m *model) neighbours(square, player string) (own, theirs int) {
	for _, path := range m.paths(square) {
		for _, other := range path {
			if stack := m.stacks[other]; stack != "" {
				if strings.HasSuffix(stack, player) {
					own++
				} else {
					theirs++
				}
				break
			}
		}
	}
	return own, theirs
}

// race counts a player's steps, stacks that can move and steps that no single step takes away.
func (m *model) race(player string) [3]int {
	mine, theirs := m.asIf(player), m.asIf(opponent(player)).Legal()
	steps := mine.Legal()
	counts := [3]int{len(steps)}
	for square := range m.stacks {
		counts[1] += min(1, starting(steps, square))
	}
	for _, step := range steps {
		if mine.isSafe(step, theirs) {
			counts[2]++
		}
	}
	return counts
}

func (m *model) racePatterns() []string {
	var names []string
	own, theirs := m.race(m.player), m.race(opponent(m.player))
	for i, name := range []string{"steps", "movable", "safe-steps"} {
		names = append(names, fmt.Sprintf("lead-%s%+d", name, max(-12, min(12, own[i]-theirs[i]))))
		if max(own[i], theirs[i]) <= 5 {
			names = append(names, fmt.Sprintf("few-%s-%d-%d", name, own[i], theirs[i]))
		}
	}
	return names
}
