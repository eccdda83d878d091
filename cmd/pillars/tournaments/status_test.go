package tournaments

import (
	"testing"
	"time"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/runner"
)

func TestStatusText(t *testing.T) {
	p := runner.Progress{Done: 30, Total: 120, Played: 20, Elapsed: 40 * time.Second}
	for i := range 4 {
		outcome := engine.Win(engine.Seat(i%2), "no stack left")
		players := []string{"alphabeta:nodes=500", "random"}
		if i%2 == 1 {
			players[0], players[1] = players[1], players[0]
		}
		p.Tally.Add(tournament.Result{Players: players, Outcome: outcome})
	}
	const want = "30/120 games, 30.0/min, 3m0s left, first seat 50 %, alphabeta:nodes=500 leads with 100 %"
	if got := statusText(p); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := statusText(runner.Progress{Total: 4}); got != "0/4 games, 0.0/min" {
		t.Errorf("%q before the first game", got)
	}
}
