package search_test

import (
	"math"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
)

// TestChances checks which players are calibrated, and that proven results stay what they are.
func TestChances(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars")
	calibration, err := eval.DefaultCalibration(rules)
	require.NoError(t, err)
	for player, calibrated := range map[string]bool{
		"alphabeta": true, "alphabeta:nodes=20000": true, "alphabeta:multipv=3,table=64,threads=2,time=1s": true,
		"alphabeta:weights=hand": false, "alphabeta:noise=20": false, "alphabeta:nodes=5,quiescence=false": false,
		"practice:level=3": false, "ugi:alphabeta": false, "random": false, "": false,
	} {
		chances, err := search.ChancesOf(player, rules)
		require.NoError(t, err)
		for _, score := range []search.Score{-800, -100, 0, 70, 3000} {
			want := score.Expectation()
			if calibrated {
				want = 1 / (1 + math.Exp(-calibration.Slopes["alphabeta"]*float64(score)/100))
			}
			near.Check(t, chances.Of(score), want, 1e-12, player, ": ", score)
		}
		if win, loss := chances.Of(search.WinIn(3)), chances.Of(-search.WinIn(3)); win != 1 || loss != 0 {
			t.Errorf("%s: a proven win gives %v, a proven loss %v", player, win, loss)
		}
		if got := chances.Text(search.WinIn(3)); got != "100.0 % (win in 3)" {
			t.Errorf("%s: a proven win is %q", player, got)
		}
	}
}

// TestChancesAgainst checks that leads are worth less in games of weak practice levels, and that nothing else changes.
func TestChancesAgainst(t *testing.T) {
	for _, game := range []string{"pit-of-pillars", "pilastri", "pylyx", "pit"} {
		rules := enginetest.Rules(t, game)
		strong, err := search.ChancesOf("alphabeta", rules)
		require.NoError(t, err)
		last := .5
		for _, opponent := range []string{"practice:level=1", "practice:level=5", "practice:level=10"} {
			chances, err := search.ChancesAgainst(opponent, "alphabeta:nodes=30000", rules)
			require.NoError(t, err)
			got := chances.Of(100)
			if got < last || got >= strong.Of(100) && opponent != "practice:level=10" {
				t.Errorf("%s: +1.00 is %v against %s, %v against a lower level, %v between strong players", game, got,
					opponent, last, strong.Of(100))
			}
			last = got
		}
		others := map[string]string{"": "alphabeta", "mcts": "alphabeta", "practice:level=1": "greedy"}
		for opponent, player := range others {
			got, err := search.ChancesAgainst(opponent, player, rules)
			require.NoError(t, err)
			want, err := search.ChancesOf(player, rules)
			require.NoError(t, err)
			if got != want {
				t.Errorf("%s: %v against %q, want %v", player, got, opponent, want)
			}
		}
	}
}
