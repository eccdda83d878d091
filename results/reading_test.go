package results

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"pillars/engine/enginetest/require"
)

// TestFoldPGN reads results of games, and refuses what is no result with the line. Package pgn tests the form of files.
func TestFoldPGN(t *testing.T) {
	t.Parallel()
	const named = "[White \"a\"]\n[Black \"b\"]\n"
	for _, c := range []struct {
		text           string
		games, unknown int
		points         float64 // of a
		refused        string
	}{
		{"\n \r\n\t", 0, 0, 0, ""},
		{"\ufeff[Result \"0-1\"]\r\n[Black \"b\"]\r\n[Round \"7\"]\r\n[White \"a\"]\r\n", 1, 0, 0, ""},
		{named + "[Result \"1-0\"]\n[White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]", 2, 0, 2, ""},
		{named + "\n1. x { 0-1 } (1... y 1-0) 2. z 1/2-1/2\n\n" + named + "\n1. x *\n", 1, 1, .5, ""},
		{named + "[Result \"*\"]\n\n" + named, 0, 2, 0, ""},
		{"hello\n", 0, 0, 0, "line 1: "}, {"\n[White \"a\"]\n[Result \"1-0\"]\n\n1-0", 0, 0, 0, "line 2: "},
		{"[White \" \"]\n[Black \"b\"]\n", 0, 0, 0, "line 1: "}, {named + "[Result \"2-0\"]\n", 0, 0, 0, "line 1: "},
	} {
		fold, err := FoldPGN(strings.NewReader(c.text))
		if c.refused != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.refused) {
				t.Errorf("%q: error %v, want one in %s", c.text, err, c.refused)
			}
			continue
		}
		s, standingErr := fold.Standings(StandingsOptions{})
		points := 0.
		for _, row := range s.Rows {
			if row.Player == "a" {
				points = row.WDL.Points()
			}
		}
		if errors.Join(err, standingErr) != nil || fold.Games() != c.games || fold.Unknown != c.unknown ||
			points != c.points {
			t.Errorf("%q: %d games, %d unknown, %v points, %v", c.text, fold.Games(), fold.Unknown, points, err)
		}
	}
	_, err := FoldPGN(iotest.TimeoutReader(strings.NewReader(strings.Repeat(named+"1. x 1-0\n\n", 1000))))
	if !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("a fault of the disk became %v", err)
	}
}

// fileStanding rates the games of a file.
func fileStanding(t *testing.T, name string, o StandingsOptions) Standings {
	t.Helper()
	file, err := os.Open(filepath.Join("estimate", "rating", "testdata", name))
	require.NoError(t, err)
	defer file.Close()
	fold, err := FoldPGN(file)
	require.NoError(t, err)
	s, err := fold.Standings(o)
	require.NoError(t, err)
	return s
}

// TestOpeningsOfPGN checks how many openings the games of a file have. In an export of this program, all games from an
// opening of a run have it in common, whoever plays. In other files, equal rounds of the same two players are an
// opening if games are told apart by rounds; a round "?" or "-" is unknown.
func TestOpeningsOfPGN(t *testing.T) {
	t.Parallel()
	tags := func(white, black, round, run string) string {
		text := fmt.Sprintf("[White %q]\n[Black %q]\n[Round %q]\n[Result \"1-0\"]\n", white, black, round)
		if run != "" {
			text += fmt.Sprintf("[Run %q]\n", run)
		}
		return text + "\n"
	}
	rounds := tags("a", "b", "1", "") + tags("b", "a", "1", "") + tags("a", "c", "1", "") + tags("a", "b", "?", "") +
		tags("a", "b", "-", "")
	exported := tags("a", "b", "1v2/3/1", "x") + tags("c", "a", "1v3/3/2", "x")
	for _, c := range []struct {
		text               string
		openings, sentence int // number of openings and of remarks
	}{
		{"", 0, 0}, {rounds, 5, 2}, {exported, 1, 1},
		{exported + tags("a", "b", "1v2/3/1", "y"), 2, 1},
		{exported + tags("a", "b", "1v2/4/1", "x"), 2, 1}, {exported + tags("a", "b", "4", "x"), 2, 1},
		{exported + tags("a", "b", "1v2/3/1", ""), 2, 1},
		{exported + "[White \"a\"]\n[Black \"b\"]\n", 1, 2},
	} {
		fold, err := FoldPGN(strings.NewReader(c.text))
		if err != nil || fold.Rounds() != c.openings || len(fold.Remarks) != c.sentence {
			t.Errorf("%d openings, %q, %v; want %d of\n%s", fold.Rounds(), fold.Remarks, err, c.openings, c.text)
		}
	}
}
