package results

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pillars/engine/enginetest/near"
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
