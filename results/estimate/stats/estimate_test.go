package stats

import (
	"encoding/json"
	"testing"
)

// TestEstimatesForPrograms checks that unknown numbers of an estimate are null in JSON.
func TestEstimatesForPrograms(t *testing.T) {
	t.Parallel()
	for kind, want := range map[Kind]string{
		Absent:    `{"value":null,"low":null,"high":null}`,
		Measured:  `{"value":2,"low":1,"high":3}`,
		Bracketed: `{"value":2,"low":1,"high":3}`,
		AtLeast:   `{"value":null,"low":1,"high":null}`,
		AtMost:    `{"value":null,"low":null,"high":3}`,
		Fixed:     `{"value":2,"low":null,"high":null}`,
	} {
		got, err := json.Marshal(Estimate{Kind: kind, Value: 2, Error95: 1, Low: 1, High: 3})
		if err != nil || string(got) != want {
			t.Errorf("kind %d: %s, %v; want %s", kind, got, err, want)
		}
	}
}

// TestShortNumber checks the changes of unit, where rounding must not give a fourth digit.
func TestShortNumber(t *testing.T) {
	for n, want := range map[float64]string{
		950: "950", 9999: "9999", 10_000: "10k", 12_345: "12.3k", 999_499: "999k", 999_500: "1M", 4_560_000: "4.56M",
		999_499_999: "999M", 999_500_000: "1G", 12_345_000_000: "12.3G",
	} {
		if got := ShortNumber(n); got != want {
			t.Errorf("%.0f is %s instead of %s", n, got, want)
		}
	}
}

// TestNumbersInWords checks texts of numbers: thousands have commas, shares are percent, and nothing is minus zero.
func TestNumbersInWords(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 999: "999", 1000: "1,000", 12_045: "12,045", 1_002_003: "1,002,003", -999: "-999", -1000: "-1,000",
	} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is %s instead of %s", n, got, want)
		}
	}
	for got, want := range map[string]string{
		Percent(.1234, 1): "12.3 %", Percent(1, 0): "100 %", FormatNumber(-.04, 1): "0.0",
		FormatNumber(-.06, 1): "-0.1",
		(Estimate{Kind: Measured, Value: .5, Error95: .125}).Percent(1): "50.0 ± 12.5 %", (Estimate{}).Percent(1): "-",
	} {
		if got != want {
			t.Errorf("%s instead of %s", got, want)
		}
	}
}
