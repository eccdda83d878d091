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
