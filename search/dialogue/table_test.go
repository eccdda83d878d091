package dialogue_test

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/engine/pgn"
	"pillars/search"
	"pillars/search/dialogue"
	"pillars/search/players"
)

// play plays a game by lines, the person in the first seat and random players in the others or, for "two", persons.
func play(t *testing.T, name, option, opponent string, lines ...string) (said string, unsaved bool) {
	t.Helper()
	examples := len(lines) == 0 // of the prompts are typed to the end of the game
	rules := enginetest.Rules(t, name, strings.Fields(option)...)
	var out strings.Builder
	game := dialogue.Table{
		Out: &out, Limits: func(search.Player) search.Limits { return search.Limits{Nodes: 50} },
		Say: func(text string) { fmt.Fprintln(&out, text) },
		Waiting: func(text string) func() {
			out.WriteString("[" + text)
			return func() { out.WriteString("]\n") }
		},
		ReadLine: func(prompt string) (string, error) {
			_, line, _ := strings.Cut(strings.TrimSuffix(prompt, ")> "), "such as ")
			switch {
			case len(lines) > 0:
				line, lines = lines[0], lines[1:]
			case !examples || line == "":
				return "", io.EOF
			}
			out.WriteString(prompt + line + "\n")
			return line, nil
		},
	}
	newPlayer := func(text string) search.Player {
		player, err := players.New(text, rules)
		require.NoError(t, err)
		player.NewGame(1)
		return player
	}
	game.Hint, game.Names, game.Players = newPlayer("greedy"), []string{"person"}, []search.Player{nil}
	for range rules.Seats() - 1 {
		game.Names = append(game.Names, opponent)
		if opponent == "person" {
			game.Players = append(game.Players, nil)
		} else {
			game.Players = append(game.Players, newPlayer(opponent))
		}
	}
	_, unsaved, err := game.Play(context.Background(), engine.NewHistory(rules.Start()))
	require.NoError(t, err)
	return out.String(), unsaved
}

func wantSaid(t *testing.T, said string, parts ...string) {
	t.Helper()
	rest := said
	for _, part := range parts {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Errorf("%q is not said, or not in its place, in\n%s", part, said)
			return
		}
		rest = after
	}
}

// TestSave saves a game in a file whose name has blanks, and reads it again.
func TestSave(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "my  first game.pgn")
	said, unsaved := play(t, "pylyx", "size=6", "random", "@Wa3@Wc1@We5@Wf2@Ba2@Bd3@Be6@Bf4",
		"save "+path, "\tsave   "+path+"  ", "save", "undo it", "quit", "moves")
	if unsaved {
		t.Error("what was saved counts as unsaved")
	}
	wantSaid(t, said, "saved to "+path, path+" exists; choose another name", "write: save FILE", "write: undo")
	if strings.Contains(said, "> moves\n") {
		t.Error("lines are read after the command to quit")
	}
	entry, err := pgn.Load(path, 0)
	require.NoError(t, err)
	h, record, err := entry.Replay(games.Find)
	if err != nil || len(h.Steps()) < 8 || record.Players[0] != "person" || record.Players[1] != "random" {
		t.Errorf("saved is %+v, error %v", record, err)
	}
}

// TestExamples types the example of each prompt, which is always legal, to the end of a game of each kind.
func TestExamples(t *testing.T) {
	t.Parallel()
	for game, options := range map[string]string{"pit-of-pillars": "size=5 cap=60", "pilastri": "", "pylyx": "cap=30",
		"pit": "players=3"} {
		said, unsaved := play(t, game, options, "random")
		_, end, _ := strings.Cut(said, "wins: ")
		_, drawn, _ := strings.Cut(said, "draw: ")
		if !unsaved || strings.Contains(said, "not legal") || end+drawn == "" || strings.Count(said, "such as") < 2 {
			t.Errorf("%s: unsaved %v, in\n%s", game, unsaved, said)
		}
	}
}
