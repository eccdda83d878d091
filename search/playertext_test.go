package search_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/search"
)

// flags is a set of keys with one of each type.
func flags() (*flag.FlagSet, *search.Limits) {
	set := search.NewFlags("thinker")
	limits := &search.Limits{Depth: 3}
	search.BindLimits(set, limits)
	set.Bool("window", true, "")
	set.Float64("cpuct", 1.4, "")
	set.String("weights", "", "")
	return set, limits
}

func TestSplitText(t *testing.T) {
	for text, want := range map[string][]string{
		"random":                      {"random"},
		"mcts:nodes=5":                {"mcts", "nodes=5"},
		"mcts:nodes=5,weights=a:b=c":  {"mcts", "nodes=5", "weights=a:b=c"},
		"mcts:nodes=5,,cpuct=1":       {"mcts", "nodes=5", "", "cpuct=1"},
		"a kind nobody has:what=ever": {"a kind nobody has", "what=ever"},
	} {
		kind, keys, err := search.SplitText(text)
		if got := append([]string{kind}, keys...); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is split into %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", ":nodes=5", "mcts:"} {
		if _, _, err := search.SplitText(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestSetKeys(t *testing.T) {
	set, limits := flags()
	if err := search.SetKeys(set, []string{"time=1500ms", "nodes=20", "window=false"}); err != nil {
		t.Fatal(err)
	}
	if want := (search.Limits{Nodes: 20, Time: 1500 * time.Millisecond, Depth: 3}); *limits != want {
		t.Errorf("limits are %v, want %v", *limits, want)
	}
}

// TestSetKeysRefuses gives keys that cannot be, with what the error must name.
func TestSetKeysRefuses(t *testing.T) {
	for keys, named := range map[string]string{
		"speed=3":                    "cpuct, depth, nodes, time, weights, window",
		"nodes":                      "key=value",
		"":                           "key=value",
		"=3":                         "thinker",
		"nodes=-1":                   "nodes=-1",
		"nodes=many":                 "nodes=many",
		"nodes=1e5":                  "nodes=1e5",
		"nodes=99999999999999999999": "nodes=9999",
		"depth=2.5":                  "depth=2.5",
		"time=3":                     "time=3",
		"window=perhaps":             "window=perhaps",
		"cpuct=":                     "cpuct=",
		"nodes=1 nodes=2":            "nodes",
		" nodes=1":                   "nodes",
	} {
		set, _ := flags()
		list := []string{keys}
		if keys == "nodes=1 nodes=2" {
			list = strings.Fields(keys)
		}
		if err := search.SetKeys(set, list); err == nil || !strings.Contains(err.Error(), named) {
			t.Errorf("%q: the error %v does not name %q", keys, err, named)
		}
	}
}

// TestName checks that the full text leaves defaults out, whatever the order and the spelling of the keys.
func TestName(t *testing.T) {
	for keys, want := range map[string]string{
		"":                                       "thinker",
		"depth=3 window=true cpuct=1.40":         "thinker",
		"time=90s nodes=0x10":                    "thinker:nodes=16,time=1m30s",
		"window=0 weights=w.txt nodes=5 depth=4": "thinker:depth=4,nodes=5,weights=w.txt,window=false",
	} {
		set, _ := flags()
		if err := search.SetKeys(set, strings.Fields(keys)); err != nil {
			t.Fatal(err)
		}
		if got := search.Name(set); got != want {
			t.Errorf("%q is named %q, want %q", keys, got, want)
		}
	}
}

func TestTightest(t *testing.T) {
	a := search.Limits{Nodes: 100, Time: time.Second}
	b := search.Limits{Nodes: 50, Time: time.Minute, Depth: 4}
	want := search.Limits{Nodes: 50, Time: time.Second, Depth: 4}
	if got := a.Tightest(b); got != want || b.Tightest(a) != want {
		t.Errorf("the tightest of %v and %v is %v", a, b, got)
	}
}
