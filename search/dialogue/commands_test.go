package dialogue_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/dialogue"
)

// TestGivingUp gives up, tries what a game that is over does not allow, takes that back, and gives up in the next turn.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	const over = "game over (new, undo, save FILE, load FILE, quit)> "
	said, _ := play(t, "pilastri", "size=4", "person", "resign", "legal", "hint", "resign", "b1a1", "undo", "b1-A1",
		"resign", "exit", "help")
	wantSaid(t, said, "Black wins: resignation\n", over+"legal\nlegal: the game is over\n",
		over+"hint\nhint: the game is over\n", over+"resign\nresign: the game is over\n",
		over+"b1a1\n\"b1a1\": the game is over; type undo, save FILE, load FILE, new or quit\n", over+"undo\n",
		"turn 1: White", "White (such as ", "> b1-A1\n", "White plays b1a1\n", "Black (such as ",
		"White wins: resignation", over+"exit\n")
	if n := strings.Count(said, " wins: "); n != 2 || strings.Contains(said, "How turns") {
		t.Errorf("%d ends are announced, want 2, and no line after the last in\n%s", n, said)
	}
	said, _ = play(t, "pit", "players=3", "person", "resign", "help", "quit", "moves")
	wantSaid(t, said, "resign: only in a game of two; type quit to leave\n", "> help\nHow turns are written", "resign ")
	if strings.Contains(said, "> moves\n") {
		t.Error("lines are read after the command to quit")
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
