package experiment

import (
	"errors"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/tournament"
)

// gauge returns a gauge of games from the start whose store holds the given games.
func gauge(rules engine.Rules, games map[string]tournament.Game) *Gauge {
	return &Gauge{Gatherer: &Gatherer{Measurement: Measurement{Rules: rules}, rounds: newRoundCounter(2, 1)},
		Read: func(identity string) (tournament.Game, error) {
			game, stored := games[identity]
			if !stored {
				return game, errors.New("is not stored")
			}
			return game, nil
		}}
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
