package pitofpillars_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
)

// eachCase calls f for positions on boards of all sizes: of random games, of games that capture where possible, and
// random ones.
func eachCase(t *testing.T, f func(p engine.Position)) {
	t.Helper()
	random := rand.New(engine.NewRandom(5))
	for size := 4; size <= 8; size++ {
		for i := range enginetest.Shorter(40) {
			playSome(t, options{size: size, reserve: i % 4, repetition: 3}, random, i%2 == 0, f)
		}
		for range enginetest.Shorter(120 * size) {
			if m := randomModel(random, size); m.winner == "" {
				f(read(t, m.String(), nil))
			}
		}
	}
}

// playSome plays a random game, with captures first if asked, and calls f for some of its positions.
func playSome(t *testing.T, o options, random *rand.Rand, greedy bool, f func(p engine.Position)) {
	t.Helper()
	rules, err := pitofpillars.Game.New(o.settings())
	if err != nil {
		t.Fatal(err)
	}
	p := rules.Start()
	for range 400 {
		if p.Over() {
			return
		}
		if p.InOpening() || random.IntN(10) == 0 {
			f(p)
		}
		if noisy := p.AppendNoisy(nil); greedy && len(noisy) > 0 {
			p.Play(noisy[random.IntN(len(noisy))])
			continue
		}
		p.Play(engine.RandomStep(p, engine.NewRandom(random.Uint64())))
	}
}

// crowded matches patterns of men in the set-up that need more men around a square than can stand there, or that hardly
// ever do.
var crowded = regexp.MustCompile(`^set-up-(adjoining-..-(1|2\+)-0|[a-z]+-..-(2\+-[12]|1-2)\+?)$`)

// TestPatterns compares the patterns with those that plain loops find, and checks that there is a position for every
// pattern.
func TestPatterns(t *testing.T) {
	t.Parallel()
	seen, positions := map[string]bool{}, 0
	eachCase(t, func(p engine.Position) {
		positions++
		m, opener := readModel(p.String()), ""
		if p.InOpening() && len(m.isolated()) <= 16 {
			opener = shownOpener(t, p) // TestOpener checks it
		}
		for seat, player := range []string{"w", "r"} {
			enginetest.CheckShown(t, player+" in "+p.String(), enginetest.Shown(t, p, engine.Seat(seat)),
				m.patterns(player, opener), seen)
		}
	})
	t.Logf("%d positions", positions)
	if !enginetest.Long() {
		return
	}
	rules, err := pitofpillars.Game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range rules.(engine.PatternRules).Patterns() {
		if !seen[pattern.Name] && !crowded.MatchString(pattern.Name) {
			t.Errorf("no position shows %s (%s)", pattern.Name, pattern.Help)
		}
	}
}

// TestPhase checks the phases of positions with given numbers of pillars.
func TestPhase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"x6/x8/x8/x8/x8/x8/x8/x6 w o 0/0 - 1":                         0,
		"x6/x8/x8/x8/x3,w,r,x3/x8/x8/x6 w m 0/0 - 30":                 0,
		"x6/x8/x2,W,x5/x8/x3,w,r,x3/x8/x8/x6 w m 0/0 - 30":            8,
		"W,R,x4/x8/x2,W,R,x4/x8/x3,w,r,x3/x8/x8/x6 w m 0/0 - 3":       34,
		"W,R,W,R,W,R/W,R,W,R,x4/x8/x8/x3,w,r,x3/x8/x8/x6 w m 0/0 - 3": 64,
		"x2/x,W,r,x/x,w,x2/x2 w m 0/0 - 9":                            42,
		"W,R/x,W,r,x/x,w,x2/x2 w m 0/0 - 9":                           64,
	} {
		if got := read(t, text, nil).(engine.PatternPosition).Phase(); got != want {
			t.Errorf("phase %d, want %d: %s", got, want, text)
		}
	}
}

// TestPatternsByHand compares patterns with those found by hand.
func TestPatternsByHand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		// White: b4, c2 (rrw), one man in reserve, a pillar on c1. Red: b3 (wr), d3. Capacities: b4 2, b3 4, c2 3, d3
		// 2. White may land on b3, and captures c2 by entering.
		"w,x/x,wr,x,r/x2,rrw,x/x,W w m 1/0 - 7": {
			"crowding-1 entries-1-1 fixed-0 hemming-0 landings-next-1 last-next-2-0 men-4 mixed-tto-b2 " +
				"mobility-next-7 pillar-a2 pillars-1 " +
				"prize-next-2 pure-1-a2 reserve-1 slack-next-mixed+0-safe slack-next-pure+1-covered stacks-2 " +
				"step-main targets-next-1",
			"landings-wait-1 last-wait-2-0 men-4 mixed-to-b2 mobility-wait-7 pillars-0 prize-wait-0 pure-1-a2 " +
				"reserve-0 " +
				"slack-wait-mixed+2-covered slack-wait-pure+1-safe stacks-2 targets-wait-0",
		},
		// Red may still move a pillar; then White acts. White: b4, shut in by pillars. Red: d2 (rrr), two men in
		// reserve, pillars on b3 and c4. Red's reserve captures b4, which holds more men than it has room for.
		"w,R/x,R,x2/x3,rrr/x2 r p 0/2 - 8": {
			"landings-next-0 last-next-1-1 loss-next-pure-1 men-1 mobility-next-0 pillars-0 prize-next-0 pure-1-a2 " +
				"reserve-0 slack-next-pure-1-hit " +
				"step-pillar stacks-1 stuck-stacks-1 targets-next-0",
			"crowding-0 entries-2-1 fixed-0 hemming-2 landings-wait-0 last-wait-1-0 men-5 mobility-wait-3 pillar-a2 " +
				"pillar-b2 pillars-2 prize-wait-1 " +
				"pure-3-a2 reserve-2 slack-wait-pure-1-safe stacks-1 targets-wait-1",
		},
	} {
		for seat := range want {
			enginetest.CheckShown(t, text, enginetest.Shown(t, read(t, text, nil), engine.Seat(seat)),
				strings.Fields(want[seat]), map[string]bool{})
		}
	}
}
