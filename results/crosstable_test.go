package results

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
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
	c := newStanding(t, append(games, match("ann", "cid", 1, 2)...), StandingsOptions{}).Crosstable()
	var text strings.Builder
	require.NoError(t, c.WriteCSV(&text))
	for _, want := range []string{"\nann,bob,20,9,5,6,11.5,0.575,1,2,3,1,3,", "\nbob,ann,20,6,5,9,8.5,0.425,3,1,3,2,1,",
		"\nann,cid,2,2,0,0,2,1,0,0,0,0,0,", "\ncid,ann,2,0,0,2,0,0,0,0,0,0,0,"} {
		if !strings.Contains("\n"+text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	ann, bob := slices.Index(c.Players, "ann"), slices.Index(c.Players, "bob")
	if m := c.Meeting(ann, bob); m.Openings != 10 || m.Stronger == nil || *m.Stronger <= .5 {
		t.Errorf("%+v", m)
	}
	for pairs, known := range map[int]bool{7: false, 8: true} { // of eight openings or more there is a probability
		few := newStanding(t, games[:2*pairs], StandingsOptions{}).Crosstable().Meeting(0, 1)
		if (few.Stronger != nil) != known || few.Openings != pairs {
			t.Errorf("%d pairs: %+v", pairs, few)
		}
	}
	if m := c.Meeting(ann, ann); m.Games.Games() > 0 || m.Openings > 0 || m.Stronger != nil {
		t.Errorf("a player against itself: %+v", m)
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
