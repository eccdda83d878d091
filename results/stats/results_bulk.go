package stats

import "fmt"

// AddMany counts n equal games that belong to no pair; the Pair of the game does not count. It fails, and counts nothing, when the players, the score
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

// AddPairs counts n equal pairs: a game, and one with the seats swapped in which the first seat scored back. It fails as [Results.AddMany] does. A
// player's games against himself make no pairs; they are counted as games.
func (r *Results) AddPairs(g Game, back float64, n int) error {
	swapped := Game{First: g.Second, Second: g.First, Score: back}
	outcome, err := r.outcome(g)
	if err != nil {
		return err
	}
	other, err := r.outcome(swapped)
	switch {
	case err != nil:
		return err
	case n < 0:
		return fmt.Errorf("%d pairs between players %d and %d: give 0 or more", n, g.First, g.Second)
	case n == 0:
		return nil
	}
	key, seat := g.pairing()
	c := r.cell(key)
	switch {
	case g.First == g.Second:
		c.single[0][outcome] += n
		c.single[0][other] += n
	case seat == 0:
		c.joint[outcome][other] += n
	default:
		c.joint[other][outcome] += n
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
