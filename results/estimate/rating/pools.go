package rating

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// pools says which players the games can compare. In a component, a chain of players leads from every player to every
// other one, and each player of the chain has scored against the next. Finite maximum likelihood ratings exist exactly
// within a component. (Ford, Solution of a ranking problem from binary comparisons, 1957.) Components with one-sided
// games between them form a pool.
type pools struct {
	component []int // by player: number of the component
	pool      []int // by player; pools are numbered by size, from the largest
	level     []int // by player: length of the longest chain of components above the player's own, see levels
	reference []int // by pool: the component whose scale is the scale of the pool
	size      []int // by component: number of players
	anchorsIn []int // by component: number of anchors; only one component has any
	members   []int // by pool: number of players
}

// findPools finds the components and pools. It takes all anchors to be comparable, even without games. It treats every
// two seats of a game as a game of two players. It ignores two seats if their order is unknown or if one player holds
// both.
func findPools(c *Counts, anchors []int) pools {
	scored := simple.NewDirectedGraph()     // edges from each player to all who scored against that player
	together := simple.NewUndirectedGraph() // edges between players that met
	for p := range c.players {
		scored.AddNode(simple.Node(p))
		together.AddNode(simple.Node(p))
	}
	link := func(loser, winner int) {
		scored.SetEdge(simple.Edge{F: simple.Node(loser), T: simple.Node(winner)})
		together.SetEdge(simple.Edge{F: simple.Node(loser), T: simple.Node(winner)})
	}
	games := make([]int, c.players)
	for k := range c.kinds {
		for a, p := range c.seated(k) {
			for b, q := range c.seated(k)[:a] {
				score, known := c.kinds[k].score(a, b)
				if !known || p == q {
					continue
				}
				games[p] += c.kinds[k].count
				games[q] += c.kinds[k].count
				if score > 0 {
					link(int(q), int(p))
				}
				if score < 1 {
					link(int(p), int(q))
				}
			}
		}
	}
	for i := 1; i < len(anchors); i++ { // link anchors as if they had scored against each other
		link(anchors[i-1], anchors[i])
		link(anchors[i], anchors[i-1])
	}
	p := pools{
		component: groupOf(topo.TarjanSCC(scored), c.players),
		pool:      groupOf(topo.ConnectedComponents(together), c.players),
	}
	p.level = levels(scored, p.component)
	p.choose(anchors, games)
	return p
}

// groupOf numbers the groups by size, the largest first, and groups of equal size by their lowest member. It returns
// the number of the group of each member.
func groupOf(groups [][]graph.Node, members int) []int {
	lists := make([][]int, len(groups))
	for i, group := range groups {
		for _, node := range group {
			lists[i] = append(lists[i], int(node.ID()))
		}
		slices.Sort(lists[i])
	}
	slices.SortFunc(lists, func(a, b []int) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0])) })
	numbers := make([]int, members)
	for number, list := range lists {
		for _, member := range list {
			numbers[member] = number
		}
	}
	return numbers
}

// levels returns for each player the length of the longest chain of components above the player's own. In such a chain,
// each component has scored against the one before. The loop ends because the graph of components has no cycle:
// components that scored against each other would be one component.
func levels(scored *simple.DirectedGraph, component []int) []int {
	above := make([]int, len(component)) // by component: number of components in the longest chain above
	edges := graph.EdgesOf(scored.Edges())
	for changed := true; changed; {
		changed = false
		for _, e := range edges {
			from, to := component[e.From().ID()], component[e.To().ID()]
			if from != to && above[from] <= above[to] {
				above[from], changed = above[to]+1, true
			}
		}
	}
	out := make([]int, len(component))
	for p, c := range component {
		out[p] = above[c]
	}
	return out
}

// choose sets the reference component of each pool, whose scale the pool uses (see [pools]). It prefers the component
// with the anchors, then the one with most players, then the one whose busiest player has most games, then the one with
// the fewest components above it. games holds the number of games of each player.
func (p *pools) choose(anchors, games []int) {
	most := len(p.component) // there are at most as many components and pools as players
	p.size, p.members = make([]int, most), make([]int, most)
	p.anchorsIn, p.reference = make([]int, most), make([]int, most)
	busiest := make([]int, most) // by component: number of games of the busiest player
	for player, c := range p.component {
		p.members[p.pool[player]]++
		p.size[c]++
		busiest[c] = max(busiest[c], games[player])
	}
	for _, a := range anchors {
		p.anchorsIn[p.component[a]]++
	}
	best := make(map[int]int) // by pool: a player of the best component so far
	for player, c := range p.component {
		rival, ok := best[p.pool[player]] // without a player so far, rival is 0 and not compared
		d := p.component[rival]
		if !ok || cmp.Or(cmp.Compare(p.anchorsIn[c], p.anchorsIn[d]), cmp.Compare(p.size[c], p.size[d]),
			cmp.Compare(busiest[c], busiest[d]), cmp.Compare(p.level[rival], p.level[player])) > 0 {
			best[p.pool[player]] = player
		}
	}
	for pool, player := range best {
		p.reference[pool] = p.component[player]
	}
}

// isReference reports whether a player is in the reference component of its pool.
func (p *pools) isReference(player int) bool {
	return p.reference[p.pool[player]] == p.component[player]
}

// against returns the component against which a player is rated: its own or, for a player alone in a component, the
// reference component of the pool.
func (p *pools) against(player int) int {
	if rated := p.component[player]; p.size[rated] > 1 {
		return rated
	}
	return p.reference[p.pool[player]]
}
