package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/engine/pgn"
)

// readPGN reads games as texts such as "ann - bob 1", followed by the round if there is one.
func readPGN(text string) ([]string, int, error) {
	var games []string
	for header, err := range pgn.Games(strings.NewReader(text)) {
		g, resultErr := resultOf(header, false)
		if err == nil && resultErr == nil && g.Scores != nil {
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

// TestReadPGN reads results of games; package pgn has more tests of the form of a file.
func TestReadPGN(t *testing.T) {
	t.Parallel()
	const named = "[White \"a\"]\n[Black \"b\"]\n"
	for _, c := range []struct {
		text    string
		want    []string
		unknown int
	}{
		{"\n \r\n\t", nil, 0},
		{program, []string{"alpha 1.2 - beta 1 1", "beta - alpha 1.2 0.5 -"}, 1},
		{"\ufeff[Result \"0-1\"]\r\n[Black \"b\"]\r\n[Round \"7\"]\r\n[White \"a\"]\r\n", []string{"a - b 0 7"}, 0},
		{named + "[Result \"1-0\"]\n[White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]", []string{"a - b 1", "b - a 0"}, 0},
		{"[White \"a \\\"the\\\\  great\\\"\t\\x\"]\n[Black \"b]\"]\n[Result \"1-0\"]\n",
			[]string{`a "the\ great" \x - b] 1`}, 0},
		{named + "\n1. x { 0-1 } (1... y 1-0) 2. z 1/2-1/2\n\n" + named + "\n1. x *\n", []string{"a - b 0.5"}, 1},
		{named + "[Result \"1-0\"]\n1. x {\n[Black \"no\"] no\n} ; [Result \"0-1\"]\n1-0", []string{"a - b 1"}, 0},
		{named + "[Result \"*\"]\n\n" + named, nil, 2},
	} {
		got, unknown, err := readPGN(c.text)
		if err != nil || !slices.Equal(got, c.want) || unknown != c.unknown {
			t.Errorf("%s: got %q, %d, %v; want %q and %d unknown", c.text, got, unknown, err, c.want, c.unknown)
		}
	}
}

const program = `[Event "My Tournament"]
[Round "1"]
[White "alpha 1.2"]
[Black "beta"]
[Result "1-0"]

1. e4 {book} a6 {+0.35/12 0.5s} 2. d4 {-M12/40 0.9s, Black's
connection stalls [x]} 1-0

[Round "-"]
[White "beta"]
[Black "alpha 1.2"]
[Result "1/2-1/2"]

1. e4 { [%eval 0.2] } 1... c5 $6 2. Nf3?! (2. c3 d5) 2... d6 ; and so on
1/2-1/2

[White "beta"]
[Black "alpha 1.2"]
[Result "*"]

*
`

// TestPGNIsRefused checks that errors name the line, stay short, and pass those of the disk on.
func TestPGNIsRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	for text, line := range map[string]string{
		"hello\n": "1", "\n\n[White \"a\n[Black \"b\"]\n": "3", "[White \"a\"]\n[Black \"b\\": "2",
		"\n[White \"a\"]\n[Result \"1-0\"]\n\n1-0": "2", "[White \" \"]\n[Black \"b\"]\n": "1",
		"[White \"a\"]\n[Black \"b\"]\n[White \"c\"]": "3", "[White \"a\"]\n[Black \"b\"]\n[Result \"2-0\"]\n": "1",
		"[" + long: "1", "[White \"a\"]\n[Result \"" + long + "\"]\n[Black \"b\"]\n": "2",
	} {
		_, _, err := readPGN(text)
		if err == nil || !strings.HasPrefix(err.Error(), "line "+line+": ") || len(err.Error()) > 10_000 {
			t.Errorf("%.80q: %.200v, want an error in line %s", text, err, line)
		}
	}
	_, err := FoldPGN(iotest.TimeoutReader(strings.NewReader(strings.Repeat(program, 1000))), false)
	if !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("a fault of the disk became %v", err)
	}
}

func FuzzReadPGN(f *testing.F) {
	f.Add(program)
	f.Add("[White \"a\"][Black \"b\"]{x}\r\n*")
	f.Add(`{"header":{"players":[{"name":"a","result":1},{"name":"b","result":0}]},"moves":[["x"]]} {"header":`)
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
	require.NoError(t, err)
	defer file.Close()
	fold, err := FoldPGN(file, false)
	require.NoError(t, err)
	s, err := fold.Standings(o)
	require.NoError(t, err)
	return s
}

// TestFilesRateAsReferencesDo compares the ratings of games in files with the figures that Ordo printed.
func TestFilesRateAsReferencesDo(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("estimate/rating/testdata/round_robins_expected.json")
	require.NoError(t, err)
	var expected map[string]struct {
		Ordo map[string]struct {
			Players        map[string]struct{ Rating, Points, Played float64 }
			WhiteAdvantage float64 `json:"white_advantage"`
		}
	}
	require.NoError(t, json.Unmarshal(text, &expected))
	for pool, programs := range expected {
		ordo := programs.Ordo["WD"]
		s := fileStanding(t, pool+".pgn", StandingsOptions{})
		const points = math.Ln10 / 400 / .00570633420761577 // of Ordo for a point of Elo
		for _, row := range s.Rows {
			want := ordo.Players[row.Player]
			near.Check(t, points*row.Rating.Value, want.Rating, .002, pool, " Ordo: ", row.Player)
			near.Check(t, row.WDL.Points(), want.Points, 0, pool, " points")
			near.Check(t, float64(row.WDL.Games()), want.Played, 0, pool, " games")
		}
		near.Check(t, points*s.ratings.Advantage.Value, ordo.WhiteAdvantage, .006, pool, " Ordo: advantage")
	}
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
		byRounds           bool
		openings, sentence int // number of openings and of remarks
	}{
		{"", false, 0, 0}, {rounds, false, 5, 2}, {rounds, true, 4, 2}, {exported, false, 1, 1},
		{exported + tags("a", "b", "1v2/3/1", "y"), false, 2, 1},
		{exported + tags("a", "b", "1v2/4/1", "x"), false, 2, 1}, {exported + tags("a", "b", "4", "x"), false, 2, 1},
		{exported + tags("a", "b", "1v2/3/1", ""), false, 2, 1},
		{exported + "[White \"a\"]\n[Black \"b\"]\n", false, 1, 2},
	} {
		fold, err := FoldPGN(strings.NewReader(c.text), c.byRounds)
		if err != nil || fold.Rounds() != c.openings || len(fold.Remarks) != c.sentence {
			t.Errorf("by rounds %v: %d openings, %q, %v; want %d of\n%s", c.byRounds, fold.Rounds(), fold.Remarks, err,
				c.openings, c.text)
		}
	}
}

// TestReadPlaces reads games whose ranks are tied, missing or known for the winner alone, and games whose columns come
// in any order, with blanks, capital letters and columns that mean nothing.
func TestReadPlaces(t *testing.T) {
	t.Parallel()
	for ranks, want := range map[string][]float64{
		"1,3,2": {1, 0, .5}, "2,2,1": {0, 0, 1}, "2.5,2.5,1": {.25, .25, 1}, "3,3,1": {.25, .25, 1}, ",1,": {0, 1, 0},
		"1,2,": {1, .5, 0}, "1,1,3": {.75, .75, 0}, "1,1,2": {.75, .75, 0}, "2,2,2": {.5, .5, .5},
		"1,2,2,4": {1, .5, .5, 0}, "1,1,2,2": {2.5 / 3, 2.5 / 3, .5 / 3, .5 / 3}, ",1,2,": {0, 1, 2. / 3, 0},
		"1,2,3,4,5,6,7,8": {1, 6. / 7, 5. / 7, 4. / 7, 3. / 7, 2. / 7, 1. / 7, 0},
	} {
		var head, players []string
		for i := range len(want) {
			head, players = append(head, fmt.Sprintf("seat%d", i+1)), append(players, fmt.Sprintf("p%d", i+1))
		}
		columns := strings.Join(head, ",") + "," + strings.ReplaceAll(strings.Join(head, ","), "seat", "rank")
		got, err := ReadPlaces(strings.NewReader("\ufeff" + columns + "\n" + strings.Join(players, ",") + "," + ranks))
		if err != nil || len(got) != 1 || !slices.Equal(got[0].Players, players) {
			t.Errorf("%s: %+v, %v", ranks, got, err)
			continue
		}
		for seat, score := range got[0].Scores {
			near.Check(t, score, want[seat], 1e-12, ranks, ": score of seat ", seat+1)
		}
		placeStanding(t, got) // such scores are possible
	}
	want := []Finished{{Players: []string{"ann", "bob", "cid"}, Scores: []float64{1, 0, .5}, Turns: 7}}
	for _, text := range []string{
		"rank3,rank2,rank1,seat3,seat2,seat1,turns\n2,3,1,cid,bob,ann,7\n",
		"rank3,rank2,rank1,seat3,seat2,seat1,turns\r2,3,1,cid,bob,ann,7\r",
		" Seat1 ,RANK1,seat2,rank2,note,seat3,rank3, Turns\n ann , 1 ,bob,3,x,cid,2, 7 \n",
	} {
		if got, err := ReadPlaces(strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// TestPlacesAreRefused checks that errors name the line, and the column if there is one.
func TestPlacesAreRefused(t *testing.T) {
	t.Parallel()
	const three = "seat1,seat2,seat3,rank1,rank2,rank3"
	const head = three + ",turns\n"
	for text, says := range map[string]string{
		"":                                 "line 1: no columns",
		"seat1,seat2,rank1,rank2\n":        "line 1: no column seat3",
		"seat1,seat2,seat3,rank1,rank2\n":  "line 1: a column seat3 but none rank3",
		"seat4," + three:                   "line 1: a column seat4 but none rank4",
		"rank4," + three:                   "line 1: no column seat4",
		head + "a,b,c,1,2,3,9\na,,c,1,2,3": "line 3: wrong number of fields",
		head + "a,,c,1,2,3,9":              "line 2: column seat2 is empty",
		head + "a,b,c,1,2,x,9":             "line 2: column rank3",
		head + "a,b,c,1,2,0.5,9":           "line 2: column rank3",
		head + "a,b,c,1,2,9,9":             "line 2: column rank3",
		head + "a,b,c,1,NaN,2,9":           "line 2: column rank2",
		head + "a,b,c,,,,9":                "line 2: no rank",
		head + "a,b,c,1,2,3,-9":            "line 2: column turns",
		head + "a,b,c,1,2,3,x":             "line 2: column turns",
		"seat1,seat2,seat3,seat4,seat5,seat6,seat7,seat8,seat9," +
			"rank1,rank2,rank3,rank4,rank5,rank6,rank7,rank8,rank9": "line 1: more than 8 seats",
	} {
		_, err := ReadPlaces(strings.NewReader(text))
		enginetest.CheckError(t, text, err, says)
	}
}
