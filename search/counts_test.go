package search

import (
	"flag"
	"testing"
	"time"

	"pillars/engine"
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

// TestSetKeysPlainly checks that short forms of counts are understood, and that errors say which values a key takes.
func TestSetKeysPlainly(t *testing.T) {
	var limits Limits
	var share float64
	var on bool
	keys := func() *flag.FlagSet {
		flags := NewFlags("player")
		BindLimits(flags, &limits)
		flags.Float64Var(&share, "share", 0, "")
		flags.BoolVar(&on, "on", false, "")
		return flags
	}
	settings := func(text string) engine.Settings {
		settings, err := ParseSettings(text)
		if err != nil {
			t.Fatal(err)
		}
		return settings
	}
	flags := keys()
	if err := SetKeys(flags, settings("nodes=20k,depth=1.5k,time=2s")); err != nil {
		t.Fatal(err)
	}
	if want := (Limits{Nodes: 20_000, Time: 2 * time.Second, Depth: 1500}); limits != want {
		t.Errorf("limits %v; wanted %v", limits, want)
	}
	if name := Name(flags); name != "player:depth=1500,nodes=20000,time=2s" {
		t.Errorf("the name is %s", name)
	}
	for text, want := range map[string]string{
		"nodes=x":                    "nodes=x: must be a whole number of 0 or more, such as 20, 1.5k or 1m",
		"nodes=-1":                   "nodes=-1: must be a whole number of 0 or more, such as 20, 1.5k or 1m",
		"nodes=99999999999999999999": "nodes=99999999999999999999: the number is too large",
		"depth=1.2":                  "depth=1.2: must be a whole number, such as 20, 1.5k or 1m",
		"time=5":                     "time=5: must be a time, such as 500ms, 2s or 1m30s",
		"share=half":                 "share=half: must be a number, such as 0.5",
		"on=maybe":                   "on=maybe: must be true or false",
	} {
		if err := SetKeys(keys(), settings(text)); err == nil || err.Error() != want {
			t.Errorf("%s: error %v; wanted %s", text, err, want)
		}
	}
}
