package formats

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// seeded returns random scores, always the same for the same match and openings. Only some openings have been played.
func seeded(seed uint64, played int) MatchScore {
	return func(match [2]int, first, after int) (points [2]float64, games int) {
		for opening := first; opening < min(after, played); opening++ {
			low, high := min(match[0], match[1]), max(match[0], match[1])
			lot := rand.New(rand.NewPCG(seed, uint64(1000*opening+50*low+high)))
			for range 2 {
				score := float64(lot.IntN(3)) / 2
				at := 0
				if match[0] != low {
					at = 1
				}
				points[at] += score
				points[1-at] += 1 - score
				games++
			}
		}
		return points, games
	}
}

func names(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint("player ", i+1))
	}
	return all
}

// TestSwissRounds checks that every player is paired in every round, and that the pairings are the same as in earlier
// versions, because stored runs continue with them.
func TestSwissRounds(t *testing.T) {
	digest := fnv.New64a()
	for players := 2; players <= 11; players++ {
		for seed := range uint64(6) {
			swiss := Swiss{Players: names(players), Rounds: 2 + int(seed), MatchPairs: 1 + int(seed%2)}
			rows, stages := swiss.Schedule(seeded(seed, 99))
			if len(stages) != swiss.Rounds {
				t.Fatalf("%d rounds of %d", len(stages), swiss.Rounds)
			}
			for n, stage := range stages {
				met := slices.Concat(flat(stage.Matches)...)
				slices.Sort(met)
				if len(slices.Compact(met)) != players/2*2 || stage.First != n*swiss.MatchPairs ||
					stage.After != stage.First+swiss.MatchPairs {
					t.Fatalf("%d players, round %d: %+v", players, n+1, stage)
				}
				fmt.Fprintln(digest, stage)
			}
			for _, row := range rows {
				fmt.Fprintln(digest, row)
			}
		}
	}
	if got := digest.Sum64(); got != 0x74c2fcf0003ac070 {
		t.Errorf("pairings and tables have the digest %#x", got)
	}
}

func flat(matches [][2]int) (all [][]int) {
	for _, match := range matches {
		all = append(all, match[:])
	}
	return all
}

// TestSwissWaits checks that a round is paired only when the round before is finished.
func TestSwissWaits(t *testing.T) {
	swiss := Swiss{Players: names(5), Rounds: 4, MatchPairs: 2}
	for played, rounds := range []int{1, 1, 2, 2, 3, 3, 4, 4, 4} {
		if _, stages := swiss.Schedule(seeded(3, played)); len(stages) != rounds {
			t.Errorf("after %d openings %d rounds are paired, want %d", played, len(stages), rounds)
		}
	}
	table, _ := swiss.Schedule(seeded(3, 8))
	points, byes := 0., 0
	for i, row := range table {
		points += row.Points
		byes += row.Byes
		if row.Matches+row.Byes != 4 || i > 0 && (table[i-1].Points < row.Points || table[i-1].Place > row.Place) {
			t.Errorf("row %d is %+v", i+1, row)
		}
	}
	if points != 4*(2*4+4) || byes != 4 {
		t.Errorf("%v points and %d byes in all", points, byes)
	}
}

// TestKnockOuts checks brackets of all sizes: every player except the winner loses once. Brackets, stages and drawings
// must be the same as in earlier versions.
func TestKnockOuts(t *testing.T) {
	digest := fnv.New64a()
	for players := 2; players <= 17; players++ {
		for seed := range uint64(4) {
			knockOut := KnockOut{Players: names(players), MatchPairs: 1 + int(seed%3)}
			rounds, stages := knockOut.Schedule(seeded(seed, 999))
			lost := 0
			for _, round := range rounds {
				for _, match := range round {
					if match.Winner != match.Seeds[0] && match.Winner != match.Seeds[1] || match.Winner == 0 {
						t.Fatalf("%d players: %+v", players, match)
					}
					if match.By != WinWithoutOne {
						lost++
					}
				}
			}
			if lost != players-1 || stages[len(stages)-1].After > knockOut.Openings() {
				t.Errorf("%d of %d players lost, stages %+v of %d openings", lost, players, stages, knockOut.Openings())
			}
			var drawing strings.Builder
			if err := knockOut.Write(&drawing, rounds); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(digest, rounds, stages, drawing.String())
			half, begun := knockOut.Schedule(seeded(seed, knockOut.Openings()/2))
			fmt.Fprintln(digest, half, begun, knockOut.Write(digest, half))
		}
	}
	if got := digest.Sum64(); got != 0xc98f60263c292fc8 {
		t.Errorf("brackets have the digest %#x", got)
	}
}

// TestTiesEndWithTheBetterSeed checks that a match in which every game is drawn has eight further pairs.
func TestTiesEndWithTheBetterSeed(t *testing.T) {
	drawn := func(_ [2]int, first, after int) ([2]float64, int) {
		n := after - first
		return [2]float64{float64(n), float64(n)}, 2 * n
	}
	knockOut := KnockOut{Players: names(4), MatchPairs: 3}
	rounds, stages := knockOut.Schedule(drawn)
	final := rounds[1][0]
	if final.Winner != 1 || final.By != WinBySeed || final.Games != 2*(3+TieBreakPairs) {
		t.Errorf("final %+v", final)
	}
	if len(stages) != 2*(1+TieBreakPairs) || len(stages[0].Matches) != 2 || len(stages[17].Matches) != 1 {
		t.Errorf("stages %+v", stages)
	}
}

func TestOddsNodes(t *testing.T) {
	for n, want := range [][2]uint64{{500, 2000}, {2000, 500}, {500, 2000}} {
		if got := OddsNodes(1000, 0, n); got != want {
			t.Errorf("game %d: %v, want %v", n, got, want)
		}
	}
	if got := OddsNodes(1000, 2, 0); got != [2]uint64{250, 4000} {
		t.Errorf("at four times the nodes: %v", got)
	}
	if got := OddsNodes(1, 8, 0); got != [2]uint64{1, 32} {
		t.Errorf("at least one node: %v", got)
	}
}

func TestMirrors(t *testing.T) {
	if got := fmt.Sprint(Mirrors(3, 2), Mirrors(0, 2)); got != "[[0 0] [1 1] [2 2]] []" {
		t.Error(got)
	}
}

// TestOrdersStay checks that the order of groups and seats does not change, because it determines the names of stored
// games.
func TestOrdersStay(t *testing.T) {
	digest := fnv.New64a()
	for seats := 2; seats <= 4; seats++ {
		fmt.Fprintln(digest, Seatings(seats))
		for players := seats; players <= 9; players++ {
			fmt.Fprintln(digest, Groups(players, seats))
			for challengers := 1; challengers < players; challengers++ {
				fmt.Fprintln(digest, GauntletGroups(players, challengers, seats))
			}
		}
	}
	if got := digest.Sum64(); got != 0x2d797021296e5d39 {
		t.Errorf("digest %#x", got)
	}
}
