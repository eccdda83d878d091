package solver

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine/pitofpillars"
)

// TestOpeningEnds counts ends of an opening stage by turn, seat and men; a whole game takes too long for a test.
func TestOpeningEnds(t *testing.T) {
	t.Parallel()
	var ends []End
	for _, end := range []struct {
		position string
		value    Value
	}{
		{"w,r/x,w,r,x/w,r,x2/x2 r m 0/0 - 5", Win},
		{"x,r/x,w,r,x/w,r,x2/w,x w m 0/0 - 4", Loss},
		{"w,r/x,w,r,x/w,r,x,r/w,x w m 0/0 - 6", Draw},
		{"w,r/x,w,r,x/w,r,x2/x,w r m 0/0 - 5", Loss},
		{"w,r/x,w,r,x/w,x,r,x/x2 r m 0/0 - 5", Win},
	} {
		p, err := pitofpillars.Game.Read(end.position, nil)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, End{Position: p, Turn: p.Turn(), Seat: p.Seat(), Verdict: Verdict{Value: end.value}})
	}
	var lines []string
	for _, e := range countEnds(ends[0].Position.Rules(), ends) {
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
