package results

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

func readPlaces(t *testing.T, name string) []Game {
	t.Helper()
	file, err := os.Open(filepath.Join("estimate", "rating", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games, err := ReadPlaces(file)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func placeStanding(t *testing.T, games []Game, players ...string) Standings {
	t.Helper()
	s, err := NewStandings(games, StandingsOptions{Players: players, Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPlaceStandingOfReference compares figures with those published with the games, to the last correct digit of the
// published ones.
func TestPlaceStandingOfReference(t *testing.T) {
	tests := []struct {
		file    string
		elo     map[string]float64
		seats   []float64
		firsts  []float64
		partial int
	}{
		{"mp3_ranking.csv", map[string]float64{"A": -52.0181, "B": 53.3777, "C": -93.5892, "D": 92.2296}, []float64{0,
			2.6751, -69.1856},
			[]float64{58, 50, 36}, 0},
		{"mp3_winner_only.csv", map[string]float64{"A": -40.5732, "B": 44.8260, "C": -111.2822, "D": 107.0294},
			[]float64{0, -51.7766, -68.9825},
			[]float64{195, 149, 136}, 480},
	}
	for _, test := range tests {
		s := placeStanding(t, readPlaces(t, test.file))
		if len(s.Rows) != 4 || s.partial != test.partial || !s.ratings.SeatsFitted {
			t.Errorf("%s: %d rows, %d partial, seats fitted %v", test.file, len(s.Rows), s.partial,
				s.ratings.SeatsFitted)
		}
		order, share := "", 0.
		for _, r := range s.Rows {
			order += r.Player
			share += r.Share / 4
			near.Check(t, r.Rating.Value, test.elo[r.Player], 1e-4, test.file, ": ", r.Player)
		}
		if order != "DBAC" || !near.Equal(share, .5, 1e-12) {
			t.Errorf("%s: order %s, mean share %v", test.file, order, share)
		}
		for seat, r := range s.seats {
			if !near.Equal(r.effect.Value, test.seats[seat], 1e-4) || r.firsts != test.firsts[seat] ||
				r.score.Kind != stats.Bracketed {
				t.Errorf("%s: seat %d: %+v", test.file, seat+1, r)
			}
		}
	}
}

func TestPlaceStandingCounts(t *testing.T) {
	games := []Game{
		{Players: []string{"ann", "bob", "cid", "dan"}, Scores: []float64{1, 2. / 3, 1. / 3, 0}, Turns: 30},
		{Players: []string{"bob", "ann", "dan", "cid"}, Scores: []float64{5. / 6, 0, 5. / 6, 1. / 3}, Turns: 40},
		// a tie for the first place
		{Players: []string{"cid", "dan", "ann", "ann"}, Scores: []float64{0, 1, 0, 0}, Turns: 50},
		// the others are not known
		{Players: []string{"dan", "cid", "bob", "ann"}, Scores: []float64{.5, .5, .5, .5}, Turns: 60},
		// a draw
		{Players: []string{"dan", "cid", "bob", "ann"}, Scores: []float64{1. / 6, 1, 2. / 3, 1. / 6}, Turns: 70},
		// a tie for the last
		{Players: []string{"ann", "bob", "cid", "dan"}, Scores: []float64{.333, 1, .6667, 0}, Turns: 80},
		// thirds in decimals
	}
	s := placeStanding(t, games, "new")
	want := map[string]struct {
		games                       int
		place, share, firsts, turns float64
	}{
		"ann": {7, (1 + 4 + 3 + 3 + 2.5 + 3.5 + 3) / 7, (1 + 0 + 1./3 + 1./3 + .5 + 1./6 + 1./3) / 7, 1.25, 380. / 7},
		"bob": {5, (2 + 1.5 + 2.5 + 2 + 1) / 5, (2./3 + 5./6 + .5 + 2./3 + 1) / 5, 1.75, 56},
		"cid": {6, (3 + 3 + 3 + 2.5 + 1 + 2) / 6, (1./3 + 1./3 + 1./3 + .5 + 1 + 2./3) / 6, 1.25, 55},
		"dan": {6, (4 + 1.5 + 1 + 2.5 + 3.5 + 4) / 6, (0 + 5./6 + 1 + .5 + 1./6 + 0) / 6, 1.75, 55},
		"new": {},
	}
	for _, r := range s.Rows {
		w := want[r.Player]
		for what, pair := range map[string][2]float64{
			"place": {r.MeanPlace, w.place}, "share": {r.Share, w.share}, "firsts": {r.Firsts, w.firsts},
			"turns": {r.MeanTurns, w.turns},
		} {
			near.Check(t, pair[0], pair[1], 1e-12, r.Player, ": ", what)
		}
		if r.Games != w.games {
			t.Errorf("%s: %d games, want %d", r.Player, r.Games, w.games)
		}
	}
	if s.Games != 6 || s.partial != 1 || len(s.Rows) != 5 || len(s.seats) != 4 {
		t.Errorf("%d games, %d partial, %d rows, %d seats", s.Games, s.partial, len(s.Rows), len(s.seats))
	}
	if first := s.seats[0]; first.firsts != 1.75 ||
		!near.Equal(first.score.Value, (1+5./6+1./3+.5+1./6+1./3)/6, 1e-12) {
		t.Errorf("seat 1: %+v", first)
	}
	for i, row := range s.seats {
		if row.seat != i+1 {
			t.Errorf("seat %d stands in row %d", row.seat, i+1)
		}
	}
}

func TestPlaceResultsThatCannotBe(t *testing.T) {
	good := Game{Players: []string{"a", "b", "c"}, Scores: []float64{1, .5, 0}}
	tests := []struct {
		says string
		game Game
	}{
		{"3 players, but game 1 has 2", Game{Players: []string{"a", "b"}, Scores: []float64{1, 0}}},
		{"4 players, but game 1 has 3", Game{Players: []string{"a", "b", "c", "d"}, Scores: []float64{.5, .5,
			.5, .5}}},
		{"seat 2 has a player without a name", Game{Players: []string{"a", "", "c"}, Scores: []float64{1, .5,
			0}}},
		{"2 scores", Game{Players: []string{"a", "b", "c"}, Scores: []float64{1, 0}}},
		{"-1 turns", Game{Players: []string{"a", "b", "c"}, Scores: []float64{1, .5, 0}, Turns: -1}},
		{`game 2 of 2 ("a" against "b" against "c"): score 0.7`, Game{Players: []string{"a", "b", "c"},
			Scores: []float64{1, .7, 0}}},
		{"score NaN", Game{Players: []string{"a", "b", "c"}, Scores: []float64{math.NaN(), .5, 0}}},
		{"score 0 of seat 1", Game{Players: []string{"a", "b", "c"}, Scores: []float64{0, 0, 0}}},
	}
	for _, test := range tests {
		games := []Game{good, test.game}
		if strings.HasSuffix(test.says, "2") {
			games = []Game{test.game, good}
		}
		_, err := NewStandings(games, StandingsOptions{})
		if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), " of 2 (") {
			t.Errorf("%+v: error %v does not say %q", test.game, err, test.says)
		}
	}
	nine := Game{Players: strings.Split("abcdefghi", ""), Scores: make([]float64, 9)}
	if _, err := NewStandings([]Game{nine}, StandingsOptions{}); err == nil {
		t.Error("nine seats passed")
	}
}

func TestReadPlaceResults(t *testing.T) {
	const text = "\"Round\",seat1,rank1,seat2,rank2,seat3,rank3,turns\n" +
		"1,ann,1,bob,3,cid,2,33\n1,ann,2,bob,2,cid,1,\n1,ann,2.5,bob,2.5,cid,1,4\n1,ann,,bob,1,cid,,5\n" +
		"1,ann,1,bob,1,cid,3,6\n1,ann,1,bob,1,cid,1,7\n"
	got, err := ReadPlaces(strings.NewReader("\ufeff" + text))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float64{{1, 0, .5}, {0, 0, 1}, {.25, .25, 1}, {0, 1, 0}, {.75, .75, 0}, {.5, .5, .5}}
	turns := []int{33, 0, 4, 5, 6, 7}
	for i, g := range got {
		if !reflect.DeepEqual(g, Game{Players: []string{"ann", "bob", "cid"}, Scores: want[i],
			Turns: turns[i]}) {
			t.Errorf("game %d: %+v, want scores %v", i+1, g, want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d games", len(got))
	}
	placeStanding(t, got)
}

func TestPlaceResultsThatCannotBeRead(t *testing.T) {
	const head = "seat1,seat2,seat3,rank1,rank2,rank3,turns\n"
	tests := []struct{ text, says string }{
		{"", "line 1: no columns"},
		{"seat1,seat2,rank1,rank2\na,b,1,2\n", "line 1: no column seat3"},
		{"seat1,seat2,seat3,rank1,rank2\na,b,c,1,2\n", "line 1: a column seat3 but none rank3"},
		{head + "a,b,c,1,2,3,9\na,,c,1,2,3,9\n", "line 3: column seat2 is empty"},
		{head + "a,b,c,1,2,x,9\n", `line 2: column rank3: "x"`},
		{head + "a,b,c,1,2,0,9\n", `line 2: column rank3: "0"`},
		{head + "a,b,c,1,NaN,2,9\n", `line 2: column rank2: "NaN"`},
		{head + "a,b,c,,,,9\n", "line 2: no rank is given"},
		{head + "a,b,c,1,2,3,-9\n", `line 2: column turns: "-9"`},
		{head + "a,b,c,1,2,3\n", "line 2: wrong number of fields"},
		{"seat1,seat2,seat3,seat4,seat5,seat6,seat7,seat8,seat9," +
			"rank1,rank2,rank3,rank4,rank5,rank6,rank7,rank8,rank9\n", "more than 8 seats"},
	}
	for _, test := range tests {
		if _, err := ReadPlaces(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(),
			test.says) {
			t.Errorf("%q: error %v does not say %q", test.text, err, test.says)
		}
	}
}

func TestOrderOfPlaceResultsDoesNotMatter(t *testing.T) {
	games := append(readPlaces(t, "mp3_ranking.csv"), Game{Players: []string{"D", "A", "C"},
		Scores: []float64{.5, .5, .5}, Turns: 7},
		Game{Players: []string{"D", "E", "C"}, Scores: []float64{.75, .75, 0}},
		Game{Players: []string{"D", "E", "C"}, Scores: []float64{1, 0, 0}})
	want := placeStanding(t, games)
	random := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		if got := placeStanding(t, games); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v\nwant %+v", got, want)
		}
	}
}

func TestPlacesTable(t *testing.T) {
	games := readPlaces(t, "mp3_ranking.csv")
	for range 5 {
		games = append(games, Game{Players: []string{"god", "A", "worm"}, Scores: []float64{1, .5, 0},
			Turns: 20})
	}
	s := placeStanding(t, games, "new")
	var text strings.Builder
	if err := s.WriteTable(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"rank  player", "god     ≥ ", "only wins", "only losses", "not rated",
		"seat   share    95 %, any time  firsts  Elo  95 %", "Elo averages 0",
		"in 149 games of 3 seats", "what it is worth more than seat 1", "only a bound",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if turns := s.Rows[3].MeanTurns; s.Rows[3].Player != "A" || turns != 20 {
		t.Errorf("%s: %v turns in the games whose length is known", s.Rows[3].Player, turns)
	}
	lines := strings.Split(text.String(), "\n")
	for _, line := range lines[1:6] {
		if column := strings.Index(lines[0], "share") + len("share"); string([]rune(line)[column-2:column]) != " %" {
			t.Errorf("shares do not end under their head:\n%s\n%s", lines[0], line)
		}
	}
	if s.WriteTable(full{}) == nil || s.WriteCSV(full{}) == nil {
		t.Error("a full disk went unnoticed")
	}
}

func TestPlacesForPrograms(t *testing.T) {
	games := readPlaces(t, "mp3_winner_only.csv")
	s := placeStanding(t, append(games, Game{Players: []string{"god", "A", "B"}, Scores: []float64{1, 0, 0}}))
	text, err := json.Marshal(s.Facts())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Players, Seats []map[string]any
		Games, Partial int
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Players) != 5 || len(got.Seats) != 3 || got.Games != 481 || got.Partial != 481 {
		t.Errorf("%s", text)
	}
	god := got.Players[0]
	if _, ok := god["low"].(float64); !ok || god["high"] != nil || god["name"] != "god" || god["rating"] != nil {
		t.Errorf("%v", got.Players[0])
	}
	for _, field := range []string{"rating", "error95", "mean_place", "share", "firsts"} {
		if _, ok := got.Players[1][field].(float64); !ok {
			t.Errorf("no %s in %v", field, got.Players[1])
		}
	}
	for _, field := range []string{"share", "share_low", "share_high", "effect", "effect_error95"} {
		if _, ok := got.Seats[1][field].(float64); !ok {
			t.Errorf("no %s in %v", field, got.Seats[1])
		}
	}
	var table strings.Builder
	if err := s.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(table.String())).ReadAll()
	if err != nil || len(lines) != 6 || lines[0][9] != "firsts" || lines[1][1] != "god" || lines[1][2] != "" {
		t.Errorf("%v\n%s", err, table.String())
	}
}

// TestSmallPlaceStandingsPrint writes all standings of up to two games among three players in every form. No figure is
// infinite or NaN.
func TestSmallPlaceStandingsPrint(t *testing.T) {
	scores := [][]float64{{1, .5, 0}, {0, 1, .5}, {.5, 0, 1}, {.75, .75, 0}, {.25, 1, .25}, {.5, .5, .5}, {1, 0, 0}, {0,
		0, 1}}
	seats := [][]string{{"a", "b", "c"}, {"b", "c", "a"}, {"c", "b", "a"}, {"a", "a", "b"}, {"a", "a", "a"}}
	var kinds []Game
	for _, players := range seats {
		for _, s := range scores {
			kinds = append(kinds, Game{Players: players, Scores: s})
		}
	}
	check := func(games []Game) {
		written(t, placeStanding(t, games, "a", "b", "c"), games)
	}
	check(nil)
	stride := enginetest.Count(4, 1)
	for i, g := range kinds {
		check([]Game{g})
		for j := i + i%stride; j < len(kinds); j += stride {
			check([]Game{g, kinds[j]})
		}
	}
}

// TestSeatsOfOpenings checks that the games from one opening are one observation of a seat's score.
func TestSeatsOfOpenings(t *testing.T) {
	var games []Game
	for opening := range 5 {
		for range 6 {
			scores := []float64{1, .5, 0}
			if opening%2 == 1 {
				scores = []float64{0, .5, 1}
			}
			games = append(games, Game{Players: []string{"ann", "bob", "cid"}, Scores: scores,
				Opening: fmt.Sprint(opening)})
		}
	}
	want := stats.Anytime(3, 5, .95)
	if got := placeStanding(t,
		games).seats[0].score; !near.Equal(got.Value, .6, 1e-12) || !near.Equal(got.Low, want.Low, 1e-9) {
		t.Errorf("seat 1, which three of five openings won for: %+v, want limits %+v", got, want)
	}
}

// TestMixedOfComparisons checks that the figure of two players is the share of comparisons that the player in the first
// row won, with openings as observations, for both players and any order of games. With other players there is no such
// figure.
func TestMixedOfComparisons(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	var games, turned []Game
	won, all := 0., 0.
	for opening := range 40 {
		for kinds := 1; kinds < 15; kinds++ {
			g := Game{Scores: []float64{1, 2. / 3, 1. / 3, 0}, Opening: fmt.Sprint(opening)}
			random.Shuffle(4, func(i, j int) { g.Scores[i], g.Scores[j] = g.Scores[j], g.Scores[i] })
			if random.IntN(5) == 0 {
				g.Scores = []float64{1. / 3, 1, 1. / 3, 1. / 3} // a tie of three for the second place
			}
			swapped := g
			for seat := range 4 {
				g.Players = append(g.Players, string("ab"[kinds>>seat&1]))
				swapped.Players = append(swapped.Players, string("ba"[kinds>>seat&1]))
			}
			games, turned = append(games, g), append(turned, swapped)
			for a, p := range g.Players {
				for b, q := range g.Players {
					if p == "a" && q == "b" {
						all++
						won += (1 + float64(cmp.Compare(g.Scores[a], g.Scores[b]))) / 2
					}
				}
			}
		}
	}
	random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	s, back := placeStanding(t, games), placeStanding(t, turned)
	share := won / all
	if s.Rows[0].Player == "b" {
		share = 1 - share
	}
	m := s.mixed
	elo, _ := stats.EloOfScore(share)
	if !near.Equal(m.Score.Value, share, 1e-12) || !near.Equal(m.Elo.Value, elo, 1e-6) || m.Openings != 40 ||
		m.Score.Kind != stats.Measured || len(s.MixedRemark()) != 1 || s.Rows[0].Player == back.Rows[0].Player {
		t.Errorf("%+v, want a score of %v", m, share)
	}
	for what, pair := range map[string][2]float64{"low": {m.Score.Low, back.mixed.Score.Low},
		"high": {m.Score.High, back.mixed.Score.High}, "Elo": {m.Elo.Error95, back.mixed.Elo.Error95}} {
		near.Check(t, pair[1], pair[0], 1e-9, what, " with the players exchanged")
	}
	if three := placeStanding(t, games, "c"); three.mixed.Score.Kind != stats.Absent || three.MixedRemark() != nil {
		t.Errorf("with a third player %+v", three.mixed)
	}
}

// TestRemarksOnPlaces checks the remark on a player that has only a bound, for games of three seats and of two.
func TestRemarksOnPlaces(t *testing.T) {
	var three, two []Game
	for i := range 12 {
		players := []string{"ann", "bob", "cid"}
		scores := []float64{0, .5, 1}
		if i%2 > 0 {
			players[0], players[1] = "bob", "ann"
		}
		three = append(three, Game{Players: players, Scores: scores, Turns: 9, Opening: fmt.Sprint(i)})
		two = append(two, Game{Players: []string{players[0], "cid"}, Scores: both(0), Turns: 9, Opening: fmt.Sprint(i)},
			Game{Players: players[:2], Scores: both(float64(i / 2 % 2)), Turns: 9, Opening: fmt.Sprint(i)})
	}
	for want, games := range map[string][]Game{
		"A player who was always ahead of the rated players, or always behind,": three,
		"A player who won or lost every game against the rated players":         two,
	} {
		remarks := strings.Join(newStanding(t, games, StandingsOptions{}).scaleRemarks(), " ")
		if !strings.Contains(remarks, want+" has only a bound (95 %)") {
			t.Errorf("%q does not say %q", remarks, want)
		}
	}
}
