package training

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/eval/tune"
)

// TestPositionsAreGroupedByStage groups positions at the first and the last phase of each stage, with predictions on
// both sides of the bounds of the five bins.
func TestPositionsAreGroupedByStage(t *testing.T) {
	t.Parallel()
	test := &calibrationTest{}
	for i, phase := range []int{0, 20, 21, 41, 42, 64, 65} {
		test.positions = append(test.positions, tune.Scored{Game: i, Phase: phase})
	}
	test.calibrated = []float64{0, .19, .2, .39, .8, 1, .5}
	test.plain = []float64{1, 0, .5, .5, 0, .6, .2}
	var got []string
	var counts [][2][]int
	test.byStage(func(stage string, positions int, calibrated, plain []tune.Reliability) {
		sizes := [2][]int{}
		for i, bins := range [2][]tune.Reliability{calibrated, plain} {
			for _, bin := range bins {
				sizes[i] = append(sizes[i], bin.Positions)
			}
		}
		if sum := sizes[0][0] + sizes[0][1] + sizes[0][2] + sizes[0][3] + sizes[0][4]; sum != positions {
			t.Errorf("%s: %d positions, and %d in the bins", stage, positions, sum)
		}
		got, counts = append(got, stage), append(counts, sizes)
	})
	want := [][2][]int{
		{{2, 0, 0, 0, 0}, {1, 0, 0, 0, 1}}, {{0, 2, 0, 0, 0}, {0, 0, 2, 0, 0}}, {{0, 0, 0, 0, 2}, {1, 0, 0, 1, 0}},
		{{0, 0, 1, 0, 0}, {0, 1, 0, 0, 0}},
	}
	if !slices.Equal(got, []string{"early", "middle", "late", "set-up"}) || len(counts) != len(want) {
		t.Fatalf("stages %q", got)
	}
	for i := range want {
		if !slices.Equal(counts[i][0], want[i][0]) || !slices.Equal(counts[i][1], want[i][1]) {
			t.Errorf("%s: bins %v, want %v", got[i], counts[i], want[i])
		}
	}
}

// reliable returns a test of 300 games, all with the result 0.6. Each has a position in the middle, for which the curve
// predicts 0.55 and the plain formula 0.58, and a position of the set-up, for which they predict 0.63 and 0.58.
func reliable() *calibrationTest {
	test := &calibrationTest{kind: "alphabeta", games: 300}
	for game := range 300 {
		for _, phase := range []int{30, 65} {
			test.positions = append(test.positions, tune.Scored{Game: game, Phase: phase, Result: .6})
		}
		test.calibrated, test.plain = append(test.calibrated, .55, .63), append(test.plain, .58, .58)
	}
	return test
}

// TestReliabilityInWords checks the text of a test of a calibration.
func TestReliabilityInWords(t *testing.T) {
	t.Parallel()
	want := []string{
		"alphabeta: 300 games, 600 positions; largest gap +5.0 ± 0.0 of 2 bins, mean 4.0, by the plain formula " +
			"+2.0 ± 0.0 of 1 bin, mean 2.0, in points with 95 % intervals", "",
		"chance games positions predicted observed gap plain formula",
		"50-60 % 300 300 55.0 60.0 +5.0 ± 0.0 +2.0 ± 0.0", "60-70 % 300 300 63.0 60.0 -3.0 ± 0.0 +0.0 ± 0.0", "",
		"stage positions largest gap plain formula",
		"early 0 not known (too few games) not known (too few games)",
		"middle 300 +5.0 ± 0.0 of 1 bin, mean 5.0 +2.0 ± 0.0 of 1 bin, mean 2.0",
		"late 0 not known (too few games) not known (too few games)",
		"set-up 300 -3.0 ± 0.0 of 1 bin, mean 3.0 +2.0 ± 0.0 of 1 bin, mean 2.0", "", "",
	}
	var text strings.Builder
	if err := (&Calibrated{tests: []*calibrationTest{reliable()}}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(enginetest.Squeezed(text.String()), "\n"); !slices.Equal(got, want) {
		t.Errorf("written is\n%s", text.String())
	}
}

// TestReliabilityForPrograms checks the object of a test of a calibration.
func TestReliabilityForPrograms(t *testing.T) {
	t.Parallel()
	type closeness struct {
		Bins    int     `json:"bins_with_enough_games"`
		Largest float64 `json:"largest_gap"`
		Mean    float64 `json:"mean_gap"`
	}
	var got struct {
		Games, Positions  int
		Calibrated, Plain closeness
		Bins              []struct{ Games, Positions int }
		Stages            []struct {
			Stage     string
			Positions int
			Plain     closeness
		}
	}
	records := (&Calibrated{tests: []*calibrationTest{reliable()}}).Records()
	data, err := json.Marshal(records[0])
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if err != nil || got.Games != 300 || got.Positions != 600 || len(got.Bins) != 10 || len(got.Stages) != 4 {
		t.Fatalf("%s, %v", data, err)
	}
	round := func(c closeness) [3]int { return [3]int{c.Bins, int(1000*c.Largest + .5), int(1000*c.Mean + .5)} }
	if round(got.Plain) != [3]int{1, 20, 20} || got.Calibrated.Bins != 2 || got.Bins[5].Positions != 300 ||
		got.Bins[6].Games != 300 || got.Bins[4].Games != 0 || got.Stages[1].Positions != 300 ||
		got.Stages[1].Stage != "middle" || got.Stages[1].Plain.Bins != 1 {
		t.Errorf("%s", data)
	}
}

// TestBuiltInCurves checks that a kind of player without a curve in the program is refused, and that the predictions of
// the others are those of the curve.
func TestBuiltInCurves(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars")
	if err := (&calibrationTest{kind: "nobody"}).takeBuiltIn(rules); err == nil ||
		err.Error() != "there is no built-in calibration" {
		t.Errorf("error %v", err)
	}
	test := &calibrationTest{kind: "alphabeta", positions: []tune.Scored{{Score: -90}, {}, {Score: 90}}}
	if err := test.takeBuiltIn(rules); err != nil || len(test.calibrated) != 3 ||
		!(0 < test.calibrated[0] && test.calibrated[0] < test.calibrated[1] && test.calibrated[2] < 1) ||
		!(test.calibrated[1] < test.calibrated[2]) {
		t.Errorf("predicted are %v, %v", test.calibrated, err)
	}
}
