package pilastri_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// life returns the kind of a stack, its ways to move, and the ways for its owner's opponent to land on it.
func (m *model) life(square string) string {
	stack := m.stacks[square]
	owner := stack[len(stack)-1:]
	return fmt.Sprintf("%s-%s-%s", kind(stack), many(starting(m.asIf(owner).Legal(), square), 3),
		many(landing(m.asIf(opponent(owner)).Legal(), square), 2))
}

// holdings returns the numbers of a player's steps, of stacks that can move, of those of them that cannot be landed on,
// and of the steps of these.
func (m *model) holdings(player string) (counts [4]int) {
	mine, theirs := m.asIf(player).Legal(), m.asIf(opponent(player)).Legal()
	for square := range m.stacks {
		ways := starting(mine, square)
		counts[0] += ways
		counts[1] += min(1, ways)
		if landing(theirs, square) == 0 {
			counts[2] += min(1, ways)
			counts[3] += ways
		}
	}
	return counts
}

// strands returns whose stacks have a neighbour before a step and none after it, other than the stacks of the step.
func (m *model) strands(after *model, from, to string) (names []string) {
	stranded := map[string]bool{}
	for square, stack := range m.stacks {
		own, theirs := m.neighbours(square, m.player)
		ownAfter, theirsAfter := after.neighbours(square, m.player)
		if square != from && square != to && own+theirs > 0 && ownAfter+theirsAfter == 0 {
			stranded[whose(stack, m.player)] = true
		}
	}
	switch {
	case len(stranded) == 2:
		return []string{"strands-both"}
	case stranded["own"]:
		return []string{"strands-own"}
	case stranded["theirs"]:
		return []string{"strands-theirs"}
	}
	return nil
}

func whose(stack, player string) string {
	if strings.HasSuffix(stack, player) {
		return "own"
	}
	return "theirs"
}

// stepPatterns names what a step shows, found by playing it on the model.
func (m *model) stepPatterns(step string) []string {
	from, to, player := step[:2], step[2:], m.player
	off, onto, after := m.stacks[from], m.stacks[to], m.Clone()
	after.Play(step)
	own, theirs := after.neighbours(to, player)
	names := []string{
		fmt.Sprintf("%s-onto-%s-%s", kind(off), whose(onto, player), kind(onto)),
		"from-" + m.life(from), "to-" + whose(onto, player) + "-" + m.life(to), "raised-" + after.life(to),
		fmt.Sprintf("held-%s-%s-%s", kind(after.stacks[to]), many(landing(after.asIf(player).Legal(), to), 2),
			many(landing(after.asIf(opponent(player)).Legal(), to), 2)),
		fmt.Sprintf("beside-%d-%d-%s", own, theirs, whose(onto, player)),
	}
	if left := after.stacks[from]; left != "" {
		names = append(names, "left-"+whose(left, player)+"-"+after.life(from))
	}
	names = append(names, m.strands(after, from, to)...)
	mine, others := m.holdings(player), m.holdings(opponent(player))
	mineAfter, othersAfter := after.holdings(player), after.holdings(opponent(player))
	if mineAfter[0] <= 5 && othersAfter[0] <= 5 {
		names = append(names, fmt.Sprintf("after-%d-%d", mineAfter[0], othersAfter[0]))
	}
	stage := 0
	for _, least := range []int{4, 8, 14, 25, 41} {
		if others[0] >= least {
			stage = least
		}
	}
	for i, most := range []int{7, 3, 3, 5} {
		bounded := func(after, before int) int { return max(-most, min(most, after-before)) }
		what := []string{"steps", "movable", "secure", "safe-steps"}[i]
		names = append(names, fmt.Sprintf("%s-%d-%+d-%+d", what, stage, bounded(mineAfter[i], mine[i]),
			bounded(othersAfter[i], others[i])))
	}
	return names
}

// TestStepPatterns compares what steps show with what playing them on the model shows, and checks that many patterns
// occur. Some have names but are impossible, such as a single with three neighbours on its square.
func TestStepPatterns(t *testing.T) {
	t.Parallel()
	seen, random := map[string]bool{}, rand.New(engine.NewRandom(15))
	check := func(p engine.Position, m *model) {
		shown := enginetest.StepsShown(t, p)
		for step, got := range shown {
			if len(shown) > 12 && random.IntN(len(shown)) >= 3 {
				continue // the model is slow
			}
			enginetest.CheckShown(t, step+" in "+p.String(), got, m.stepPatterns(step), seen)
		}
	}
	eachCase(t, check)
	for i := range enginetest.Shorter(1000) {
		m := cross(random)
		if i%4 == 0 {
			m = uneven(random)
		}
		check(read(t, m.String(), m.settings()), m)
	}
	if named := len(newRules(t, nil).(engine.StepPatternRules).StepPatterns()); len(seen) < named/3 {
		t.Errorf("%d of %d patterns seen", len(seen), named)
	}
}

// TestStepPatternsByHand compares patterns of steps with those found by hand.
func TestStepPatternsByHand(t *testing.T) {
	t.Parallel()
	// White has a4 and d2 (bw), Black d4 and a2 (wbb). Each single may land on the other, and d2 may climb a2. With
	// a4d4 White covers the only piece of Black's that can move; the stacks on d4 and d2 can then climb each other.
	shown := enginetest.StepsShown(t, read(t, "w,x2,b/x4/wbb,x2,bw/x4 w 9", nil))["a4d4"]
	want := strings.Fields("1-onto-theirs-1 from-1-1-1 to-theirs-1-1-1 raised-2t-1-0 held-2t-1-0 " +
		"beside-1-0-theirs after-3-0 steps-0-+1--1 movable-0-+0--1 secure-0-+1-+0 safe-steps-0-+2-+0")
	enginetest.CheckShown(t, "a4d4", shown, want, map[string]bool{})
}
