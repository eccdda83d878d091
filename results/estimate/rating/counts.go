package rating

import (
	"cmp"
	"slices"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// Counts holds the results of games with the same number of seats. It counts equal results together and sorts them, so
// the counts of the same games are equal whatever the order of the games was.
type Counts struct {
	players, seats int
	kinds          []kind           // the different results of games, sorted
	rounds         []round          // rounds with more than one game
	cells          map[[2]int]*cell // results of a player against another one; for games of two seats only
}

// kind is a result of a game, with the number of games that have this result.
type kind struct {
	ranking
	count int
	alone int // number of games of this kind whose opening has no other game
}

// round holds the games from one opening, which are not independent: an opening that favours the first seat favours it
// in all of them. Openings with equal results are counted together.
type round struct {
	kinds []int32 // sorted indices in Counts.kinds
	count int
}

// ranking holds the players of a game by seat, and their ranks. Ranks are numbered from 1 without gaps; 0 is unknown.
type ranking struct {
	players [rounds.MaxSeats]int32
	ranks   [rounds.MaxSeats]int8
}

// cell holds the results of a player against another one. A pair is two games from one opening with the seats swapped.
type cell struct {
	games stats.WDL
	pairs stats.Pentanomial
}

// NewCounts returns the counts of the games in f. names is sorted and has all players of f; a player's number is the
// index in names.
func NewCounts(names []string, f *rounds.Fold) *Counts {
	c := &Counts{players: len(names), seats: max(2, f.Seats()), cells: map[[2]int]*cell{},
		kinds: make([]kind, len(f.Kinds))}
	rankings, order := make([]ranking, len(f.Kinds)), make([]int, len(f.Kinds)) // both by index in f.Kinds
	for i, k := range f.Kinds {
		rankings[i], order[i] = rankingOf(names, k), i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &rankings[i], &rankings[j]
		return cmp.Or(slices.Compare(a.players[:], b.players[:]), slices.Compare(a.ranks[:], b.ranks[:]))
	})
	sorted := make([]int32, len(order)) // indices in c.kinds, by index in f.Kinds
	for at, i := range order {
		games := f.Kinds[i].Games
		sorted[i], c.kinds[at] = int32(at), kind{ranking: rankings[i], count: games, alone: games}
	}
	var all []round
	f.Each(func(r rounds.Counted) {
		if len(r.Kinds) < 2 {
			return
		}
		kinds := make([]int32, len(r.Kinds))
		for i, k := range r.Kinds {
			kinds[i] = sorted[k]
			c.kinds[sorted[k]].alone -= r.Count
		}
		slices.Sort(kinds)
		all = append(all, round{kinds, r.Count})
	})
	slices.SortFunc(all, func(a, b round) int { return slices.Compare(a.kinds, b.kinds) })
	for _, r := range all { // f may list equal rounds more than once
		if last := len(c.rounds) - 1; last >= 0 && slices.Equal(c.rounds[last].kinds, r.kinds) {
			c.rounds[last].count += r.count
		} else {
			c.rounds = append(c.rounds, r)
		}
	}
	c.countCells()
	return c
}

// rankingOf returns the ranking in the games of kind k. names holds the names of all players, sorted.
func rankingOf(names []string, k rounds.Kind) (p ranking) {
	places := slices.Compact(slices.Sorted(slices.Values(k.Places))) // the different places
	if places[0] == 0 {
		places = places[1:]
	}
	for seat, place := range k.Places {
		player, _ := slices.BinarySearch(names, k.Players[seat])
		p.players[seat] = int32(player)
		if rank, known := slices.BinarySearch(places, place); known {
			p.ranks[seat] = int8(rank + 1)
		}
	}
	return p
}

// score returns what a seat scored against another seat: 1, 1/2 or 0. Rank 0 is behind all others. ok is false if both
// seats have rank 0.
func (p *ranking) score(seat, other int) (score float64, ok bool) {
	a, b := p.ranks[seat], p.ranks[other]
	switch {
	case a == 0 && b == 0:
		return 0, false
	case a == b:
		return .5, true
	case b == 0 || a != 0 && a < b:
		return 1, true
	}
	return 0, true
}

// seated returns the players in games of kind k, by seat.
func (c *Counts) seated(k int) []int32 { return c.kinds[k].players[:c.seats] }

// eachDuel calls visit once for each of the two players in games of kind k, which have two seats. met holds the player
// and the opponent; seat and score are the player's. eachDuel skips games of a player against itself.
func (c *Counts) eachDuel(k int, visit func(met [2]int, seat int, score float64)) {
	p := &c.kinds[k].ranking
	for seat := range 2 {
		if met := [2]int{int(p.players[seat]), int(p.players[1-seat])}; met[0] != met[1] {
			score, _ := p.score(seat, 1-seat)
			visit(met, seat, score)
		}
	}
}

// countCells counts the results of every player against every other one, for games of two seats.
func (c *Counts) countCells() {
	if c.seats != 2 {
		return
	}
	for k := range c.kinds {
		c.eachDuel(k, func(met [2]int, _ int, score float64) {
			if c.cells[met] == nil {
				c.cells[met] = new(cell)
			}
			c.cells[met].games = c.cells[met].games.Plus(stats.OneGame(score).Times(c.kinds[k].count))
		})
	}
	for _, r := range c.rounds {
		halves := map[[2]int]*[2][]int{} // half points in the games of the round, by player and opponent, then by seat
		for _, k := range r.kinds {
			c.eachDuel(int(k), func(met [2]int, seat int, score float64) {
				if halves[met] == nil {
					halves[met] = new([2][]int)
				}
				halves[met][seat] = append(halves[met][seat], int(2*score))
			})
		}
		for met, bySeat := range halves {
			for n := range min(len(bySeat[0]), len(bySeat[1])) {
				c.cells[met].pairs[bySeat[0][n]+bySeat[1][n]] += r.count
			}
		}
	}
}

// Met reports whether two different players have games of two seats against each other.
func (c *Counts) Met(player, opponent int) bool { return c.cells[[2]int{player, opponent}] != nil }

// Together reports whether two different players have played in one game, of any number of seats.
func (c *Counts) Together(player, opponent int) bool {
	if c.seats == 2 || player == opponent {
		return c.Met(player, opponent)
	}
	for k := range c.kinds {
		if seated := c.seated(k); slices.Contains(seated, int32(player)) && slices.Contains(seated, int32(opponent)) {
			return true
		}
	}
	return false
}

// Between returns the results of a player against an opponent in games of two seats, and in pairs of such games.
func (c *Counts) Between(player, opponent int) (games stats.WDL, pairs stats.Pentanomial) {
	if met := c.cells[[2]int{player, opponent}]; met != nil {
		games, pairs = met.games, met.pairs
	}
	return games, pairs
}

// OpeningsBetween returns the scores of a player in the games of two seats against an opponent, by opening. So that the
// advantages of the seats cancel, it leaves out openings in which one of the two players had the first seat more often.
// Games without a shared opening are taken together: it leaves out all of them if one of the two players had the first
// seat more often.
func (c *Counts) OpeningsBetween(player, opponent int) (means stats.OpeningMeans) {
	// scored returns the player's total in a game of kind k, and 1 if the player had the first seat, -1 if the second.
	// Both are 0 for a game of other players.
	scored := func(k int) (total stats.Total, side int) {
		c.eachDuel(k, func(met [2]int, seat int, score float64) {
			if met == [2]int{player, opponent} {
				total, side = stats.Total{Sum: score, Games: 1}, 1-2*seat
			}
		})
		return total, side
	}
	for _, r := range c.rounds {
		sum, balance := stats.Total{}, 0
		for _, k := range r.kinds {
			game, side := scored(int(k))
			sum.Sum, sum.Games, balance = sum.Sum+game.Sum, sum.Games+game.Games, balance+side
		}
		if balance == 0 {
			means.AddMany(sum, r.count)
		}
	}
	balance := 0
	for k := range c.kinds {
		_, side := scored(k)
		balance += side * c.kinds[k].alone
	}
	if balance != 0 {
		return means
	}
	for k := range c.kinds {
		game, _ := scored(k)
		means.AddMany(game, c.kinds[k].alone)
	}
	return means
}
