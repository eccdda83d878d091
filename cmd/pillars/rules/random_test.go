package rules

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
)

func TestSpread(t *testing.T) {
	tests := []struct {
		lengths []int32
		want    spreadAnswer
	}{
		{[]int32{7}, spreadAnswer{7, 7, 7, 7}},
		{[]int32{9, 1, 2}, spreadAnswer{4, 2, 1, 9}},
		{[]int32{4, 1, 2, 9}, spreadAnswer{4, 3, 1, 9}},
	}
	for _, test := range tests {
		if got := spread(test.lengths); got != test.want {
			t.Errorf("spread(%v) = %v; wanted %v", test.lengths, got, test.want)
		}
	}
}

// TestRandomIsTheSameForAnyWorkers compares the whole output, and that of another seed.
func TestRandomIsTheSameForAnyWorkers(t *testing.T) {
	args := func(more string) []string {
		return strings.Fields("random pit-of-pillars --option size=5 --games 300 --json " + more)
	}
	_, one, _ := pillars(args("--seed 7 --workers 1")...)
	_, five, _ := pillars(args("--seed 7 --workers 5")...)
	if one == "" || one != five {
		t.Errorf("one worker:\n%sfive workers:\n%s", one, five)
	}
	if _, other, _ := pillars(args("--seed 8 --workers 1")...); other == one {
		t.Error("another seed gives the same games")
	}
}

// TestRandomCountsEveryStep recounts the games' steps by their kinds.
func TestRandomCountsEveryStep(t *testing.T) {
	var flags cli.GameFlags
	flags.Register(pflag.NewFlagSet("test", pflag.ContinueOnError))
	p, err := flags.Position("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	played := playRandom(p, 20, 3, 2, &strings.Builder{})
	var due, steps int64
	for _, n := range played.due {
		due += n
	}
	for _, n := range played.steps {
		steps += int64(n)
	}
	if due != steps {
		t.Errorf("%d steps played, %d counted", steps, due)
	}
	if got, want := describeRandom(played).Branching[0], (branchingAnswer{"opening", 20, 60}); got != want {
		t.Errorf("opening steps: %v; there is one a game, with 60 squares to choose from", got)
	}
}
