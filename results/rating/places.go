package rating

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// MaxSeats is the most seats that a game in a table of [Places] can have.
const MaxSeats = 8

// PlaceGame is one game of several seats between players numbered from 0. One player may hold several seats.
type PlaceGame struct {
	Players []int // by seat
	Places  []int // by seat, from 1; equal for a tie; 0 for those behind all others, whose order is not known
	Opening int   // names the opening that it shares with other games; 0 for a game by itself
}

// Places is a table of games of several seats: how often the same players, in the same seats, came in in the same
// order.
type Places struct {
	players, seats int
	counts         map[placing]int
	opened         []opened[placing] // the games that name an opening
}

// placing is a seating and an order: players by seat and the rank of each, from 1 without gaps, 0 where it is not
// known.
type placing struct{ players, ranks [MaxSeats]int }

// NewPlaces makes an empty table of games of 2 to [MaxSeats] seats, for players numbered from 0 to n-1.
func NewPlaces(n, seats int) (*Places, error) {
	if seats < 2 || seats > MaxSeats {
		return nil, fmt.Errorf("table of places: games of %d seats: give 2 to %d", seats, MaxSeats)
	}
	return &Places{players: max(0, n), seats: seats, counts: map[placing]int{}}, nil
}

// Add counts a game. It fails, and counts nothing, on a game that cannot be.
func (t *Places) Add(g PlaceGame) error {
	if err := t.check(g); err != nil {
		return err
	}
	var key placing
	copy(key.players[:], g.Players)
	ranks := slices.Compact(slices.Sorted(slices.Values(g.Places)))
	if ranks[0] == 0 {
		ranks = ranks[1:]
	}
	for seat, place := range g.Places {
		if place > 0 {
			key.ranks[seat] = 1 + slices.Index(ranks, place)
		}
	}
	t.counts[key]++
	if g.Opening != 0 {
		t.opened = append(t.opened, opened[placing]{g.Opening, key})
	}
	return nil
}

func (t *Places) check(g PlaceGame) error {
	switch {
	case len(g.Players) != t.seats:
		return fmt.Errorf("%d players in a table of games of %d: rate games of different numbers of seats apart",
			len(g.Players), t.seats)
	case len(g.Places) != t.seats:
		return fmt.Errorf("%d places for %d players: give one for each, 0 where it is not known",
			len(g.Places), t.seats)
	}
	for seat, player := range g.Players {
		if player < 0 || player >= t.players {
			return fmt.Errorf("player %d in seat %d: players are numbered 0 to %d here", player, seat+1, t.players-1)
		}
		if place := g.Places[seat]; place < 0 || place > t.seats {
			return fmt.Errorf("place %d of seat %d: give 1 to %d, or 0 where it is not known", place, seat+1, t.seats)
		}
	}
	if slices.Max(g.Places) == 0 {
		return errors.New("no place is known: give at least the winner's, or leave the game out")
	}
	return nil
}

// placings lists what was counted in a fixed order, for sums that are the same to the last bit.
func (t *Places) placings() []placing {
	return slices.SortedFunc(maps.Keys(t.counts), placing.compare)
}

func (p placing) compare(q placing) int {
	return cmp.Or(slices.Compare(p.players[:], q.players[:]), slices.Compare(p.ranks[:], q.ranks[:]))
}

// score is that of one seat against another; ok is false where it is not known.
func (p placing) score(seat, other int) (score float64, ok bool) {
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

// compared counts every comparison of two players as a game of two seats, which shows whom the games connect.
func (t *Places) compared() *Results {
	table := NewResults(t.players)
	for _, p := range t.placings() {
		for a := range t.seats {
			for b := range a {
				score, ok := p.score(a, b)
				if !ok || p.players[a] == p.players[b] {
					continue
				}
				g := Duel{First: p.players[a], Second: p.players[b], Score: score}
				_ = table.AddOpenings([]Duel{g}, t.counts[p]) // its players and its score are sound
			}
		}
	}
	return table
}

// choice is one factor of the likelihood: somebody came in first of a group. Ties divide the choice among the tied.
type choice struct {
	group  []seated
	picked []float64 // by member of the group: how often, in parts, it was the first; sums up to weight
	weight float64
}

// seated is a player in a seat, from 0.
type seated struct{ player, seat int }

// choices takes a game apart, place by place. A tie is all its orders in equal parts: going down its places, each part
// of the tied that is still to come is left with equal frequency, and each of its members is the next with equal
// frequency.
func (p placing) choices(seats int, count float64) []choice {
	var out []choice
	left := uint(1)<<seats - 1
	for rank := 1; ; rank++ {
		tied := uint(0)
		for seat := range seats {
			if p.ranks[seat] == rank {
				tied |= 1 << seat
			}
		}
		if tied == 0 {
			return out
		}
		left &^= tied
		for part := tied; part > 0; part = (part - 1) & tied {
			weight := count / float64(combin.Binomial(bits.OnesCount(tied), bits.OnesCount(part)))
			if c, ok := p.choice(part, left, weight); ok {
				out = append(out, c)
			}
		}
	}
}

// choice is that of one of the first seats before all behind them; ok is false where there is nothing to choose.
func (p placing) choice(first, behind uint, weight float64) (c choice, ok bool) {
	c.weight = weight
	for set := first | behind; set > 0; set &= set - 1 {
		seat := bits.TrailingZeros(set)
		c.group = append(c.group, seated{p.players[seat], seat})
		share := 0.
		if first>>seat&1 == 1 {
			share = weight / float64(bits.OnesCount(first))
		}
		c.picked = append(c.picked, share)
	}
	return c, len(c.group) > 1
}

// within leaves out members of other components than those picked: they are always placed behind, and would only push
// the components apart for ever. ok is false where no choice remains.
func (c choice) within(component []int) (out choice, ok bool) {
	picked := slices.IndexFunc(c.picked, func(share float64) bool { return share > 0 })
	of := component[c.group[picked].player]
	out.weight = c.weight
	for i, s := range c.group {
		if component[s.player] == of {
			out.group = append(out.group, s)
			out.picked = append(out.picked, c.picked[i])
		}
	}
	return out, len(out.group) > 1
}
