package pit_test

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// stepPatterns names what a step shows, found by plain loops.
func (m *model) stepPatterns(step string) []string {
	switch {
	case m.step == "p":
		return m.placePatterns(squareNamed(step[1:]))
	case m.step == "b":
		name, side, _ := strings.Cut(step, "|")
		return m.barrierPatterns(squareNamed(name), squareNamed(name).plus(sides[side]))
	case step[0] == '@':
		return m.actionPatterns("entry", squareNamed(step[1:]), squareNamed(step[1:]))
	}
	from, to := splitMove(step)
	if m.at(from) == m.player+"p" {
		return m.actionPatterns("pawn", from, to)
	}
	return m.actionPatterns("tower", from, to)
}

// rivalPawns returns the squares of the opponents' pawns.
func (m *model) rivalPawns() (pawns []square) {
	for _, other := range m.inOrder(m.player) {
		pawns = append(pawns, m.find(other+"p")...)
	}
	return pawns
}

func (m *model) placePatterns(to square) []string {
	names := []string{"place-" + m.class(to)}
	for _, pawn := range m.rivalPawns() {
		names = append(names, "place-near-"+relation(to, pawn))
	}
	return names
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func (m *model) openSides(s square) (open int) {
	for _, d := range sides {
		if m.joined(s, s.plus(d)) {
			open++
		}
	}
	return open
}

func (m *model) actionPatterns(act string, from, to square) (names []string) {
	if act != "entry" {
		names = append(names, act+"-from-"+m.class(from))
	}
	switch what := m.at(to); {
	case what == "o":
		return append(names, act+"-onto-hole")
	case strings.HasSuffix(what, "p"):
		return append(names, act+"-onto-pawn")
	case what == "":
		names = append(names, act+"-onto-free")
	default:
		names = append(names, act+"-onto-tower")
	}
	names = append(names, act+"-to-"+m.class(to), fmt.Sprintf("%s-open-%d", act, m.openSides(to)),
		fmt.Sprintf("%s-rim-%s-%s", act, yes(m.nextToHole(from)), yes(m.nextToHole(to))), m.contact(act, from, to))
	if act != "pawn" {
		return append(names, m.towerStep(act, from, to)...)
	}
	word, puts := "", m.puts(m.inOrder(m.player)...)
	for _, d := range []string{"n", "e", "s", "w"} {
		if n := to.plus(sides[d]); n == from && m.joined(to, n) {
			word += "f"
		} else {
			word += m.side(m.player, to, n, puts)
		}
	}
	names = append(names, "walk-"+firstImage(word))
	for _, pawn := range m.rivalPawns() {
		names = append(names, "walk-near-"+relation(to, pawn))
	}
	return names
}

func (m *model) contact(act string, from, to square) string {
	theirs, pawn, own := 0, false, false
	for _, d := range sides {
		n := to.plus(d)
		switch {
		case !m.joined(to, n) || m.at(n) == "" || n == from:
		case m.at(n)[:1] == m.player:
			own = true
		default:
			theirs++
			pawn = pawn || strings.HasSuffix(m.at(n), "p")
		}
	}
	others := m.inOrder(m.player)
	return fmt.Sprintf("%s-contact-%s-%s-%s-%s", act, many(theirs, 1, 2), yes(pawn), yes(own),
		yes(m.at(to) != "" || m.slides(others, false)[to] || m.puts(others...)[to]))
}

func (m *model) towerStep(act string, from, to square) (names []string) {
	siege, threats, reaches := map[square]bool{}, 0, 0
	for _, pawn := range m.rivalPawns() {
		for _, d := range sides {
			if n := pawn.plus(d); m.joined(pawn, n) && m.at(n) == "" {
				siege[n] = true
			}
		}
	}
	ends := []square{to}
	for _, d := range sides {
		last := to
		for m.joined(last, last.plus(d)) && m.at(last.plus(d)) == "" {
			last = last.plus(d)
			ends = append(ends, last)
		}
		if m.isHole(last.plus(d)) {
			reaches++
		}
	}
	for _, end := range ends {
		if siege[end] {
			threats++
		}
	}
	names = append(names, "threats-"+many(threats, 1, 2), "reaches-"+many(reaches+len(ends)-1, 1, 12))
	before := func(pawn square) string {
		if act == "entry" {
			return "entered"
		}
		return relation(from, pawn)
	}
	for _, pawn := range m.rivalPawns() {
		names = append(names, "hunt-"+before(pawn)+"-"+relation(to, pawn))
	}
	for _, pawn := range m.find(m.player + "p") {
		names = append(names, "guards-"+before(pawn)+"-"+relation(to, pawn))
		for _, d := range sides {
			switch n := pawn.plus(d); {
			case !m.joined(pawn, n):
			case n == to:
				names = append(names, "shields-"+m.side(m.player, pawn, n, m.puts(m.inOrder(m.player)...)))
			case n == from:
				names = append(names, "bares")
			}
		}
	}
	return names
}

// round reports whether a path around one of the ends of the edge joins two adjacent squares.
func (m *model) round(a, b square) bool {
	for _, d := range sides {
		if a.plus(d) != b && b.plus(d) != a && m.joined(a, a.plus(d)) && m.joined(b, b.plus(d)) &&
			m.joined(a.plus(d), b.plus(d)) {
			return true
		}
	}
	return false
}

func (m *model) beyond(n square) string {
	switch what := m.at(n); {
	case what == m.player+"p":
		return "own-pawn"
	case what == m.player+"t":
		return "own"
	case strings.HasSuffix(what, "p"):
		return "their-pawn"
	case what != "":
		return "theirs"
	case m.nextToHole(n):
		return "rim"
	}
	return "free"
}

func (m *model) barrierPatterns(at, n square) []string {
	behind, beyond := "tower", m.beyond(n)
	if m.at(at) == m.player+"p" {
		behind = "pawn"
	}
	left := 0
	for _, d := range sides {
		if other := at.plus(d); other != n && m.joined(at, other) && m.isTheirs(other) {
			left++
		}
	}
	names := []string{fmt.Sprintf("wall-%s-%s-%s", behind, beyond, yes(m.round(at, n))),
		fmt.Sprintf("walled-%s-%d-%d", behind, m.openSides(at), m.openSides(n)),
		fmt.Sprintf("leaves-%s-%s-%s", behind, beyond, many(left, 1, 2))}
	for _, pawn := range m.rivalPawns() {
		if pawn != n {
			names = append(names, "fence-"+relation(at, pawn)+"-"+relation(n, pawn))
		}
	}
	for _, pawn := range m.find(m.player + "p") {
		if pawn != at && pawn != n {
			names = append(names, "screen-"+relation(at, pawn)+"-"+relation(n, pawn))
			continue
		}
		word, puts := "", m.puts(m.inOrder(m.player)...)
		for _, d := range []string{"n", "e", "s", "w"} {
			if other := pawn.plus(sides[d]); other == at || other == n {
				word += "c"
			} else {
				word += m.side(m.player, pawn, other, puts)
			}
		}
		names = append(names, "shut-"+firstImage(word))
		if pawn == at {
			names = append(names, "closes-"+m.side(m.player, pawn, n, puts))
		}
	}
	return names
}

// TestStepPatterns compares what steps show with what plain loops find, and checks that many patterns occur. Some have
// names but are impossible, such as a barrier that is as far from a pawn on both sides.
func TestStepPatterns(t *testing.T) {
	t.Parallel()
	seen, positions := map[string]bool{}, 0
	eachPatternCase(t, func(p engine.Position) {
		if p.Over() {
			return
		}
		m, shown := readModel(p.String()), enginetest.StepsShown(t, p)
		positions++
		checked := 0
		for step, got := range shown {
			if checked++; checked > 6 {
				break // the model is slow
			}
			enginetest.CheckShown(t, step+" in "+p.String(), got, m.stepPatterns(step), seen)
		}
	})
	named := len(read(t, hotPositions[0], nil).Rules().(engine.StepPatternRules).StepPatterns())
	if len(seen) < named/4 {
		t.Errorf("%d of %d patterns seen in %d positions", len(seen), named, positions)
	}
}

// TestStepPatternsByHand compares patterns of steps with those found by hand.
func TestStepPatternsByHand(t *testing.T) {
	t.Parallel()
	// A hole is in the middle. White's tower goes from a3 to b3, beside Black's pawn on c3, which can take it there.
	// White's pawn on a1 has a barrier to b1.
	shown := enginetest.StepsShown(t, read(t, "wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e - 9", nil))["a3b3"]
	want := strings.Fields("tower-onto-free tower-from-2-0 tower-to-1-0 tower-open-2 tower-rim-no-yes " +
		"tower-contact-1-yes-no-yes hunt-0-2-0-1 guards-0-2-1-2 threats-1 reaches-1")
	enginetest.CheckShown(t, "a3b3", shown, want, map[string]bool{})
}
