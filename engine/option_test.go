package engine_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
)

// TestParseSettings checks that texts other than name=value are refused.
func TestParseSettings(t *testing.T) {
	t.Parallel()
	for _, texts := range [][]string{{"size"}, {"=4"}, {"size="}, {"size=4", "size=4"}} {
		if settings, err := engine.ParseSettings(texts); err == nil {
			t.Errorf("%q is read as %v", texts, settings)
		}
	}
	settings, err := engine.ParseSettings([]string{"a=1", "b=2=3"})
	if err != nil || settings.String() != "a=1 b=2=3" || settings.Int("a") != 1 || settings.Int("c") != 0 {
		t.Errorf("read as %v (%v)", settings, err)
	}
	if with := settings.With("a", "5"); with.String() != "b=2=3 a=5" || settings.String() != "a=1 b=2=3" {
		t.Errorf("with another value %v, and what was given is now %v", with, settings)
	}
}

// narrow is a game whose options are one of a list of words, any text, a number from 0, and a number up to 0.
type narrow struct{ engine.Game }

func (narrow) Name() string { return "narrow" }

func (narrow) Options() []engine.Option {
	return []engine.Option{
		{Name: "word", Default: "a", Values: []string{"a"}}, {Name: "text", Default: "t"},
		{Name: "most", Default: "0", Max: 1}, {Name: "least", Default: "0", Min: -1},
	}
}

// TestSettle takes values of every kind of option at the ends of their ranges, and refuses what is beyond or unknown.
func TestSettle(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"word=a": "word=a text=t most=0 least=0", "word=b": "", "text=b": "word=a text=b most=0 least=0",
		"most=1": "word=a text=t most=1 least=0", "most=2": "", "most=-1": "",
		"most=01":  "word=a text=t most=1 least=0",
		"least=-1": "word=a text=t most=0 least=-1", "least=-2": "", "least=1": "", "least=x": "", "colour=red": "",
	} {
		settings, err := engine.ParseSettings([]string{text})
		require.NoError(t, err)
		settled, err := engine.Settle(narrow{}, settings)
		if got := settled.String(); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%s is settled as %q (%v), want %q", text, got, err, want)
		}
	}
}
