package stats

import (
	"encoding/json"
	"testing"

	"pillars/engine/enginetest/near"
)

// TestEstimatesAreWritten checks the text and the JSON of each kind of estimate, in which unknown numbers are null.
func TestEstimatesAreWritten(t *testing.T) {
	t.Parallel()
	for kind, want := range map[Kind][2]string{
		Absent:    {`{"value":null,"low":null,"high":null}`, "-"},
		Measured:  {`{"value":2.04,"low":1,"high":3}`, "2.0 ± 1.5"},
		Bracketed: {`{"value":2.04,"low":1,"high":3}`, "2.0 (1.0 .. 3.0)"},
		AtLeast:   {`{"value":null,"low":1,"high":null}`, "≥ 1.0"},
		AtMost:    {`{"value":null,"low":null,"high":3}`, "≤ 3.0"},
		Fixed:     {`{"value":2.04,"low":null,"high":null}`, "2.0"},
	} {
		e := Estimate{Kind: kind, Value: 2.04, Error95: 1.5, Low: 1, High: 3}
		got, err := json.Marshal(e)
		if err != nil || string(got) != want[0] || e.Text(1) != want[1] || (e.Half() != nil) != (kind == Measured) {
			t.Errorf("kind %d: %s, %s, %v; want %s", kind, got, e.Text(1), err, want)
		}
	}
	for got, want := range map[string]string{
		Thousands(999): "999", Thousands(-1_002_003): "-1,002,003", FormatNumber(-.04, 1): "0.0",
		Symmetric(.5, .125).Percent(1): "50.0 ± 12.5 %", Estimate{}.Percent(1): "-", Percent(.1234, 1): "12.3 %",
		ShortNumber(9999): "9999", ShortNumber(12_345): "12.3k", ShortNumber(999_500): "1M",
	} {
		if got != want {
			t.Errorf("%s instead of %s", got, want)
		}
	}
}

// TestGamesAddUp checks that each kind of result is counted separately.
func TestGamesAddUp(t *testing.T) {
	t.Parallel()
	sum := WDL{5, 3, 2}.Plus(WDL{1, 7, 11}.Times(2)).Plus(OneGame(1)).Plus(OneGame(.5)).Plus(OneGame(0))
	if sum != (WDL{8, 18, 25}) || sum.Games() != 51 {
		t.Errorf("%+v", sum)
	}
	near.Check(t, sum.Points(), 17, 0, "points")
}
