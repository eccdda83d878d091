package rating

import (
	"cmp"
	"iter"
	"slices"
)

// opened is a game, as a model keeps it, and its opening.
type opened[G any] struct {
	opening int
	game    G
}

// byOpening are the games from each opening that has more than one, in the order given. They are lent until the next ones come.
func byOpening[G any](all []opened[G], compare func(a, b G) int) iter.Seq[[]G] {
	return func(yield func([]G) bool) {
		sorted := slices.SortedFunc(slices.Values(all), func(a, b opened[G]) int {
			if c := cmp.Compare(a.opening, b.opening); c != 0 {
				return c
			}
			return compare(a.game, b.game)
		})
		var games []G
		for i, g := range sorted {
			games = append(games, g.game)
			if i+1 < len(sorted) && sorted[i+1].opening == g.opening {
				continue
			}
			if len(games) > 1 && !yield(games) {
				return
			}
			games = games[:0]
		}
	}
}
