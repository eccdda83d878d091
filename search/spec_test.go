package search_test

import (
	"cmp"
	"flag"
	"reflect"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/search"
)

// flags returns flags with one key of each type.
func flags() (*flag.FlagSet, *search.Limits) {
	set := search.NewFlags("thinker")
	limits := &search.Limits{Depth: 3}
	search.BindLimits(set, limits)
	set.Bool("window", true, "")
	set.Float64("cpuct", 1.4, "")
	set.String("weights", "", "")
	return set, limits
}

// setKeys sets flags by texts "key=value".
func setKeys(flags *flag.FlagSet, keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	settings, err := search.ParseSettings(strings.Join(keys, ","))
	return cmp.Or(err, search.SetKeys(flags, settings))
}

func TestParseSpec(t *testing.T) {
	for text, want := range map[string]search.Spec{
		"random": {Kind: "random", Threads: 1},
		"mcts:nodes=5k,time=90s": {Kind: "mcts", Limits: search.Limits{Nodes: 5e3, Time: 90e9},
			Threads: 1},
		"mcts:depth=3,weights=a:b=c,threads=2": {Kind: "mcts", Limits: search.Limits{Depth: 3}, Weights: "a:b=c",
			Threads: 2},
		"a kind nobody has:what=ever,weights=": {Kind: "a kind nobody has", Threads: 1},
		"alphabeta:killers,weights=nodes=3":    {Kind: "alphabeta", Weights: "nodes=3", Threads: 1},
		"ugi:./engine nodes=5,depth=1":         {Kind: "ugi", Command: "./engine nodes=5,depth=1", Threads: 1},
	} {
		spec, err := search.ParseSpec(text)
		if got := spec.String(); err != nil || strings.ReplaceAll(got, "killers=true", "killers") != text {
			t.Errorf("%q is written %q, %v", text, got, err)
		}
		if spec.Settings = nil; !reflect.DeepEqual(spec, want) {
			t.Errorf("%q is read as %+v, want %+v", text, spec, want)
		}
	}
	for _, text := range []string{"", ":nodes=5", "mcts:", "mcts:nodes=many", "mcts:cpuct=1,cpuct=2", "mcts:=3",
		"mcts:nodes=5,,cpuct=1", "mcts:threads=few"} {
		if _, err := search.ParseSpec(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// TestWith adds settings to texts and takes them away.
func TestWith(t *testing.T) {
	for text, want := range map[string]string{
		"mcts": "mcts:nodes=7", "mcts:cpuct=1": "mcts:cpuct=1,nodes=7", "ugi:./engine": "ugi:./engine",
		"mcts:": "mcts:",
	} {
		if got := search.With(text, "nodes", 7); got != want {
			t.Errorf("%q with 7 nodes is %q, want %q", text, got, want)
		}
		spec, err := search.ParseSpec(want)
		if got := spec.Without("nodes", "seed"); err == nil && got != text {
			t.Errorf("%q without nodes is %q, want %q", want, got, text)
		}
	}
}

// TestSetKeysRefuses checks that errors about invalid keys name the fault.
func TestSetKeysRefuses(t *testing.T) {
	for keys, named := range map[string]string{
		"speed=3":                    "cpuct, depth, nodes, time, weights, window",
		"nodes":                      "nodes=true",
		"":                           "key=value",
		"=3":                         "key=value",
		"nodes=-1":                   "nodes=-1",
		"nodes=many":                 "nodes=many",
		"nodes=1e5":                  "nodes=1e5",
		"nodes=99999999999999999999": "nodes=9999",
		"depth=2.5":                  "depth=2.5",
		"time=3":                     "time=3",
		"window=perhaps":             "window=perhaps",
		"cpuct=":                     "cpuct=",
		"nodes=1,nodes=2":            "nodes",
		" nodes=1":                   "nodes",
	} {
		set, _ := flags()
		require.ErrorContains(t, setKeys(set, keys), named, keys)
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
		require.NoError(t, setKeys(set, strings.Fields(keys)...))
		if got := search.Name(set); got != want {
			t.Errorf("%q is named %q, want %q", keys, got, want)
		}
	}
}
