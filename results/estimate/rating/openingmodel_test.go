package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// world simulates openings of two kinds, half of each, with spreads as measured in Pit of Pillars 8 x 8. One kind
// follows a random set-up by four turns: a search predicts much of the advantage, and much remains open. The other has
// two turns of the set-up, and little remains open.
type world struct {
	random *rand.Rand
	bias   []float64 // by opening, in logits for the first seat
	shown  []float64 // how much of a difference shows
	all    []OpeningCandidate
}

func newWorld(seed uint64, n int) *world {
	w := &world{random: rand.New(rand.NewPCG(seed, 1))}
	for i := range n {
		c, spread := OpeningCandidate{Value: 1.15 * w.random.NormFloat64(), Turns: 21}, .74
		bias := 1.3 * c.Value
		if i%2 == 0 {
			c, spread, bias = OpeningCandidate{Value: .3, Turns: 2}, .36, 0
		}
		w.all = append(w.all, c)
		w.bias = append(w.bias, bias+spread*w.random.NormFloat64())
		w.shown = append(w.shown, math.Exp(.28*w.random.NormFloat64()))
	}
	return w
}

// play returns the score of the match's first player in a seat.
func (w *world) play(opening, seat int, difference float64) float64 {
	if w.random.Float64() < stats.Sigmoid(w.shown[opening]*difference+sign(seat)*w.bias[opening]) {
		return 1
	}
	return 0
}

func (w *world) match(number int, difference float64) {
	for i := range w.all {
		for seat := range 2 {
			w.all[i].Games = append(w.all[i].Games, OpeningGame{number, seat, w.play(i, seat, difference)})
		}
	}
}

func tell(t *testing.T, candidates []OpeningCandidate) (openingModel, []OpeningInformation) {
	t.Helper()
	model, err := fitOpenings(candidates)
	if err != nil {
		t.Fatal(err)
	}
	told := make([]OpeningInformation, len(candidates))
	for i, c := range candidates {
		told[i] = model.information(c)
	}
	return model, told
}

// TestGradient compares the gradient with differences of the loss.
func TestGradient(t *testing.T) {
	t.Parallel()
	w := newWorld(1, 40)
	w.match(0, 1)
	w.match(1, -.5)
	w.all[3].Games[1].Score = .5
	m := openingModel{meanTurns: 16, turnsUnit: 8}
	for i := range parameters + 2 {
		m.theta = append(m.theta, .3-.1*float64(i%5))
	}
	gradient := make([]float64, len(m.theta))
	m.loss(w.all, gradient)
	for i := range m.theta {
		const h = 1e-5
		theta := slices.Clone(m.theta)
		theta[i] += h
		above := m.with(theta).loss(w.all, nil)
		theta[i] -= 2 * h
		slope := (above - m.with(theta).loss(w.all, nil)) / (2 * h)
		if !scalar.EqualWithinAbsOrRel(slope, gradient[i], 1e-4, 1e-5) {
			t.Errorf("parameter %d: gradient %v, by differences %v", i, gradient[i], slope)
		}
	}
}

// TestFitFindsTheWorld checks that a fit recovers the parameters from which results were drawn.
func TestFitFindsTheWorld(t *testing.T) {
	t.Parallel()
	w := newWorld(2, 500)
	for match, difference := range []float64{1.5, .8, .8, 1.5} {
		w.match(match, difference)
	}
	m, _ := tell(t, w.all)
	late := w.all[1]
	at := func(value float64) float64 {
		return m.bias(OpeningCandidate{Value: value, Turns: late.Turns}, quadratureNode{})
	}
	for name, c := range map[string]struct{ got, want, within float64 }{
		"bias by value":        {at(1) - at(0), 1.3, .2},
		"bias of an even one":  {at(0), 0, .15},
		"spread of late ones":  {m.spread(late), .74, .2},
		"spread of early ones": {m.spread(w.all[0]), .36, .2},
		"difference 1":         {m.theta[parameters], 1.5, .25},
		"difference 2":         {m.theta[parameters+1], .8, .2},
	} {
		near.Check(t, c.got, c.want, c.within, name)
	}
}

// TestToldEqualsIntegral compares the expectations with integrals on a much finer grid, computed from the formulas
// alone.
func TestToldEqualsIntegral(t *testing.T) {
	t.Parallel()
	theta := []float64{.1, 1.2, .2, -.1, -.4, .1, .05, .3, 1.1}
	m := openingModel{theta: theta, meanTurns: 10, turnsUnit: 5}
	c := OpeningCandidate{Value: .4, Turns: 15, Games: []OpeningGame{{0, 0, 1}, {0, 1, 0}, {0, 0, .5}, {0, 0, 1}}}
	var slope, spread, sum float64
	for x := -5.; x <= 5; x += .05 {
		for y := -5.; y <= 5; y += .05 {
			b := .1 + 1.2*.4 + .2 - .1*.4 + math.Exp(-.4+.1)*x
			k := math.Exp(.05 + .3*y)
			first, second := 1/(1+math.Exp(-k*1.1-b)), 1/(1+math.Exp(-k*1.1+b))
			weight := math.Exp(-(x*x+y*y)/2) * first * (1 - second) * math.Sqrt(first*(1-first)) * first
			f := 1 / (1 + math.Exp(-b))
			slope, spread, sum = slope+weight*k*f*(1-f), spread+weight*f*(1-f), sum+weight
		}
	}
	told := m.information(c)
	if !near.Equal(told.slope, slope/sum, 1e-3) || !near.Equal(told.spread, spread/sum, 1e-3) {
		t.Errorf("told %+v, by integration %v and %v", told, slope/sum, spread/sum)
	}
}

// TestInformationByHand compares information with the definition: slope^2/variance of the mean of two games.
func TestInformationByHand(t *testing.T) {
	t.Parallel()
	even, dead, sharp := OpeningInformation{.25, .25}, OpeningInformation{0, 0}, OpeningInformation{.5, .25}
	for _, c := range []struct {
		told []OpeningInformation
		want float64
	}{
		{[]OpeningInformation{even}, MostInformation},
		{[]OpeningInformation{even, dead}, MostInformation / 2}, // half of the pairs tell nothing
		{[]OpeningInformation{sharp}, 4 * MostInformation},      // twice the slope
		{[]OpeningInformation{dead}, 0}, {nil, 0},
		{[]OpeningInformation{even, sharp}, 2 * .375 * .375 / .25}, // less than the mean of both, 1.25
	} {
		near.Check(t, PairInformation(c.told...), c.want, 1e-12, "information of ", c.told)
	}
}

// TestTimesByHand compares pairs that end 1:3 or 3:1. With 60 % of one kind the mean is 0.05 above one half and the
// variance 0.06; with 80 %, they are 0.15 and 0.04. The squares of their ratios are 1/24 and 9/16.
func TestTimesByHand(t *testing.T) {
	t.Parallel()
	some, more, even := stats.Pentanomial{0, 400, 0, 600, 0}, stats.Pentanomial{0, 200, 0, 800, 0},
		stats.Pentanomial{0, 500, 0, 500, 0}
	for _, c := range []struct {
		all, chosen stats.Pentanomial
		want        float64
	}{
		{some, more, 13.5}, {more, some, 1 / 13.5}, {some, some, 1}, {some, even, 0}, {even, some, 0},
		{stats.Pentanomial{}, some, 0}, {some, stats.Pentanomial{}, 0},
	} {
		times := CheckedChoice{All: c.all, Chosen: c.chosen}.Times()
		near.Check(t, times, c.want, 1e-9, "information of ", c.chosen, " as against ", c.all)
	}
}

// TestChoiceIsTheBest compares the choice with all others in cases where these can be listed.
func TestChoiceIsTheBest(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		told := make([]OpeningInformation, 10)
		for i := range told {
			spread := .25 * random.Float64()
			told[i] = OpeningInformation{spread * math.Exp(.3*random.NormFloat64()), spread}
		}
		n, best := 2+random.IntN(7), 0.
		for set := range 1 << len(told) {
			var some []OpeningInformation
			for i := range told {
				if set>>i&1 == 1 {
					some = append(some, told[i])
				}
			}
			if len(some) == n {
				best = max(best, PairInformation(some...))
			}
		}
		var chosen []OpeningInformation
		for _, i := range ChooseOpenings(told, n) {
			chosen = append(chosen, told[i])
		}
		if got := PairInformation(chosen...); len(chosen) != n || !(got >= best*(1-1e-9)) {
			t.Errorf("%d of %v: chosen are %d with information %v; the best have %v", n, told, len(chosen), got, best)
		}
	}
}

// TestFewGamesMoveLittle checks that luck in two games does not make an opening look better than one that many games
// show to be even.
func TestFewGamesMoveLittle(t *testing.T) {
	t.Parallel()
	w := newWorld(4, 300)
	w.match(0, 1)
	w.all = append(w.all, OpeningCandidate{Turns: 21}, OpeningCandidate{Turns: 21}, OpeningCandidate{Turns: 21})
	lucky, even, dead := len(w.all)-3, len(w.all)-2, len(w.all)-1
	w.all[lucky].Games = []OpeningGame{{0, 0, 1}, {0, 1, 1}}
	for range 20 {
		w.all[even].Games = append(w.all[even].Games, OpeningGame{0, 0, 1}, OpeningGame{0, 1, 1})
		w.all[dead].Games = append(w.all[dead].Games, OpeningGame{0, 0, 1}, OpeningGame{0, 1, 0})
	}
	_, told := tell(t, w.all)
	information := func(i int) float64 { return PairInformation(told[i]) }
	if !(information(even) > information(lucky) && information(lucky) > 3*information(dead)) {
		t.Errorf("even %v, lucky %v, dead %v: must fall", information(even), information(lucky), information(dead))
	}
}

// TestCheckLeavesOut checks that the results of a match do not affect the choice that is checked in that match.
func TestCheckLeavesOut(t *testing.T) {
	t.Parallel()
	w := newWorld(5, 200)
	w.match(0, 1)
	if checked, err := CheckChoice(w.all, 20); err != nil || len(checked) != 0 {
		t.Errorf("a single match was checked: %v, %v", checked, err)
	}
	w.match(1, 1)
	before, err := CheckChoice(w.all, 20)
	if err != nil || len(before) != 2 || before[0].Match != 0 {
		t.Fatalf("checked %+v, %v", before, err)
	}
	for i := range w.all { // the match 1 is lost everywhere
		for g := range w.all[i].Games {
			if game := &w.all[i].Games[g]; game.Match == 1 {
				game.Score = 0
			}
		}
	}
	after, err := CheckChoice(w.all, 20)
	all, some := stats.Pentanomial{200}, stats.Pentanomial{20}
	if err != nil || after[1].Chosen != some || after[1].All != all {
		t.Errorf("the match that is lost: %+v, %v", after[1], err)
	}
	if _, err := fitOpenings(nil); err != errNoGames {
		t.Errorf("fitted to nothing: %v", err)
	}
}

// TestEveryMatchIsChecked checks that each of four matches is checked, in order, with a choice by others.
func TestEveryMatchIsChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(6, 30)
	for _, match := range []int{3, 0, 2, 1} {
		w.match(match, 1)
	}
	several, err := CheckChoice(w.all, 5)
	if err != nil || len(several) != 4 {
		t.Fatalf("checked %+v, %v", several, err)
	}
	for i, checked := range several {
		all, chosen := 0, 0
		for halves := range checked.All {
			all, chosen = all+checked.All[halves], chosen+checked.Chosen[halves]
		}
		if checked.Match != i || all != 30 || chosen != 5 {
			t.Errorf("match %d: %+v", i, checked)
		}
	}
}

// TestInformedBooksShortenTests plays twenty sequential tests between simulated players, each with three kinds of
// openings: as drawn, those that a search values as even, and those chosen by the results of other players.
func TestInformedBooksShortenTests(t *testing.T) {
	t.Parallel()
	w := newWorld(6, 600)
	for match, difference := range []float64{.7, 1.4, .7} {
		w.match(match, difference)
	}
	_, told := tell(t, w.all)
	var usual, even []int
	for i, c := range w.all {
		if c.Turns == 21 {
			if usual = append(usual, i); math.Abs(c.Value) <= .5 {
				even = append(even, i)
			}
		}
	}
	var pairs [3]int
	for number := range 20 {
		difference := .3 + .03*float64(number)
		for book, lines := range [][]int{usual, even, ChooseOpenings(told, 150)} {
			for range 15 {
				n, right := w.test(t, lines, difference)
				pairs[book] += n
				if !right && difference > .4 {
					t.Errorf("a difference of %.2f logits was not found with openings of kind %d", difference, book)
				}
			}
		}
	}
	t.Logf("pairs of 300 tests: drawn %d, even by value %d, informed %d", pairs[0], pairs[1], pairs[2])
	if informed := float64(pairs[2]); informed > .8*float64(pairs[0]) || informed > float64(pairs[1]) {
		t.Errorf("pairs of 300 tests: drawn %d, even by value %d, informed %d", pairs[0], pairs[1], pairs[2])
	}
}

// test plays a sequential test and returns how many pairs it took, and whether it found the first player stronger.
func (w *world) test(t *testing.T, lines []int, difference float64) (pairs int, stronger bool) {
	t.Helper()
	sequence, err := stats.SPRT{Elo0: 0, Elo1: 40, Alpha: .05, Beta: .05, Model: stats.Normalized}.OnOpenings(2)
	for err == nil && sequence.Decision == stats.Undecided {
		i := lines[w.random.IntN(len(lines))]
		sequence, err = sequence.Next(int(2 * (w.play(i, 0, difference) + w.play(i, 1, difference))))
		pairs++
	}
	if err != nil {
		t.Fatal(err)
	}
	return pairs, sequence.Decision == stats.AcceptH1
}
