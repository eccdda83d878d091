package search_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/games"
	"pillars/eval"
	"pillars/search"
)

// TestChances checks which players are calibrated, and that proven results stay what they are.
func TestChances(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars")
	calibration, err := eval.DefaultCalibration(rules)
	if err != nil {
		t.Fatal(err)
	}
	p := rules.Start()
	for player, calibrated := range map[string]bool{
		"alphabeta": true, "alphabeta:nodes=20000": true, "alphabeta:multipv=3,table=64,threads=2,time=1s": true,
		"alphabeta:weights=hand": false, "alphabeta:noise=20": false, "alphabeta:nodes=5,quiescence=false": false,
		"practice:level=3": false, "ugi:alphabeta": false, "random": false, "": false,
	} {
		chances, err := search.ChancesOf(player, rules)
		if err != nil {
			t.Fatal(err)
		}
		for _, score := range []search.Score{-800, -100, 0, 70, 3000} {
			want := score.Expectation()
			if calibrated {
				want = calibration.Curves["alphabeta"].Expectation(float64(score), engine.PhaseOf(p))
			}
			near.Check(t, chances.Of(p, score), want, 1e-12, player, ": ", score)
		}
		if win, loss := chances.Of(p, search.WinIn(3)), chances.Of(p, -search.WinIn(3)); win != 1 || loss != 0 {
			t.Errorf("%s: a proven win gives %v, a proven loss %v", player, win, loss)
		}
		if got := chances.Text(p, search.WinIn(3)); got != "100.0 % (win in 3)" {
			t.Errorf("%s: a proven win is %q", player, got)
		}
	}
}

// TestSure looks for the least score in small steps.
func TestSure(t *testing.T) {
	for _, game := range games.All() {
		for _, player := range []string{"alphabeta", "mcts", "practice"} {
			rules := enginetest.Rules(t, game.Name())
			chances, err := search.ChancesOf(player, rules)
			if err != nil {
				t.Fatal(err)
			}
			calibration, err := eval.DefaultCalibration(rules)
			if err != nil {
				t.Fatal(err)
			}
			curve := eval.Plain
			if calibration != nil && calibration.Curves[player] != (eval.Curve{}) {
				curve = calibration.Curves[player]
			}
			for _, wanted := range []float64{.6, .9, .99} {
				sure := func(score search.Score) bool {
					for phase := range engine.SetUpPhase + 1 {
						if curve.Expectation(float64(score), phase) < wanted ||
							curve.Expectation(-float64(score), phase) > 1-wanted {
							return false
						}
					}
					return true
				}
				want := search.Score(0)
				for want < search.Proven && !sure(want) {
					want++
				}
				if got := chances.Sure(wanted); got != want {
					t.Errorf("%s in %s is sure of %v from %d, want %d", player, game.Name(), wanted, got, want)
				}
			}
		}
	}
}
