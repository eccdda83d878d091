package games_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// TestConformance runs the conformance suite on every game, in a usual run with the default options only; the games'
// own tests run it with others.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			rules, err := game.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.TestRules(t, rules)
			if enginetest.Long() {
				enginetest.TestGame(t, game)
			}
		})
	}
}

// TestFind finds every game by its name, and lists the names for one that is not there.
func TestFind(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		found, err := games.Find(game.Name())
		if err != nil || found.Name() != game.Name() {
			t.Errorf("%s: %v", game.Name(), err)
		}
	}
	_, err := games.Find("draughts")
	if err == nil {
		t.Fatal("an unknown game is found")
	}
	for _, game := range games.All() {
		if !strings.Contains(err.Error(), game.Name()) || !strings.Contains(err.Error(), "draughts") {
			t.Errorf("the error does not list %s: %v", game.Name(), err)
		}
	}
}

// TestCompleteOption completes names of options and, after the "=", their values.
func TestCompleteOption(t *testing.T) {
	t.Parallel()
	offers, beginnings := games.CompleteOption("pit-of-pillars", "re")
	if !beginnings || !strings.Contains(" "+strings.Join(offers, " "), " repetition=\t") {
		t.Errorf("names of options: %q, beginnings %v", offers, beginnings)
	}
	offers, beginnings = games.CompleteOption("pit", "players=")
	if beginnings || !slices.Equal(offers, []string{"players=2", "players=3", "players=4"}) {
		t.Errorf("numbers of players: %q, beginnings %v", offers, beginnings)
	}
	offers, beginnings = games.CompleteOption("pilastri", "jumpers=o")
	if beginnings || !slices.Equal(offers, []string{"jumpers=off", "jumpers=high"}) {
		t.Errorf("the values of an option: %q, beginnings %v", offers, beginnings)
	}
	offers, beginnings = games.CompleteOption("draughts", "players")
	if !beginnings || offers != nil {
		t.Errorf("for a game that is not there: %q, beginnings %v", offers, beginnings)
	}
}

// TestFilelessGames checks that a game without files takes the lines of a board, and refuses what could be the name of
// a file.
func TestFilelessGames(t *testing.T) {
	t.Parallel()
	if _, err := games.FindFileless("draughts"); err == nil {
		t.Error("an unknown game is found")
	}
	pit, err := games.FindFileless("pit")
	if err != nil {
		t.Fatal(err)
	}
	for value, fits := range map[string]bool{
		"default": true, "1..../...../..o../...../....2": true, "board.txt": false, "/etc/passwd": false,
	} {
		settings := engine.Settings{{Name: "players", Value: "2"}, {Name: "board", Value: value}}
		rules, made := pit.New(settings)
		start := ""
		if made == nil {
			start = rules.Start().String()
		}
		_, read := pit.Read(start, settings)
		for _, err := range []error{made, read} {
			const refused = ": give the lines of a board with / between, no file"
			if (err == nil) != fits || !fits && err.Error() != "board="+value+refused {
				t.Errorf("%s: %v", value, err)
			}
		}
	}
}

// TestFirstNotes checks the line that a board begins its notes with: the turn and who acts, or who has won and why.
func TestFirstNotes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ game, position, want string }{
		{"pilastri", "w,b,w,b/b,w,b,w/w,b,w,b/bw,x2,wb w 3", "turn 3: White"},
		{"pilastri", "x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9", "White wins: no legal step"},
		{"pilastri", "x4/x4/x4/x3,wbwbwbwbbwbwbwbw w 9", "Black wins: no legal step"},
		{"pit-of-pillars", "x2/x4/x,w,x2/x2 r a 0/0 b2 2", "turn 2: Red, adjoining step"},
	} {
		if got := enginetest.Read(t, test.game, test.position).Diagram().Notes[0]; got != test.want {
			t.Errorf("%s: %q, want %q", test.position, got, test.want)
		}
	}
}
