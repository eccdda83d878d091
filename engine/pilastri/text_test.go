package pilastri_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pilastri"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	return enginetest.Read(t, "pilastri", text, settings.Texts()...)
}

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause,
// and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, "pilastri", func(text string, options engine.Settings) enginetest.Model {
		m := readModel(text)
		m.high = options != nil
		return m
	})
}

// TestSettings checks how size, files and ranks go together. Equal boards have equal settings.
func TestSettings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ given, settled, start string }{
		{"", "size=6 files=0 ranks=0", "w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w w 1"},
		{"size=4", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"files=4 ranks=4", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"size=4 files=4 ranks=4", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"size=0 files=4 ranks=04", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"files=3 ranks=4", "size=0 files=3 ranks=4", "w,b,w/b,w,b/w,b,w/b,w,b w 1"},
		{"size=0 files=3 ranks=4", "size=0 files=3 ranks=4", "w,b,w/b,w,b/w,b,w/b,w,b w 1"},
		{"size=4 files=3", "size=0 files=3 ranks=4", "w,b,w/b,w,b/w,b,w/b,w,b w 1"},
		{"size=4 ranks=3", "size=0 files=4 ranks=3", "b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"ranks=2", "size=0 files=6 ranks=2", "w,b,w,b,w,b/b,w,b,w,b,w w 1"},
		{"files=2 ranks=2", "size=0 files=2 ranks=2", "w,b/b,w w 1"},
		{"size=8", "size=8 files=0 ranks=0", strings.Repeat("w,b,w,b,w,b,w,b/b,w,b,w,b,w,b,w/", 3) +
			"w,b,w,b,w,b,w,b/b,w,b,w,b,w,b,w w 1"},
	} {
		rules := newRules(t, enginetest.Settings(t, test.given))
		test.settled += " jumpers=off"
		if rules.Settings().String() != test.settled || rules.Start().String() != test.start {
			t.Errorf("%q settles as %s with the start %s, not as %s with %s", test.given, rules.Settings(),
				rules.Start(), test.settled, test.start)
		}
		for _, again := range []string{test.given, test.settled, ""} {
			p := read(t, test.start, enginetest.Settings(t, again))
			if got := p.Rules().Settings().String(); got != test.settled {
				t.Errorf("read with %q the start has settings %s, not %s", again, got, test.settled)
			}
		}
	}
}

// TestSettingsRefused checks that settings that are impossible, or that contradict a text, are refused by name.
func TestSettingsRefused(t *testing.T) {
	t.Parallel()
	for _, given := range []string{"size=0 files=4", "files=1", "files=3 ranks=5", "size=6 files=3 ranks=4"} {
		if _, err := pilastri.Game.Read("w,b/b,w w 1", enginetest.Settings(t, given)); err == nil {
			t.Errorf("reading with %q is not refused", given)
		}
	}
	const text = "x4/x4/x4/x4/x4/x4 w 1"
	for _, given := range []string{"size=6 files=4", "files=4", "ranks=6", "size=0"} {
		read(t, text, enginetest.Settings(t, given))
	}
	for _, given := range []string{"size=4", "files=6 ranks=4", "size=4 files=4 ranks=6", "ranks=5"} {
		_, err := pilastri.Game.Read(text, enginetest.Settings(t, given))
		enginetest.CheckError(t, given, err, given)
	}
}
