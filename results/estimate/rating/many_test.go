package rating

import (
	"math/rand/v2"
	"runtime"
	"testing"
)

// pairsOfMany returns five pairs of games for each of many players. The last fifth of the players lose every game.
func pairsOfMany(players int) *Table {
	r, random := newMatches(players, 2), rand.New(rand.NewPCG(1, 2))
	for opening := range 5 * players {
		first, second := opening%players, random.IntN(players*4/5)
		for range 2 {
			score := float64(random.IntN(3)) / 2
			switch worst := players * 4 / 5; {
			case first == second:
				continue
			case first >= worst:
				score = 0
			case second >= worst:
				score = 1
			}
			r.add(opening+1, match{First: first, Second: second, Score: score}.game())
			first, second = second, first
		}
	}
	return r.table()
}

func openingsOfMany(players int) *Table {
	all := newMatches(players, 3)
	random := rand.New(rand.NewPCG(1, 2))
	for opening := range players {
		for range 2 {
			all.add(opening+1, Game{Players: random.Perm(players)[:3], Places: []int{1, 2, 3}})
		}
	}
	return all.table()
}

// TestManyPlayersTakeFewMatrices checks the memory for rating many players who met few of the others: it suffices for a
// few matrices, but not for one per player or opening.
func TestManyPlayersTakeFewMatrices(t *testing.T) {
	const players, matrices = 400, 20
	games, places := pairsOfMany(players), openingsOfMany(players)
	for name, rate := range map[string]func() error{
		"two seats":   func() error { _, err := Rate(games, Options{}); return err },
		"three seats": func() error { _, err := Rate(places, Options{}); return err },
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := rate(); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > matrices*players*players*8 {
			t.Errorf("%s: %d players took %d KiB, more than %d matrices", name, players, took>>10, matrices)
		}
	}
}

func BenchmarkRateTwoThousand(b *testing.B) {
	r := pairsOfMany(2000)
	for b.Loop() {
		if _, err := Rate(r, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
