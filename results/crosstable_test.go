package results

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

func TestCrosstableCounts(t *testing.T) {
	s := newStanding(t, league(), StandingsOptions{Players: []string{"new"}})
	if got := playersOf(s); got != "god ann bob cid worm new" {
		t.Fatalf("players %s", got)
	}
	total := 0
	for _, m := range s.Crosstable().Rows {
		total += m.Games.Games()
	}
	for i := range s.Rows {
		for j := range i {
			m, back := s.Meeting(i, j), s.Meeting(j, i)
			if m.Games != (stats.WDL{Wins: back.Games.Losses, Draws: back.Games.Draws, Losses: back.Games.Wins}) {
				t.Errorf("%s and %s: %v and %v", m.Player, m.Opponent, m.Games, back.Games)
			}
			if (m.Stronger == nil) != (back.Stronger == nil) ||
				m.Stronger != nil && !near.Equal(*m.Stronger+*back.Stronger, 1, 1e-12) {
				t.Errorf("%s and %s: probabilities do not add up", m.Player, m.Opponent)
			}
		}
	}
	if want := (stats.WDL{Wins: 8, Draws: 5, Losses: 3}); total != 72 || s.Meeting(1, 2).Games != want {
		t.Errorf("%d games, ann and bob %+v", total, s.Meeting(1, 2).Games)
	}
	if m := s.Meeting(0, 1); m.Stronger != nil || m.Difference.Kind != stats.Absent {
		t.Errorf("god, who lost nothing, against ann: %+v", m)
	}
}

// playersOf returns the names of the players in the order of the rows.
func playersOf(s Standings) string {
	var names []string
	for _, row := range s.Rows {
		names = append(names, row.Player)
	}
	return strings.Join(names, " ")
}

// TestStrongerAsOrdoSimulated compares probabilities that a player is stronger with those that Ordo simulated for
// neighbours in its table.
func TestStrongerAsOrdoSimulated(t *testing.T) {
	s := fileStanding(t, "rr6_draws.pgn", StandingsOptions{})
	if got := playersOf(s); got != "F C B A D E" {
		t.Fatalf("players %s", got)
	}
	for i, percent := range []float64{100, 100, 91, 100, 100} {
		near.Check(t, 100**s.Meeting(i, i+1).Stronger, percent, 2, "row ", i, " over the next")
	}
}

// pairsOf returns the games of ann and bob from openings 1, 2, ..., which ann begins first. Each list has ann's scores
// in both games.
func pairsOf(scores ...[2]float64) (games []Finished) {
	for i, score := range scores {
		opening := fmt.Sprint(i + 1)
		games = append(games, Finished{Players: []string{"ann", "bob"}, Scores: both(score[0]), Opening: opening},
			Finished{Players: []string{"bob", "ann"}, Scores: both(1 - score[1]), Opening: opening})
	}
	return games
}

// TestMeetingsOfPairs checks what the list of meetings says about ten pairs of games: one with no point for ann, two
// with half a point, three with one, one with three halves and three with two points: 11.5 of 20.
func TestMeetingsOfPairs(t *testing.T) {
	t.Parallel()
	games := pairsOf([2]float64{0, 0}, [2]float64{.5, 0}, [2]float64{0, .5}, [2]float64{.5, .5}, [2]float64{1, 0},
		[2]float64{0, 1}, [2]float64{1, .5}, [2]float64{1, 1}, [2]float64{1, 1}, [2]float64{1, 1})
	s := newStanding(t, append(games, match("ann", "cid", 1, 2)...), StandingsOptions{})
	text, err := json.Marshal(s.Crosstable())
	require.NoError(t, err)
	for _, want := range []string{`"ann","opponent":"bob","games":20,"wins":9,"draws":5,"losses":6,"points":11.5,` +
		`"score":0.575,"pairs":[1,2,3,1,3],`, `"ann","opponent":"cid","games":2,"wins":2,"draws":0,"losses":0,`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if m := meeting(t, games, "ann", "bob"); m.Openings != 10 || m.Stronger == nil || *m.Stronger <= .5 {
		t.Errorf("%+v", m)
	}
	for pairs, known := range map[int]bool{7: false, 8: true} { // of eight openings or more there is a probability
		few := newStanding(t, games[:2*pairs], StandingsOptions{}).Meeting(0, 1)
		if (few.Stronger != nil) != known || few.Openings != pairs {
			t.Errorf("%d pairs: %+v", pairs, few)
		}
	}
}

// TestMoreOpeningsShowTheDifference checks that after as many openings as [Meeting.MoreOpenings] says, in which the
// players score as before, the difference is shown for the first time.
func TestMoreOpeningsShowTheDifference(t *testing.T) {
	t.Parallel()
	seen := func(errors float64, openings int) Meeting {
		known := evidence{measured: true, difference: errors,
			Evidence: rating.Evidence{Errors: errors, StandardError: 1}}
		return Meeting{Openings: openings, evidence: known, Met: true}
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
