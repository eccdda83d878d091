package experiment

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/tournament"
)

// gauge returns a gauge of games from the start whose store holds the given games.
func gauge(rules engine.Rules, games map[string]tournament.Game) *Gauge {
	return &Gauge{Gatherer: &Gatherer{Measurement: Measurement{Rules: rules}, fold: NewFold(2, 1)},
		Read: func(identity string) (tournament.Game, error) {
			game, stored := games[identity]
			if !stored {
				return game, errors.New("is not stored")
			}
			return game, nil
		}}
}

// evenAtTwice returns 160 games at odds, in which the second seat is even with twice the nodes, since it scores 1/4
// with equal nodes and 3/4 with four times as many.
func evenAtTwice(t *testing.T, rules engine.Rules) *OddsFold {
	t.Helper()
	odds := NewOddsFold()
	for i := range 160 {
		four, name, points := i%2 == 1, strconv.Itoa(i), 0.
		if oneOfFour := i/2%4 == 0; oneOfFour != four {
			points = 1
		}
		ratio := 1.
		if four {
			ratio = 4
		}
		if err := odds.Add(finished(rules, name, name, 1-points, points), ratio); err != nil {
			t.Fatal(err)
		}
	}
	return odds
}

// TestStandingInWords checks what is shown of a measurement while it is played. The first seat has 1.5 points in two
// different games.
func TestStandingInWords(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	g := gauge(rules, nil)
	if words := g.Standing(); words != nil {
		t.Errorf("without games: %q", words)
	}
	add(t, g.fold, rules, finished(rules, "1", "a b", 1, 0), finished(rules, "2", "a b", 1, 0),
		finished(rules, "3", "a c", .5, .5))
	words := g.Standing()
	if len(words) != 2 || !strings.HasPrefix(words[0], "first seat 75.0 (") || words[1] != "2 differ" {
		t.Errorf("%q", words)
	}

	g.odds = NewOddsFold()
	if words := g.Standing(); words != nil {
		t.Errorf("without games at odds: %q", words)
	}
	g.odds = evenAtTwice(t, rules)
	if words := g.Standing(); len(words) != 1 || !strings.HasPrefix(words[0], "even at 2.00 (1.") {
		t.Errorf("at odds: %q", words)
	}
}

// TestMeasurementsEnd checks that a measurement ends with an error, after its deadline unless a game is of an earlier
// session, and when new rounds have only been repeats 200 times in succession.
func TestMeasurementsEnd(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	game := finished(rules, "1", "a b", 1, 0)
	stored := map[string]tournament.Game{game.Identity: game}
	watch := func(g *Gauge) bool { return g.Watch(tournament.Result{Identity: game.Identity}) }

	if g := gauge(rules, stored); watch(g) || g.Err != nil {
		t.Errorf("a measurement without an end ends, error %v", g.Err)
	}
	if g := gauge(rules, nil); !watch(g) || g.Err == nil {
		t.Errorf("a game that is not stored is passed over, error %v", g.Err)
	}
	late := gauge(rules, stored)
	late.Deadline = time.Now().Add(-time.Hour)
	if !watch(late) {
		t.Error("a new game after the deadline does not end the measurement")
	}
	late.earlier = map[string]tournament.Result{game.Identity: {}}
	if watch(late) {
		t.Error("a game of an earlier session ends the measurement")
	}
	late.earlier, late.Deadline = nil, time.Now().Add(time.Hour)
	if watch(late) {
		t.Error("a game before the deadline ends the measurement")
	}

	repeats := gauge(rules, stored)
	repeats.HalfWidth = .001
	for played := 1; played <= 202; played++ {
		if ends := watch(repeats); ends != (played > 200) {
			t.Fatalf("after %d equal games the measurement ends: %v", played, ends)
		}
	}
}

// TestGathererCountsTurns checks that games at odds are counted with the ratio of their node limits, that the lengths
// of all games are kept, and that a game without a limit is an error with its name.
func TestGathererCountsTurns(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	g := &Gatherer{Measurement: Measurement{Measure: AtOdds, Rules: rules, Nodes: 20}, odds: NewOddsFold()}
	for i, turns := range []int{7, 4} {
		game := finished(rules, "1", strconv.Itoa(i), 1, 0)
		game.Turns, game.Record.Tags = turns, []engine.Tag{{Name: "Limits2", Value: "nodes=80"}}
		if err := g.Add(game); err != nil {
			t.Fatal(err)
		}
	}
	f, err := g.Finding("run")
	if err != nil || !slices.Equal(f.Turns, []int{7, 4}) || f.Run != "run" || f.Odds.points[0].X != 2 {
		t.Errorf("lengths %v of %s, points %v, error %v", f.Turns, f.Run, f.Odds.points, err)
	}
	games, faults, distinct := f.Counts()
	if games != 2 || faults != 0 || distinct != 2 || f.First().HasValue() {
		t.Errorf("%d games, %d faults, %d differ, the first seat scores %v", games, faults, distinct, f.First())
	}
	bad := finished(rules, "9", "z", 1, 0)
	bad.Record.Tags = []engine.Tag{{Name: "Limits", Value: "depth=3"}}
	const says = `game 9/z: its tag Limits has no node limit: "depth=3"`
	if err := g.Add(bad); err == nil || err.Error() != says {
		t.Errorf("error %v", err)
	}
}
