package pitofpillars_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestStepPatternsByHand compares patterns of steps with those found by hand.
func TestStepPatternsByHand(t *testing.T) {
	t.Parallel()
	const main, pillar = "x,r/wr,R,x,w/x,W,rw,x/r,x w m 1/0 - 31", "x,r/wr,R,x,w/x,W,rw,x/r,x w p 1/0 - 31"
	for _, c := range []struct{ position, step, want string }{
		{main, "@b1", "enter-1 entry-a2 capture-theirs-1-1"},
		{main, "@d2", "enter-1 entry-a2 on-vacant+1-away-pure entry-threats-0"},
		{main, "d3c3", "leaving-none-1 leaving-none-safe leaving-a2 landing-b2 on-vacant+2-exposed-pure threats-0"},
		{main, "c2c4", "leaving-none-2 leaving-none-safe leaving-b2 landing-a2 capture-theirs-2-1"},
		{main, "c2d2", "leaving-theirs-1 leaving-theirs-safe leaving-b2 landing-a2 on-vacant+1-away-pure threats-0"},
		{pillar, "-", "decline-0-2"},
		{pillar, "^b2a2", "pillar-to-a2 pillar-from-b2 pillar-far-1 pillar-blocks-theirs pillar-unblocks-nobody " +
			"pillar-to-theirs-1-mixed-away " +
			"pillar-from-own+1-mixed-away pillar-from-theirs+0-pure-away"},
		{"x6/x8/x8/x8/x3,w,x4/x8/x8/x6 r a 0/0 d4 2", "@d5", "set-up-adjoining-d4 set-up-adjoining-beside-0-1"},
	} {
		want := strings.Fields(c.want)
		slices.Sort(want)
		if got := enginetest.StepsShown(t, read(t, c.position, nil))[c.step]; !slices.Equal(got, want) {
			t.Errorf("%s in %s shows\n%v\nwant\n%v", c.step, c.position, got, want)
		}
	}
}

// turned returns a position with files and ranks exchanged, and on request the colours of men, pillars and players.
func turned(t *testing.T, p engine.Position, colours bool) engine.Position {
	t.Helper()
	m := readModel(p.String())
	image := m.Clone()
	for _, s := range m.squares() {
		image.put(square{s.rank, s.file}, exchange(m.at(s), colours))
	}
	if m.last != "" && m.last != "-" {
		last := squareNamed(m.last)
		image.last = square{last.rank, last.file}.String()
	}
	if colours {
		image.player = opponent(m.player)
		image.reserve = map[string]int{"w": m.reserve["r"], "r": m.reserve["w"]}
	}
	return read(t, image.String(), nil)
}

// exchange returns a piece with its colour exchanged on request.
func exchange(piece string, colours bool) string {
	if !colours {
		return piece
	}
	return strings.NewReplacer("w", "r", "r", "w", "W", "R", "R", "W").Replace(piece)
}

// TestStepPatternsAreFair checks that steps show the same after reflections of the board and an exchange of the
// colours. It also checks that many patterns occur. Some have names but are impossible, such as a mixed stack left
// after landing on more men than fit.
func TestStepPatternsAreFair(t *testing.T) {
	t.Parallel()
	seen, positions := map[string]bool{}, 0
	eachCase(t, func(p engine.Position) {
		if p.Over() || p.StepKind() == 0 {
			return
		}
		positions++
		want := allShown(t, p, seen)
		for _, colours := range []bool{false, true} {
			image := turned(t, p, colours)
			if got := allShown(t, image, seen); !slices.Equal(got, want) {
				t.Fatalf("the steps of %s show\n%s\nthose of its image %s\n%s", p, strings.Join(want, "\n"), image,
					strings.Join(got, "\n"))
			}
		}
	})
	rules := read(t, hotPositions[0], nil).Rules().(engine.StepPatternRules)
	if named := len(rules.StepPatterns()); len(seen) < named/2 {
		t.Errorf("%d of %d patterns seen in %d positions", len(seen), named, positions)
	}
}

// allShown returns what each step shows in one line, sorted.
func allShown(t *testing.T, p engine.Position, seen map[string]bool) (lines []string) {
	t.Helper()
	for _, names := range enginetest.StepsShown(t, p) {
		lines = append(lines, strings.Join(names, " "))
		for _, name := range names {
			seen[name] = true
		}
	}
	slices.Sort(lines)
	return lines
}
