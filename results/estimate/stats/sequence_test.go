package stats

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

// TestSequenceEqualsReference compares with a reference that ran a test of normalized Elo 0 against 20 pair by pair
// until it stopped.
func TestSequenceEqualsReference(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 20, Alpha: .05, Beta: .05}
	s := begin(t, test)
	lower, upper := test.Bounds()
	decisions := map[string]Decision{"": Undecided, "accepted": AcceptH1, "rejected": AcceptH0}
	var err error
	for _, r := range readTable(t, "sprt_trace.csv") {
		if s, err = s.Next(r.count(t, "outcome")); err != nil {
			t.Fatal(err)
		}
		gotLower, gotUpper := s.Bounds()
		near.Check(t, s.LLR, r.number(t, "llr"), 1e-6, r["pair"], ": LLR")
		near.Check(t, gotLower, lower+r.number(t, "overshoot_lower"), 1e-6, r["pair"], ": lower")
		near.Check(t, gotUpper, upper-r.number(t, "overshoot_upper"), 1e-6, r["pair"], ": upper")
		want := Pentanomial{r.count(t, "LL"), r.count(t, "LD"), r.count(t, "WL_or_DD"), r.count(t, "WD"), r.count(t,
			"WW")}
		if Pentanomial(s.Sample) != want || s.Decision != decisions[r["state"]] {
			t.Fatalf("%s: %v %v, want %v %q", r["pair"], s.Sample, s.Decision, want, r["state"])
		}
	}
	if s.Decision != AcceptH1 {
		t.Errorf("after the trace the decision is %v", s.Decision)
	}
}

func begin(t *testing.T, test SPRT) Sequence {
	t.Helper()
	s, err := test.OnOpenings(2)
	require.NoError(t, err)
	return s
}

func TestSequenceIsAPureFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		test := drawTest(t)
		s, err := test.OnOpenings(2)
		require.NoError(t, err)
		for _, halfPoints := range rapid.SliceOfN(rapid.IntRange(0, 4), 0, 60).Draw(t, "half points") {
			before := s
			next, err := s.Next(halfPoints)
			again, _ := s.Next(halfPoints)
			if err != nil || !reflect.DeepEqual(s, before) || !reflect.DeepEqual(next, again) {
				t.Fatalf("%d changes %+v into %+v, or gives %+v and %+v (%v)", halfPoints, before, s, next, again, err)
			}
			if s.Decision != Undecided && !reflect.DeepEqual(next, s) {
				t.Fatalf("%+v moved on after the stop", s)
			}
			if ratio, err := test.LLR(next.Sample); err != nil || ratio != next.LLR {
				t.Fatalf("LLR %v, of the sample %v (%v)", next.LLR, ratio, err)
			}
			s = next
		}
	})
}
