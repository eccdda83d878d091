package formats

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// leastCost returns the least cost of a pairing, by trying all pairings: the first vertex left is paired with each of
// the others.
func leastCost(left []int, costOf func(a, b int) cost) (least cost) {
	for i := 1; i < len(left); i++ {
		rest := slices.Delete(slices.Clone(left), i, i+1)[1:]
		if c := leastCost(rest, costOf).plus(costOf(left[0], left[i])); i == 1 || c.less(least) {
			least = c
		}
	}
	return least
}

// totalCost returns the cost of a pairing, and checks that every vertex has one mate.
func totalCost(t rapid.TB, mates []int, costOf func(a, b int) cost) (sum cost) {
	for v, mate := range mates {
		if mate < 0 || mate >= len(mates) || mate == v || mates[mate] != v {
			t.Fatalf("mates %v: %d has no mate of its own", mates, v)
		}
		if v < mate {
			sum = sum.plus(costOf(v, mate))
		}
	}
	return sum
}

func TestSmallPairingsCostLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(0, 5).Draw(t, "pairs")
		table := map[[2]int]cost{}
		left := make([]int, n)
		for a := range n {
			left[a] = a
			for b := range a { // few different numbers make ties
				table[[2]int{b, a}] = cost{int64(rapid.IntRange(0, 2).Draw(t, "first")), 0,
					int64(rapid.IntRange(0, 9).Draw(t, "third"))}
			}
		}
		costOf := func(a, b int) cost { return table[[2]int{min(a, b), max(a, b)}] }
		want := leastCost(left, costOf)
		if got := totalCost(t, pairing(n, costOf), costOf); got != want {
			t.Fatalf("%d vertices: cost %v, the least is %v", n, got, want)
		}
	})
}

// TestLargePairingsAvoidRematches plays as many rounds as the proof in the comment of pairing allows, with further
// costs that change from round to round. It checks that there are no rematches, and that no exchange between two pairs
// lowers the cost.
func TestLargePairingsAvoidRematches(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{16, 30, 60} {
		met := map[[2]int]int64{}
		for round := range n / 2 {
			strength := random.Perm(n)
			costOf := func(a, b int) cost {
				difference := int64(strength[a] - strength[b])
				return cost{met[[2]int{min(a, b), max(a, b)}], 0, difference * difference}
			}
			mates := pairing(n, costOf)
			if total := totalCost(t, mates, costOf); total[0] > 0 {
				t.Fatalf("%d players, round %d: %d rematches", n, round+1, total[0])
			}
			for a, b := range mates {
				for c, d := range mates[:a] {
					if b != c && costOf(a, c).plus(costOf(b, d)).less(costOf(a, b).plus(costOf(c, d))) {
						t.Fatalf("%d players, round %d: %d and %d would exchange mates", n, round+1, b, c)
					}
				}
			}
			for v, mate := range mates {
				if v < mate {
					met[[2]int{v, mate}]++
				}
			}
		}
	}
}
