package formats

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// leastCost finds the least cost of a perfect matching by trying them all: the first vertex left meets each of the
// others.
func leastCost(left []int, costOf func(a, b int) cost) cost {
	if len(left) == 0 {
		return cost{}
	}
	best, found := cost{}, false
	for i := 1; i < len(left); i++ {
		var rest []int
		for j := 1; j < len(left); j++ {
			if j != i {
				rest = append(rest, left[j])
			}
		}
		if c := leastCost(rest, costOf).plus(1, costOf(left[0], left[i])); !found || c.compare(best) < 0 {
			best, found = c, true
		}
	}
	return best
}

// totalCost adds up a matching and checks that it is one.
func totalCost(t rapid.TB, mates []int, costOf func(a, b int) cost) cost {
	var sum cost
	for v, mate := range mates {
		if mate < 0 || mate >= len(mates) || mate == v || mates[mate] != v {
			t.Fatalf("mates %v: %d has no mate of its own", mates, v)
		}
		if v < mate {
			sum = sum.plus(1, costOf(v, mate))
		}
	}
	return sum
}

func TestMatchingCostsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vertices := 2 * rapid.IntRange(0, 5).Draw(t, "pairs")
		table := map[[2]int]cost{}
		for a := range vertices {
			for b := range a {
				// Few different numbers make ties and blossoms.
				table[[2]int{b, a}] = cost{int64(rapid.IntRange(0, 2).Draw(t, "first")), 0,
					int64(rapid.IntRange(-9, 9).Draw(t, "third"))}
			}
		}
		costOf := func(a, b int) cost { return table[[2]int{min(a, b), max(a, b)}] }
		left := make([]int, vertices)
		for i := range left {
			left[i] = i
		}
		want := leastCost(left, costOf)
		if got := totalCost(t, matching(vertices, costOf), costOf); got != want {
			t.Fatalf("%d vertices: cost %v, the least is %v", vertices, got, want)
		}
	})
}

// At every size a matching that costs nothing, hidden among edges that do cost, has to be found: blossoms in blossoms
// come up on the way.
func TestMatchingFindsAHiddenPairing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, vertices := range []int{2, 10, 50, 200} {
		order := random.Perm(vertices)
		free := make([][]bool, vertices)
		for v := range free {
			free[v] = make([]bool, vertices)
		}
		join := func(i, j int) { free[order[i]][order[j]], free[order[j]][order[i]] = true, true }
		for i := 0; i < vertices; i += 2 {
			join(i, i+1)
		}
		for range vertices * 2 {
			join(random.IntN(vertices), random.IntN(vertices))
		}
		costOf := func(a, b int) cost {
			if free[a][b] {
				return cost{}
			}
			return cost{1}
		}
		if got := totalCost(t, matching(vertices, costOf), costOf); got != (cost{}) {
			t.Errorf("%d vertices: cost %v, there is a matching without cost", vertices, got)
		}
	}
}
