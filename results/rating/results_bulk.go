package rating

import (
	"fmt"
	"slices"
)

// AddMany counts n equal games by themselves; the Opening of the game does not count. It fails, and counts nothing, when the players, the score
// or the number cannot be.
func (r *Results) AddMany(g Game, n int) error {
	outcome, err := r.outcome(g)
	if err != nil {
		return err
	}
	if n < 0 {
		return fmt.Errorf("%d games between players %d and %d: give 0 or more", n, g.First, g.Second)
	}
	if n > 0 {
		key, seat := g.pairing()
		r.cell(key).single[seat][outcome] += n
	}
	return nil
}

// AddOpenings counts n openings from which games had equal results: all games from one of them. The Opening of a game does not count. It fails as
// [Results.AddMany] does.
func (r *Results) AddOpenings(games []Game, n int) error {
	all := cluster{count: n}
	for _, g := range games {
		outcome, err := r.outcome(g)
		if err != nil {
			return err
		}
		all.games = append(all.games, played{g.First, g.Second, outcome})
	}
	if n < 0 {
		return fmt.Errorf("%d openings: give 0 or more", n)
	}
	if n == 0 || len(games) == 0 {
		return nil
	}
	waiting := waiting{}
	for i, g := range games {
		g.Opening = 1
		r.count(g, all.games[i].outcome, n, waiting)
	}
	if all.sort(); len(games) > 1 {
		r.bulk = append(r.bulk, all)
	}
	return nil
}

// Renumbered is a copy of the table in which player p has the number to[p]. The numbers must be a permutation. Games whose partner has not come yet
// stay single there.
func (r *Results) Renumbered(to []int) *Results {
	out := NewResults(r.players)
	for key, c := range r.cells {
		low, high := to[key.low], to[key.high]
		swapped := *c
		if low > high {
			low, high = high, low
			swapped.single[0], swapped.single[1] = c.single[1], c.single[0]
			for a, row := range c.joint {
				for b, n := range row {
					swapped.joint[b][a] = n
				}
			}
		}
		out.cells[pairing{low, high}] = &swapped
	}
	for _, c := range r.clusters() {
		out.bulk = append(out.bulk, c.renumbered(to))
	}
	slices.SortFunc(out.bulk, cluster.compare) // the same table, whatever the numbers were
	return out
}

// Paired is the number of games that belong to complete pairs, and of all games.
func (r *Results) Paired() (paired, games int) {
	for _, c := range r.cells {
		for seat := range 2 {
			n := c.games(seat)
			games += n[0] + n[1] + n[2]
			single := c.single[seat]
			paired += n[0] + n[1] + n[2] - single[0] - single[1] - single[2]
		}
	}
	return paired, games
}
