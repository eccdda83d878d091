package coordinator

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/guard"
	"pillars/tournament/work"
	"pillars/tournament/worker"
)

// liar returns a factory that makes one player in oneIn play at random, whatever its name. A worker makes its players
// for every unit.
func liar(oneIn int) guard.Factory {
	return func(text string, rules engine.Rules) (search.Player, error) {
		if rand.IntN(oneIn) == 0 {
			return players.New("random", rules)
		}
		return players.Recorded(text, rules)
	}
}

// TestLiarIsFound checks that games that differ when they are played again, by this process or by another worker, end
// the run, that their worker is shut out, and that others play the next session.
func TestLiarIsFound(t *testing.T) {
	plan := plan(t, spec(40))
	for what, workers := range map[string][]*worker.Worker{
		"alone": {{NewPlayer: liar(1)}}, "among others": {{}, {}, {NewPlayer: liar(3)}},
	} {
		t.Run(what, func(t *testing.T) {
			c, address := open(t, Options{Audit: 1, UnitTime: 1})
			start(t, address, workers...)
			got, err := play(t, c, plan)
			var lie *work.Lie
			if !errors.As(err, &lie) || len(workers) == 1 && len(got) > 0 {
				t.Fatalf("error %v, %d games: want a lie found and no game", err, len(got))
			}
			for _, m := range c.Members() {
				if shutOut := m.Gone && m.Trouble != ""; shutOut != (m.Name == lie.Worker) {
					t.Errorf("%+v: want %s shut out", m, lie.Worker)
				}
			}
			start(t, address, &worker.Worker{})
			if got, err = play(t, c, plan); err != nil {
				t.Fatal(err)
			}
			compare(t, got, alone(t, plan))
		})
	}
}

// TestDetectionTakesAsLongAsPredicted lets workers lie until they are found. Each wrong delivery is played again with
// the probability of an audit, which predicts the mean time.
func TestDetectionTakesAsLongAsPredicted(t *testing.T) {
	const oneIn, audit = 10, 5
	trials := enginetest.Count(8, 40)
	const predicted = float64(oneIn * audit) // units: of a unit's two players one plays at random in any case
	plan := plan(t, spec(3000))
	units := 0.
	for range trials {
		c, address := open(t, Options{Audit: audit, UnitTime: 1})
		start(t, address, &worker.Worker{NewPlayer: liar(oneIn)})
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
	spread := predicted / math.Sqrt(float64(trials)) // exceeded four times once in ten thousand times by chance
	near.Check(t, units/float64(trials), predicted, 4*spread, "the mean number of units until a lie is found")
}
