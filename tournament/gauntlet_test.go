package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"pillars/tournament"
	"pillars/tournament/plantest"
)

// gauntletBlocks returns, for each group of games from one opening, the numbers of its players.
func gauntletBlocks(t *testing.T, players, challengers int) [][]int {
	t.Helper()
	spec := stagedSpec(tournament.Gauntlet{Challengers: challengers}, players)
	spec.Rounds = 1
	plan := plantest.Plan(t, spec)
	var blocks [][]int
	for i := 0; i < plan.Len(); i += 2 {
		var block []int
		for _, name := range plan.List()[i].Players {
			block = append(block, slices.Index(plan.Spec.Players, name))
		}
		blocks = append(blocks, block)
	}
	return blocks
}

func TestGauntletIsBalancedAtAnyTime(t *testing.T) {
	for players := 2; players <= 9; players++ {
		for challengers := 1; challengers < players; challengers++ {
			name := fmt.Sprintf("%d challengers of %d", challengers, players)
			games, seen := make([]int, players), map[string]bool{}
			for _, block := range gauntletBlocks(t, players, challengers) {
				for _, player := range block {
					games[player]++
				}
				if seen[fmt.Sprint(block)] || block[0] >= challengers {
					t.Errorf("%s: the block %v", name, block)
				}
				seen[fmt.Sprint(block)] = true
				most := 1
				if block[1] < challengers { // challengers among themselves cannot all meet at once
					most = 2
				}
				checkSpread(t, name, games[:challengers], most)
				checkSpread(t, name, games[challengers:], 1)
			}
			if want := players*(players-1)/2 - (players-challengers)*(players-challengers-1)/2; len(seen) != want {
				t.Errorf("%s: %d groups, want %d", name, len(seen), want)
			}
		}
	}
}

// checkSpread checks that numbers of games differ by at most most.
func checkSpread(t *testing.T, name string, games []int, most int) {
	t.Helper()
	if slices.Max(games)-slices.Min(games) > most {
		t.Errorf("%s: blocks %v, want them to differ by %d at most", name, games, most)
	}
}

func TestRoundRobinIsBalancedAtAnyTime(t *testing.T) {
	for players := 2; players <= 9; players++ {
		spec := stagedSpec(tournament.RoundRobin{}, players)
		plan := plantest.Plan(t, spec)
		games := map[string]int{}
		for _, player := range plan.Spec.Players {
			games[player] = 0
		}
		for i, game := range plan.List() {
			for _, player := range game.Players {
				games[player]++
			}
			least, most := games[game.Players[0]], 0
			for _, n := range games {
				least, most = min(least, n), max(most, n)
			}
			if i%2 == 1 && most-least > 4 { // two pairs of games
				t.Errorf("%d players, after %s: games %v", players, game.Identity, games)
			}
		}
	}
}
