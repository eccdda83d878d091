package host_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/web/host"
)

// lines returns the lines of a game in the file of puzzles: turns, rating and position. It does not use the program's
// own parser.
func lines(t *testing.T, game string) (all [][]string) {
	t.Helper()
	text, err := os.ReadFile("../../search/puzzles/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\ngame "+game+"\n")
	for line := range strings.Lines(after) {
		if strings.TrimSpace(line) == "" {
			break
		}
		all = append(all, strings.SplitN(strings.TrimSpace(line), " ", 3))
	}
	return all
}

type puzzle struct {
	ID, Words   string
	Own, Rating int
	host.State
}

type verdict struct {
	Solved, Finished bool
	Reply, Comment   string
	Left             int
	Turns            []string

	ReplyWords string
	TurnsWords []string
}

func list(t *testing.T, game string) []puzzle {
	t.Helper()
	puzzles, err := ask[[]puzzle](t, map[string]any{"do": "puzzles", "game": game})
	if err != nil {
		t.Fatal(err)
	}
	return puzzles
}

func solve(t *testing.T, id, turn string, before ...string) verdict {
	t.Helper()
	got, err := ask[verdict](t, map[string]any{"do": "solve", "id": id, "turn": turn, "turns": before})
	if err != nil {
		t.Fatalf("%s: %v %s: %v", id, before, turn, err)
	}
	return got
}

// TestPuzzlesAreOfTheirFile checks that the puzzles of a game are in the order of the file, with the right board, the
// winning seat in words, and an id that gives nothing away.
func TestPuzzlesAreOfTheirFile(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		want := lines(t, game.Name())
		got := list(t, game.Name())
		if len(got) != len(want) || len(want) < 100 {
			t.Fatalf("%d puzzles of %s instead of %d", len(got), game.Name(), len(want))
		}
		for i, p := range got {
			v, err := ask[view](t, map[string]any{"do": "view", "game": p.Game, "options": p.Options,
				"start": p.Start})
			if err != nil || p.Start != want[i][2] || v.Position != p.Start ||
				p.ID != game.Name()+"-"+strconv.Itoa(i+1) {
				t.Errorf("%+v on %s (%v) instead of %v", p, v.Position, err, want[i])
			}
			plural := map[bool]string{true: "s"}[p.Own > 1]
			words := v.Seats[v.Seat] + " wins in " + want[i][0] + " turn" + plural
			if strconv.Itoa(p.Own) != want[i][0] || strconv.Itoa(p.Rating) != want[i][1] || p.Words != words {
				t.Errorf("%+v instead of %v", p, want[i])
			}
		}
	}
	if puzzles := list(t, "chess"); len(puzzles) > 0 {
		t.Errorf("%d puzzles of no game", len(puzzles))
	}
}

// TestSolutionsAreDialogues plays some puzzles of each game as the page does, by the right turns and replies of the
// host, until the game is won. A text that is not a turn must not count as a solution.
func TestSolutionsAreDialogues(t *testing.T) {
	t.Parallel()
	random := enginetest.Random(t)
	for _, game := range games.All() {
		all := list(t, game.Name())
		for range enginetest.Count(6, len(all)) {
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
	for left := p.Own - 1; ; left-- {
		var hint verdict
		for _, wrong := range []string{"", "nonsense", " ", strings.Repeat("a1", 100)} {
			hint = solve(t, p.ID, wrong, turns...)
			if hint.Solved || hint.Finished || len(hint.Turns) == 0 || len(hint.TurnsWords) != len(hint.Turns) ||
				hint.TurnsWords[0] == "" || hint.TurnsWords[0] == hint.Turns[0] {
				t.Errorf("%s after %v: %q: %+v", p.ID, turns, wrong, hint)
			}
		}
		turn := matching(t, game, p.Start, turns, hint.Turns[0])
		got := solve(t, p.ID, turn, turns...)
		if !got.Solved || got.Left != left || got.Comment == "" || got.ReplyWords == "" != (got.Reply == "") {
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
	p, err := game.Read(start, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.NewHistory(p)
	for _, turn := range turns {
		if err := h.PlayTurn(turn); err != nil {
			t.Fatal(err)
		}
	}
	begin, open := strings.CutSuffix(pattern, "*")
	for steps := range engine.EachTurn(h.Position()) {
		turn := engine.LineText(h.Position(), steps)
		if turn == pattern || open && strings.HasPrefix(turn, begin) {
			return turn
		}
	}
	t.Fatalf("no turn matches %s", pattern)
	return ""
}

// TestSolvingIsChecked checks the errors for previous turns that are illegal or leave no turn to judge.
func TestSolvingIsChecked(t *testing.T) {
	t.Parallel()
	wantsError(t, `{"do":"solve","id":"nothing","turn":"a1a2"}`, `there is no puzzle "nothing"`)
	first := list(t, "pilastri")[0]
	turn := solve(t, first.ID, "").Turns[0]
	wantsError(t, `{"do":"solve","id":"pilastri-1","turn":"a1a2","turns":["`+turn+`"]}`, "the game is over")
	if _, err := ask[verdict](t, `{"do":"solve","id":"pilastri-1","turn":"a1a2","turns":["a1h8"]}`); err == nil ||
		!strings.HasPrefix(err.Error(), "turn 1 of 1: ") {
		t.Errorf("an illegal turn before: %v", err)
	}
}
