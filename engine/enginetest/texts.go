package enginetest

import (
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
)

// checkReading writes a position and reads it back. The text of a finished game does not hold its result, so such a game may read as one that
// goes on, or not at all.
func checkReading(t *testing.T, p engine.Position) {
	t.Helper()
	again, err := p.Rules().Game().Read(p.String(), p.Rules().Settings())
	switch {
	case p.Over():
		return
	case err != nil:
		t.Fatalf("%s does not read back: %v", p, err)
	case again.String() != p.String():
		t.Fatalf("%s reads back as %s", p, again)
	case again.Hash() != p.Hash():
		t.Fatalf("the hash kept up to date step by step differs from that of the position read: %s", p)
	case again.Seat() != p.Seat() || again.StepKind() != p.StepKind() || again.Turn() != p.Turn() || again.StartsTurn() != p.StartsTurn():
		t.Fatalf("seat, turn or kind of step change when %s is read", p)
	case again.CountSteps() != p.CountSteps():
		t.Fatalf("the legal steps change when %s is read", p)
	case again.Rules().Settings().String() != p.Rules().Settings().String():
		t.Fatalf("the settings change from %s to %s when %s is read", p.Rules().Settings(), again.Rules().Settings(), p)
	}
}

// checkRenumbered changes the turn number, the last field of every text, and expects the same hash. A text that cannot have another number is
// left alone: 12 more keeps whose turn it is for any number of players.
func checkRenumbered(t *testing.T, p engine.Position) {
	t.Helper()
	fields := strings.Fields(p.String())
	last := len(fields) - 1
	if turn, err := strconv.Atoi(fields[last]); err != nil || turn != p.Turn() {
		t.Fatalf("the last field is not turn %d: %s", p.Turn(), p)
	}
	fields[last] = strconv.Itoa(p.Turn() + 12)
	later, err := p.Rules().Game().Read(strings.Join(fields, " "), p.Rules().Settings())
	if err != nil || p.Over() {
		return
	}
	if later.Hash() != p.Hash() {
		t.Fatalf("the turn number changes the hash: %s", p)
	}
}

// checkParsing reads the texts of steps and refuses one that is none.
func checkParsing(t *testing.T, p engine.Position) {
	t.Helper()
	for _, step := range some(p.AppendSteps(nil)) {
		got, err := engine.ParseStep(p, p.StepText(step))
		if err != nil || got != step {
			t.Fatalf("the text %s of step %d is read as step %d (%v): %s", p.StepText(step), step, got, err, p)
		}
	}
	for _, text := range []string{"", "?", "z9z9"} {
		if _, err := engine.ParseStep(p, text); err == nil {
			t.Fatalf("the step %q is not refused: %s", text, p)
		}
	}
}

// checkRecord writes a game as a record and replays it turn by turn.
func checkRecord(t *testing.T, h *engine.History) {
	t.Helper()
	p := h.Position()
	record := engine.NewRecord(h, make([]string, p.Rules().Seats()))
	if !p.Over() && !p.StartsTurn() && !h.Outcome().Over() {
		// Replay completes every turn, so a turn broken off is left out.
		record.Turns, record.Final = record.Turns[:len(record.Turns)-1], ""
	}
	again, err := record.Replay(p.Rules().Game())
	if err != nil {
		t.Fatalf("replaying: %v", err)
	}
	for i, step := range again.Steps() {
		if step != h.Steps()[i] {
			t.Fatalf("step %d of the replay differs", i+1)
		}
	}
	if record.Final != "" {
		same(t, "replay", again.Position(), p)
		if again.Outcome() != h.Outcome() {
			t.Fatalf("the replay ends by %v, not %v: %s", again.Outcome(), h.Outcome(), p)
		}
	}
}
