package catalog

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pillars/engine/diagram"
	"pillars/engine/enginetest"
)

// TestWalksFollowCommands walks through a short game: ahead, back from the start, to a turn, to impossible ones, and
// out of it.
func TestWalksFollowCommands(t *testing.T) {
	t.Parallel()
	stored := randomGame(t, enginetest.Rules(t, "pit-of-pillars", "size=4"), "1v2/1/1", 3)
	last := len(stored.Record.Turns)
	turn := func(n int) string { return fmt.Sprint("turn ", n, " ") }
	for commands, want := range map[string]string{
		"q\n": "start ", "": "start ", "\nq\n": "start turn 1 ", "b\nq\n": "start start ",
		"3\nb\n q \n": "start turn 3 turn 2 ", "4\n0\nq\n": "start turn 4 start ", "-1\nx\n\nq\n": "start turn 1 ",
		fmt.Sprintf("%d\nq\n", last+1): "start ", fmt.Sprintf("%d\n\n", last): "start " + turn(last) + "end ",
		fmt.Sprintf("%d\nb\nq\n\n", last-1): "start " + turn(last-1) + turn(last-2),
	} {
		var out bytes.Buffer
		replay, err := NewReplay(stored, &out, diagram.TextStyle{})
		if err == nil {
			err = replay.Walk(strings.NewReader(commands))
		}
		got := ""
		for line := range strings.Lines(out.String()) {
			switch number, _, named := strings.Cut(line, ": "); {
			case line == "start\n":
				got += "start "
			case named && strings.HasPrefix(line, "turn "):
				got += number + " "
			case line == stored.Outcome.Text()+"\n":
				got += "end "
			}
		}
		if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q in\n%s", commands, got, err, want, out.String())
		}
	}
	stored.Record.Turns[1] = "nowhere"
	_, err := NewReplay(stored, &bytes.Buffer{}, diagram.TextStyle{})
	if err == nil || !strings.Contains(err.Error(), "game 3f9c/1v2/1/1") {
		t.Errorf("error %v for an impossible turn", err)
	}
}
