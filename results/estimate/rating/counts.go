package rating

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"pillars/results/estimate/stats"
)

// MaxSeats is the most seats that a game in [Counts] can have.
const MaxSeats = 8

// Placing is the result of one game: its players, numbered from 0, and their places. One player may hold several seats.
type Placing struct {
	Players []int // by seat
	Places  []int // by seat, from 1; equal in a tie; 0 for seats behind all others in an unknown order
}

// Round holds the games from one opening, which are not independent: an opening that favours the first seat favours it
// in all of them. A game without a shared opening is a round too. Openings with equal results are counted together.
type Round struct {
	Games []Placing
	Count int // number of openings with these games
}

// Counts holds the results of games with the same number of seats. It counts equal results together and sorts them, so
// the counts of the same games are equal whatever the order of the games was.
type Counts struct {
	players, seats int
	kinds          []kind           // the different results of games, sorted
	rounds         []round          // rounds with more than one game
	cells          map[[2]int]*cell // results by two players, the lower number first; for games of two seats only
}

// kind is a result of a game, with the number of games that have this result.
type kind struct {
	ranking
	count int
	alone int // number of these games whose opening has no other game
}

// round is a [Round] whose games are given as sorted indices in Counts.kinds.
type round struct {
	kinds []int32
	count int
}

// ranking holds the players of a game by seat, and their ranks. Ranks are numbered from 1 without gaps; 0 is unknown.
type ranking struct {
	players [MaxSeats]int32
	ranks   [MaxSeats]int8
}

// cell holds the results of the player with the lower number against another player. A pair is two games from one
// opening with the seats swapped.
type cell struct {
	games stats.WDL
	pairs stats.Pentanomial
}

// NewCounts counts the results of rounds of games with 2 to [MaxSeats] seats, for players numbered from 0 to players-1.
// It returns an error for games with impossible players or places.
func NewCounts(players, seats int, rounds []Round) (*Counts, error) {
	if seats < 2 || seats > MaxSeats {
		return nil, fmt.Errorf("counts of games of %d seats: give 2 to %d", seats, MaxSeats)
	}
	c := &Counts{players: max(0, players), seats: seats, cells: map[[2]int]*cell{}}
	numbers := map[ranking]int32{} // indices in c.kinds, which is sorted later
	var all []round
	for _, r := range rounds {
		if r.Count < 0 {
			return nil, fmt.Errorf("%d openings: give 0 or more", r.Count)
		}
		numbered := round{count: r.Count}
		for _, g := range r.Games {
			p, err := c.ranking(g)
			if err != nil {
				return nil, err
			}
			number, known := numbers[p]
			if !known {
				number = int32(len(c.kinds))
				numbers[p] = number
				c.kinds = append(c.kinds, kind{ranking: p})
			}
			c.kinds[number].count += r.Count
			if len(r.Games) > 1 {
				numbered.kinds = append(numbered.kinds, number)
			} else {
				c.kinds[number].alone += r.Count
			}
		}
		if len(numbered.kinds) > 0 && r.Count > 0 {
			all = append(all, numbered)
		}
	}
	// Sorting makes counts of the same games equal.
	c.kinds = slices.DeleteFunc(c.kinds, func(k kind) bool { return k.count == 0 })
	slices.SortFunc(c.kinds, func(a, b kind) int {
		return cmp.Or(slices.Compare(a.players[:], b.players[:]), slices.Compare(a.ranks[:], b.ranks[:]))
	})
	indices := make([]int32, len(numbers)) // in the sorted c.kinds, by number of a ranking
	for i, k := range c.kinds {
		indices[numbers[k.ranking]] = int32(i)
	}
	c.gather(all, indices)
	c.countCells()
	return c, nil
}

// gather merges equal rounds and adds them to the counts. In the given rounds, kinds are numbered in the order in which
// they were first seen. indices translates these numbers to indices in c.kinds.
func (c *Counts) gather(all []round, indices []int32) {
	indexOf := map[string]int{} // index in c.rounds, by the kinds of the round
	var key []byte
	for _, r := range all {
		for i, number := range r.kinds {
			r.kinds[i] = indices[number]
		}
		slices.Sort(r.kinds)
		key = key[:0]
		for _, k := range r.kinds {
			key = binary.AppendUvarint(key, uint64(k))
		}
		i, known := indexOf[string(key)]
		if known {
			c.rounds[i].count += r.count
			continue
		}
		indexOf[string(key)] = len(c.rounds)
		c.rounds = append(c.rounds, r)
	}
	slices.SortFunc(c.rounds, func(a, b round) int { return slices.Compare(a.kinds, b.kinds) })
}

// ranking checks a game and returns its ranking.
func (c *Counts) ranking(g Placing) (p ranking, err error) {
	switch {
	case len(g.Players) != c.seats:
		return p, fmt.Errorf("%d players among games of %d: rate games of different numbers of seats apart",
			len(g.Players), c.seats)
	case len(g.Places) != c.seats:
		return p, fmt.Errorf("%d places for %d players: give one for each, 0 where it is not known",
			len(g.Places), c.seats)
	}
	for seat, player := range g.Players {
		place := g.Places[seat]
		if player < 0 || player >= c.players {
			return p, fmt.Errorf("player %d in seat %d: players are numbered 0 to %d here", player, seat+1, c.players-1)
		}
		if place < 0 || place > c.seats {
			return p, fmt.Errorf("place %d of seat %d: give 1 to %d, or 0 where it is not known", place, seat+1,
				c.seats)
		}
		p.players[seat] = int32(player)
	}
	rank := int8(0)
	for place := 1; place <= c.seats; place++ {
		if slices.Contains(g.Places, place) {
			rank++
		}
		for seat := range g.Places {
			if g.Places[seat] == place {
				p.ranks[seat] = rank
			}
		}
	}
	if rank == 0 {
		return p, errors.New("no place is known: give at least the winner's, or leave the game out")
	}
	return p, nil
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

// seated returns the players of a kind of game by seat.
func (c *Counts) seated(k int) []int32 { return c.kinds[k].players[:c.seats] }

// duel is a game of two seats.
type duel struct {
	low, high  int // the players, the lower number first
	seat       int // seat of the player low
	halfPoints int // points of the player low, times two
}

// duel returns the players and the result of a game of kind k.
func (c *Counts) duel(k int) duel {
	p := &c.kinds[k].ranking
	score, _ := p.score(0, 1)
	first, second, halves := int(p.players[0]), int(p.players[1]), int(2*score)
	if first > second {
		return duel{low: second, high: first, seat: 1, halfPoints: 2 - halves}
	}
	return duel{low: first, high: second, seat: 0, halfPoints: halves}
}

// countCells counts the results between every two players, for games of two seats.
func (c *Counts) countCells() {
	if c.seats != 2 {
		return
	}
	for i, k := range c.kinds {
		d := c.duel(i)
		met := c.cells[[2]int{d.low, d.high}]
		if met == nil {
			met = new(cell)
			c.cells[[2]int{d.low, d.high}] = met
		}
		met.games = met.games.Plus(stats.OneGame(float64(d.halfPoints) / 2).Times(k.count))
	}
	for _, r := range c.rounds {
		c.countPairs(r)
	}
}

// countPairs counts the pairs of a round: games between the same two players with swapped seats.
func (c *Counts) countPairs(r round) {
	duels := make([]duel, len(r.kinds))
	for i, k := range r.kinds {
		duels[i] = c.duel(int(k))
	}
	slices.SortStableFunc(duels, func(a, b duel) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high), cmp.Compare(a.seat, b.seat))
	})
	for i := 0; i < len(duels); { // each pass counts the games between two players, which are adjacent
		met := duels[i]
		var bySeat [2][]duel
		for ; i < len(duels) && duels[i].low == met.low && duels[i].high == met.high; i++ {
			bySeat[duels[i].seat] = append(bySeat[duels[i].seat], duels[i])
		}
		for n := range min(len(bySeat[0]), len(bySeat[1])) {
			c.cells[[2]int{met.low, met.high}].pairs[bySeat[0][n].halfPoints+bySeat[1][n].halfPoints] += r.count
		}
	}
}

// Met reports whether two different players have games of two seats against each other.
func (c *Counts) Met(player, opponent int) bool {
	return player != opponent && c.cells[[2]int{min(player, opponent), max(player, opponent)}] != nil
}

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

// Between returns the results of a player against an opponent in games of two seats, and in their pairs.
func (c *Counts) Between(player, opponent int) (games stats.WDL, pairs stats.Pentanomial) {
	if !c.Met(player, opponent) {
		return games, pairs
	}
	met := c.cells[[2]int{min(player, opponent), max(player, opponent)}]
	games, pairs = met.games, met.pairs
	if player > opponent {
		games.Wins, games.Losses = games.Losses, games.Wins
		slices.Reverse(pairs[:])
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
	scored := func(k int) (total stats.Total, seat int) {
		d := c.duel(k)
		switch {
		case d.low == player && d.high == opponent:
			return stats.Total{Sum: float64(d.halfPoints) / 2, Games: 1}, 1 - 2*d.seat
		case d.low == opponent && d.high == player:
			return stats.Total{Sum: 1 - float64(d.halfPoints)/2, Games: 1}, 2*d.seat - 1
		}
		return stats.Total{}, 0
	}
	for _, r := range c.rounds {
		sum, balance := stats.Total{}, 0
		for _, k := range r.kinds {
			game, seat := scored(int(k))
			sum.Sum, sum.Games, balance = sum.Sum+game.Sum, sum.Games+game.Games, balance+seat
		}
		if balance == 0 {
			means.AddMany(sum, r.count)
		}
	}
	balance := 0
	for k := range c.kinds {
		_, seat := scored(k)
		balance += seat * c.kinds[k].alone
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
