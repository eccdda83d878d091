package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestThreatsAreSaid checks that the last turn says with which turn its seat threatens to win next, if it does.
func TestThreatsAreSaid(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		// Red has one man only, on c1.
		`"game":"pit-of-pillars","start":"x2/x4/x3,w/x,r w m 0/0 - 9","turns":["d2c2"]`: "threatens to win next " +
			"turn: it moves 1 man from c2 to c1 and takes over the stack there, now 2 high; this wins: Red controls " +
			"no stack",
		`"game":"pit-of-pillars","start":"x,w/x4/x4/x,r w m 0/0 - 9","turns":["c4b4"]`: "",
		`"game":"pilastri"`: "",
		// The last checker, on d4, reaches the other three by no single move.
		`"game":"pylyx","start":"x4/x6/w3,x5/b3,x2,w,x2/x,b,x4/x4 1 m 1 0 33","turns":["-"]`: "",
		`"game":"pylyx","start":"x4/x6/w,x2,w3,x2/b3,x5/x,b,x4/x4 1 m 1 0 33","turns":["-"]`: "threatens to win " +
			"next turn: it moves 3 checkers from d4 to a4; this wins: all 4 white checkers are in one stack",
		`"game":"pit","start":"bt,x3,bp/x5/x2,o,x2/x5/wp,x3,wt w a 5/5 - - 3","turns":["e1e4e4|w"]`: "threatens to " +
			"win next turn: it replaces Black's pawn on e5 with a tower from e4; Black has lost its pawn and is " +
			"out, and this wins",
		`"game":"pit","start":"rp,x3,bp/x5/bt,x,o,x2/x4,rt/wp,x2,wt,x w a 5/5/5 - - 4","turns":["d1d5d5|w"]`: "" +
			"threatens to put Black out next turn: it replaces Black's pawn on e5 with a tower from d5; Black has " +
			"lost its pawn and is out (third of 3); then puts a barrier between e5 and e4",
	} {
		v, err := ask[view](t, `{"do":"view",`+fields+`}`)
		if err != nil || v.Last != nil && v.Last.Threat != want || v.Last == nil && want != "" {
			t.Errorf("%s: %+v (%v) instead of %q", fields, v.Last, err, want)
		}
	}
}

// TestHintsSayWhatTheyStop checks that a hint names the threat that it stops, and a forced win with its number of
// turns.
func TestHintsSayWhatTheyStop(t *testing.T) {
	t.Parallel()
	type hint struct {
		decision
		Says []string
	}
	for _, try := range []struct{ fields, want string }{
		{mateInOne, "White moves 1 man from b1 to c1; then moves a pillar from d2 to a2; this wins: Red has no step."},
		// Red is about to take over White's only stack.
		{`"game":"pit-of-pillars","start":"x2/x4/x4/w,r w m 0/0 - 9"`,
			"White moves 1 man from b1 to c1 and takes over the stack there, now 2 high; this wins: Red controls no " +
				"stack."},
		{`"game":"pylyx","start":"x4/w,x5/b,x2,b3,x2/w,x5/x,w,x4/w,x3 1 m 1 0 33"`,
			"It stops a threat: Two moves 3 checkers from d4 to a4; this wins: all 4 black checkers are in one stack."},
	} {
		_, got := told[any, hint](t, fmt.Sprintf(`{"do":"hint",%s,"player":"alphabeta","nodes":20000}`, try.fields))
		if !slices.Contains(got.Says, try.want) {
			t.Errorf("%s: %q without %q", try.fields, got.Says, try.want)
		}
	}
}

// TestBarriersAreDrawn checks that a turn with a barrier has the barrier's cell and side in addition to the squares.
func TestBarriersAreDrawn(t *testing.T) {
	t.Parallel()
	v, err := ask[view](t, `{"do":"view",`+smallPit+`,"a3a2a2|e"]}`)
	if err != nil || fmt.Sprint(v.Last.Walls) != "[{a2 e}]" {
		t.Errorf("%+v, %v", v.Last, err)
	}
	_, best := told[any, decision](t, `{"do":"decide",`+smallPit+`],"player":"alphabeta","nodes":500}`)
	if len(best.Walls) != 1 || !strings.HasSuffix(best.Turn, best.Walls[0].Cell+"|"+best.Walls[0].Side) {
		t.Errorf("%+v", best)
	}
}
