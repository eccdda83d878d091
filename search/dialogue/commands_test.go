package dialogue_test

import (
	"strings"
	"testing"
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
