package tournament

import "slices"

// gauntletGroups are the groups of as many players as there are seats in which there is a challenger, that is one of the first so many players.
// Their order keeps the games of all challengers nearly equal at any time, and those of all others: with two seats they never differ by more than
// one group, but where challengers meet each other, which comes last.
func gauntletGroups(players, challengers, seats int) [][]int {
	var groups [][]int
	for inside := 1; inside <= min(challengers, seats); inside++ {
		if inside == seats {
			groups = append(groups, Groups(challengers, seats)...)
			continue
		}
		groups = append(groups, crossed(Groups(challengers, inside), moveAll(Groups(players-challengers, seats-inside), challengers))...)
	}
	return groups
}

// moveAll adds a number to all players.
func moveAll(groups [][]int, by int) [][]int {
	for _, group := range groups {
		for i := range group {
			group[i] += by
		}
	}
	return groups
}

// crossed joins every group of the first list with every group of the second, going round both lists over and over. Both lists are used evenly at
// any time. Where their lengths have a common divisor, going round meets only some of the pairs before it closes, and starts anew one further.
func crossed(first, second [][]int) [][]int {
	if len(second) == 0 {
		return nil
	}
	all := make([][]int, 0, len(first)*len(second))
	period := len(first) / divisor(len(first), len(second)) * len(second)
	for i := range len(first) * len(second) {
		all = append(all, slices.Concat(first[(i+i/period)%len(first)], second[i%len(second)]))
	}
	return all
}

// divisor is the greatest common divisor (Euclid, "Elements", book VII, proposition 2).
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
