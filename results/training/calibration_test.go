package training

import (
	"encoding/json"
	"testing"

	"pillars/engine/enginetest"
	"pillars/eval/tune"
)

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
