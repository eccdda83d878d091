package positions

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/engine/pitofpillars"
	"pillars/search/proof/solver"
)

// TestUnsolved wants an interrupted computation to say so, and to end with the exit code for it.
func TestUnsolved(t *testing.T) {
	t.Parallel()
	var exit *cli.ExitError
	err := explainUnsolved(fmt.Errorf("somewhere: %w", context.Canceled))
	if !errors.As(err, &exit) || exit.Code != cli.ExitInterrupted || err.Error() != "interrupted before all was proven; nothing is kept" {
		t.Errorf("an interruption is explained as %v", err)
	}
	if other := errors.New("other"); explainUnsolved(other) != other {
		t.Error("another error does not stay as it is")
	}
}

// TestOpeningEnds counts ends of an opening stage by turn, seat and men, and prints them; a whole game takes too long for a test.
func TestOpeningEnds(t *testing.T) {
	t.Parallel()
	var ends []solver.End
	var answer solveAnswer
	for _, end := range []struct {
		position string
		value    solver.Value
	}{
		{"w,r/x,w,r,x/w,r,x2/x2 r m 0/0 - 5", solver.Win},
		{"x,r/x,w,r,x/w,r,x2/w,x w m 0/0 - 4", solver.Loss},
		{"w,r/x,w,r,x/w,r,x,r/w,x w m 0/0 - 6", solver.Draw},
		{"w,r/x,w,r,x/w,r,x2/x,w r m 0/0 - 5", solver.Loss},
		{"w,r/x,w,r,x/w,x,r,x/x2 r m 0/0 - 5", solver.Win},
	} {
		p, err := pitofpillars.Game.Read(end.position, nil)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, solver.End{Position: p, Turn: p.Turn(), Seat: p.Seat(), Verdict: solver.Verdict{Value: end.value}})
	}
	answer.addEnds(ends[0].Position.Rules(), ends)
	var out strings.Builder
	if err := answer.printEnds(&out); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"", "ends of the opening stage by their worth to who acts then",
		"turn acts men on the board positions won lost drawn",
		"4 White 6 1 0 1 0", "5 Red 6 2 2 0 0", "5 Red 7 1 0 1 0", "6 White 8 1 0 0 1", "",
	}, "\n")
	lines := strings.Split(out.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("the ends are printed as\n%s\nwant\n%s", got, want)
	}
}
