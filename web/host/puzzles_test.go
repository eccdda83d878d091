package host_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/web/host"
)

type puzzle struct {
	ID, Words string
	Own       int
	host.State
}

type verdict struct {
	Solved, Finished bool
	Reply, Comment   string
	Turns            []string

	ReplyWords string
	TurnsWords []string
}

func solve(t *testing.T, id, turn string, before ...string) verdict {
	t.Helper()
	got, err := ask[verdict](t, map[string]any{"do": "solve", "id": id, "turn": turn, "turns": before})
	if err != nil {
		t.Fatalf("%s: %v %s: %v", id, before, turn, err)
	}
	return got
}

// TestSolutionsAreDialogues plays some puzzles of each game as the page does, by the right turns and replies of the
// host, until the game is won. A text that is not a turn must not count as a solution.
func TestSolutionsAreDialogues(t *testing.T) {
	t.Parallel()
	random := enginetest.Random(t)
	for _, game := range games.All() {
		all, err := ask[[]puzzle](t, `{"do":"puzzles","game":"`+game.Name()+`"}`)
		require.NoError(t, err)
		for range min(len(all), enginetest.Count(3, len(all))) {
			p := all[random.IntN(len(all))]
			turns := playOut(t, game, p)
			v, err := ask[view](t, map[string]any{"do": "view", "game": p.Game, "options": p.Options, "start": p.Start,
				"turns": turns})
			if err != nil || v.Result == nil || !strings.HasPrefix(v.Result.Words, strings.Fields(p.Words)[0]+" wins") {
				t.Errorf("%s: %v ends with %+v, %v", p.ID, turns, v.Result, err)
			}
		}
	}
}

// playOut returns the turns of a puzzle's solution and of the host's replies.
func playOut(t *testing.T, game engine.Game, p puzzle) (turns []string) {
	t.Helper()
	for {
		var hint verdict
		for _, wrong := range []string{"", "nonsense"} {
			hint = solve(t, p.ID, wrong, turns...)
			if hint.Solved || hint.Finished || len(hint.Turns) == 0 || len(hint.TurnsWords) != len(hint.Turns) ||
				hint.TurnsWords[0] == "" || hint.TurnsWords[0] == hint.Turns[0] {
				t.Errorf("%s after %v: %q: %+v", p.ID, turns, wrong, hint)
			}
		}
		turn := matching(t, game, p.Start, turns, hint.Turns[0])
		got := solve(t, p.ID, turn, turns...)
		if !got.Solved || got.Comment == "" || got.ReplyWords == "" != (got.Reply == "") {
			t.Fatalf("%s after %v: %s: %+v", p.ID, turns, turn, got)
		}
		turns = append(turns, turn)
		if got.Reply != "" {
			turns = append(turns, got.Reply)
		}
		if got.Finished {
			return turns
		}
	}
}

// matching returns the legal turn, after some turns, that equals the pattern or, if the pattern ends in *, begins with
// it.
func matching(t *testing.T, game engine.Game, start string, turns []string, pattern string) string {
	t.Helper()
	h := engine.NewHistory(enginetest.Read(t, game.Name(), start))
	for _, turn := range turns {
		require.NoError(t, h.PlayTurn(turn))
	}
	for steps := range engine.EachTurn(h.Position()) {
		if turn := engine.LineText(h.Position(), steps); among([]string{pattern}, turn) {
			return turn
		}
	}
	t.Fatalf("no turn matches %s", pattern)
	return ""
}
