package remote

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/work"
)

// liar makes a player that is another than its name says, one in so many times: a worker makes its players for every
// unit.
func liar(oneIn int) guard.Factory {
	return func(text string, rules engine.Rules) (search.Player, error) {
		if rand.IntN(oneIn) == 0 {
			return players.New("random", rules)
		}
		return players.StoredRecorded(text, rules)
	}
}

func TestLiarIsFound(t *testing.T) {
	plan := plan(t, spec(40))
	c, address := open(t, Options{Audit: 1})
	start(t, address, &Worker{newPlayer: liar(1)})
	_, err := play(t, c, plan)
	var lie *work.Lie
	if !errors.As(err, &lie) {
		t.Fatalf("error %v: want a lie found", err)
	}
	for _, m := range c.crew.Members() {
		if !m.Gone || m.Trouble == "" || m.Name != lie.Worker {
			t.Errorf("%+v: want %s shut out", m, lie.Worker)
		}
	}
	start(t, address, &Worker{})
	got, err := play(t, c, plan)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan))
	for _, game := range got {
		if work.By(game) == lie.Worker {
			t.Errorf("game %s is by the liar", game.Identity)
		}
	}
}

// TestLiarAmongOthersIsFound: of two that differ the coordinator finds out who is wrong.
func TestLiarAmongOthersIsFound(t *testing.T) {
	plan := plan(t, spec(200))
	c, address := open(t, Options{Audit: 2, UnitTime: 1})
	start(t, address, &Worker{}, &Worker{}, &Worker{newPlayer: liar(3)})
	for found := 0; ; found++ {
		got, err := play(t, c, plan)
		var lie *work.Lie
		switch {
		case errors.As(err, &lie) && found == 0:
			continue // it is shut out, so it plays nothing of what follows
		case err != nil:
			t.Fatal(err)
		case found == 0:
			t.Fatal("the liar was not found")
		}
		compare(t, got, alone(t, plan))
		return
	}
}

// TestDetectionTakesAsLongAsPredicted has a worker lie until it is found, again and again. Of the units in which it
// lies one in the audit rate is played again.
func TestDetectionTakesAsLongAsPredicted(t *testing.T) {
	const oneIn, audit = 10, 5
	trials := enginetest.Count(8, 40)
	const predicted = float64(oneIn * audit) // units: of a unit's two players one plays at random in any case
	plan := plan(t, spec(3000))
	units := 0.
	for range trials {
		c, address := open(t, Options{Audit: audit, UnitTime: 1})
		start(t, address, &Worker{newPlayer: liar(oneIn)})
		_, err := play(t, c, plan)
		var lie *work.Lie
		if !errors.As(err, &lie) {
			t.Fatalf("error %v: want a lie found", err)
		}
		var unit int // of one pair each, handed out in the order of the plan
		if _, err := fmt.Sscanf(lie.Err.Error(), "game 1v2/%d/", &unit); err != nil {
			t.Fatal(lie, err)
		}
		units += float64(unit)
	}
	mean, spread := units/float64(trials), predicted/math.Sqrt(float64(trials))
	t.Logf("found after %.0f units on average, predicted %.0f ± %.0f", mean, predicted, spread)
	if math.Abs(mean-predicted) > 4*spread { // once in ten thousand times by chance
		t.Errorf("found after %.0f units on average, predicted %.0f ± %.0f", mean, predicted, spread)
	}
}

// TestSimulatedDetection draws which units are audited as coordinators do: a worker that changes one result in a
// hundred is found after 5,000 of its units on average at one audit in 50.
func TestSimulatedDetection(t *testing.T) {
	const lies, audit = 100, 50
	trials := enginetest.Count(400, 4000)
	units := 0
	for range trials {
		for found := false; !found; units++ {
			found = rand.IntN(lies) == 0 && chosen(audit)
		}
	}
	mean, want := float64(units)/float64(trials), float64(lies*audit)
	if spread := want / math.Sqrt(float64(trials)); math.Abs(mean-want) > 4*spread {
		t.Errorf("found after %.0f units on average, predicted %.0f ± %.0f", mean, want, spread)
	}
}

// TestForgedGamesAreRefused sends results that no unit can have come to.
func TestImpossibleResultsAreRefused(t *testing.T) {
	plan := plan(t, spec(1))
	for what, forge := range map[string]func(*tournament.Game){
		"another winner":    func(g *tournament.Game) { g.Outcome.Scores[0], g.Outcome.Scores[1] = .5, .5 },
		"a turn less":       func(g *tournament.Game) { g.Record.Turns = g.Record.Turns[1:] },
		"other players":     func(g *tournament.Game) { g.Players[0], g.Players[1] = g.Players[1], g.Players[0] },
		"another opening":   func(g *tournament.Game) { g.Opening++ },
		"a fault":           func(g *tournament.Game) { g.Fault = tournament.Fault{Kind: guard.Failed} },
		"nothing (control)": func(*tournament.Game) {},
	} {
		table := work.Table{Spec: plan.Spec, Rules: plan.Rules}
		var planned tournament.Planned
		for _, game := range plan.Select(func(int) bool { return true }) {
			planned = game
			break
		}
		game := alone(t, plan)[planned.Identity]
		forge(&game)
		if err := table.Check(planned, work.Game{Game: game}); (err == nil) != (what == "nothing (control)") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
