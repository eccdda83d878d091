package pitofpillars_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
)

// symmetry is one of the eight symmetries of a square board, with or without a swap of the colours.
type symmetry struct {
	name    string
	swaps   bool                            // swaps the colours, and with them the seats
	mirrors func(size int, s square) square // where a square goes
}

// symmetries returns all sixteen, the identity among them.
func symmetries() []symmetry {
	var all []symmetry
	for i := range 16 {
		flip, turns, swaps := i&1 == 1, i>>1&3, i>>3 == 1
		mirrors := func(size int, s square) square {
			if flip {
				s.file = size - 1 - s.file
			}
			for range turns {
				s = square{s.rank, size - 1 - s.file}
			}
			return s
		}
		all = append(all, symmetry{fmt.Sprintf("flip=%t,turns=%d,swap=%t", flip, turns, swaps), swaps, mirrors})
	}
	return all
}

var squareText = regexp.MustCompile("[a-h][1-8]")

// text maps the squares named in a text.
func (y symmetry) text(size int, text string) string {
	return squareText.ReplaceAllStringFunc(text,
		func(s string) string { return y.mirrors(size, squareNamed(s)).String() })
}

// color swaps the colours in a text of pieces or players if the symmetry does.
func (y symmetry) color(text string) string {
	if !y.swaps {
		return text
	}
	return strings.NewReplacer("w", "r", "r", "w", "W", "R", "R", "W").Replace(text)
}

// position maps a whole position text. A swap of the colours also moves the turn on by one, since White acts in odd
// turns.
func (y symmetry) position(text string) string {
	from := readModel(text)
	to := from.Clone()
	for _, s := range from.squares() {
		to.put(y.mirrors(from.size, s), y.color(from.at(s)))
	}
	to.player = y.color(from.player)
	to.last = y.text(from.size, from.last)
	if y.swaps {
		to.reserve["w"], to.reserve["r"] = from.reserve["r"], from.reserve["w"]
		to.turn++
	}
	return to.String()
}

// symmetryCases returns positions of all kinds of step but the first, whose player cannot change, from random games of
// every size.
func symmetryCases(t *testing.T) []engine.Position {
	t.Helper()
	var cases []engine.Position
	for size := 4; size <= 8; size++ {
		for i := range enginetest.Shorter(25) {
			random := engine.NewRandom(uint64(1000*size + i))
			o := options{size: size, reserve: i % 2, repetition: 3, cap: 2000}
			rules, err := pitofpillars.Game.New(o.settings())
			if err != nil {
				t.Fatal(err)
			}
			p := rules.Start()
			steps := 1 + i // the first games stop in the entering stage
			if i > 1 {
				steps = 1 + rand.New(random).IntN(16*size)
			}
			for range steps {
				p.Play(engine.RandomStep(p, random))
				if p.Over() {
					break
				}
			}
			if !p.Over() {
				cases = append(cases, p)
			}
		}
	}
	return cases
}

// TestSymmetry checks that a mirrored position has the mirrored steps, which lead to the mirrored positions, and equal
// counts.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	kinds := map[engine.StepKind]int{}
	for i, p := range symmetryCases(t) {
		kinds[p.StepKind()]++
		for _, y := range symmetries() {
			t.Run(strconv.Itoa(i)+","+y.name, func(t *testing.T) {
				t.Parallel()
				checkSymmetry(t, p.Clone(), y)
			})
		}
	}
	if len(kinds) < 4 {
		t.Errorf("the positions call for %d kinds of step only", len(kinds))
	}
}

func checkSymmetry(t *testing.T, p engine.Position, y symmetry) {
	size := p.Diagram().Files
	mirrored := read(t, y.position(p.String()), engine.Settings{{Name: "cap", Value: "2000"}})
	var want []string
	for _, text := range engine.StepTexts(p) {
		want = append(want, y.text(size, text))
	}
	slices.Sort(want)
	if got := engine.StepTexts(mirrored); !slices.Equal(got, want) {
		t.Fatalf("steps in %s:\n%v\nthose of %s mirrored:\n%v", mirrored, got, p, want)
	}
	for _, step := range p.AppendSteps(nil) {
		checkMirroredStep(t, p, mirrored, step, y.text(size, p.StepText(step)), y)
	}
	depth := 2
	if p.CountSteps() < 30 {
		depth = 3
	}
	if got, want := engine.Perft(mirrored, depth), engine.Perft(p, depth); got != want {
		t.Errorf("perft(%d) of %s: %d, not %d as of %s", depth, mirrored, got, want, p)
	}
}

func checkMirroredStep(t *testing.T, p, mirrored engine.Position, step engine.Step, mirroredText string, y symmetry) {
	t.Helper()
	twin, err := engine.ParseStep(mirrored, mirroredText)
	if err != nil {
		t.Fatal(err)
	}
	p, mirrored = p.Clone(), mirrored.Clone()
	p.Play(step)
	mirrored.Play(twin)
	if got, want := mirrored.String(), y.position(p.String()); got != want {
		t.Fatalf("after %s: %s, not %s", mirroredText, got, want)
	}
	got, want := mirrored.Outcome(), p.Outcome()
	if y.swaps {
		want.Scores[0], want.Scores[1] = want.Scores[1], want.Scores[0]
	}
	if got != want {
		t.Fatalf("outcome of %s: %v, not %v", mirrored, got, want)
	}
}
