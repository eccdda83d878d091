package results

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// both returns the scores of a game of two seats, given the score of the first.
func both(first float64) []float64 { return []float64{first, 1 - first} }

// match returns n games with the same result.
func match(first, second string, score float64, n int) []Game {
	var games []Game
	for range n {
		games = append(games, Game{Players: []string{first, second}, Scores: both(score), Turns: 40})
	}
	return games
}

// league returns games of three players who beat each other in a circle, one who beats them all, and one who loses to
// them all.
func league() []Game {
	var games []Game
	for i, name := range []string{"ann", "bob", "cid"} {
		next := []string{"bob", "cid", "ann"}[i]
		games = append(games, match(name, next, 1, 6)...)
		games = append(games, match(name, next, .5, 2)...)
		games = append(games, match(next, name, .5, 3)...)
		games = append(games, match(next, name, 1, 3)...)
		games = append(games, match(next, name, 0, 2)...)
		games = append(games, match("god", name, 1, 2)...)
		games = append(games, match(name, "god", 0, 2)...)
		games = append(games, match("worm", name, 0, 2)...)
		games = append(games, match(name, "worm", 1, 2)...)
	}
	return games
}

func newStanding(t *testing.T, games []Game, o StandingsOptions) Standings {
	t.Helper()
	s, err := NewStandings(games, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStandingCounts(t *testing.T) {
	games := league()
	games[0].Turns = 72
	s := newStanding(t, games, StandingsOptions{Players: []string{"new", "ann"}})
	var names []string
	for i, r := range s.Rows {
		names = append(names, r.Player)
		if r.Rank != i+1 {
			t.Errorf("%s has rank %d in row %d", r.Player, r.Rank, i)
		}
	}
	if want := []string{"god", "ann", "bob", "cid", "worm", "new"}; !reflect.DeepEqual(names, want) {
		t.Errorf("order %v, want %v", names, want)
	}
	ann := s.Rows[1]
	if want := (stats.WDL{Wins: 15, Draws: 10, Losses: 15}); ann.WDL != want || ann.MeanTurns != 40.8 {
		t.Errorf("ann: %+v in %v turns, want %+v in 40.8", ann.WDL, ann.MeanTurns, want)
	}
	if s.Games != 72 || s.Draws != 15 || s.first.Value != (18+7.5+9+6+6)/72. {
		t.Errorf("%d games, %d draws, first seat %v", s.Games, s.Draws, s.first)
	}
	marks := map[string]rating.Mark{"god": rating.OnlyWins, "ann": rating.Rated, "worm": rating.OnlyLosses,
		"new": rating.Unrated}
	for _, r := range s.Rows {
		if want, ok := marks[r.Player]; ok && r.Rating.Mark != want {
			t.Errorf("%s is marked %q", r.Player, r.Rating.Mark)
		}
	}
}

func TestTableIsAligned(t *testing.T) {
	var text strings.Builder
	if err := newStanding(t, league(), StandingsOptions{}).WriteTable(&text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	head := []rune(lines[0])
	column := strings.Index(lines[0], "score") + len("score")
	for _, line := range lines[1:6] {
		if runes := []rune(line); string(runes[column-2:column]) != " %" {
			t.Errorf("scores do not end under their head:\n%s\n%s", string(head), line)
		}
	}
	for _, want := range []string{
		"only wins", "only losses", "95 %", "First seat: scores 64.6 %", "in 72 games, of which 20.8 % drawn",
		"Elo averages 0",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

func TestDataForPrograms(t *testing.T) {
	s := newStanding(t, league(), StandingsOptions{Anchors: map[string]float64{"bob": 100}})
	text, err := json.Marshal(s.Facts())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Players []map[string]any
		Figures map[string]any `json:"-"`
	}
	if err := errors.Join(json.Unmarshal(text, &got), json.Unmarshal(text, &got.Figures)); err != nil {
		t.Fatal(err)
	}
	fields := map[string][]string{"god": {"low"}, "worm": {"high"}, "bob": {"rating"}, "ann": {"rating", "error95",
		"low", "high"}}
	for _, player := range got.Players {
		for _, field := range []string{"rating", "error95", "low", "high"} {
			figure, present := player[field]
			has := slices.Contains(fields[player["name"].(string)], field)
			if !present || (figure != nil) != has && player["name"] != "cid" {
				t.Errorf("%v: field %s is %v", player["name"], field, figure)
			}
		}
	}
	for _, field := range []string{"first_advantage", "first_advantage_error95", "draw_rate", "draw_rate_error95",
		"first_score"} {
		if _, ok := got.Figures[field].(float64); !ok {
			t.Errorf("%s is %v", field, got.Figures[field])
		}
	}
	var table strings.Builder
	if err := s.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(table.String())).ReadAll()
	if err != nil || len(lines) != 6 || lines[1][1] != "god" || lines[1][2] != "" ||
		lines[1][4] == "" || lines[1][5] != "" {
		t.Errorf("%v in\n%s", err, table.String())
	}
}

func TestUnknownAnchorIsNamed(t *testing.T) {
	_, err := NewStandings(match("ann", "bob", 1, 1),
		StandingsOptions{Anchors: map[string]float64{"zoe": 0}})
	if err == nil || !strings.Contains(err.Error(), `"zoe"`) {
		t.Errorf("anchor: %v", err)
	}
}

// openedLeague returns the league played from openings. From each opening, two players play once in the same seats.
func openedLeague() []Game {
	games, earlier := league(), map[[2]string]int{}
	for i, g := range games {
		games[i].Opening = fmt.Sprint(earlier[[2]string(g.Players)])
		earlier[[2]string(g.Players)]++
	}
	return games
}

func TestOrderOfGamesDoesNotMatter(t *testing.T) {
	games := openedLeague()
	want := newStanding(t, games, StandingsOptions{})
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		if got := newStanding(t, games, StandingsOptions{}); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v\nwant %+v", got, want)
		}
	}
}

// TestFinishedRounds checks that standings are the same whether rounds are closed by their size, at the end or not at
// all. For closed rounds the fold keeps nothing that grows with their number.
func TestFinishedRounds(t *testing.T) {
	const size = 6
	var games []Game
	for i := range 40 * size {
		names := []string{"ann", "bob", "cid", "dan"}
		a, b := i%4, (i+1+i/4%3)%4
		games = append(games, Game{Players: []string{names[a], names[b]}, Scores: both(float64(i*i/7%3) / 2), Turns: 30,
			Opening: fmt.Sprint(i / size)})
	}
	want := newStanding(t, games, StandingsOptions{})
	random := rand.New(rand.NewPCG(1, 1))
	for i := range 8 {
		random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		fold := &Fold{RoundSize: size * (i % 2)}
		for _, g := range games {
			if err := fold.Add(g); err != nil {
				t.Fatal(err)
			}
		}
		if fold.RoundSize == 0 {
			fold.Finish()
		}
		if got, err := fold.Standings(StandingsOptions{}); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v\nwant %+v (%v)", got, want, err)
		}
		if len(fold.open) > 0 {
			t.Errorf("all rounds have all of their games, and %d are open", len(fold.open))
		}
	}
}

// TestSmallStandingsPrint writes all standings of up to three games among three players in every form. No figure is
// infinite or NaN.
func TestSmallStandingsPrint(t *testing.T) {
	var kinds []Game
	for _, seats := range [][2]string{{"a", "b"}, {"b", "a"}, {"a", "c"}, {"c", "a"}, {"b", "c"}, {"c", "b"}, {"a",
		"a"}} {
		for _, score := range []float64{0, .5, 1} {
			kinds = append(kinds, Game{Players: seats[:], Scores: both(score), Opening: "1"})
		}
	}
	var extend func(games []Game, from int)
	visited, stride := 0, enginetest.Count(4, 1)
	extend = func(games []Game, from int) {
		for k := from; k < len(kinds) && len(games) < 3; k++ {
			extend(append(games[:len(games):len(games)], kinds[k]), k)
		}
		if visited++; len(games) > 2 && visited%stride != 0 {
			return
		}
		s := newStanding(t, games, StandingsOptions{Players: []string{"a", "b", "c"}})
		text := written(t, s, games)
		if strings.Contains(text, "equals: 0.0 (0.0 .. 100.0) %") {
			t.Fatalf("%v: an interval that says nothing:\n%s", games, text)
		}
	}
	extend(nil, 0)
}

// written returns the standings of some games in every form, and fails if one contains an infinite number or NaN.
func written(t *testing.T, s Standings, games []Game) string {
	t.Helper()
	var text strings.Builder
	data, err := json.Marshal(s.Facts())
	text.Write(data)
	if err := errors.Join(err, s.WriteTable(&text), s.WriteCSV(&text)); err != nil {
		t.Fatalf("%v: %v", games, err)
	}
	if strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "Inf") {
		t.Fatalf("%v:\n%s", games, text.String())
	}
	return text.String()
}

func TestUnwritableIsReported(t *testing.T) {
	s := newStanding(t, league(), StandingsOptions{})
	if s.WriteTable(full{}) == nil || s.WriteCSV(full{}) == nil {
		t.Error("a full disk went unnoticed")
	}
}

// full is a writer on which every write fails for lack of space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// checkFigures checks that an object for programs has the numbers of an estimate under their names.
func checkFigures(t *testing.T, object map[string]any, name, prefix string, e stats.Estimate) {
	t.Helper()
	for field, want := range map[string]float64{name: e.Value, prefix + "error95": e.Error95, prefix + "low": e.Low,
		prefix + "high": e.High} {
		if got, ok := object[field].(float64); ok && got != want || !ok && want != 0 {
			t.Errorf("%s: %v, want %v of %+v", field, object[field], want, e)
		}
	}
}

func TestFiguresForProgramsHaveTheirNames(t *testing.T) {
	s := newStanding(t, league(), StandingsOptions{})
	text, err := json.Marshal(s.Facts())
	var got map[string]any
	if err := errors.Join(err, json.Unmarshal(text, &got)); err != nil {
		t.Fatal(err)
	}
	if s.ratings.Advantage.Kind != stats.Measured || s.ratings.DrawRate.Kind != stats.Measured {
		t.Fatalf("advantage %+v, draw rate %+v", s.ratings.Advantage, s.ratings.DrawRate)
	}
	checkFigures(t, got, "first_score", "first_score_", s.first.Estimate)
	checkFigures(t, got, "first_advantage", "first_advantage_", s.ratings.Advantage)
	checkFigures(t, got, "draw_rate", "draw_rate_", s.ratings.DrawRate)
	for i, player := range got["players"].([]any) {
		checkFigures(t, player.(map[string]any), "rating", "", s.Rows[i].Rating.Estimate)
	}

	places := placeStanding(t, readPlaces(t, "mp3_ranking.csv"))
	text, err = json.Marshal(places.Facts())
	if err := errors.Join(err, json.Unmarshal(text, &got)); err != nil {
		t.Fatal(err)
	}
	for i, seat := range got["seats"].([]any) {
		checkFigures(t, seat.(map[string]any), "share", "share_", places.seats[i].score.Estimate)
		checkFigures(t, seat.(map[string]any), "effect", "effect_", places.seats[i].effect)
	}
	for i, player := range got["players"].([]any) {
		checkFigures(t, player.(map[string]any), "rating", "", places.Rows[i].Rating.Estimate)
	}
}

// TestTwoDifferences compares the two estimates of the difference between two players. The estimate by scores of pairs
// is smaller than the estimate by ratings, which remove the seat's advantage.
func TestTwoDifferences(t *testing.T) {
	var games []Game
	for opening := range 150 {
		name := fmt.Sprint(opening)
		second := float64(opening % 2)           // the stronger player's score in the second seat
		first := float64(min(1, (opening+3)%10)) // and in the first
		games = append(games, Game{Players: []string{"ann", "bob"}, Scores: both(first), Opening: name},
			Game{Players: []string{"bob", "ann"}, Scores: both(1 - second), Opening: name})
	}
	s := newStanding(t, games, StandingsOptions{})
	joint, pairs, ok := s.differences()
	if want, _ := stats.EloOfScore(.7); !ok || !near.Equal(pairs.Value, want, 1e-9) || joint.Value < want+20 {
		t.Errorf("by pairs %v, by the ratings %v", pairs, joint)
	}
	want := "ann over bob: " + pairs.Text(0) + " Elo by the scores of pairs, " + joint.Text(0) + " Elo by the ratings"
	if text := strings.Join(s.Remarks(), "\n"); !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	text, err := json.Marshal(s.Facts())
	var facts map[string]any
	if err := errors.Join(err, json.Unmarshal(text, &facts)); err != nil {
		t.Fatal(err)
	}
	checkFigures(t, facts, "pair_elo", "pair_elo_", pairs)
	checkFigures(t, facts, "difference", "difference_", joint)
	if more := newStanding(t, league(), StandingsOptions{}).DifferenceRemark(); more != "" {
		t.Errorf("more players are compared by pairs: %s", more)
	}
}
