package pit_test

import (
	"testing"

	"pillars/engine"
)

// TestFeatures compares the counts with ones made by hand. The first position: White's pawn on a1 behind a barrier, and
// its tower on a3; Black's pawn on c3; a hole in the middle.
func TestFeatures(t *testing.T) {
	t.Parallel()
	// the tower on e2 reaches c2, between White's pawn and the hole
	const three = "x2,bt,x,bp/x5/x2,o,x2/x4,rt/wt,x,wp,x,rp "
	for _, test := range []struct {
		position string
		seat     engine.Seat
		want     map[string]int32 // as the seat sees it, in sixths; what is not there is 0
	}{
		{
			"wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e - 9", 0,
			map[string]int32{
				"tempo": 6, "towers": 6, "reserve": 6, "no-tower": -6,
				"mobility":       6,  // a3a2, a3b3, a1a2 against c3b3, c3c2
				"pawn-sides":     -6, // one against two
				"pawn-threats":   -6, // the tower comes to b3
				"pawn-lures":     -6, // which is next to the hole
				"pawn-lures-now": -6, // and it is White's turn
			},
		},
		{ // Red is out, which makes Black the only one to compare with
			"wt,x,bp/x,o,x/wp,x2 w a 5/4/x3 a1|e - 9", 0,
			map[string]int32{
				"tempo": 6, "towers": 6, "reserve": 6, "no-tower": -6, "mobility": 6, "pawn-sides": -6,
				"pawn-threats": -6, "pawn-lures": -6,
				"pawn-lures-now": -6, "rivals-out": 3,
			},
		},
		{"wt,x,bp/x,o,x/wp,x2 w a 5/4/x3 a1|e - 9", 2, map[string]int32{"out": 6}},
		{
			"x,wt,bp/x,o,x/wp,x2 b a 5/4 - - 9", 0,
			map[string]int32{
				"tempo": -6, "towers": 6, "reserve": 6, "no-tower": -6,
				"mobility":      18, // b3a3, b3b2, a1a2, a1b1 against c3c2
				"pawn-attacked": -6, // the tower is joined to the pawn
				"pawn-exits":    0,  // a2, b1, c2 are next to the hole
				"pawn-threats":  0,  // nothing reaches c2, a2 or b1
				"towers-on-rim": 6,  // b3
			},
		},
		{
			three + "b a 5/5/0 - - 9", 0,
			map[string]int32{
				"tempo":          -3,
				"reserve":        15, // 5 against 5 and 0
				"mobility":       6,  // 8 against 7 and 7
				"pawn-sides":     6,  // 3 against 2 and 2
				"pawn-exits":     3,  // b1, d1 against d5, e4 and d1
				"pawn-threats":   6,  // c2, d1 against e4 and d1
				"pawn-lures":     6,  // c2
				"pawn-lures-now": 6,  // Red acts before White
			},
		},
		{
			three + "w a 5/5/0 - - 9", 0,
			map[string]int32{
				"tempo": 6, "reserve": 15, "mobility": 6, "pawn-sides": 6, "pawn-exits": 3, "pawn-threats": 6,
				"pawn-lures": 6,
			},
		},
		{
			three + "b a 5/5/0 - - 9", 2,
			map[string]int32{
				"tempo": -3, "reserve": -30, "mobility": -3, "pawn-sides": -3, "pawn-exits": -6, "pawn-threats": -3,
				"pawn-lures": -3, "pawn-lures-now": -3,
			},
		},
	} {
		p := read(t, test.position, nil)
		got := make([]int32, len(p.Rules().Features()))
		p.Features(test.seat, got)
		for i, feature := range p.Rules().Features() {
			if got[i] != test.want[feature.Name] {
				t.Errorf("%s of player %s in %s is %d, not %d", feature.Name, test.seat, test.position, got[i],
					test.want[feature.Name])
			}
		}
	}
}

// TestLureByEntry checks that a tower of the reserve can lure, seen past other pieces.
func TestLureByEntry(t *testing.T) {
	t.Parallel()
	for position, want := range map[string]int32{
		"x2,bt,x,bp/x5/x2,o,x2/x3,wt,rt/wt,x,wp,x,rp w a 4/5/1 - - 9":    6, // from e2 past d2 to c2
		"x2,bt,x,bp/x5/x2,o,x2/x3,wt,rt/wt,x,wp,x,rp w a 4/5/0 - - 9":    0, // nothing to enter
		"x2,bt,x,bp/x5/x2,o,x2/x3,wt,rt/wt,x,wp,x,rp w a 4/5/1 c2|e - 9": 0, // a barrier in between
	} {
		p := read(t, position, nil)
		got := make([]int32, len(p.Rules().Features()))
		p.Features(0, got)
		for i, feature := range p.Rules().Features() {
			if feature.Name == "pawn-lures" && got[i] != want {
				t.Errorf("pawn-lures in %s is %d, not %d", position, got[i], want)
			}
		}
	}
}

// TestSettled checks the scores of players who are out.
func TestSettled(t *testing.T) {
	t.Parallel()
	p := read(t, "x5/x5/up,x,o,x2/bp,x3,bt/x4,bt u a x3/4/x4/5 - - 9", nil).(interface {
		Settled(of engine.Seat) (float64, bool)
	})
	for seat, want := range []struct {
		score   float64
		settled bool
	}{{1.0 / 3, true}, {0, false}, {0, true}, {0, false}} {
		if score, settled := p.Settled(engine.Seat(seat)); score != want.score || settled != want.settled {
			t.Errorf("player %d: %v, %v, want %v", seat+1, score, settled, want)
		}
	}
}

// TestOrderingScores checks the order of scores where it is beyond doubt: what wins comes before what does not, what
// loses comes last.
func TestOrderingScores(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ position, best, worst string }{
		// the pawn before the tower
		{"x5/x5/x2,o,x2/bp,x2,bt,x/wp,x2,wt,x w a 5/4 - - 3", "a1a2", "d1d2"},
		{"bt,x3,bp/x5/x,wp,o,x2/x5/wt,x4 w a 5/5 - - 3", "b3c3", "b3c3"}, // nothing else to do
		// a tower falls rather than the pawn
		{"bt,x3,bp/x5/x,wp,o,wt,x/x5/wt,x4 w a 4/5 - - 3", "d3c3", "b3c3"},
		{"x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 w b 5/5 a1|n a1 5", "a1|e", "a1|e"}, // the only edge
		// shutting the pawn in loses
		{"x4,bp/bt,x3,bt/x2,o,x2/x,wt,x2,wt/x,wp,x3 w b 4/4 a1|n,b1|n b1 5", "b1|w", "b1|e"},
	} {
		p := read(t, test.position, nil)
		steps := p.AppendSteps(nil)
		scores := make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		best, worst := 0, 0
		for i := range steps {
			if scores[i] > scores[best] {
				best = i
			}
			if scores[i] < scores[worst] {
				worst = i
			}
		}
		if got := p.StepText(steps[best]); got != test.best {
			t.Errorf("the best score in %s is for %s, not %s", test.position, got, test.best)
		}
		if got := p.StepText(steps[worst]); got != test.worst {
			t.Errorf("the worst score in %s is for %s, not %s", test.position, got, test.worst)
		}
	}
}

// TestPlaces checks the scores of games of three and four players: the share of opponents placed behind.
func TestPlaces(t *testing.T) {
	t.Parallel()
	p := read(t, "x5/x5/up,x,o,x2/bp,x3,bt/x4,bt u a x3/4/x4/5 - - 9", nil)
	step, err := engine.ParseStep(p, "a3a2")
	if err != nil {
		t.Fatal(err)
	}
	p.Play(step)
	want := [engine.MaxSeats]float64{1.0 / 3, 2.0 / 3, 0, 1}
	if got := p.Outcome(); got.Scores != want || got.Seats != 4 || got.Reason != "pawn replaced" {
		t.Errorf("the outcome is %v, not the scores %v", got, want)
	}
}
