package dialogue_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/dialogue"
	"pillars/search/players"
)

// play plays a game by lines, the person in the first seat and random players in the others or, for "two", persons.
func play(t *testing.T, name, option, opponent string, lines ...string) (said string, unsaved bool) {
	t.Helper()
	examples := len(lines) == 0 // of the prompts are typed to the end of the game
	found, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := engine.ParseSettings(strings.Fields(option))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := found.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	game := dialogue.Table{
		Out: &out, Limits: func(search.Player) search.Limits { return search.Limits{Nodes: 50} },
		Wrap:    table.Wrap,
		Unsaved: func(*engine.History) { out.WriteString("[left unsaved]\n") },
		Waiting: func(text string) func() {
			out.WriteString("[" + text)
			return func() { out.WriteString("]\n") }
		},
		Hint: func(rules engine.Rules) (search.Player, error) { return players.New("greedy", rules) },
		Players: func(rules engine.Rules) ([]search.Player, error) {
			all := make([]search.Player, rules.Seats())
			for seat := 1; opponent != "person" && seat < len(all); seat++ {
				if all[seat], err = players.New(opponent, rules); err != nil {
					return nil, err
				}
				all[seat].NewGame(1)
			}
			return all, nil
		},
		ReadLine: func(prompt string, _ func(string) []string) (string, error) {
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
	for range rules.Seats() {
		game.Names = append(game.Names, opponent)
	}
	game.Names[0] = "person"
	_, unsaved, err = game.Play(context.Background(), engine.NewHistory(rules.Start()))
	if err != nil {
		t.Fatal(err)
	}
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

// TestUndo takes decisions back one by one, within turns too, and a player's turns with them.
func TestUndo(t *testing.T) {
	t.Parallel()
	said, _ := play(t, "pit-of-pillars", "size=4", "person", "moves", "b3", "c3", "undo", "position",
		"undo", "position", "undo")
	wantSaid(t, said, "> moves\nno turn yet\n", "> position\nx2/x,w,x2/x4/x2 r a 0/0 b3 2",
		"> position\nx2/x4/x4/x2 w o 0/0 - 1",
		"not played a step yet")
	said, _ = play(t, "pilastri", "size=4", "random", "b1a1", "undo", "position")
	wantSaid(t, said, "Black (random) plays ", "> position\nw,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1")
	said, _ = play(t, "pylyx", "size=6", "person", "a2", "b4", "undo", "position") // one checker of the set-up
	wantSaid(t, said, "> position\nx4/x6/x6/x6/w,x5/x4 1 s ? 0 1")
}

// TestSaveAndLoad saves a game in a file whose name has blanks, loads it in another and continues.
func TestSaveAndLoad(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "my  first game.pgn")
	said, unsaved := play(t, "pylyx", "size=6", "random", "@Wa3@Wc1@We5@Wf2@Ba2@Bd3@Be6@Bf4",
		"save "+path, "\tsave   "+path+"  ", "load none.pgn", "undo it", "quit")
	if unsaved {
		t.Error("what was saved counts as unsaved")
	}
	wantSaid(t, said, "saved to "+path, path+" exists; choose another name", "load none.pgn: open none.pgn",
		"write: undo")
	said, unsaved = play(t, "pilastri", "", "person", "load "+path, "moves", "undo", "load", "q")
	if unsaved || strings.Contains(said, "left unsaved") {
		t.Errorf("what was loaded counts as unsaved, or a game without turns as one: %v\n%s", unsaved, said)
	}
	left, _ := play(t, "pilastri", "", "person", "b1a1", "load "+path, "q")
	wantSaid(t, left, "load "+path+"\n[left unsaved]\n", "One plays White")
	wantSaid(t, said, "> moves\n@Wa3@Wc1@We5@Wf2@Ba2@Bd3@Be6@Bf4", "write: load FILE")
	if err := os.WriteFile(path, []byte("[Game \"pit\"]\n[Options \"players=3\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	said, _ = play(t, "pilastri", "", "person", "load "+path)
	wantSaid(t, said, "load: not a game for 2; leave, and begin with ")
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
