package tournament_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/pit"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// selfPlay returns a spec in which players meet themselves on the smallest board, from the start.
func selfPlay(players ...string) tournament.Spec {
	spec := plantest.Small(players...)
	spec.Format = tournament.Format{Kind: tournament.SelfPlay, Spread: 1.5}
	spec.Openings = openings.Source{Kind: openings.None}
	spec.Limits.Nodes = 1000
	return spec
}

func TestSelfPlayFromTheStart(t *testing.T) {
	spec := selfPlay("random a", "random b")
	spec.Rounds = 400
	plan := plantest.Plan(t, spec)
	if plan.Len() != 800 {
		t.Fatalf("%d games; want one for each player and round", plan.Len())
	}
	identities, seeds := map[string]int{}, map[uint64]int{}
	for _, game := range plan.List() {
		identities[game.Identity]++
		if game.Players[0] != game.Players[1] || len(game.OpeningTurns) > 0 || game.Start != "" {
			t.Fatalf("%s is between %v from %v", game.Identity, game.Players, game.OpeningTurns)
		}
		for _, seed := range game.Draws {
			seeds[seed]++
		}
	}
	tournament.CheckCounts(t, "identity", identities, 800, 1)
	tournament.CheckCounts(t, "seed of draws", seeds, 1600, 1)
}

// listener is a random mover that records its node limits.
type listener struct {
	plantest.Fake
	heard *[]float64
}

func (l *listener) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	*l.heard = append(*l.heard, float64(limits.Nodes))
	return l.Fake.Decide(ctx, h, limits, report)
}

// TestLimitsAreDrawn plays games and checks the node limits that the players received: their logarithms are uniformly
// distributed, and a second run has the same limits.
func TestLimitsAreDrawn(t *testing.T) {
	spec := selfPlay("random")
	spec.Rounds = 20
	var heard [2][]float64
	for again := range heard {
		runner := runner.Runner{
			Plan: plantest.Plan(t, spec),
			NewPlayer: func(text string, _ engine.Rules) (search.Player, error) {
				return &listener{plantest.Fake{Text: text}, &heard[again]}, nil
			},
		}
		if _, err := runner.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(heard[0], heard[1]) {
		t.Error("the same games have other limits when they are played again")
	}
	n, mean, square := float64(len(heard[0])), 0., 0.
	for _, nodes := range heard[0] {
		x := math.Log(nodes/1000) / math.Log(1.5)
		near.Check(t, x, 0, 1.002, "a limit to the base 1.5")
		mean += x / n
		square += x * x / n
	}
	// Uniform between -1 and 1: the mean 0 with the variance 1/(3n), the mean square 1/3 with 4/(45n). Five errors are
	// allowed.
	if n < 500 || !near.Equal(mean, 0, 5*math.Sqrt(1/(3*n))) || !near.Equal(square, 1./3, 5*math.Sqrt(4/(45*n))) {
		t.Errorf("%v logarithms have the mean %.3f and the mean square %.3f", n, mean, square)
	}
}

// TestDrawsChangeSeats checks that self-play from openings has them in all orders of seats, and that the orders
// exchange the drawn limits.
func TestDrawsChangeSeats(t *testing.T) {
	spec := selfPlay("random")
	spec.Openings = openings.Source{Turns: 2}
	plan := plantest.Plan(t, spec)
	if plan.Len() != 6 {
		t.Fatalf("%d games; want both orders of 3 rounds", plan.Len())
	}
	for i := 0; i < 6; i += 2 {
		there, back := plan.List()[i], plan.List()[i+1]
		if there.Draws[0] != back.Draws[1] || there.Draws[1] != back.Draws[0] || there.Draws[0] == there.Draws[1] {
			t.Errorf("draws %v, and with the seats swapped %v", there.Draws, back.Draws)
		}
		if !slices.Equal(there.OpeningTurns, back.OpeningTurns) || there.Pair != back.Pair {
			t.Errorf("%s and %s are no pair", there.Identity, back.Identity)
		}
	}
	spec.Game, spec.Options = "pit", engine.Settings{{Name: "players", Value: "4"}}
	spec.Openings.Turns = 1
	if four := plantest.PlanOf(t, pit.Game, spec, plantest.NewFake); four.Len() != 36 {
		t.Errorf("%d games of four seats; want 12 orders of 3 rounds", four.Len())
	}
}
