package rating

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"slices"

	"pillars/results/stats"
)

// Duel is a game of two seats between players numbered from 0.
type Duel struct {
	First, Second int     // who sat where
	Score         float64 // of the first seat: 0, 1/2 or 1
	Opening       int     // names the opening that it shares with other games; 0 for a game by itself
}

// Results is a table of games: how often each outcome occurred between every two players, and which games began from
// the same opening. Two of these with the seats swapped are a pair.
type Results struct {
	players int
	cells   map[pairing]*cell
	waiting waiting
	opened  []opened[Duel] // games from openings, added one by one
	bulk    gathered       // openings of which no further game comes

	finished map[int]bool // openings from which no game is waited for any more
}

// waiting are outcomes of games whose partner in a pair has not come.
type waiting map[waitingGame]int

// pairing names two players, the lower number first; both are the same where a player met itself.
type pairing struct{ low, high int }

type waitingGame struct {
	opening int
	of      pairing
	seat    int
}

// cell counts the games of a pairing. Outcomes are 0 for a loss, 1 for a draw and 2 for a win of the first seat.
type cell struct {
	single [2][3]int // games by themselves: those with the lower player first, those with the higher first
	joint  [3][3]int // pairs: outcome with the lower player first, outcome with the higher first
}

// NewResults makes an empty table for players numbered from 0 to n-1.
func NewResults(n int) *Results {
	return &Results{players: max(0, n), cells: map[pairing]*cell{}, waiting: waiting{}, finished: map[int]bool{}}
}

// Grow makes room for players numbered up to n-1. It never takes players away.
func (r *Results) Grow(n int) { r.players = max(r.players, n) }

// Add counts a game. It fails, and counts nothing, on players or a score that cannot be.
func (r *Results) Add(g Duel) error {
	outcome, err := r.outcome(g)
	if err != nil {
		return err
	}
	r.count(g, outcome, 1, r.waiting)
	if g.Opening != 0 {
		opening := g.Opening
		g.Opening = 0
		r.opened = append(r.opened, opened[Duel]{opening, g})
	}
	return nil
}

func (r *Results) outcome(g Duel) (int, error) {
	if min(g.First, g.Second) < 0 || max(g.First, g.Second) >= r.players {
		return 0, fmt.Errorf("game between players %d and %d: players are numbered 0 to %d here",
			g.First, g.Second, r.players-1)
	}
	outcome := int(2 * g.Score)
	if !(g.Score >= 0 && g.Score <= 1) || float64(outcome) != 2*g.Score {
		return 0, fmt.Errorf("game between players %d and %d: score %v of the first seat: give 0, 0.5 or 1",
			g.First, g.Second, g.Score)
	}
	return outcome, nil
}

// pairing also says which of the players sat first: 0 for the lower number, 1 for the higher.
func (g Duel) pairing() (key pairing, seat int) {
	if g.First > g.Second {
		return pairing{g.Second, g.First}, 1
	}
	return pairing{g.First, g.Second}, 0
}

// count counts n equal games, each from another opening. With the other game of the pair, if that has come, they turn
// from single games into pairs.
func (r *Results) count(g Duel, outcome, n int, waiting waiting) {
	key, seat := g.pairing()
	if r.cells[key] == nil {
		r.cells[key] = new(cell)
	}
	c := r.cells[key]
	c.single[seat][outcome] += n
	if g.Opening == 0 || g.First == g.Second {
		return
	}
	other, found := waiting[waitingGame{g.Opening, key, 1 - seat}]
	if !found {
		waiting[waitingGame{g.Opening, key, seat}] = outcome
		return
	}
	delete(waiting, waitingGame{g.Opening, key, 1 - seat})
	c.single[seat][outcome] -= n
	c.single[1-seat][other] -= n
	if seat == 0 {
		c.joint[outcome][other] += n
	} else {
		c.joint[other][outcome] += n
	}
}

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

// pairings lists the pairings that were played in a fixed order, for sums that are the same to the last bit.
func (r *Results) pairings() []pairing {
	return slices.SortedFunc(maps.Keys(r.cells), func(a, b pairing) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
	})
}

// Met reports whether two different players have games.
func (r *Results) Met(player, opponent int) bool {
	return player != opponent && r.cells[pairing{min(player, opponent), max(player, opponent)}] != nil
}

// Between counts the games and, among them, the pairs of two different players, from the side of the first-named.
func (r *Results) Between(player, opponent int) (stats.WDL, stats.Pentanomial) {
	key := pairing{min(player, opponent), max(player, opponent)}
	c := r.cells[key]
	if c == nil || player == opponent {
		return stats.WDL{}, stats.Pentanomial{}
	}
	low, high := c.games(0), c.games(1)
	games := stats.WDL{Wins: low[2] + high[0], Draws: low[1] + high[1], Losses: low[0] + high[2]}
	var pairs stats.Pentanomial
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

// AddOpenings counts n openings from which games had equal results: all games from one of them. The Opening of a game
// does not count.
func (r *Results) AddOpenings(games []Duel, n int) error {
	all := cluster{count: n}
	var outcomes []int
	for _, g := range games {
		outcome, err := r.outcome(g)
		if err != nil {
			return err
		}
		g.Opening = 0
		all.games = append(all.games, g)
		outcomes = append(outcomes, outcome)
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
		r.count(g, outcomes[i], n, waiting)
	}
	if all.sort(); len(games) > 1 {
		r.bulk.add(all.games, n)
	}
	return nil
}

// Finish says that no further game comes from an opening: it is kept with those from which games had equal results.
// That is done for many at once.
func (r *Results) Finish(opening int) {
	r.finished[opening] = true
	if len(r.finished) < 64+len(r.opened)/8 {
		return
	}
	var gone []opened[Duel]
	r.opened = slices.DeleteFunc(r.opened, func(o opened[Duel]) bool {
		if r.finished[o.opening] {
			gone = append(gone, o)
			key, seat := o.game.pairing()
			delete(r.waiting, waitingGame{o.opening, key, seat})
		}
		return r.finished[o.opening]
	})
	for games := range byOpening(gone, Duel.compare) {
		r.bulk.add(games, 1)
	}
	clear(r.finished)
}

// Renumbered is a copy of the table in which player p has the number to[p], a permutation. Games whose partner has not
// come yet stay single there.
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
	all := r.clusters()
	for i, c := range all {
		all[i] = c.renumbered(to)
	}
	slices.SortFunc(all, cluster.compare) // the same table, whatever the numbers were
	for _, c := range all {
		out.bulk.add(c.games, c.count)
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

// cluster is what games from one opening came to, and from how many openings they came to just that. Such games are not
// independent: an opening that favours the first seat favours it in all of them.
type cluster struct {
	games []Duel // in order
	count int
}

func (g Duel) compare(h Duel) int {
	return cmp.Or(cmp.Compare(g.First, h.First), cmp.Compare(g.Second, h.Second), cmp.Compare(g.Score, h.Score))
}

func (c cluster) compare(d cluster) int { return slices.CompareFunc(c.games, d.games, Duel.compare) }

func (c *cluster) sort() { slices.SortFunc(c.games, Duel.compare) }

func (c cluster) only(some func(Duel) bool) cluster {
	others := func(g Duel) bool { return !some(g) }
	if slices.ContainsFunc(c.games, others) {
		c.games = slices.DeleteFunc(slices.Clone(c.games), others)
	}
	return c
}

func (c cluster) renumbered(to []int) cluster {
	out := cluster{slices.Clone(c.games), c.count}
	for i, g := range out.games {
		out.games[i].First, out.games[i].Second = to[g.First], to[g.Second]
	}
	out.sort()
	return out
}

// clusters are the openings of more than one game, equal ones together, in a fixed order.
func (r *Results) clusters() []cluster {
	out := gathered{maps.Clone(r.bulk.at), slices.Clone(r.bulk.all)}
	for games := range byOpening(r.opened, Duel.compare) {
		out.add(games, 1)
	}
	slices.SortFunc(out.all, cluster.compare)
	return out.all
}

// gathered are openings, equal ones together.
type gathered struct {
	at  map[string]int // by their games
	all []cluster
}

// add takes games in order, which it does not keep.
func (a *gathered) add(games []Duel, count int) {
	key := make([]byte, 0, 3*len(games))
	for _, g := range games {
		key = binary.AppendUvarint(append(key, byte(2*g.Score)), uint64(g.First))
		key = binary.AppendUvarint(key, uint64(g.Second))
	}
	i, known := a.at[string(key)]
	switch {
	case known:
		a.all[i].count += count
		return
	case a.at == nil:
		a.at = map[string]int{}
	}
	a.at[string(key)] = len(a.all)
	a.all = append(a.all, cluster{slices.Clone(games), count})
}

type opened[G any] struct {
	opening int
	game    G
}

// byOpening are the games from each opening that has more than one, in order; the list is reused for the next.
func byOpening[G any](all []opened[G], compare func(a, b G) int) iter.Seq[[]G] {
	return func(yield func([]G) bool) {
		sorted := slices.SortedFunc(slices.Values(all), func(a, b opened[G]) int {
			return cmp.Or(cmp.Compare(a.opening, b.opening), compare(a.game, b.game))
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
