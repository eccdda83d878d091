package stats

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Game is one two-seat game between players numbered from 0.
type Game struct {
	First, Second int     // who sat where
	Score         float64 // of the first seat: 0, 1/2 or 1
	Pair          int     // names the pair it belongs to: the two games from one opening with the seats swapped; 0 for a game by itself
}

// Results is a table of games: for every two players, how often each outcome occurred. Its size depends on the number of players, not of games, but
// for pairs of which only one game has come in yet.
type Results struct {
	players int
	cells   map[pairing]*cell
	waiting map[pairOf]int // games whose partner has not come: pair and seating, outcome
}

// pairing names two players, the lower number first; both are the same where a player met himself.
type pairing struct{ low, high int }

type pairOf struct {
	pair int
	of   pairing
	seat int
}

// cell counts the games of a pairing. Outcomes are 0 for a loss, 1 for a draw and 2 for a win of the first seat.
type cell struct {
	single [2][3]int // games by themselves: those with the lower player first, those with the higher first
	joint  [3][3]int // pairs: outcome with the lower player first, outcome with the higher first
}

// NewResults makes an empty table for players numbered from 0 to n-1.
func NewResults(n int) *Results {
	return &Results{players: max(0, n), cells: map[pairing]*cell{}, waiting: map[pairOf]int{}}
}

// Players is the number of players.
func (r *Results) Players() int { return r.players }

// Grow makes room for players numbered up to n-1. It never takes players away.
func (r *Results) Grow(n int) { r.players = max(r.players, n) }

// Add counts a game. It fails, and counts nothing, when the players or the score cannot be.
func (r *Results) Add(g Game) error {
	outcome, err := r.outcome(g)
	if err != nil {
		return err
	}
	key, seat := g.pairing()
	c := r.cell(key)
	c.single[seat][outcome]++
	if g.Pair != 0 && g.First != g.Second {
		r.match(c, pairOf{g.Pair, key, seat}, outcome)
	}
	return nil
}

// outcome is the outcome of a game for the first seat. It fails when the players or the score cannot be.
func (r *Results) outcome(g Game) (int, error) {
	for _, p := range [...]int{g.First, g.Second} {
		if p < 0 || p >= r.players {
			return 0, fmt.Errorf("game between players %d and %d: players are numbered 0 to %d here", g.First, g.Second, r.players-1)
		}
	}
	outcome := int(2 * g.Score)
	if !(g.Score >= 0 && g.Score <= 1) || float64(outcome) != 2*g.Score {
		return 0, fmt.Errorf("game between players %d and %d: score %v of the first seat: give 0, 0.5 or 1", g.First, g.Second, g.Score)
	}
	return outcome, nil
}

// pairing names the players of a game, and which of them sat first: 0 for the lower number, 1 for the higher.
func (g Game) pairing() (key pairing, seat int) {
	if g.First > g.Second {
		return pairing{g.Second, g.First}, 1
	}
	return pairing{g.First, g.Second}, 0
}

// cell is the cell of a pairing, made if there is none.
func (r *Results) cell(key pairing) *cell {
	c := r.cells[key]
	if c == nil {
		c = new(cell)
		r.cells[key] = c
	}
	return c
}

// match turns the game just counted and the other game of its pair, if that has come, from single games into a pair.
func (r *Results) match(c *cell, game pairOf, outcome int) {
	partner := game
	partner.seat = 1 - game.seat
	other, found := r.waiting[partner]
	if !found {
		r.waiting[game] = outcome
		return
	}
	delete(r.waiting, partner)
	c.single[game.seat][outcome]--
	c.single[partner.seat][other]--
	if game.seat == 0 {
		c.joint[outcome][other]++
	} else {
		c.joint[other][outcome]++
	}
}

// games counts all games of one seating, paired or not, by outcome.
func (c *cell) games(seat int) [3]int {
	n := c.single[seat]
	for a, row := range c.joint {
		for b, pairs := range row {
			if seat == 0 {
				n[a] += pairs
			} else {
				n[b] += pairs
			}
		}
	}
	return n
}

// pairings lists the pairings that were played in a fixed order, so that sums over them come out the same to the last bit.
func (r *Results) pairings() []pairing {
	return slices.SortedFunc(maps.Keys(r.cells), func(a, b pairing) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
	})
}

// Between counts the games and, among them, the pairs of two different players from the side of the first-named.
func (r *Results) Between(player, opponent int) (WDL, Pentanomial) {
	key := pairing{min(player, opponent), max(player, opponent)}
	c := r.cells[key]
	if c == nil || player == opponent {
		return WDL{}, Pentanomial{}
	}
	low, high := c.games(0), c.games(1)
	games := WDL{low[2] + high[0], low[1] + high[1], low[0] + high[2]}
	var pairs Pentanomial
	for a, row := range c.joint {
		for b, n := range row {
			pairs[a+2-b] += n
		}
	}
	if player != key.low {
		games.Wins, games.Losses = games.Losses, games.Wins
		slices.Reverse(pairs[:])
	}
	return games, pairs
}
