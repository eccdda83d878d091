package players_test

import (
	"testing"

	"pillars/search"
	"pillars/search/players"
)

// TestBase checks the full text and the values of players that set the key base in different ways and places.
func TestBase(t *testing.T) {
	for _, c := range []struct{ text, name, window, weights string }{
		{"alphabeta:base", "alphabeta:base=true", "false", "hand"},
		{"alphabeta:base=1", "alphabeta:base=true", "false", "hand"},
		{"alphabeta:base=false", "alphabeta", "true", ""},
		{"alphabeta:base,window", "alphabeta:base=true,window=true", "true", "hand"},
		{"alphabeta:window,base", "alphabeta:base=true,window=true", "true", "hand"},
		{"alphabeta:window=false,base", "alphabeta:base=true", "false", "hand"},
		{"alphabeta:weights=,base,table=2", "alphabeta:base=true,table=2,weights=", "false", ""},
		{"alphabeta:weights=hand,base=false", "alphabeta:weights=hand", "true", "hand"},
	} {
		keys, err := players.Keys(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		window, weights := keys.Lookup("window").Value.String(), keys.Lookup("weights").Value.String()
		if name := search.Name(keys); name != c.name || window != c.window || weights != c.weights {
			t.Errorf("%s: named %s with window=%s, weights=%s; want %s, %s, %s", c.text, name, window, weights,
				c.name, c.window, c.weights)
		}
	}
	for _, wrong := range []string{"alphabeta:base=tea", "uct:base"} {
		if _, err := players.Keys(wrong); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}
