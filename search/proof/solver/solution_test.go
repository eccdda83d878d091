package solver

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestOpeningEnds counts ends of an opening stage by turn, seat and men; a whole game takes too long for a test.
func TestOpeningEnds(t *testing.T) {
	t.Parallel()
	var ends []end
	var rules engine.Rules
	for _, e := range []struct {
		position string
		value    outcome
	}{
		{"w,r/x,w,r,x/w,r,x2/x2 r m 0/0 - 5", win},
		{"x,r/x,w,r,x/w,r,x2/w,x w m 0/0 - 4", loss},
		{"w,r/x,w,r,x/w,r,x,r/w,x w m 0/0 - 6", draw},
		{"w,r/x,w,r,x/w,r,x2/x,w r m 0/0 - 5", loss},
		{"w,r/x,w,r,x/w,x,r,x/x2 r m 0/0 - 5", win},
	} {
		p := enginetest.Read(t, "pit-of-pillars", e.position)
		metric := engine.AppendMetrics(nil, p, nil, nil)[0]
		ends = append(ends, end{metric: metric, turn: p.Turn(), seat: p.Seat(), result: result{Value: e.value}})
		rules = p.Rules()
	}
	var lines []string
	for _, e := range countEnds(rules, ends) {
		lines = append(lines, fmt.Sprint(e.Turn, " ", e.Seat, " ", e.Metric, " ", e.Value, ": ", e.Positions, e.Won,
			e.Lost, e.Drawn))
	}
	want := strings.Join([]string{
		"4 White men on the board 6: 1 0 1 0", "5 Red men on the board 6: 2 2 0 0",
		"5 Red men on the board 7: 1 0 1 0", "6 White men on the board 8: 1 0 0 1",
	}, "\n")
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("the ends are counted as\n%s\nwant\n%s", got, want)
	}
}

// TestSolutionUpToTheLimit checks that a proof is kept although some first turns take too many positions.
func TestSolutionUpToTheLimit(t *testing.T) {
	t.Parallel()
	p := enginetest.Rules(t, "pilastri", "size=4").Start()
	s, err := Solve(t.Context(), p, BySearch, Limits{Positions: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	if s.Value != "win" || s.Unproven == 0 || len(s.FirstTurns)+int(s.Unproven) != 24 {
		t.Errorf("solved as %+v; want a win with some first turns proven and some left", s)
	}
	if _, err := Solve(t.Context(), p, BySearch, Limits{Positions: 2000}); !errors.Is(err, ErrTooMany) {
		t.Errorf("far more positions are needed than 2,000: %v", err)
	}
}
