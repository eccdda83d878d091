package pit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestPlayersGoOut plays random games. After each turn, every player is either in or has gone out in one of four ways.
// One player is in at the end.
func TestPlayersGoOut(t *testing.T) {
	t.Parallel()
	for players := 2; players <= 4; players++ {
		rules := enginetest.Rules(t, "pit", fmt.Sprint("players=", players))
		for seed := range uint64(enginetest.Shorter(20)) {
			random := rand.New(engine.NewRandom(seed))
			out := 0
			for p := rules.Start(); !p.Over(); {
				before, turn := p.Clone(), []engine.Step(nil)
				for !p.Over() && p.Turn() == before.Turn() {
					steps := p.AppendSteps(nil)
					turn = append(turn, steps[random.IntN(len(steps))])
					p.Play(turn[len(turn)-1])
				}
				in := 0
				values := engine.AppendMetrics(nil, p, before, turn)
				for m, metric := range engine.MetricsOf(rules) {
					switch {
					case metric.Name == "players in":
						in = values[m]
					case strings.HasPrefix(metric.Name, "out "):
						out += values[m]
					}
				}
				if in+out != players || p.Over() && in != 1 {
					t.Fatalf("%d players: %d are in, and %d went out, after %s", players, in, out, p)
				}
			}
		}
	}
}
