package tournament_test

import (
	"context"
	"fmt"

	"pillars/engine"
	"pillars/engine/pitofpillars"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// Example plays a tournament of random movers on the smallest board.
func Example() {
	spec, err := tournament.Spec{
		Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}},
		Players: []string{"random a", "random b"}, Rounds: 2, Openings: openings.Source{Turns: 2}, Seed: 1,
	}.Settle(pitofpillars.Game, plantest.NewFake)
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := tournament.NewPlan(spec, pitofpillars.Game)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, game := range plan.List() {
		fmt.Println(game.Identity, game.Players)
	}
	runner := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake, Workers: 2}
	progress, err := runner.Run(context.Background())
	fmt.Println(progress.Done, "games played, error:", err)
	// Output:
	// 1v2/1/1 [random a random b]
	// 1v2/1/2 [random b random a]
	// 1v2/2/1 [random a random b]
	// 1v2/2/2 [random b random a]
	// 4 games played, error: <nil>
}
