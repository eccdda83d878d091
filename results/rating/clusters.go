package rating

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// cluster is what games from one opening came to, and from how many openings they came to just that. Games from one opening are not independent of
// each other: an opening that favours the first seat favours it in all of them.
type cluster struct {
	games []played // in order
	count int
}

// played is a game of a cluster; the outcome is that of the first seat, as in a cell.
type played struct{ first, second, outcome int }

func (g played) compare(h played) int {
	return cmp.Or(cmp.Compare(g.first, h.first), cmp.Compare(g.second, h.second), cmp.Compare(g.outcome, h.outcome))
}

// score is that of the first seat.
func (g played) score() float64 { return float64(g.outcome) / 2 }

func (c cluster) compare(d cluster) int { return slices.CompareFunc(c.games, d.games, played.compare) }

func (c *cluster) sort() { slices.SortFunc(c.games, played.compare) }

// isPair reports whether two players met twice with the seats swapped, and nothing more.
func (c cluster) isPair() bool {
	g := c.games
	return len(g) == 2 && g[0].first == g[1].second && g[0].second == g[1].first && g[0].first != g[0].second
}

// only is the cluster with some of its games left.
func (c cluster) only(some func(played) bool) cluster {
	others := func(g played) bool { return !some(g) }
	if slices.ContainsFunc(c.games, others) {
		c.games = slices.DeleteFunc(slices.Clone(c.games), others)
	}
	return c
}

// renumbered is a copy in which player p has the number to[p].
func (c cluster) renumbered(to []int) cluster {
	out := cluster{slices.Clone(c.games), c.count}
	for i, g := range out.games {
		out.games[i].first, out.games[i].second = to[g.first], to[g.second]
	}
	out.sort()
	return out
}

// clusters are the openings of more games than one, equal ones together, in a fixed order, so that sums over them come out the same to the last bit.
func (r *Results) clusters() []cluster {
	all := clusterCounts{at: map[string]int{}}
	for _, c := range r.bulk {
		all.add(c.games, c.count)
	}
	for games := range byOpening(r.opened, played.compare) {
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

// add adds so many openings with the games given, which are in order.
func (c *clusterCounts) add(games []played, count int) {
	key := make([]byte, 0, 3*len(games))
	for _, g := range games {
		key = binary.AppendUvarint(binary.AppendUvarint(append(key, byte(g.outcome)), uint64(g.first)), uint64(g.second))
	}
	at, known := c.at[string(key)]
	if !known {
		c.at[string(key)] = len(c.clusters)
		c.clusters = append(c.clusters, cluster{slices.Clone(games), count})
		return
	}
	c.clusters[at].count += count
}
