package results

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

func TestCrosstableCounts(t *testing.T) {
	c := newStanding(t, league(), StandingsOptions{Players: []string{"new"}}).Crosstable()
	if fmt.Sprint(c.Players) != "[god ann bob cid worm new]" {
		t.Fatalf("players %v", c.Players)
	}
	total := 0
	for i := range c.Players {
		for j := range c.Players {
			m, back := c.Meeting(i, j), c.Meeting(j, i)
			total += m.Games.Games()
			if m.Games != (stats.WDL{Wins: back.Games.Losses, Draws: back.Games.Draws, Losses: back.Games.Wins}) {
				t.Errorf("%s and %s: %v and %v", c.Players[i], c.Players[j], m.Games, back.Games)
			}
			if (m.Stronger == nil) != (back.Stronger == nil) ||
				m.Stronger != nil && !near.Equal(*m.Stronger+*back.Stronger, 1, 1e-12) {
				t.Errorf("%s and %s: probabilities do not add up", c.Players[i], c.Players[j])
			}
		}
	}
	if want := (stats.WDL{Wins: 8, Draws: 5, Losses: 3}); total != 2*72 || c.Meeting(1, 2).Games != want {
		t.Errorf("%d games on both sides, ann and bob %+v", total, c.Meeting(1, 2).Games)
	}
	if m := c.Meeting(0, 1); m.Stronger != nil || m.Difference.Kind != stats.Absent {
		t.Errorf("god, who lost nothing, against ann: %+v", m)
	}
}

// TestStrongerAsOrdoSimulated compares probabilities that a player is stronger with those that Ordo simulated for
// neighbours in its table.
func TestStrongerAsOrdoSimulated(t *testing.T) {
	c := fileStanding(t, "rr6_draws.pgn", StandingsOptions{}).Crosstable()
	if fmt.Sprint(c.Players) != "[F C B A D E]" {
		t.Fatalf("players %v", c.Players)
	}
	for i, percent := range []float64{100, 100, 91, 100, 100} {
		near.Check(t, 100**c.Meeting(i, i+1).Stronger, percent, 2, c.Players[i], " over ", c.Players[i+1])
	}
}

func TestCrosstablePrints(t *testing.T) {
	c := newStanding(t, league(), StandingsOptions{}).Crosstable()
	prints := func(write func(*strings.Builder) error) string {
		var text strings.Builder
		if err := write(&text); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	games := prints(func(w *strings.Builder) error { return c.WriteGames(w) })
	if lines := strings.Split(games, "\n"); !strings.HasPrefix(lines[2], "   2  ann") || !strings.Contains(lines[2],
		"·  8-5-3  ") {
		t.Errorf("no line of ann in\n%s", games)
	}
	matrix := prints(func(w *strings.Builder) error { return c.WriteStronger(w) })
	list := prints(func(w *strings.Builder) error { return c.WriteList(w) })
	if !strings.Contains(list, "god     ann           4  4  0  0  100.0 %") || strings.Count(list, "\n") != 1+9 ||
		strings.Contains(list, "god     worm") {
		t.Errorf("list\n%s", list)
	}
	data, err := json.Marshal(c.Facts())
	var got struct {
		Order    []string
		Meetings []map[string]any
	}
	if err = errors.Join(err, json.Unmarshal(data,
		&got)); err != nil || len(got.Order) != 5 || len(got.Meetings) != 18 {
		t.Errorf("%v in %s", err, data)
	}
	if m := got.Meetings[0]; m["stronger"] != nil || m["difference"] != nil || m["score"] != 1. ||
		got.Meetings[4]["stronger"] == nil {
		t.Errorf("god against ann: %v, ann against bob: %v", m, got.Meetings[4])
	}
	table := prints(func(w *strings.Builder) error { return c.WriteCSV(w) })
	lines, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(lines) != 19 || lines[1][0] != "god" || lines[1][17] != "" {
		t.Errorf("%v in\n%s", err, table)
	}
	if text := games + matrix + list + string(data) + table; strings.Contains(text, "NaN") || strings.Contains(text,
		"Inf") {
		t.Error(text)
	}
	if c.WriteGames(full{}) == nil || c.WriteStronger(full{}) == nil ||
		c.WriteList(full{}) == nil || c.WriteCSV(full{}) == nil {
		t.Error("a full disk went unnoticed")
	}
}

// TestCrosstableListsWhoMet checks that the list of meetings leaves out pairs that never met. A thousand players play
// in a ring, so each of them met two others.
func TestCrosstableListsWhoMet(t *testing.T) {
	const n = 1000
	games := make([]Game, n)
	for i := range games {
		games[i] = Game{Players: []string{fmt.Sprint("p", i), fmt.Sprint("p", (i+1)%n)}, Scores: both(.5)}
	}
	var list strings.Builder
	if err := newStanding(t, games, StandingsOptions{}).Crosstable().WriteList(&list); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(list.String(), "\n"); lines != 1+n {
		t.Errorf("%d lines, want a heading and %d", lines, n)
	}
}

// TestCrosstableOfTwentyIsReadable checks that crosstables of twenty players fit the width of a screen.
func TestCrosstableOfTwentyIsReadable(t *testing.T) {
	fold := &Fold{}
	for i := range 20 {
		for j := range 20 {
			if i == j {
				continue
			}
			for score, n := range map[float64]int{0: 300 + 10*j, .5: 250, 1: 300 + 10*i} {
				g := Game{Players: []string{fmt.Sprint("player ", i), fmt.Sprint("player ", j)},
					Scores: both(score)}
				for range n {
					if err := fold.Add(g); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	s, err := fold.Standings(StandingsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := s.Crosstable()
	var text strings.Builder
	if err := errors.Join(c.WriteGames(&text), c.WriteStronger(&text)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if n := utf8.RuneCountInString(line); n > 160 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// pairsOf returns the games of ann and bob from openings 1, 2, ..., which ann begins first. Each list has ann's scores
// in both games.
func pairsOf(scores ...[2]float64) (games []Game) {
	for i, score := range scores {
		opening := fmt.Sprint(i + 1)
		games = append(games, Game{Players: []string{"ann", "bob"}, Scores: both(score[0]), Opening: opening},
			Game{Players: []string{"bob", "ann"}, Scores: both(1 - score[1]), Opening: opening})
	}
	return games
}

// TestMeetingsOfPairs checks what the list of meetings says about ten pairs of games: one with no point for ann, two
// with half a point, three with one, one with three halves and three with two points: 11.5 of 20.
func TestMeetingsOfPairs(t *testing.T) {
	t.Parallel()
	games := pairsOf([2]float64{0, 0}, [2]float64{.5, 0}, [2]float64{0, .5}, [2]float64{.5, .5}, [2]float64{1, 0},
		[2]float64{0, 1}, [2]float64{1, .5}, [2]float64{1, 1}, [2]float64{1, 1}, [2]float64{1, 1})
	c := newStanding(t, append(games, match("ann", "cid", 1, 2)...), StandingsOptions{}).Crosstable()
	var text strings.Builder
	if err := c.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nann,bob,20,9,5,6,11.5,0.575,1,2,3,1,3,", "\nbob,ann,20,6,5,9,8.5,0.425,3,1,3,2,1,",
		"\nann,cid,2,2,0,0,2,1,0,0,0,0,0,", "\ncid,ann,2,0,0,2,0,0,0,0,0,0,0,"} {
		if !strings.Contains("\n"+text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	text.Reset()
	if err := c.WriteGames(&text); err != nil || !strings.HasSuffix(text.String(),
		"\nWins-draws-losses of the player in the row against the player of the column.\n") {
		t.Errorf("%s%v", text.String(), err)
	}
	for _, want := range []string{" ann   ·  9-5-6  2-0-0\n", " bob  6-5-9  ·  -\n", " cid  0-0-2  -  ·\n"} {
		if !strings.Contains(enginetest.Squeezed(text.String()), enginetest.Squeezed(want)) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	ann, bob := slices.Index(c.Players, "ann"), slices.Index(c.Players, "bob")
	if m := c.Meeting(ann, bob); m.Openings != 10 || m.Stronger == nil || *m.Stronger <= .5 {
		t.Errorf("%+v", m)
	}
	if m := c.Meeting(ann, ann); m.Games.Games() > 0 || m.Openings > 0 || m.Stronger != nil {
		t.Errorf("a player against itself: %+v", m)
	}
}

// TestWideCrosstablesHaveScores checks that a matrix of many players has scores in place of wins, draws and losses.
func TestWideCrosstablesHaveScores(t *testing.T) {
	t.Parallel()
	var games []Game
	for i := range 30 {
		name := fmt.Sprintf("player %02d", i+1)
		games = append(append(games, match(name, "hub", 1, 1)...), match("hub", name, .5, 2)...)
	}
	var text strings.Builder
	if err := newStanding(t, games, StandingsOptions{}).Crosstable().WriteGames(&text); err != nil {
		t.Fatal(err)
	}
	if got := enginetest.Squeezed(text.String()); !strings.HasSuffix(got,
		"\n\nScore in percent of the player in the row against the player of the column.\n") ||
		!strings.Contains(got, " 66.7") || !strings.Contains(got, " 33.3 33.3 ") || strings.Contains(got, "1-2-0") {
		t.Errorf("%s", got)
	}
}

// TestAdaptiveMeetingsHaveNoIntervals checks that meetings whose results decided which games were played have neither
// an interval nor a probability.
func TestAdaptiveMeetingsHaveNoIntervals(t *testing.T) {
	t.Parallel()
	var scores [][2]float64
	for i := range 96 {
		scores = append(scores, [][2]float64{{1, 1}, {1, .5}, {.5, 1}, {0, .5}, {.5, .5}, {1, 0}}[i%6])
	}
	for _, adaptive := range []bool{false, true} {
		c := newStanding(t, pairsOf(scores...), StandingsOptions{Adaptive: adaptive}).Crosstable()
		m := c.Meeting(0, 1)
		if (m.Stronger == nil) != adaptive || (m.Difference.Kind == stats.Fixed) != adaptive ||
			m.Shown(.05) == adaptive {
			t.Errorf("adaptive %v: %+v", adaptive, m)
		}
		var text strings.Builder
		if err := c.WriteStronger(&text); err != nil || (text.String() == noIntervals+"\n") != adaptive {
			t.Errorf("adaptive %v: %s%v", adaptive, text.String(), err)
		}
	}
	m := newStanding(t, pairsOf(scores...), StandingsOptions{Unrated: true}).Crosstable().Meeting(0, 1)
	if m.Stronger != nil || m.Difference.Kind != stats.Absent || m.Games.Games() != 192 {
		t.Errorf("of unrated players: %+v", m)
	}
}

// TestMoreOpeningsShowTheDifference checks that after as many openings as [Meeting.MoreOpenings] says, in which the
// players score as before, the difference is shown for the first time.
func TestMoreOpeningsShowTheDifference(t *testing.T) {
	t.Parallel()
	seen := func(errors float64, openings int) Meeting {
		known := evidence{measured: true, Evidence: rating.Evidence{Errors: errors}}
		return Meeting{Openings: openings, evidence: known}
	}
	const now, alpha = 20, .05
	m := seen(1.5, now)
	more, ok := m.MoreOpenings(alpha, 100)
	if !ok || more < 1 || m.Shown(alpha) {
		t.Fatalf("%d more openings, %v", more, ok)
	}
	// The standard error falls with the root of the number of openings.
	after := func(n int) Meeting { return seen(1.5*math.Sqrt(float64(n)/now), n) }
	if !after(now+more).Shown(alpha) || after(now+more-1).Shown(alpha) {
		t.Errorf("it is not shown first after %d more openings", more)
	}
	if again, ok := m.MoreOpenings(alpha, (now+more)/now+1); !ok || again != more {
		t.Errorf("within the factor %d more openings are needed, %v", again, ok)
	}
	if _, ok := m.MoreOpenings(alpha, (now+more)/now-1); ok {
		t.Error("more openings than the factor allows are said to suffice")
	}
	if _, ok := (Meeting{Openings: now}).MoreOpenings(alpha, 100); ok {
		t.Error("without an error the number of openings is known")
	}
}
