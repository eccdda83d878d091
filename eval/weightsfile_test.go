package eval

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
)

// TestWriteRefuses checks that weights which would be read back differently are refused.
func TestWriteRefuses(t *testing.T) {
	layout, err := NewLayout(newPatterned(2))
	if err != nil {
		t.Fatal(err)
	}
	for want, weights := range map[string]Weights{
		"no value for men":   {"a": flat(1)},
		`no feature "z"`:     {"men": {}, "z": {}},
		"a: weight NaN":      {"men": {}, "a": {Early: math.NaN()}},
		"b: weight +Inf":     {"men": {}, "b": {Late: math.Inf(1)}},
		"men: weight -10001": {"men": flat(-10001)},
	} {
		if err := WriteWeights(&strings.Builder{}, layout, weights); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("the error %v does not say %q", err, want)
		}
	}
}

// TestWeightsRoundTrip writes any weights and reads them back: they are the same to two decimals, and stay so.
func TestWeightsRoundTrip(t *testing.T) {
	layout, err := NewLayout(newPatterned(2))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		weights := Weights{}
		for i := range layout.Len() {
			name := layout.Term(i).Name
			early, late := rapid.Float64Range(-10000, 10000).Draw(t, "early"),
				rapid.Float64Range(-10, 10).Draw(t, "late")
			weights[name] = Weight{Early: early, Late: late}
		}
		once := writeAndRead(t, layout, weights)
		twice := writeAndRead(t, layout, once)
		for name, weight := range weights {
			got := once[name]
			if !near.Equal(got.Early, weight.Early, 0.00501) || !near.Equal(got.Late, weight.Late, 0.00501) ||
				got != twice[name] {
				t.Fatalf("%s: %v is read back as %v, then as %v", name, weight, got, twice[name])
			}
		}
	})
}

func writeAndRead(t *rapid.T, layout *Layout, weights Weights) Weights {
	var out strings.Builder
	if err := WriteWeights(&out, layout, weights, "header"); err != nil {
		t.Fatal(err)
	}
	again, err := ReadWeights(strings.NewReader(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// FuzzReadWeights checks that whatever is read lies within bounds, and that nothing makes the reader panic.
func FuzzReadWeights(f *testing.F) {
	for _, text := range []string{"men 1", "men 1.25 -3 # comment\n\nb +0.5", "men 1e3", "men NaN", "men 0x1p-2",
		"men 1.", "men .5", "men 1_000", "\x00 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		weights, err := ReadWeights(strings.NewReader(text))
		if err != nil {
			return
		}
		for name, weight := range weights {
			for _, value := range []float64{weight.Early, weight.Late} {
				if !(math.Abs(value) <= 10000) || !near.Equal(value*100, math.Round(value*100), 1e-6) {
					t.Errorf("%q is read as %s %v", text, name, weight)
				}
			}
		}
	})
}
