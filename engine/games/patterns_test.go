package games_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// byHand holds positions with the phase, and with the patterns that each seat and some steps show, found by hand. The
// signatures cover the patterns of other positions.
var byHand = []struct {
	game, position string
	phase          int
	seats          [2]string
	steps          map[string]string
}{
	{ // White: b4, c2 (rrw), one man in reserve, a pillar on c1. Red: b3 (wr), d3. Capacities: b4 2, b3 4, c2 3, d3 2.
		// White may land on b3, and captures c2 by entering.
		"pit-of-pillars", "w,x/x,wr,x,r/x2,rrw,x/x,W w m 1/0 - 7", 42, [2]string{
			"crowding-1 entries-1-1 fixed-0 hemming-0 landings-next-1 last-next-2-0 men-4 mixed-tto-b2 " +
				"mobility-next-7 pillar-a2 pillars-1 prize-next-2 pure-1-a2 reserve-1 slack-next-mixed+0-safe " +
				"slack-next-pure+1-covered stacks-2 step-main targets-next-1",
			"landings-wait-1 last-wait-2-0 men-4 mixed-to-b2 mobility-wait-7 pillars-0 prize-wait-0 pure-1-a2 " +
				"reserve-0 slack-wait-mixed+2-covered slack-wait-pure+1-safe stacks-2 targets-wait-0",
		}, nil,
	},
	{ // Red may still move a pillar; then White acts. White: b4, shut in by pillars. Red: d2 (rrr), two men in reserve,
		// pillars on b3 and c4. Red's reserve captures b4, which holds more men than it has room for.
		"pit-of-pillars", "w,R/x,R,x2/x3,rrr/x2 r p 0/2 - 8", 64, [2]string{
			"landings-next-0 last-next-1-1 loss-next-pure-1 men-1 mobility-next-0 pillars-0 prize-next-0 pure-1-a2 " +
				"reserve-0 slack-next-pure-1-hit step-pillar stacks-1 stuck-stacks-1 targets-next-0",
			"crowding-0 entries-2-1 fixed-0 hemming-2 landings-wait-0 last-wait-1-0 men-5 mobility-wait-3 pillar-a2 " +
				"pillar-b2 pillars-2 prize-wait-1 pure-3-a2 reserve-2 slack-wait-pure-1-safe stacks-1 targets-wait-1",
		}, nil,
	},
	{
		"pit-of-pillars", "x,r/wr,R,x,w/x,W,rw,x/r,x w m 1/0 - 31", 64, [2]string{}, map[string]string{
			"@b1": "enter-1 entry-a2 capture-theirs-1-1",
			"@d2": "enter-1 entry-a2 on-vacant+1-away-pure entry-threats-0",
			"d3c3": "leaving-none-1 leaving-none-safe leaving-a2 landing-b2 on-vacant+2-exposed-pure " +
				"threats-0",
			"c2c4": "leaving-none-2 leaving-none-safe leaving-b2 landing-a2 capture-theirs-2-1",
			"c2d2": "leaving-theirs-1 leaving-theirs-safe leaving-b2 landing-a2 on-vacant+1-away-pure threats-0",
		},
	},
	{
		"pit-of-pillars", "x,r/wr,R,x,w/x,W,rw,x/r,x w p 1/0 - 31", 64, [2]string{}, map[string]string{
			"-": "decline-0-2",
			"^b2a2": "pillar-to-a2 pillar-from-b2 pillar-far-1 pillar-blocks-theirs pillar-unblocks-nobody " +
				"pillar-to-theirs-1-mixed-away pillar-from-own+1-mixed-away pillar-from-theirs+0-pure-away",
		},
	},
	{ // White, who acts, has a4 and d2 (bw), Black d4 and a2 (wbb). The singles may land on each other; d2 may climb
		// a2, which cannot move. Nothing that Black can do takes d2a2 away: the only step covers a4. White's own step
		// from a4 is lost by it. With a4d4 White covers the only piece of Black's that can move; the stacks on d4 and
		// d2 can then climb each other.
		"pilastri", "w,x2,b/x4/wbb,x2,bw/x4 w 9", 64, [2]string{
			"around-1-0000-0110 around-2t-0000-1010 few-movable-2-1 few-safe-steps-1-0 few-steps-2-1 lead-movable+1 " +
				"lead-safe-steps+1 lead-steps+1 life-next-1-1-1 life-next-2t-1-0",
			"around-1-0000-0101 around-3o-0000-2000 life-wait-1-1-1 life-wait-3o-0-1",
		}, map[string]string{
			"a4d4": "1-onto-theirs-1 from-1-1-1 to-theirs-1-1-1 raised-2t-1-0 held-2t-1-0 beside-1-0-theirs " +
				"after-3-0 steps-0-+1--1 movable-0-+0--1 secure-0-+1-+0 safe-steps-0-+2-+0",
		},
	},
	{ // White's single man on b2 reaches the three on e5, which reach it. The three are seen to come to it, or it to
		// them: the latter counts. Black's pairs on a4 and b6 meet on b4; the one on b6 is open in fewer directions.
		"pylyx", "b2,x3/x4,w3,x/b2,x5/x6/x,w,x4/x4 1 m 1 0 31", 64, [2]string{
			"diagonals-3 few-1-2 lead+1 merges-next-2 moves-next-1 odd-0-0 pairs-0 reach-1-3 reach-3-11 " +
				"ready-next-1 sides-4 single-at-once-1 singles-1 stack-1-b2 stack-3-b2 stack-lead+0 stacks-next-2 " +
				"tallest-3 target-b2 triples-1",
			"diagonals-2 merges-wait-0 moves-wait-2 odd-0-1 pair-in-two-1 pairs-2 reach-2-6 reach-2-6 ready-wait-0 " +
				"sides-2 singles-0 stack-2-a2 stack-2-a3 stacks-wait-2 tallest-2 target-a2 triples-0",
		}, map[string]string{
			"-": "pass-1-2",
			"1b2c3": "move-1-of-0-onto-0 whole-single-at-once-to-single-at-once gain+0-1 to-1-c3 from-whole-b2 " +
				"joins-1-2-2 bars-1-0-0-2 frees-0-0-0-2",
			"1b2e5": "move-1-of-0-onto-3 whole-single-at-once-to-there gain+1-1 to-4+-b2 from-whole-b2 joins-4+-1-0 " +
				"frees-0-0-0-2",
			"2e5b5": "move-2-of-1-onto-0 part-there-to-pair-at-once gain-1-1 to-2-b2 from-part-b2 joins-2-1-2 " +
				"bars-0-0-0-2",
		},
	},
	{ // All cells but the corners are next to the hole in the middle. White's pawn on a1 is shut off from b1; the tower
		// on a3 has the way to a2 and b3. Black's pawn on c3 has two cells next to the hole, one of which the tower can
		// come to, beside the pawn, which can take it there. One barrier of 8 cells makes the phase.
		"pit", "wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e - 9", 24, [2]string{
			"far-0 danger-next-0 guard-0-2 held-next-0-3 hunter-next-0-2 moves-next-2-3 near-next-0 pawn-2-0 " +
				"pawns-2-2 rims-next-0 side-next-c side-next-c side-next-c side-next-h sides-next-ccch " +
				"spread-next-0-3 stock-1-5 tower-2-0 tower-moves-2",
			"far-0 danger-wait-0 held-wait-0-3 moves-wait-2-3 near-wait-0 pawn-2-0 rims-wait-0 side-wait-c " +
				"side-wait-c side-wait-h side-wait-l sides-wait-cchl spread-wait-0-3 stock-0-4 threat-wait-l",
		}, map[string]string{
			"a3b3": "tower-onto-free tower-from-2-0 tower-to-1-0 tower-open-2 tower-rim-no-yes " +
				"tower-contact-1-yes-no-yes hunt-0-2-0-1 guards-0-2-1-2 threats-1 reaches-1",
		},
	},
}

// TestPatternsByHand compares patterns and phases with those found by hand.
func TestPatternsByHand(t *testing.T) {
	t.Parallel()
	for _, test := range byHand {
		p := enginetest.Read(t, test.game, test.position)
		for seat, want := range test.seats {
			if got := enginetest.Shown(p, engine.Seat(seat)); want != "" && !slices.Equal(got, sorted(want)) {
				t.Errorf("%s: seat %d shows\n%v, want\n%v", p, seat+1, got, sorted(want))
			}
		}
		shown := enginetest.StepsShown(p)
		for step, want := range test.steps {
			if got := shown[step]; !slices.Equal(got, sorted(want)) {
				t.Errorf("%s: %s shows\n%v, want\n%v", p, step, got, sorted(want))
			}
		}
		if got := p.(engine.PatternPosition).Phase(); got != test.phase {
			t.Errorf("%s: phase %d, want %d", p, got, test.phase)
		}
	}
}

func sorted(words string) []string { return slices.Sorted(slices.Values(strings.Fields(words))) }
