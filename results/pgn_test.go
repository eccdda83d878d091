package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/engine/pgn"
	"pillars/results/estimate/rating"
)

// readPGN reads games as texts such as "ann - bob 1", followed by the round if there is one.
func readPGN(text string) ([]string, int, error) {
	var games []string
	for header, err := range pgn.Headers(strings.NewReader(text)) {
		g, resultErr := resultOf(header, false)
		if err != nil || resultErr != nil {
			break // FoldPGN returns the error
		}
		if g.Scores != nil {
			round, _ := header.Tag("Round")
			line := fmt.Sprintf("%s - %s %v", g.Players[0], g.Players[1], g.Scores[0])
			games = append(games, strings.TrimSpace(line+" "+round))
		}
	}
	fold, err := FoldPGN(strings.NewReader(text), false)
	if err == nil && fold.Games() != len(games) {
		err = fmt.Errorf("%d of %d games are counted", fold.Games(), len(games))
	}
	return games, fold.Unknown, err
}

func TestReadPGN(t *testing.T) {
	cases := map[string]struct {
		text    string
		want    []string
		unknown int
	}{
		"nothing":         {"", nil, 0},
		"blank":           {"\n \r\n\t", nil, 0},
		"a match program": {cutechess, []string{"alpha 1.2 - beta 1 1", "beta - alpha 1.2 0.5 1"}, 1},
		"a server":        {lichess, []string{"Ann_1 - bob 0 -"}, 0},
		"tags in any order": {"[Result \"0-1\"]\n[Black \"b\"]\n[Round \"7\"]\n[White \"a\"]\n\n0-1\n",
			[]string{"a - b 0 7"}, 0},
		"headers alone": {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n" +
			"[White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]",
			[]string{"a - b 1", "b - a 0"}, 0},
		"headers and blanks": {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n\n" +
			"[Round \"2\"]\n[White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]\n",
			[]string{"a - b 1", "b - a 0 2"}, 0},
		"carriage returns": {"\ufeff[White \"a\"]\r\n[Black \"b\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1/2-1/2\r\n",
			[]string{"a - b 0.5"}, 0},
		"one line": {`[White "a"][Black "b"] [Result "1-0"] 1. x 1-0`, []string{"a - b 1"}, 0},
		"escaped quotes": {"[White \"a \\\"the\\\\ great\\\" \\x\"]\n[Black \"b]\"]\n[Result \"1-0\"]\n",
			[]string{`a "the\ great" \x - b] 1`}, 0},
		"result behind the moves": {"[White \"a\"]\n[Black \"b\"]\n\n1. x { 0-1 } (1... y 1-0) 2. z 1/2-1/2\n\n" +
			"[White \"b\"]\n[Black \"a\"]\n\n1. x *\n",
			[]string{"a - b 0.5"}, 1},
		"comments with tags": {"; [White \"no\"]\n%[White \"no\"]\n" +
			"{[White \"no\"]\n\n[White \"no\"]}\n[White \"a\"]\n[Black \"b\"]\n" +
			"[Result \"1-0\"]\n1. x {\n[Black \"no\"]\n} ; [Result \"0-1\"]\n1-0",
			[]string{"a - b 1"}, 0},
		"brackets in moves": {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. a1[b2] {x}[c] [d] 1-0\n",
			[]string{"a - b 1"}, 0},
		"a run elsewhere": {"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Run \"x\"]\n[Round \"1\"]\n",
			[]string{"a - b 1 1"}, 0},
		"unknown": {"[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n[White \"a\"]\n[Black \"b\"]\n", nil, 2},
	}
	for name, c := range cases {
		got, unknown, err := readPGN(c.text)
		if err != nil || !reflect.DeepEqual(got,
			c.want) || unknown != c.unknown {
			t.Errorf("%s: got %q, %+v, %v; want %q and %d unknown", name, got, unknown, err, c.want, c.unknown)
		}
	}
}

const cutechess = `[Event "My Tournament"]
[Site "?"]
[Date "2024.02.10"]
[Round "1"]
[White "alpha 1.2"]
[Black "beta"]
[Result "1-0"]
[ECO "B00"]
[GameDuration "00:00:04"]
[TimeControl "8+0.08"]

1. e4 {book} a6 {+0.35/12 0.5s} 2. d4 {-M12/40 0.9s, Black's
connection stalls [x]} 1-0

[Event "My Tournament"]
[Site "?"]
[Round "1"]
[White "beta"]
[Black "alpha 1.2"]
[Result "1/2-1/2"]

1. e4 a6 ; and so on
1/2-1/2

[Event "My Tournament"]
[Round "2"]
[White "beta"]
[Black "alpha 1.2"]
[Result "*"]
[Termination "unterminated"]

*
`

const lichess = `[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[White "Ann_1"]
[Black "bob"]
[Result "0-1"]
[Round "-"]
[UTCDate "2017.03.31"]
[WhiteElo "1500"]

1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... c5 $6 { [%clk 0:03:00] } 2. Nf3?! (2. c3 d5) 2... d6 0-1


`

func TestPGNFaultsNameTheLine(t *testing.T) {
	cases := []struct{ text, want string }{
		{"hello\n", `line 1: "hello" where a game should begin`},
		{"\n\n[White \"a\n[Black \"b\"]\n", "line 3: the tag [White is not whole"},
		{"[White \"a\"\n[Black \"b\"]\n", "line 1: the tag [White is not whole"},
		{"[White]\n", "line 1: the tag [White is not whole"},
		{"[White \"a\"]\n[Black \"b", "line 2: the tag [Black is not whole"},
		{"[White \"a\"]\n[Black \"b\\", "line 2: the tag [Black is not whole"},
		{"\n[White \"a\"]\n[Result \"1-0\"]\n\n1-0",
			"line 2: the tag Black of the game that begins here is missing"},
		{"[White \" \"]\n[Black \"b\"]\n", "line 1: the tag White of the game that begins here is empty"},
		{"[White \"a\"]\n[Black \"b\"]\n[White \"c\"]",
			"line 3: tag White again in the game that begins on line 1"},
		{"[White \"a\"]\n[Black \"b\"]\n[Result \"2-0\"]\n", `line 1: result "2-0"`},
		{"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. x { y\n z",
			"line 5: a comment begins with { but does not end"},
	}
	for _, c := range cases {
		if games, _, err := readPGN(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %q, %v; want %q", c.text, games, err, c.want)
		}
	}
	long := strings.Repeat("x", 1<<20)
	for _, text := range []string{"[" + long, "[Result \"" + long + "\"]\n[White \"a\"]\n[Black \"b\"]\n",
		"[White \"a\"]\n[" + long + " \"" + long} {
		if _, _, err := readPGN(text); err == nil || len(err.Error()) > 10_000 {
			t.Errorf("a long word gave an error of %d bytes", len(fmt.Sprint(err)))
		}
	}
	_, err := FoldPGN(iotest.TimeoutReader(strings.NewReader(strings.Repeat(lichess, 1000))), false)
	if !errors.Is(err, iotest.ErrTimeout) || !strings.Contains(err.Error(), "line ") {
		t.Errorf("a fault of the disk became %v", err)
	}
}

// TestPGNReadsBack reads the results of random PGN texts, with all forms of line ends, tags and moves.
func TestPGNReadsBack(t *testing.T) {
	name := rapid.StringMatching(`[a-zA-Z0-9:=."\\{}\[\];%-]([a-zA-Z0-9:=, ."\\{}\[\];%-]{0,8}[a-z])?`)
	rapid.Check(t, func(rt *rapid.T) {
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(rt, "end")
		games := rapid.IntRange(0, 5).Draw(rt, "games")
		var text strings.Builder
		var want []string
		for range games {
			white, black := name.Draw(rt, "white"), name.Draw(rt, "black")
			result := rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2"}).Draw(rt, "result")
			quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
			tags := []string{`[White "` + quote.Replace(white) + `"]`, `[Black "` + quote.Replace(black) + `"]`,
				`[Result "` + result + `"]`, `[Note "x"]`}
			text.WriteString(strings.Join(rapid.Permutation(tags).Draw(rt, "tags"), end) + end)
			moves := []string{"", "{[White \"no\"]}", "1. e4 " + result, end + result + end,
				end + "1. x {a" + end + "b} ; c" + end + "*" + end}
			text.WriteString(rapid.SampledFrom(moves).Draw(rt, "moves"))
			text.WriteString(end)
			score := map[string]float64{"1-0": 1, "0-1": 0, "1/2-1/2": .5}[result]
			want = append(want, fmt.Sprintf("%s - %s %v", plain(white), plain(black), score))
		}
		if got, _, err := readPGN(text.String()); err != nil || !reflect.DeepEqual(got, want) {
			rt.Fatalf("%s\ngot %q, %v\nwant %q", text.String(), got, err, want)
		}
	})
}

// plain returns a text with one blank for each run of blanks.
func plain(name string) string { return strings.Join(strings.Fields(name), " ") }

func FuzzReadPGN(f *testing.F) {
	f.Add(cutechess)
	f.Add(lichess)
	f.Add("[White \"a\"][Black \"b\"]{x}\r\n*")
	f.Fuzz(func(t *testing.T, text string) {
		_, _, err := readPGN(text)
		if err != nil && !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%v names no line", err)
		}
	})
}

// fileStanding rates the games of a file.
func fileStanding(t *testing.T, name string, o StandingsOptions) Standings {
	t.Helper()
	file, err := os.Open(filepath.Join("estimate", "rating", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fold, err := FoldPGN(file, false)
	if err != nil {
		t.Fatal(err)
	}
	s, err := fold.Standings(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFilesRateAsReferencesDo compares the ratings of games in files with the figures that Ordo printed.
func TestFilesRateAsReferencesDo(t *testing.T) {
	text, err := os.ReadFile("estimate/rating/testdata/round_robins_expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Ordo map[string]struct {
			Players        map[string]struct{ Rating, Points, Played float64 }
			WhiteAdvantage float64 `json:"white_advantage"`
		}
	}
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	for pool, programs := range expected {
		ordo := programs.Ordo["WD"]
		s := fileStanding(t, pool+".pgn", StandingsOptions{Scale: rating.OrdoScale})
		for _, row := range s.Rows {
			want := ordo.Players[row.Player]
			near.Check(t, row.Rating.Value, want.Rating, .002, pool, " Ordo: ", row.Player)
			near.Check(t, row.WDL.Points(), want.Points, 0, pool, " points")
			near.Check(t, float64(row.WDL.Games()), want.Played, 0, pool, " games")
		}
		near.Check(t, s.ratings.Advantage.Value, ordo.WhiteAdvantage, .006, pool, " Ordo: advantage")
	}
}

// TestPGNTellsOpenings checks that in an export of this program all games from one opening of a run have the same name
// of the opening, whoever plays.
func TestPGNTellsOpenings(t *testing.T) {
	var got []string
	var text strings.Builder
	for _, tags := range [][2]string{{"3f9c", "1v2/12/1"}, {"3f9c", "2v3/12/2"}, {"3f9c", "1v2/13/1"}, {"77aa",
		"1v2/12/1"}, {"", "1v2/12/1"}, {"3f9c", "4"}} {
		fmt.Fprintf(&text, "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Round \"%s\"]\n", tags[1])
		if tags[0] != "" {
			fmt.Fprintf(&text, "[Run \"%s\"]\n", tags[0])
		}
		text.WriteString("\n1-0\n\n")
	}
	for header, err := range pgn.Headers(strings.NewReader(text.String())) {
		g, resultErr := resultOf(header, false)
		if err := errors.Join(err, resultErr); err != nil {
			t.Fatal(err)
		}
		got = append(got, g.Opening)
	}
	if want := []string{"3f9c/12", "3f9c/12", "3f9c/13", "77aa/12", "", ""}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRoundsOfOpenings checks that equal rounds of two players are one opening if games are told apart by rounds, but
// that games of an unknown round, and all games otherwise, have none.
func TestRoundsOfOpenings(t *testing.T) {
	for round, isOpening := range map[string]bool{"[Round \"7\"]\n": true, "[Round \"?\"]\n": false,
		"[Round \"-\"]\n": false, "": false} {
		text := round + "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n"
		for header, err := range pgn.Headers(strings.NewReader(text)) {
			byRounds, byRoundsErr := resultOf(header, true)
			plainly, plainErr := resultOf(header, false)
			if err := errors.Join(err, byRoundsErr, plainErr); err != nil || plainly.Opening != "" ||
				(byRounds.Opening != "") != isOpening {
				t.Errorf("%q: openings %q and %q, error %v", round, byRounds.Opening, plainly.Opening, err)
			}
		}
	}
}

// TestRemarksOnPGN checks the sentences about files, and how many openings their games have, with and without pairs by
// rounds.
func TestRemarksOnPGN(t *testing.T) {
	t.Parallel()
	tags := func(white, black, round, result, run string) string {
		text := fmt.Sprintf("[White %q]\n[Black %q]\n[Round %q]\n[Result %q]\n", white, black, round, result)
		if run != "" {
			text += fmt.Sprintf("[Run %q]\n", run)
		}
		return text + "\n"
	}
	const (
		pairs = "Two games of a round between the same players, with the seats swapped, are taken as a pair from one " +
			"opening."
		independent = "Games are taken as independent: the file does not say which of them are pairs from one opening."
	)
	rounds := tags("a", "b", "1", "1-0", "") + tags("b", "a", "1", "0-1", "") + tags("a", "c", "1", "1-0", "") +
		tags("a", "b", "?", "1-0", "") + tags("a", "b", "-", "1-0", "")
	exported := tags("a", "b", "1v2/3/1", "1-0", "x") + tags("b", "a", "1v2/3/2", "1-0", "x")
	for _, c := range []struct {
		text     string
		byRounds bool
		openings int
		remarks  []string
	}{
		{"", false, 0, nil},
		{"", true, 0, []string{pairs}},
		{rounds, false, 5, []string{independent, UnknownSchedule}},
		{rounds, true, 4, []string{pairs, UnknownSchedule}},
		{exported, false, 1, []string{UnknownSchedule}},
		{tags("a", "b", "1", "*", ""), false, 0, []string{"Left out: 1 game without a result."}},
		{exported + tags("a", "b", "1", "*", "") + tags("a", "b", "1", "*", ""), false, 1,
			[]string{UnknownSchedule, "Left out: 2 games without a result."}},
	} {
		fold, err := FoldPGN(strings.NewReader(c.text), c.byRounds)
		if err != nil || fold.Rounds() != c.openings || !slices.Equal(fold.Remarks, c.remarks) {
			t.Errorf("by rounds %v: %d openings, %q, %v; want %d, %q of\n%s", c.byRounds, fold.Rounds(), fold.Remarks,
				err, c.openings, c.remarks, c.text)
		}
	}
}
