package search_test

import (
	"context"
	"math"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/eval"
	"pillars/search"
)

type textPlayer struct{ name string }

func (p textPlayer) Name() string { return p.name }
func (textPlayer) NewGame(uint64) {}
func (textPlayer) Decide(context.Context, *engine.History, search.Limits, func(search.Info)) (
	search.Decision, error,
) {
	return search.Decision{}, nil
}

// TestChances checks which players are calibrated, and that proven results stay what they are.
func TestChances(t *testing.T) {
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
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
		chances, err := search.ChancesOf(textPlayer{player}, rules)
		if err != nil {
			t.Fatal(err)
		}
		for _, score := range []search.Score{-800, -100, 0, 70, 3000} {
			want := score.Expectation()
			if calibrated {
				want = calibration.Curves["alphabeta"].Expectation(float64(score), engine.PhaseOf(p))
			}
			if got := chances.Of(p, score); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: %v gives %v, want %v", player, score, got, want)
			}
		}
		if win, loss := chances.Of(p, search.WinIn(3)), chances.Of(p, -search.WinIn(3)); win != 1 || loss != 0 {
			t.Errorf("%s: a proven win gives %v, a proven loss %v", player, win, loss)
		}
		if got := chances.Text(p, search.WinIn(3)); got != "100.0 % (win in 3)" {
			t.Errorf("%s: a proven win is %q", player, got)
		}
	}
}
