package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/search"
	"pillars/tournament"
)

// TestControlsOfPlayers reads the limits of single players, and says what is wrong with texts that are none.
func TestControlsOfPlayers(t *testing.T) {
	own := make([]tournament.Control, 3)
	if err := tournament.ParseControls([]string{"3:nodes=500,depth=4", "1:clock=1m+500ms"}, own); err != nil {
		t.Fatal(err)
	}
	want := []tournament.Control{
		{Clock: tournament.TimeControl{Base: time.Minute, Increment: 500 * time.Millisecond}}, {},
		{Limits: search.Limits{Nodes: 500, Depth: 4}},
	}
	if !slices.Equal(own, want) {
		t.Errorf("%+v, want %+v", own, want)
	}
	for _, c := range []struct{ texts, says string }{
		{"0:nodes=5", " 0:nodes=5: must begin with a player's number, from 1 to 3, and a colon"},
		{"4:nodes=5", " 4:nodes=5: must begin with"},
		{"nodes=5", " nodes=5: must begin with"},
		{"2", " 2: must begin with"},
		{"2:nodes=5 3:nodes=5 2:depth=1", ": player 2 is given twice; write all its limits in one"},
		{"2:nodes=x", " 2:nodes=x: "},
	} {
		err := tournament.ParseControls(strings.Fields(c.texts), make([]tournament.Control, 3))
		if err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: error %v", c.texts, err)
		}
	}
}

// TestFaultRulesHaveNames checks that the names of fault rules are read back, and that the empty text is no name.
func TestFaultRulesHaveNames(t *testing.T) {
	for name, want := range map[string]tournament.FaultRule{
		"loss": tournament.FaultLoses, "void": tournament.FaultVoid, "stop": tournament.FaultStops,
	} {
		if rule, err := tournament.ParseFaultRule(name); rule != want || err != nil || want.String() != name {
			t.Errorf("%s: %q, which is written %s, error %v", name, rule, want, err)
		}
	}
	for text, says := range map[string]string{"": `"none"`, "draw": `"draw"`} {
		_, err := tournament.ParseFaultRule(text)
		if err == nil || err.Error() != "fault rule "+says+": must be loss, void or stop" {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// TestControlsInWords checks the two texts of limits, for people and for records.
func TestControlsInWords(t *testing.T) {
	for _, c := range []struct {
		control     tournament.Control
		words, keys string
	}{
		{tournament.Control{}, "", "none"},
		{tournament.Control{Limits: search.Limits{Nodes: 1}}, "1 node a decision", "nodes=1"},
		{tournament.Control{Limits: search.Limits{Depth: 1}}, "1 step ahead", "depth=1"},
		{tournament.Control{Limits: search.Limits{Nodes: 20, Depth: 3, Time: time.Second}},
			"20 nodes a decision, 3 steps ahead, 1s a turn (margin 2ms)", "nodes=20,time=1s,depth=3"},
		{tournament.Control{Clock: tournament.TimeControl{Base: time.Minute, Increment: time.Second}},
			"a clock of 1m0s+1s (margin 2ms)", "none"},
	} {
		words := tournament.ControlText(c.control, 2*time.Millisecond)
		if keys := tournament.ControlKeys(c.control.Limits); words != c.words || keys != c.keys {
			t.Errorf("%q and %q, want %q and %q", words, keys, c.words, c.keys)
		}
	}
}

// TestClocksAreRead reads clocks with and without an increment, and refuses what is none.
func TestClocksAreRead(t *testing.T) {
	for text, want := range map[string]tournament.TimeControl{
		"": {}, "10m": {Base: 10 * time.Minute}, "1m+600ms": {Base: time.Minute, Increment: 600 * time.Millisecond},
		"1ns": {Base: 1}, "1m+0s": {Base: time.Minute},
	} {
		if clock, err := tournament.ParseClock(text); clock != want || err != nil {
			t.Errorf("%q is read as %v, error %v", text, clock, err)
		}
	}
	for _, text := range []string{"1m+", "+1s", "0s", "-1m", "1m+-1s", "1", "1m+x", "x+1s", "0s+1s"} {
		clock, err := tournament.ParseClock(text)
		if err == nil || err.Error() != "must be of the form 1m or 1m+500ms" {
			t.Errorf("%q is read as %v, error %v", text, clock, err)
		}
	}
}
