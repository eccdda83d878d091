package pilastri_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// symmetry is one of the eight symmetries of a square, with or without a swap of the colours. A quarter turn makes
// files of ranks.
type symmetry struct{ mirror, turn, upsideDown, swap bool }

func symmetries() (all []symmetry) {
	for i := range 16 {
		all = append(all, symmetry{i&1 > 0, i&2 > 0, i&4 > 0, i&8 > 0})
	}
	return all
}

// square maps the name of a square.
func (y symmetry) square(m *model, name string) string {
	file, rank := int(name[0]-'a'), int(name[1]-'1')
	files, ranks := m.files, m.ranks
	if y.turn {
		file, rank, files, ranks = rank, file, ranks, files
	}
	if y.mirror {
		file = files - 1 - file
	}
	if y.upsideDown {
		rank = ranks - 1 - rank
	}
	return fmt.Sprintf("%c%c", 'a'+file, '1'+rank)
}

func (y symmetry) step(m *model, text string) string {
	return y.square(m, text[:2]) + y.square(m, text[2:])
}

// color swaps the colours in a text if the symmetry does.
func (y symmetry) color(text string) string {
	if !y.swap {
		return text
	}
	return strings.NewReplacer("w", "b", "b", "w").Replace(text)
}

// position maps a whole position. A swap of the colours also moves the turn on by one, since White acts in odd turns.
func (y symmetry) position(m *model) *model {
	to := &model{files: m.files, ranks: m.ranks, stacks: map[string]string{}, player: y.color(m.player), turn: m.turn}
	if y.turn {
		to.files, to.ranks = m.ranks, m.files
	}
	if y.swap {
		to.turn++
	}
	for square, stack := range m.stacks {
		to.stacks[y.square(m, square)] = y.color(stack)
	}
	return to
}

// TestSymmetry checks that a mirrored position has the mirrored steps, which lead to the mirrored positions, equal
// counts and equal features.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(3))
	for _, board := range boards() {
		for range enginetest.Shorter(1 + 40/(board[0]*board[1])) {
			m := newModel(board[0], board[1])
			for range random.IntN(board[0] * board[1]) {
				if legal := m.Legal(); len(legal) > 0 {
					m.Play(legal[random.IntN(len(legal))])
				}
			}
			for _, y := range symmetries() {
				checkSymmetry(t, m, y)
			}
		}
	}
}

func checkSymmetry(t *testing.T, m *model, y symmetry) {
	t.Helper()
	p, mirrored := read(t, m.String(), m.settings()), read(t, y.position(m).String(), nil)
	var want []string
	for _, text := range engine.StepTexts(p) {
		want = append(want, y.step(m, text))
	}
	slices.Sort(want)
	if got := engine.StepTexts(mirrored); !slices.Equal(got, want) {
		t.Fatalf("steps in %s:\n%v\nthose of %s mirrored:\n%v", mirrored, got, p, want)
	}
	for _, step := range p.AppendSteps(nil) {
		checkMirroredStep(t, p.Clone(), mirrored.Clone(), step, y.step(m, p.StepText(step)), y)
	}
	for depth := 2; depth <= 3; depth++ {
		if got, want := engine.Perft(mirrored, depth), engine.Perft(p, depth); got != want {
			t.Errorf("perft(%d) of %s: %d, not %d as of %s", depth, mirrored, got, want, p)
		}
		if engine.Perft(p, depth) > 3000 {
			break
		}
	}
	features := make([]int32, len(p.Rules().Features()))
	again := slices.Clone(features)
	for seat := range engine.Seat(2) {
		p.Features(seat, features)
		if y.swap {
			mirrored.Features(1-seat, again)
		} else {
			mirrored.Features(seat, again)
		}
		if !slices.Equal(features, again) {
			t.Fatalf("features of %s: %v, not %v as of %s", mirrored, again, features, p)
		}
	}
}

func checkMirroredStep(t *testing.T, p, mirrored engine.Position, step engine.Step, text string, y symmetry) {
	t.Helper()
	twin, err := engine.ParseStep(mirrored, text)
	if err != nil {
		t.Fatal(err)
	}
	scores := [2]int32{}
	p.OrderingScores([]engine.Step{step}, scores[:1])
	mirrored.OrderingScores([]engine.Step{twin}, scores[1:])
	if scores[0] != scores[1] {
		t.Fatalf("the score for %s in %s is %d, for its image %d", p.StepText(step), p, scores[0], scores[1])
	}
	p.Play(step)
	mirrored.Play(twin)
	if got, want := mirrored.String(), y.position(readModel(p.String())).String(); got != want {
		t.Fatalf("after %s: %s, not %s", text, got, want)
	}
	got, want := mirrored.Outcome(), p.Outcome()
	if y.swap {
		want.Scores[0], want.Scores[1] = want.Scores[1], want.Scores[0]
	}
	if got != want {
		t.Fatalf("outcome of %s: %v, not %v", mirrored, got, want)
	}
}
