package recorder

// sampling is a choice of some of the turns of a game, evenly spread.
type sampling struct{ wanted, of int }

// spread chooses so many of a number of turns, all if there are fewer.
func spread(wanted, of int) sampling { return sampling{min(wanted, of), of} }

// has reports whether a turn, counted from 0, is chosen: the middles of equal parts are.
func (s sampling) has(turn int) bool {
	if s.wanted == 0 {
		return false
	}
	part := (turn*s.wanted*2 + s.wanted) / (2 * s.of) // the part that the turn lies in
	middle := (2*part + 1) * s.of / (2 * s.wanted)
	return turn == middle
}
