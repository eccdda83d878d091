package results

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
)

// TestPlacesInAnyColumns reads games whose columns come in another order, with blanks and capital letters, and columns
// that mean nothing.
func TestPlacesInAnyColumns(t *testing.T) {
	t.Parallel()
	want := []Game{{Players: []string{"ann", "bob", "cid"}, Scores: []float64{1, 0, .5}, Turns: 7}}
	for _, text := range []string{
		"turns,seat1,seat2,seat3,rank1,rank2,rank3\n7,ann,bob,cid,1,3,2\n",
		"rank3,rank2,rank1,seat3,seat2,seat1,turns\n2,3,1,cid,bob,ann,7\n",
		" Seat1 ,RANK1,seat2,rank2,note,seat3,rank3, Turns\n ann , 1 ,bob,3,x,cid,2, 7 \n",
	} {
		if got, err := ReadPlaces(strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	const three = "seat1,seat2,seat3,rank1,rank2,rank3"
	for text, want := range map[string]string{
		"seat4," + three:                  "line 1: a column seat4 but none rank4: add it",
		"rank4," + three:                  "line 1: no column seat4: name the columns of 3 or more seats",
		"seat1,seat2,seat3,rank2,rank3":   "line 1: a column seat1 but none rank1: add it",
		"players,turns":                   "line 1: no column seat1: ",
		three + "\na,b\n":                 "record on line 2: wrong number of fields",
		three + ",turns\na,b,c,1,2,3,x\n": `line 2: column turns: "x": give a whole number`,
		three + "\na,b,c,1,2,9\n":         `line 2: column rank3: "9": give a place from 1`,
		three + "\na,b,c,1,2,0.5\n":       `line 2: column rank3: "0.5": give a place`,
	} {
		if got, err := ReadPlaces(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want %q", text, got, err, want)
		}
	}
}

// TestPlacesOfEightSeats reads a game with the most seats that there may be, and a place of 8.
func TestPlacesOfEightSeats(t *testing.T) {
	t.Parallel()
	head, cells := "", ""
	for i := range 8 {
		head += fmt.Sprintf("seat%d,rank%[1]d,", i+1)
		cells += fmt.Sprintf("p%d,%[1]d,", i+1)
	}
	games, err := ReadPlaces(strings.NewReader(strings.TrimSuffix(head, ",") + "\n" + strings.TrimSuffix(cells, ",")))
	if err != nil || len(games) != 1 {
		t.Fatalf("%+v, %v", games, err)
	}
	for seat, score := range games[0].Scores {
		near.Check(t, score, float64(7-seat)/7, 1e-12, "score of seat ", seat+1)
	}
	placeStanding(t, games)
}

// TestRanksBecomeScores checks scores of ranks that are tied, missing or known for the winner alone.
func TestRanksBecomeScores(t *testing.T) {
	t.Parallel()
	const none = unranked
	for _, c := range []struct{ ranks, scores []float64 }{
		{[]float64{1, 2, 3}, []float64{1, .5, 0}},
		{[]float64{1, 2, 2}, []float64{1, 0, 0}}, // the winner alone is known
		{[]float64{2, 1, 2}, []float64{0, 1, 0}},
		{[]float64{1, 2.5, 2.5}, []float64{1, .25, .25}},
		{[]float64{1, 1, 2}, []float64{.75, .75, 0}},
		{[]float64{1, 2, 2, 4}, []float64{1, .5, .5, 0}},
		{[]float64{1, 3, 3}, []float64{1, .25, .25}},
		{[]float64{2, 2, 2}, []float64{.5, .5, .5}},
		{[]float64{1, 1, 2, 2}, []float64{2.5 / 3, 2.5 / 3, .5 / 3, .5 / 3}},
		{[]float64{1, none, none}, []float64{1, 0, 0}},
		{[]float64{1, 2, none}, []float64{1, .5, 0}},
		{[]float64{none, 1, 2, none}, []float64{0, 1, 2. / 3, 0}},
	} {
		got, err := scoresOfRanks(c.ranks)
		if err != nil || len(got) != len(c.scores) {
			t.Fatalf("%v: %v, %v", c.ranks, got, err)
		}
		for seat := range got {
			near.Check(t, got[seat], c.scores[seat], 1e-12, c.ranks, ": seat ", seat+1)
		}
	}
}

// TestScoresBecomePlaces checks places of scores, among them those that are right to three decimals and those that are
// not.
func TestScoresBecomePlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scores []float64
		places string // empty for an error
	}{
		{[]float64{1, 0}, "[1 2]"}, {[]float64{.5, .5}, "[1 1]"}, {[]float64{1, .5, 0}, "[1 2 3]"},
		{[]float64{.25, 1, .25}, "[2 1 2]"}, {[]float64{0, 1, 0}, "[0 1 0]"}, {[]float64{.75, 0, .75}, "[1 3 1]"},
		{[]float64{1, .667, .333, 0}, "[1 2 3 4]"}, {[]float64{1, .668, .333, 0}, ""}, {[]float64{0, 0}, ""},
		{[]float64{1, 2. / 3, 0, 0}, "[1 2 0 0]"}, {[]float64{1, 1}, ""}, {[]float64{.9, .1}, ""},
	} {
		places, err := appendPlaces(nil, c.scores)
		if got := fmt.Sprint(places); (err != nil) != (c.places == "") || err == nil && got != c.places {
			t.Errorf("%v: %s, %v; want %s", c.scores, got, err, c.places)
		}
	}
	_, err := appendPlaces(nil, []float64{1, .7, 0})
	if want := "score 0.7 of seat 2 among [1 0.7 0]: give the share of opponents placed behind, ties as halves, here " +
		"0.5"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
