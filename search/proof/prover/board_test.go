package prover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// shapes lists boards for tests. The square one has twice the symmetries of the others.
var shapes = [][2]int{{2, 2}, {3, 4}, {4, 3}, {4, 4}, {8, 2}, {4, 6}}

func rulesOf(t *testing.T, files, ranks int) engine.Rules {
	t.Helper()
	return enginetest.Rules(t, "pilastri", fmt.Sprint("files=", files), fmt.Sprint("ranks=", ranks))
}

// TestBoardAgreesWithEngine plays random games on both boards. They must have the same stacks and moves, and equal
// hashes exactly if the engine's keys are equal.
func TestBoardAgreesWithEngine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, shape := range shapes {
		keyOf, hashOf := map[hash]string{}, map[string]hash{}
		for range 30 {
			b, p := start(newShape(shape[0], shape[1], 2)), rulesOf(t, shape[0], shape[1]).Start()
			for !p.Over() {
				compare(t, b, p)
				h, key := b.canonical(), string(p.(engine.Keyed).AppendCanonicalKey(nil))
				if got := b.shape.boardOf(p.(engine.Keyed)).canonical(); got != h {
					t.Fatalf("%s: the board made of it has another hash", p)
				}
				if other, seen := keyOf[h]; seen && other != key {
					t.Fatalf("%s: the hash of another position", p)
				}
				if other, seen := hashOf[key]; seen && other != h {
					t.Fatalf("%s: two hashes of one class of positions", p)
				}
				keyOf[h], hashOf[key] = key, h
				moves := b.appendMoves(nil, b.mover)
				m := moves[random.IntN(len(moves))]
				before := *b
				b.play(m)
				b.undo(m)
				if *b != before {
					t.Fatalf("%s: undo does not restore the board after %v", p, m)
				}
				b.play(m)
				playText(t, p, b.moveText(m))
			}
		}
	}
}

// compare checks that two boards have the same stacks and moves.
func compare(t *testing.T, b *board, p engine.Position) {
	t.Helper()
	text := fmt.Sprintf("%s %d", b.text(), p.Turn())
	if read, err := p.Rules().Game().Read(text, nil); err != nil || read.String() != p.String() {
		t.Fatalf("the board is %s (%v), the engine's %s", text, err, p)
	}
	var wanted, got []string
	for _, step := range p.AppendSteps(nil) {
		wanted = append(wanted, engine.LineText(p, []engine.Step{step}))
	}
	for _, m := range b.appendMoves(nil, b.mover) {
		got = append(got, b.moveText(m))
	}
	slices.Sort(wanted)
	slices.Sort(got)
	if !slices.Equal(got, wanted) {
		t.Fatalf("%s: moves %v, want %v", p, got, wanted)
	}
	counts, singles := b.mobility()
	for c := range colour(2) {
		moves, low := b.appendMoves(nil, c), 0
		for _, m := range moves {
			if b.heights[m.from] == 1 && b.heights[m.to] == 1 {
				low++
			}
		}
		if counts[c] != len(moves) || singles[c] != low {
			t.Fatalf("%s: mobility %v %v, but colour %d has %d moves, %d of them single pieces onto single pieces",
				p, counts, singles, c, len(moves), low)
		}
	}
}

func (b *board) moveText(m move) string {
	name := func(s uint8) string {
		return fmt.Sprintf("%c%d", 'a'+int(s)%b.shape.files, 1+int(s)/b.shape.files)
	}
	return name(m.from) + name(m.to)
}

func playText(t *testing.T, p engine.Position, text string) {
	t.Helper()
	for _, step := range p.AppendSteps(nil) {
		if engine.LineText(p, []engine.Step{step}) == text {
			p.Play(step)
			return
		}
	}
	t.Fatalf("%s: %s is no step", p, text)
}
