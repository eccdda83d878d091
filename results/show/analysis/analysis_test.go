package analysis

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/review"
)

// TestReviewedTurns checks the line of a turn: the better turn, or a dash where nothing was lost, and a win that was
// thrown away.
func TestReviewedTurns(t *testing.T) {
	t.Parallel()
	two, three := []string{"White", "Red"}, []string{"One", "Two", "Three"}
	for _, c := range []struct {
		turn  review.Turn
		seats []string
		want  string
	}{
		{review.Turn{Number: 3, Played: "a1", Best: "b2", Expected: 1, Lost: .75, Threw: true}, two,
			"   3  White  a1               100.0 %  75.0 %  b2  (threw a proven win away)\n"},
		{review.Turn{Number: 4, Seat: 1, Played: "a1", Best: "b2", Expected: .5, Lost: .0005}, two,
			"   4  Red    a1                50.0 %   0.1 %  b2\n"},
		{review.Turn{Number: 5, Played: "a1", Best: "b2", Expected: .5, Lost: .0004}, two,
			"   5  White  a1                50.0 %   0.0 %  -\n"},
		{review.Turn{Number: 6, Seat: 2, Played: "a1", Best: "b2", Expected: .25}, three,
			"   6  Three  a1                25.0 %   0.0 %  b2\n"},
		{review.Turn{Number: 7, Played: "b2", Best: "b2", Expected: .25, Lost: .1}, two,
			"   7  White  b2                25.0 %  10.0 %  -\n"},
	} {
		var text strings.Builder
		got := Reviewed{c.turn, c.seats}
		if err := got.WriteText(&text); err != nil || text.String() != c.want {
			t.Errorf("%q, want %q, %v", text.String(), c.want, err)
		}
	}
}

// terminal is a writer whose lines have a limited number of columns.
type terminal struct {
	strings.Builder
	columns int
}

func (t *terminal) Columns() int { return t.columns }

// TestReportsOfASearch checks that the heading comes once, that the first of several lines has the number one, and that
// turns are left out at the end of a line until it fits the terminal.
func TestReportsOfASearch(t *testing.T) {
	t.Parallel()
	p := enginetest.Rules(t, "pit-of-pillars", "size=4").Start()
	info := search.Info{Depth: 3, Score: 110, Nodes: 20000, Elapsed: 2 * time.Second}
	after := p.Clone()
	for range 12 {
		step := after.AppendSteps(nil)[0]
		info.Principal = append(info.Principal, step)
		after.Play(step)
	}
	turns := info.PrincipalTurns(p)
	if len(turns) < 3 {
		t.Fatalf("turns %v", turns)
	}
	const heading = "depth line  expect score       nodes nodes/s  best turns\n"
	const row = "    3    %d  75.0 %% +1.10         20k     10k  "
	whole, short := strings.Join(turns, " "), strings.Join(turns[:len(turns)-1], " ")+" ..."
	width := len(fmt.Sprintf(row, 1) + whole)
	s := Search{Position: p}
	for _, c := range []struct {
		columns, line int
		want          string
	}{
		{0, 0, heading + fmt.Sprintf(row, 1) + whole}, {width, 2, fmt.Sprintf(row, 2) + whole},
		{width - 1, 1, fmt.Sprintf(row, 1) + short},
	} {
		out := &terminal{columns: c.columns}
		info.Line = c.line
		if err := s.WriteText(out, info); err != nil || out.String() != c.want+"\n" {
			t.Errorf("%d columns: %q, want %q, %v", c.columns, out.String(), c.want, err)
		}
	}
	for score, want := range map[search.Score]string{search.WinIn(5): "win in 5", 110: ""} {
		info.Score = score
		proven, logits := "", 0.
		for _, fact := range s.Facts(info) {
			switch fact.Key {
			case "proven":
				proven = fact.Value.(string)
			case "score":
				logits = fact.Value.(float64)
			}
		}
		if proven != want || want == "" && logits < 1 || want != "" && logits > 0 {
			t.Errorf("%v: proven %q, %v logits", score, proven, logits)
		}
	}
}
