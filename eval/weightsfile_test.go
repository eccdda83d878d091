package eval

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

// TestWeightsRoundTrip writes any weights and reads them back: they are the same to two decimals, and stay so.
func TestWeightsRoundTrip(t *testing.T) {
	layout := NewLayout(newPatterned(2))
	rapid.Check(t, func(t *rapid.T) {
		var weights []Weight
		for range layout.Len() {
			weights = append(weights, Weight{rapid.Float64Range(-10000, 10000).Draw(t, "early"),
				rapid.Float64Range(-10, 10).Draw(t, "late")})
		}
		once := writeAndRead(t, layout, weights)
		if twice := writeAndRead(t, layout, once); !slices.Equal(once, twice) {
			t.Fatalf("%v is read back as %v, then as %v", weights, once, twice)
		}
		for i, got := range once {
			if !near.Equal(got.Early, weights[i].Early, 0.00501) || !near.Equal(got.Late, weights[i].Late, 0.00501) {
				t.Fatalf("%v is read back as %v", weights, once)
			}
		}
	})
}

func writeAndRead(t *rapid.T, layout *Layout, weights []Weight) []Weight {
	var out strings.Builder
	require.NoError(t, WriteWeights(&out, layout, weights, "header"))
	again, err := ReadWeights(strings.NewReader(out.String()))
	require.NoError(t, err)
	ordered, err := layout.order(again)
	require.NoError(t, err)
	return ordered
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
