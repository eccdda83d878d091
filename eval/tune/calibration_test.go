//go:build !race

package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/eval"
)

// simulatedScores returns games whose results are drawn by a curve. Each game has the given number of positions, all
// with the same score and phase.
func simulatedScores(truth eval.Curve, games, positions int, seed uint64) (scores []Scored) {
	random := rand.New(rand.NewPCG(seed, 8))
	for game := range games {
		p := Scored{Game: game, Score: 150 * random.NormFloat64(), Phase: 13 * random.IntN(6)}
		if random.Float64() < truth.Expectation(p.Score, p.Phase) {
			p.Result = 1
		}
		scores = append(scores, slices.Repeat([]Scored{p}, positions)...)
	}
	return scores
}

// TestCurveFindsTheTruth fits results drawn by known curves and compares what they predict.
func TestCurveFindsTheTruth(t *testing.T) {
	t.Parallel()
	for i, truth := range []eval.Curve{
		eval.Plain, {80, 60, 30, 140}, {90, 120, 150, 90, 0, -60, 20, 40, -30, 10, -20, -50},
		{100, 250, 100, 180, 30, -100, 90, 0, 60, -30, 0, 30},
	} {
		got, err := FitCurve(simulatedScores(truth, 40000, 1, uint64(i)))
		if err != nil {
			t.Fatal(err)
		}
		for score := -300.; score <= 300; score += 50 {
			for phase := 0; phase <= engine.SetUpPhase; phase += 13 {
				want, is := truth.Expectation(score, phase), got.Expectation(score, phase)
				near.Check(t, is, want, .04, truth, ": ", score, " at ", phase)
			}
		}
	}
}

// even is the prior of a fit that nothing has made stiffer.
var even = eval.Curve{10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10}

// TestCurveHasTheLeastLoss moves every number of a fitted curve up and down: the loss, written out plainly, must grow.
func TestCurveHasTheLeastLoss(t *testing.T) {
	t.Parallel()
	scores := simulatedScores(eval.Curve{110, 150, 60, 80, 20, -30, 20, 0, 10, 20, 0, -40}, 3000, 2, 1)
	scores[0].Result, scores[1].Result = .5, .5
	fitted := newton(scores, even)
	if curve, err := FitCurve(scores); err != nil || curve != fitted.Rounded() {
		t.Fatalf("%v, %v; want %v in whole hundredths", curve, err, fitted)
	}
	loss := func(c eval.Curve) (sum float64) {
		for _, s := range scores {
			p := c.Expectation(s.Score, s.Phase)
			sum -= s.Result*math.Log(p) + (1-s.Result)*math.Log(1-p)
		}
		for i, number := range c {
			sum += 10 * math.Pow((number-eval.Plain[i])/100, 2) / 2
		}
		return sum
	}
	least := loss(fitted)
	for i := range fitted {
		for _, move := range []float64{-1, 1} {
			moved := fitted
			if moved[i] += move; !(loss(moved) > least) {
				t.Errorf("number %d moved by %v: loss %v, not above %v", i, move, loss(moved), least)
			}
		}
	}
}

// TestCurveNeverFalls fits results that fall between rising ends, where the best bend makes the curve fall; and results
// that fall throughout, which no calibration can be made of.
func TestCurveNeverFalls(t *testing.T) {
	t.Parallel()
	var bent, falling []Scored
	for i := range 4000 {
		score := float64(i%41-20) * 20
		p := Scored{Game: i, Score: score}
		if score > 250 || score < 0 && score > -250 {
			p.Result = 1
		}
		bent = append(bent, p)
		if p.Result = 0; score < 0 {
			p.Result = 1
		}
		falling = append(falling, p)
	}
	free := newton(bent, even)
	if curve, err := FitCurve(bent); err != nil || !curve.Rises() || free.Rises() {
		t.Errorf("%v, %v; without the condition %v", curve, err, free)
	}
	if curve, err := FitCurve(falling); err == nil {
		t.Errorf("falling results give %v", curve)
	}
	if _, err := FitCurve(nil); err == nil {
		t.Error("a curve of nothing")
	}
}

// TestHeldOutGamesDoNotMatter reverses the results of some games. The predictions for these games must not change.
func TestHeldOutGamesDoNotMatter(t *testing.T) {
	t.Parallel()
	const folds = 4
	scores := simulatedScores(eval.Curve{150, 150, 115, 80}, 400, 3, 2)
	before, err := HeldOut(scores, folds)
	if err != nil {
		t.Fatal(err)
	}
	turned := slices.Clone(scores)
	for i := range turned {
		if turned[i].Game%folds == 1 {
			turned[i].Result = 1 - turned[i].Result
		}
	}
	after, err := HeldOut(turned, folds)
	if err != nil {
		t.Fatal(err)
	}
	changed := 0
	for i, s := range scores {
		if held := s.Game%folds == 1; held && before[i] != after[i] {
			t.Errorf("game %d: %v before, %v after", s.Game, before[i], after[i])
		} else if before[i] != after[i] {
			changed++
		}
	}
	if changed == 0 {
		t.Error("nothing changed; the test means to see the others change")
	}
}

// TestReliability compares with sums by hand: two games of the bin, of two positions and of one.
func TestReliability(t *testing.T) {
	t.Parallel()
	scores := []Scored{{Game: 1, Result: 1}, {Game: 1, Result: 1}, {Game: 2, Result: 0}, {Game: 3, Result: 1}}
	predicted := []float64{.5, .6, .4, .9}
	r := NewReliability(scores, predicted, func(i int) bool { return predicted[i] < .8 })
	// Excesses .5 and .4 in game 1, -.4 in game 2; the gap is their mean, 1/6.
	gap := 1. / 6
	first, second := .9-2*gap, -.4-gap
	want := Reliability{Positions: 3, Games: 2, Predicted: .5, Observed: 2. / 3,
		Error: math.Sqrt(2*(first*first+second*second)) / 3}
	if !near.Equal(r.Gap(), gap, 1e-12) || !near.Equal(r.Error, want.Error, 1e-12) || r.Positions != 3 ||
		r.Games != 2 || !near.Equal(r.Predicted, want.Predicted, 1e-12) {
		t.Errorf("%+v, want %+v", r, want)
	}
	if none := NewReliability(scores, predicted, func(int) bool { return false }); none != (Reliability{}) {
		t.Errorf("%+v of nothing", none)
	}
	c := NewCloseness([]Reliability{
		{Positions: 10, Games: 300, Predicted: .5, Observed: .52, Error: .01},
		{Positions: 30, Games: 900, Predicted: .5, Observed: .46, Error: .005},
		{Positions: 99, Games: 500, Predicted: .5, Observed: .9, Error: .011},
		{Positions: 9, Games: 299, Observed: 1}, {},
	})
	if c.Bins != 2 || c.Largest.Observed != .46 || !near.Equal(c.Mean, .035, 1e-12) {
		t.Errorf("%+v", c)
	}
	if c := NewCloseness(nil); c != (Closeness{}) {
		t.Errorf("%+v of nothing", c)
	}
}

// TestReliabilityErrors draws many samples of games of ten equal positions each: the errors must be those of the games.
func TestReliabilityErrors(t *testing.T) {
	t.Parallel()
	truth := eval.Curve{90, 80, 100, 120, 0, 0, 0, 0, 10, 20, 10, 0}
	const samples = 400
	squares, inside := 0., 0
	for seed := range uint64(samples) {
		scores := simulatedScores(truth, 200, 10, seed)
		var predicted []float64
		for _, s := range scores {
			predicted = append(predicted, truth.Expectation(s.Score, s.Phase))
		}
		r := NewReliability(scores, predicted, func(int) bool { return true })
		squares += r.Gap() * r.Gap() / (r.Error * r.Error)
		if math.Abs(r.Gap()) < 1.96*r.Error {
			inside++
		}
	}
	if ratio := squares / samples; !(.8 <= ratio && ratio <= 1.25) {
		t.Errorf("gaps have %v times the variance that their errors say", ratio)
	}
	if share := float64(inside) / samples; !(.92 <= share && share <= .98) {
		t.Errorf("%v of the intervals hold the truth", share)
	}
}
