package search_test

import (
	"flag"
	"strings"
	"testing"

	"pillars/search"
)

// basedFlags returns flags whose plain base differs in three of them.
func basedFlags() *flag.FlagSet {
	set, _ := flags()
	plain := search.NewFlags("thinker")
	plain.Bool("window", false, "")
	plain.Float64("cpuct", 1.4, "")
	plain.String("weights", "hand", "")
	search.BindBase(set, plain, "the plain base")
	return set
}

// TestBase checks the full text and the values of players that set the key base in different ways and places.
func TestBase(t *testing.T) {
	for _, c := range []struct{ keys, name, window, weights string }{
		{"base", "thinker:base=true", "false", "hand"},
		{"base=1", "thinker:base=true", "false", "hand"},
		{"base=false", "thinker", "true", ""},
		{"base window", "thinker:base=true,window=true", "true", "hand"},
		{"window base", "thinker:base=true,window=true", "true", "hand"},
		{"window=false base", "thinker:base=true", "false", "hand"},
		{"weights= base cpuct=2", "thinker:base=true,cpuct=2,weights=", "false", ""},
		{"weights=hand base=false", "thinker:weights=hand", "true", "hand"},
	} {
		set := basedFlags()
		if err := setKeys(set, strings.Fields(c.keys)...); err != nil {
			t.Errorf("%s: %v", c.keys, err)
			continue
		}
		window, weights := set.Lookup("window").Value.String(), set.Lookup("weights").Value.String()
		if name := search.Name(set); name != c.name || window != c.window || weights != c.weights {
			t.Errorf("%s: named %s with window=%s, weights=%s; want %s, %s, %s", c.keys, name, window, weights,
				c.name, c.window, c.weights)
		}
	}
}
