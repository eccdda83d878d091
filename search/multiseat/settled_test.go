package multiseat

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
)

// The pawn of White, who acts, must fall into the hole, and the others play on.
const falls = "bt,x3,bp/x5/x,wp,o,x2/x5/wt,x2,rt,rp w a 5/5/5 - - 9"

// TestCompulsoryIsPlayed values positions at depth 0: compulsory steps are played, whatever the evaluation is.
func TestCompulsoryIsPlayed(t *testing.T) {
	const second = "x5/x5/x,wp,o,x2/x5/wt,x2,rt,rp w a 5/x3/5 - - 9" // as falls, but Black is out
	for _, test := range []struct {
		position string
		root     engine.Seat
		want     search.Score // for the side to act
	}{
		{falls, 0, -search.WinIn(1)},
		{second, 0, search.DrawScore},
		{second, 2, -search.WinIn(1)}, // White and Black together, against Red
		{"bt,x3,bp/x5/x2,o,x2/x5/wt,wp,rt,x,rp r a 5/5/5 - - 9", 0, search.WinIn(1)},
	} {
		p := enginetest.Read(t, "pit", test.position)
		config := DefaultConfig()
		config.Table = 1
		s := newSearcher(&config, p.Rules(), scatter{}, newTable())
		s.Begin(t.Context(), engine.NewHistory(p), search.Limits{}, nil)
		s.root = test.root
		if got := s.search(0, 0, -search.MaxScore, search.MaxScore); got != test.want {
			t.Errorf("seat %s values %s at %v, not %v", test.root, test.position, got, test.want)
		}
	}
}
