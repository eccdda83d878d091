package players_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
)

// keysOf calls f for every key of every kind.
func keysOf(f func(kind players.Kind, key *flag.Flag)) {
	for _, kind := range players.Kinds() {
		kind.Keys().VisitAll(func(key *flag.Flag) { f(kind, key) })
	}
}

// another returns a value that the key can have but does not have by default, in the form in which the key writes it.
func another(t *testing.T, key *flag.Flag, weights string) string {
	t.Helper()
	words := map[string][]string{
		"weights": {weights}, "select": {"puct", "uct"}, "leaf": {"eval", "playout"},
		"priors": {"learned", "ordering"}, "mode": {"paranoid", "brs"},
	}
	switch value := key.Value.(flag.Getter).Get().(type) {
	case bool:
		return fmt.Sprint(!value)
	case int:
		return fmt.Sprint(value + 1)
	case uint64:
		return fmt.Sprint(value + 1)
	case float64:
		return fmt.Sprint(value/2 + 0.125)
	case string:
		for _, word := range words[key.Name] {
			if word != value {
				return word
			}
		}
	}
	if key.Name == "time" {
		return "1m30s"
	}
	t.Fatalf("no other value of key %s is known here", key.Name)
	return ""
}

// TestEveryKey sets every key of every kind by itself: the name says so, and makes the same player again; set to its
// default, the name says nothing.
func TestEveryKey(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	text := ""
	for _, feature := range rules.Features() {
		text += feature.Name + " 2\n"
	}
	weights := enginetest.File(t, text)
	keysOf(func(kind players.Kind, key *flag.Flag) {
		if key.Usage == "" {
			t.Errorf("%s: key %s has no help", kind.Name, key.Name)
		}
		text := kind.Name + ":" + key.Name + "=" + another(t, key, weights)
		for given, want := range map[string]string{text: text,
			kind.Name + ":" + key.Name + "=" + key.DefValue: kind.Name} {
			player, err := players.New(given, rules)
			if err != nil {
				t.Errorf("%s: %v", given, err)
				continue
			}
			again, err := players.New(player.Name(), rules)
			if err != nil || player.Name() != want || again.Name() != want {
				t.Errorf("%s is named %s, want %s; read again: %v", given, player.Name(), want, err)
			}
		}
	})
}

// TestEveryBadValue checks that every key, except files, refuses values of a wrong type and numbers out of all ranges,
// by an error that names key and value.
func TestEveryBadValue(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	keysOf(func(kind players.Kind, key *flag.Flag) {
		for _, bad := range []string{"tea", "-7000000", ""} {
			if bad == "" && key.Name == "weights" {
				continue // the default
			}
			text := key.Name + "=" + bad
			player, err := players.New(kind.Name+":"+text, rules)
			switch {
			case err == nil || player != nil:
				t.Errorf("%s:%s is accepted", kind.Name, text)
			case !strings.Contains(err.Error(), key.Name) || !strings.Contains(err.Error(), bad):
				t.Errorf("%s:%s: the error does not name the key and its value: %v", kind.Name, text, err)
			}
		}
	})
}

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
