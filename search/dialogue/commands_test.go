package dialogue_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/dialogue"
	"pillars/search/players"
)

// TestLegal lists legal turns: all, or those that begin with a text.
func TestLegal(t *testing.T) {
	t.Parallel()
	said, _ := play(t, "pilastri", "size=4", "person", 0, "legal", "legal B1", "legal h", "legal b1 c1", "")
	wantSaid(t, said, "Type ? for help, q to leave.\n",
		"> legal\na2a1 a2a3 a2b2 a4a3 a4b4 b1a1 b1b2 ",
		"> legal B1\nb1a1 b1b2 b1c1\n", "> legal h\nnothing that begins so is legal here\n", "write: legal [c3]\n",
		"> \n")
	if n := strings.Count(said, "Type ? for help"); n != 1 {
		t.Errorf("the first words are said %d times", n)
	}
}

// TestGivingUp gives up, tries what a game that is over does not allow, takes that back, and gives up in the next turn.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	const over = "game over (new, undo, save FILE, load FILE, quit)> "
	said, _ := play(t, "pilastri", "size=4", "person", 0, "resign", "legal", "hint", "resign", "b1a1", "undo", "b1-A1",
		"resign", "exit", "help")
	wantSaid(t, said, "Black wins: resignation\n", over+"legal\nlegal: the game is over\n",
		over+"hint\nhint: the game is over\n", over+"resign\nresign: the game is over\n",
		over+"b1a1\n\"b1a1\": the game is over; type undo, save FILE, load FILE, new or quit\n", over+"undo\n",
		"turn 1: White", "White (such as ", "> b1-A1\n", "White plays b1a1\n", "Black (such as ",
		"White wins: resignation", over+"exit\n")
	if n := strings.Count(said, " wins: "); n != 2 || strings.Contains(said, "How turns") {
		t.Errorf("%d ends are announced, want 2, and no line after the last in\n%s", n, said)
	}
	said, _ = play(t, "pit", "players=3", "person", 0, "resign", "help", "quit", "moves")
	wantSaid(t, said, "resign: only in a game of two; type quit to leave\n", "> help\nHow turns are written", "resign ")
	if strings.Contains(said, "> moves\n") {
		t.Error("lines are read after the command to quit")
	}
}

// TestPromptShowsTheBeginning checks that the prompt has what is played of the turn, at most its last twelve letters.
func TestPromptShowsTheBeginning(t *testing.T) {
	t.Parallel()
	said, _ := play(t, "pylyx", "size=6", "person", 0, "@Wa3", "@Wc1", "@We5", "@Wf2", "moves")
	wantSaid(t, said, "One (such as ", "One @Wa3 and then (such as @", "One @Wa3@Wc1@We5 and then (such as @",
		"One ...@Wc1@We5@Wf2 and then (such as @", "@Wa3@Wc1@We5@Wf2\n")
	if strings.Contains(said, "One plays") {
		t.Errorf("what was written in full is said again:\n%s", said)
	}
}

// TestUndoAfterLoading goes back to the start of the last turn of a person, who has not decided since the game was
// loaded.
func TestUndoAfterLoading(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "game.pgn")
	play(t, "pilastri", "size=4", "person", 0, "b1a1", "c1d1", "save "+path)
	for opponent, want := range map[string]string{
		"person": "w,b,w,b/b,w,b,w/w,b,w,b/bw,x,b,w b 2\n", "random": "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1\n",
	} {
		said, unsaved := play(t, "pilastri", "size=4", opponent, 0, "load "+path, "position", "undo", "position",
			"undo", "undo", "quit")
		wantSaid(t, said, "w,b,w,b/b,w,b,w/w,b,w,b/bw,x2,wb w 3\n", "> position\n"+want,
			"undo: you have not played a step yet")
		if unsaved {
			t.Error("a game without new turns counts as unsaved")
		}
	}
}

// TestSeveralGames refuses a file that has two games.
func TestSeveralGames(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "game.pgn")
	play(t, "pilastri", "size=4", "person", 0, "b1a1", "save "+path)
	game, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(append(game, '\n'), game...), 0o600); err != nil {
		t.Fatal(err)
	}
	said, _ := play(t, "pilastri", "size=4", "person", 0, "load "+path, "moves", "quit")
	wantSaid(t, said, "load "+path+": ", "> moves\nno turn yet\n")
}

// TestPagesOfRules shows 23 lines of the rules at a time on a screen of 24 lines, until the person stops, and all lines
// where there is no screen.
func TestPagesOfRules(t *testing.T) {
	t.Parallel()
	const more = "Enter for more, q to stop> "
	whole, _ := play(t, "pilastri", "", "person", 0, "rules all", "q")
	if strings.Contains(whole, more) {
		t.Error("the rules come in parts without a screen")
	}
	if narrow, _ := play(t, "pilastri", "", "person", 1, "rules all", "q"); strings.Contains(narrow, more) {
		t.Error("a screen of one line has no room for a question")
	}
	said, _ := play(t, "pilastri", "", "person", 60, "rules all", "", "no", "q")
	pages := strings.Split(said[strings.Index(said, "> rules all\n")+len("> rules all\n"):], more)
	if len(pages) != 3 || strings.Count(pages[0], "\n") != 23 || strings.Count(pages[1], "\n") != 1+23 {
		t.Errorf("the pages are %q", pages)
	}
	if !strings.HasPrefix(pages[1], "\n") || !strings.HasPrefix(pages[2], "no\nWhite (such as ") {
		t.Errorf("the dialogue goes on with %q", pages[2])
	}
}

// script is a player that plays steps, and then fails with err.
type script struct {
	search.Player
	steps []engine.Step
	err   error
}

func (s *script) Name() string { return "script" }

func (s *script) Decide(context.Context, *engine.History, search.Limits, func(search.Info)) (search.Decision, error) {
	if len(s.steps) == 0 {
		return search.Decision{}, s.err
	}
	step := s.steps[0]
	s.steps = s.steps[1:]
	return search.Decision{Steps: []engine.Step{step}}, nil
}

// TestPlayersThatFail ends the game with the error of a player: its own, or the one about a step that is not legal.
func TestPlayersThatFail(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	for want, player := range map[string]*script{
		"out of order": {err: errors.New("out of order")}, "player script: ": {steps: []engine.Step{0}},
	} {
		table := dialogue.Table{
			Out: io.Discard, Names: []string{"script", "person"}, Waiting: func(string) func() { return func() {} },
			Players: func(engine.Rules) ([]search.Player, error) { return []search.Player{player, nil}, nil },
			Limits:  func(search.Player) search.Limits { return search.Limits{} },
		}
		_, _, err := table.Play(t.Context(), engine.NewHistory(rules.Start()))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the game ends with %v, want %q", err, want)
		}
	}
}

// TestCompletionAndHints completes commands and turns while a game lasts, and commands only when it is over. It also
// asks for hints: the player that gives them is made once, after a first attempt that fails.
func TestCompletionAndHints(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	lines := []string{"hint", "hint", "hint", "resign", "new", "quit"}
	offered := map[string][]string{}
	var said strings.Builder
	made := 0
	table := dialogue.Table{
		Out: &said, Names: []string{"person", "person"},
		Waiting: func(string) func() { return func() {} },
		Limits:  func(search.Player) search.Limits { return search.Limits{} },
		Players: func(engine.Rules) ([]search.Player, error) { return make([]search.Player, 2), nil },
		Hint: func(rules engine.Rules) (search.Player, error) {
			if made++; made == 1 {
				return nil, errors.New("nobody can help")
			}
			return players.New("greedy", rules)
		},
		ReadLine: func(prompt string, complete func(string) []string) (line string, err error) {
			for _, text := range []string{"", "re", "b1", "position"} {
				offered[prompt[:4]+" "+text] = complete(text)
			}
			line, lines = lines[0], lines[1:]
			return line, nil
		},
	}
	if _, unsaved, err := table.Play(t.Context(), engine.NewHistory(rules.Start())); err != nil || unsaved {
		t.Errorf("%v, unsaved %v", err, unsaved)
	}
	for text, want := range map[string][]string{
		"Whit re": {"resign"}, "Whit b1": {"b1a1", "b1b2", "b1c1"}, "Whit position": {"position"},
		"game ": nil, "game re": {"resign"}, "game b1": nil,
	} {
		if got := offered[text]; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if all := offered["Whit "]; slices.Contains(all, "undo") || !slices.Contains(all, "d1d2") {
		t.Errorf("for an empty line there are %q", all)
	}
	if n := strings.Count(said.String(), "nobody can help\n"); n != 1 || made != 2 ||
		strings.Count(said.String(), "hint: ") != 2 {
		t.Errorf("%d players were made for\n%s", made, said.String())
	}
}
