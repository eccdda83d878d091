package catalog

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/search"
	"pillars/tournament"
)

// smallGame returns a random game on the smallest board, with a thought about its fourth turn and none about its fifth.
func smallGame(t *testing.T) tournament.Stored {
	t.Helper()
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(engine.Settings{{Name: "size", Value: "4"}})
	if err != nil {
		t.Fatal(err)
	}
	stored := randomGame(t, rules, "1v2/1/1", 3)
	stored.Thoughts[0] = tournament.Thought{Nodes: 12_345, Depth: 7, Time: 1_260 * time.Microsecond}
	stored.Thoughts[1].Nodes = 0
	return stored
}

// TestGamesArePrinted checks the lines about a game: its players and tags, its turns with the thoughts about them, its
// result and its last board.
func TestGamesArePrinted(t *testing.T) {
	t.Parallel()
	stored := smallGame(t)
	stored.Thoughts[2] = tournament.Thought{Nodes: 80, Depth: 2, Score: search.Score(110), Time: 2 * time.Second,
		Left: 61_500 * time.Millisecond}
	var out bytes.Buffer
	replay, err := NewReplay(stored, &out, diagram.TextStyle{})
	if err == nil {
		err = replay.Print()
	}
	if err != nil {
		t.Fatal(err)
	}
	text, turns := "\n"+enginetest.Squeezed(out.String()), stored.Record.Turns
	score := map[float64][2]string{1: {"1", "0"}, 0: {"0", "1"}, .5: {"1/2", "1/2"}}[stored.Outcome.Score(0)]
	for _, want := range []string{
		"\ngame 3f9c/1v2/1/1: Pit of Pillars, size=4 ",
		"\nWhite alphabeta:nodes=5,weights=\"a\\b\".txt " + score[0] + "\n",
		"\nRed greedy " + score[1] + "\nfinished 2026-03-01 23:59:30 UTC\nstart ", "\nround 1v2/1/1\n",
		"\nturn seat played expects score depth nodes time\n1 White " + turns[0] + " opening\n2 Red " + turns[1] +
			" opening\n3 White " + turns[2] + " opening\n4 Red " + turns[3] + " 50.0 % +0.00 7 12345 1.26ms\n5 White " +
			turns[4] + " -\n6 Red " + turns[5] + " 75.0 % +1.10 2 80 2s, left 1m1.5s\n",
		"\n\n" + stored.Outcome.Text() + "\n\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	last := replay.Positions[len(replay.Positions)-1]
	var board bytes.Buffer
	if err := diagram.Text(&board, last.Diagram(), diagram.TextStyle{}); err != nil ||
		!strings.HasSuffix(out.String(), board.String()) || len(replay.Positions) != len(turns)+1 || !last.Over() {
		t.Errorf("the last board is not\n%s%v", board.String(), err)
	}
	out.Reset()
	if err := replay.Draw(4); err != nil || !strings.HasPrefix(out.String(),
		"game 3f9c/1v2/1/1: alphabeta:nodes=5,weights=\"a\\b\".txt - greedy\n\nturn 4: "+turns[3]+" (50.0 % ") {
		t.Errorf("%s%v", out.String(), err)
	}
	stored.Record.Turns[1] = "nowhere"
	if _, err := NewReplay(stored, &out, diagram.TextStyle{}); err == nil ||
		!strings.HasPrefix(err.Error(), "game 3f9c/1v2/1/1: ") {
		t.Errorf("error %v", err)
	}
}

// TestWalksFollowCommands walks through a short game: ahead, back from the start, to a turn, to impossible ones, and
// out of it.
func TestWalksFollowCommands(t *testing.T) {
	t.Parallel()
	stored := smallGame(t)
	last := len(stored.Record.Turns)
	const prompt = "Enter, b, turn number or q: "
	refusal := fmt.Sprintf("give a turn from 0, the start, to %d\n", last)
	for commands, want := range map[string]string{
		"q\n": "start ? ", "": "start ? ", "\nq\n": "start ? turn 1 ? ", "b\nq\n": "start ? start ? ",
		"3\nb\n q \n":                       "start ? turn 3 ? turn 2 ? ",
		"4\n0\nq\n":                         "start ? turn 4 ? start ? ",
		"-1\nx\n\nq\n":                      "start ? no ? no ? turn 1 ? ",
		fmt.Sprintf("%d\nq\n", last+1):      "start ? no ? ",
		fmt.Sprintf("%d\n\n", last):         fmt.Sprintf("start ? turn %d end ", last),
		fmt.Sprintf("%d\nb\nq\n\n", last-1): fmt.Sprintf("start ? turn %d ? turn %d ? ", last-1, last-2),
	} {
		var out bytes.Buffer
		replay, err := NewReplay(stored, &out, diagram.TextStyle{})
		if err == nil {
			err = replay.Walk(strings.NewReader(commands))
		}
		got := ""
		for line := range strings.Lines(strings.NewReplacer(prompt, "?\n", refusal, "no\n").Replace(out.String())) {
			switch words := strings.Fields(line); {
			case line == "start\n", line == "?\n", line == "no\n":
				got += words[0] + " "
			case strings.HasPrefix(line, "turn ") && strings.Contains(line, ": "):
				got += strings.TrimSuffix(line[:strings.Index(line, ":")], ":") + " "
			case line == stored.Outcome.Text()+"\n":
				got += "end "
			}
		}
		if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q in\n%s", commands, got, err, want, out.String())
		}
	}
	var out bytes.Buffer
	replay, err := NewReplay(stored, &out, diagram.TextStyle{})
	if err != nil || replay.Walk(nil) != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"game 3f9c/1v2/1/1: ", "\nstart\n", " (opening)\n",
		fmt.Sprintf("\nturn 4: %s (50.0 %% (+0.00), depth 7, 12.3k nodes, 1.3ms)\n", stored.Record.Turns[3]),
		fmt.Sprintf("\nturn 5: %s\n", stored.Record.Turns[4])} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if strings.Count(out.String(), " (opening)\n") != 3 || strings.Contains(out.String(), prompt) {
		t.Errorf("walked is\n%s", out.String())
	}
}
