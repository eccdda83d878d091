package search

import (
	"testing"
)

func TestExpandCount(t *testing.T) {
	for text, want := range map[string]string{
		"20": "20", "1.5k": "1500", "20k": "20000", "1m": "1000000",
		"0.5K": "500", "2.25M": "2250000", "1g": "1000000000",
		"0k": "0", ".5k": "500",
		"k": "k", "1.2345k": "1.2345k", "1kk": "1kk", "-1k": "-1k", "1.k": "1000", "xk": "xk", "": "",
	} {
		if got := ExpandCount(text); got != want {
			t.Errorf("%q is %q; wanted %q", text, got, want)
		}
	}
}
