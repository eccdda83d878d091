package rating

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
)

// cluster is what games from one opening came to, and from how many openings they came to just that. Such games are not
// independent: an opening that favours the first seat favours it in all of them.
type cluster struct {
	games []Game // in order
	count int
}

func (g Game) compare(h Game) int {
	return cmp.Or(cmp.Compare(g.First, h.First), cmp.Compare(g.Second, h.Second), cmp.Compare(g.Score, h.Score))
}

func (c cluster) compare(d cluster) int { return slices.CompareFunc(c.games, d.games, Game.compare) }

func (c *cluster) sort() { slices.SortFunc(c.games, Game.compare) }

// isPair reports whether two players met twice with the seats swapped, and nothing more.
func (c cluster) isPair() bool {
	g := c.games
	return len(g) == 2 && g[0].First == g[1].Second && g[0].Second == g[1].First && g[0].First != g[0].Second
}

func (c cluster) only(some func(Game) bool) cluster {
	others := func(g Game) bool { return !some(g) }
	if slices.ContainsFunc(c.games, others) {
		c.games = slices.DeleteFunc(slices.Clone(c.games), others)
	}
	return c
}

// renumbered is a copy in which player p has the number to[p].
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
	all := clusterCounts{at: map[string]int{}}
	for _, c := range r.bulk {
		all.add(c.games, c.count)
	}
	for games := range byOpening(r.opened, Game.compare) {
		all.add(games, 1)
	}
	slices.SortFunc(all.clusters, cluster.compare)
	return all.clusters
}

// clusterCounts puts equal clusters together.
type clusterCounts struct {
	clusters []cluster
	at       map[string]int // by their games
}

// add adds openings with the games given, which are in order.
func (c *clusterCounts) add(games []Game, count int) {
	key := make([]byte, 0, 3*len(games))
	for _, g := range games {
		key = binary.AppendUvarint(append(key, byte(2*g.Score)), uint64(g.First))
		key = binary.AppendUvarint(key, uint64(g.Second))
	}
	at, known := c.at[string(key)]
	if !known {
		c.at[string(key)] = len(c.clusters)
		c.clusters = append(c.clusters, cluster{slices.Clone(games), count})
		return
	}
	c.clusters[at].count += count
}

type opened[G any] struct {
	opening int
	game    G
}

// byOpening are the games from each opening that has more than one, in order; the list is reused for the next.
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
