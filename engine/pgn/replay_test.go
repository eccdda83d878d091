package pgn

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	known "pillars/engine/games"
)

// randomGame plays random turns of a game, up to a number.
func randomGame(t *testing.T, name string, turns int, options ...string) *engine.History {
	t.Helper()
	h, random := engine.NewHistory(enginetest.Rules(t, name, options...).Start()), engine.NewRandom(1)
	for !h.Outcome().Over() && h.Position().Turn() <= turns {
		require.NoError(t, engine.RandomTurn(h, random))
	}
	return h
}

// TestReplay writes games of all kinds, finished or not and from anywhere, reads them and plays them again.
func TestReplay(t *testing.T) {
	t.Parallel()
	const all = 10_000
	histories := []*engine.History{
		randomGame(t, "pit-of-pillars", 0),
		randomGame(t, "pit-of-pillars", 12),
		randomGame(t, "pit-of-pillars", all, "size=4", "reserve=2"),
		randomGame(t, "pit-of-pillars", all, "size=5", "cap=40", "repetition=0"),
		randomGame(t, "pilastri", all),
		randomGame(t, "pilastri", 5, "size=0", "files=3", "ranks=4"),
		randomGame(t, "pylyx", 2), // the pie rule: the set-up, the choice
		randomGame(t, "pylyx", all, "size=6", "reach=1"),
		randomGame(t, "pit", all),
		randomGame(t, "pit", all, "players=3"),
		randomGame(t, "pit", 11, "players=4"),
		randomGame(t, "pit", all, "players=2", "board=1..../...../..o../...../....2"),
	}
	middle := histories[2].Back(len(histories[2].Steps()) / 2)
	histories = append(histories, engine.NewHistory(middle.Position())) // from a position, perhaps within a turn
	for h := histories[len(histories)-1]; len(h.Steps()) < 9; {
		require.NoError(t, h.Play(engine.RandomStep(h.Position(), engine.NewRandom(1))))
	}
	var file strings.Builder
	var want []engine.Record
	for _, h := range histories {
		names := []string{"ann", "bob", "cyd", "dan"}[:h.Position().Rules().Seats()]
		want = append(want, engine.NewRecord(h, names))
		require.NoError(t, Write(&file, want[len(want)-1]))
	}
	for i, wanted := range want {
		picked, err := pick(strings.NewReader(file.String()), i+1)
		require.NoError(t, err)
		h, got, err := picked.Replay(known.Find)
		if err != nil {
			t.Errorf("game %d: %v", i+1, err)
			continue
		}
		if h.Position().String() != wanted.Final || h.Outcome() != wanted.Outcome || got.Outcome != wanted.Outcome ||
			got.Start != wanted.Start || !slices.Equal(got.Players, wanted.Players) ||
			!slices.Equal(got.Settings, wanted.Settings) || !slices.Equal(got.Turns, wanted.Turns) {
			t.Errorf("game %d: %+v, want %+v", i+1, got, wanted)
		}
	}
}

// TestReplayPlain: a game that a person or another program wrote needs nothing but the name of its game.
func TestReplayPlain(t *testing.T) {
	t.Parallel()
	for text, position := range map[string]string{
		"[Game \"pilastri\"]\n[Options \"size=4\"]\n1. b1a1 { well } 2. d4d3! *": "turn 3",
		"[Game \"pit-of-pillars\"]\n[Result \"1-0\"]\n1. @c3 1-0":                "turn 2",
	} {
		picked, err := pick(strings.NewReader(text), 0)
		require.NoError(t, err)
		h, _, err := picked.Replay(known.Find)
		if err != nil || !strings.HasPrefix(h.Position().Diagram().Notes[0], position) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestReplayErrors checks that errors name the line and the fault.
func TestReplayErrors(t *testing.T) {
	t.Parallel()
	const game = "[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n[Game \"pilastri\"]\n"
	for _, test := range []struct {
		text, want string
		number     int
	}{
		{"", "no game", 0},
		{game + "\n" + game, "2 games", 0},
		{game, "no game 2", 2},
		{"[White \"a", "line 1: ", 0},
		{game + "[Options \"size=\"4\"\"]\n1. b1a1 *", "line 5: game 1: the tag [Options has a quote", 0},
		{game + "[Options \"size=4\"]\n[Options \"size=6\"]\n1. b1a1 *", "line 6: game 1: tag Options again", 0},
		{game + "1. b1a1 {", "line 5: game 1: a comment begins", 0},
		{game + "1. b1a1 * 1. b1a1 *", "2 games", 0},
		{"[White \"a\"]\n1. b1a1", "line 1: ", 0},
		{"[Game \"pillastri\"]", "line 1: ", 0},
		{game + "1. b1a1\n2. a1a6 *", "line 6: turn 2: ", 0},
		{game + "[Options \"sise=4\"]", "tag Options: ", 0},
		{game + "[Start \"w,b w 1\"]", "tag Start: ", 0},
		{game + "[Score \"1 0 0\"]\n[Termination \"x\"]", "tag Score: ", 0},
		{game + "[Score \"1 x\"]\n[Termination \"x\"]", "tag Score: ", 0},
		{game + "[Final \"w,b w 1\"]\n1. b1a1 *", "final position: ", 0},
	} {
		picked, err := pick(strings.NewReader(test.text), test.number)
		if err == nil {
			_, _, err = picked.Replay(known.Find)
		}
		require.ErrorContains(t, err, test.want, test.text, test.number)
	}
}
