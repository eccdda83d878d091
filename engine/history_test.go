package engine_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// holding returns a game in which both seats can hold without end, so that the start recurs every fourth turn.
func holding(draws, turnCap int) *enginetest.Stones {
	return &enginetest.Stones{Pile: 5, Holds: []int{5}, Draws: draws, Cap: turnCap}
}

// TestHistoryDraws makes both seats hold until the game is drawn, and checks after how many turns it is.
func TestHistoryDraws(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		draws, turnCap, turns int
		reason                engine.Reason
	}{
		{2, 0, 4, engine.Repetition},
		{3, 0, 8, engine.Repetition},
		{0, 3, 3, engine.TurnCap},
		{0, 1, 1, engine.TurnCap},
		{2, 4, 4, engine.Repetition}, // repetition comes before the cap
		{3, 7, 7, engine.TurnCap},
	} {
		h := engine.NewHistory(holding(test.draws, test.turnCap).Start())
		for turn := range test.turns {
			if h.Outcome().Over() {
				t.Fatalf("%v: over after %d turns: %v", test, turn, h.Outcome())
			}
			if want := 1 + turn/4; h.Occurrences() != want {
				t.Errorf("%v: the position after %d turns has stood %d times, want %d", test, turn, h.Occurrences(),
					want)
			}
			require.NoError(t, h.Play(enginetest.StonesHold))
		}
		if want := engine.Draw(2, test.reason); h.Outcome() != want {
			t.Errorf("%v: after %d turns %v, want %v", test, test.turns, h.Outcome(), want)
		}
		if h.Play(enginetest.StonesHold) == nil {
			t.Errorf("%v: a step after the end is not refused", test)
		}
	}
}

// TestWinComesFirst takes the last stone in the last turn before the cap.
func TestWinComesFirst(t *testing.T) {
	t.Parallel()
	h := engine.NewHistory((&enginetest.Stones{Pile: 3, Cap: 1}).Start())
	if h.Play(4) == nil || len(h.Steps()) != 0 {
		t.Error("a step that is not legal is not refused")
	}
	if err := h.Play(3); err != nil || h.Outcome().Score(0) != 1 || h.Outcome().Reason == engine.TurnCap {
		t.Errorf("the last stone ends the game with %v (%v)", h.Outcome(), err)
	}
}

// TestCopiesOfHistories checks that copies and shorter histories can be played on without changing the original.
func TestCopiesOfHistories(t *testing.T) {
	t.Parallel()
	h := engine.NewHistory(holding(3, 0).Start())
	for range 7 {
		require.NoError(t, h.Play(enginetest.StonesHold))
	}
	clone, copied := h.Clone(), engine.NewHistory(h.Start())
	copied.CopyFrom(h)
	for _, other := range []*engine.History{clone, copied} {
		if err := other.Play(enginetest.StonesHold); err != nil || !other.Outcome().Over() {
			t.Errorf("a copy goes on after the eighth turn: %v, %v", other.Outcome(), err)
		}
	}
	if len(h.Steps()) != 7 || len(h.TurnHashes()) != 8 || h.Outcome().Over() || h.Position().Turn() != 8 {
		t.Errorf("playing on copies has changed the game: %d steps, %d keys, %v", len(h.Steps()), len(h.TurnHashes()),
			h.Outcome())
	}
	for n, want := range map[int]int{0: 7, 2: 5, 7: 0, 9: 0} {
		if back := h.Back(n); len(back.Steps()) != want || back.Position().Turn() != want+1 ||
			len(back.TurnHashes()) != want+1 {
			t.Errorf("%d steps back there are %d steps, want %d", n, len(back.Steps()), want)
		}
	}
}

// TestLeftAreInOrder checks the order of seats that have left against their scores.
func TestLeftAreInOrder(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit", "players=4")
	p, err := rules.Game().Read("x5/x5/up,x,o,x2/bp,x3,bt/x4,bt u a x3/4/x4/5 - - 9", nil)
	require.NoError(t, err)
	if left := engine.Departed(p); len(left) != 2 || left[0] != 2 || left[1] != 0 {
		t.Errorf("the seats %v have left, want the third and then the first", left)
	}
	if left := engine.Departed(rules.Start()); len(left) > 0 {
		t.Errorf("the seats %v have left at the start", left)
	}
}

// TestReplayNamesTheTurn spoils the second turn of a record.
func TestReplayNamesTheTurn(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	h := engine.NewHistory(rules.Start())
	for range 3 {
		require.NoError(t, h.Play(engine.RandomStep(h.Position(), engine.NewRandom(1))))
	}
	record := engine.NewRecord(h, []string{"a", "b"})
	record.Turns[1] = "x9"
	if _, err := record.Replay(rules.Game()); err == nil || !strings.HasPrefix(err.Error(), "turn 2: ") {
		t.Errorf("error %v, want one of turn 2", err)
	}
}

// TestRecordOfAnUnfinishedTurn plays the two steps of a turn. A record leaves out an unfinished turn, and another final
// position is an error.
func TestRecordOfAnUnfinishedTurn(t *testing.T) {
	t.Parallel()
	h := engine.NewHistory((&enginetest.Stones{Pile: 9}).Start())
	if err := h.Play(2); err != nil || h.TurnDone(0) {
		t.Fatalf("the turn is done after the first of two steps (%v)", err)
	}
	record := engine.NewRecord(h, []string{"a", "b"})
	if len(record.Turns) != 0 || record.Final != h.Start().String() {
		t.Errorf("recorded %v to %s", record.Turns, record.Final)
	}
	if err := h.Play(enginetest.StonesMore); err != nil || !h.TurnDone(0) || !h.TurnDone(1) || h.TurnDone(2) {
		t.Errorf("a turn of two steps is not done from the first and the second on, or the next has begun (%v)", err)
	}
	rules := enginetest.Rules(t, "pilastri", "size=4")
	record = engine.NewRecord(engine.NewHistory(rules.Start()), []string{"a", "b"})
	if _, err := record.Replay(rules.Game()); err != nil {
		t.Error(err)
	}
	record.Final = "w,b,w,b/b,w,b,w/w,b,w,b/bw,x,b,w w 2"
	if _, err := record.Replay(rules.Game()); err == nil {
		t.Error("another final position is not refused")
	}
}

// TestAfterTurn goes back to the ends of turns of one and of two steps.
func TestAfterTurn(t *testing.T) {
	t.Parallel()
	h := engine.NewHistory((&enginetest.Stones{Pile: 9}).Start())
	require.NoError(t, h.PlayAll([]engine.Step{1, 2, enginetest.StonesDecline, 2, enginetest.StonesMore, 1}))
	for turns, steps := range []int{0, 1, 3, 5, 6, 6} {
		if got := len(h.AfterTurn(turns).Steps()); got != steps {
			t.Errorf("%d turns have %d steps, want %d", turns, got, steps)
		}
	}
}
