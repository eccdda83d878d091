package mcts

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestConcludeResult checks the proofs that a node gets from its children, with two seats, and the distance of the end.
func TestConcludeResult(t *testing.T) {
	own, lost := wonBy(0), wonBy(1)
	for name, test := range map[string]struct {
		proofs    [3]proof
		distances [3]uint8
		want      proof
		distance  uint8
	}{
		"the first child wins":      {[3]proof{own, unproven, unproven}, [3]uint8{4, 0, 0}, own, 5},
		"the last child wins":       {[3]proof{lost, unproven, own}, [3]uint8{9, 0, 2}, own, 3},
		"all lose":                  {[3]proof{lost, lost, lost}, [3]uint8{2, 6, 4}, lost, 7},
		"one holds the draw":        {[3]proof{lost, drawn, lost}, [3]uint8{8, 6, 4}, drawn, 9},
		"the last holds the draw":   {[3]proof{lost, lost, drawn}, [3]uint8{1, 1, 3}, drawn, 4},
		"the first is open":         {[3]proof{unproven, lost, lost}, [3]uint8{0, 2, 2}, unproven, 0},
		"the last is open":          {[3]proof{lost, drawn, unproven}, [3]uint8{2, 2, 0}, unproven, 0},
		"farther than can be noted": {[3]proof{lost, lost, lost}, [3]uint8{2, 255, 4}, lost, 255},
	} {
		s := searcher{tree: newTree(1), proofs: newProofs(2)}
		children, _ := s.tree.grow(0, 3)
		for i := range children {
			children[i].proof, children[i].distance = test.proofs[i], test.distances[i]
		}
		s.tree.grow(1, 2) // open nodes behind the last child
		n := &s.tree.nodes[0]
		if got := s.concludeResult(0, 0); got != (test.want != unproven) || n.proof != test.want ||
			n.distance != test.distance {
			t.Errorf("%s: %t, proof %d in %d; want %d in %d", name, got, n.proof, n.distance, test.want, test.distance)
		}
	}
}

// TestBoundsOf checks the bounds for each of three seats when the first chooses, and the distance of the end.
func TestBoundsOf(t *testing.T) {
	one := bounds{low: [engine.MaxSeats]uint8{12, 0, 0}, high: [engine.MaxSeats]uint8{12, 6, 6}}
	two := bounds{low: [engine.MaxSeats]uint8{6, 0, 3}, high: [engine.MaxSeats]uint8{6, 12, 9}}
	low := bounds{low: [engine.MaxSeats]uint8{0, 6, 6}, high: [engine.MaxSeats]uint8{0, 12, 12}}
	for name, test := range map[string]struct {
		children []bounds
		want     bounds
		distance uint8 // children lie 10, 20, 30 away
	}{
		"a win among others": {[]bounds{two, one, low},
			bounds{low: [engine.MaxSeats]uint8{12, 0, 0}, high: [engine.MaxSeats]uint8{12, 12, 12}}, 20},
		"the win that is nearer": {[]bounds{one, low, one},
			bounds{low: [engine.MaxSeats]uint8{12, 0, 0}, high: [engine.MaxSeats]uint8{12, 12, 12}}, 10},
		"no win": {[]bounds{low, two},
			bounds{low: [engine.MaxSeats]uint8{6, 0, 3}, high: [engine.MaxSeats]uint8{6, 12, 12}}, 20},
	} {
		s := searcher{tree: newTree(1), proofs: newProofs(3)}
		children, _ := s.tree.grow(0, len(test.children))
		for i, of := range test.children {
			children[i].proof, _ = s.proofs.number(of)
			children[i].distance = uint8(10 * (i + 1))
		}
		if got, distance := s.boundsOf(&s.tree.nodes[0], 0); got != test.want || distance != test.distance {
			t.Errorf("%s: %v in %d, want %v in %d", name, got, distance, test.want, test.distance)
		}
	}
}

// TestWinSeenAtOnce expands positions of random games: a noisy step that wins at once proves a node, and nothing else
// does.
func TestWinSeenAtOnce(t *testing.T) {
	won, open := 0, 0
	for seed := uint64(0); won < 20 || open < 20; seed++ {
		player, h := newGame(t, "4", DefaultConfig())
		random := engine.NewRandom(seed)
		for p := h.Position().Clone(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
			player.tree.reset()
			player.position.CopyFrom(p)
			player.expand(0)
			noisy, want := p.AppendNoisy(nil), unproven
			for _, step := range enginetest.WinsAtOnce(p) {
				if slices.Contains(noisy, step) {
					want = wonBy(p.Seat())
				}
			}
			if want == unproven {
				open++
			} else {
				won++
			}
			root := &player.tree.nodes[0]
			if root.proof != want || want != unproven && root.distance != 1 {
				t.Fatalf("proof %d in %d, want %d: %s", root.proof, root.distance, want, p)
			}
		}
	}
}

// TestClass checks that wins rank above all else and last places below, whatever the seat.
func TestClass(t *testing.T) {
	two := newProofs(2)
	for seat, classes := range [][4]int{{0, 0, 1, -1}, {0, 0, -1, 1}} {
		for i, of := range []proof{unproven, drawn, wonBy(0), wonBy(1)} {
			if got := two.class(of, engine.Seat(seat)); got != classes[i] {
				t.Errorf("proof %d has class %d for seat %d, want %d", of, got, seat, classes[i])
			}
		}
	}
	three := newProofs(3)
	number, _ := three.number(bounds{low: [engine.MaxSeats]uint8{whole, 0, 0},
		high: [engine.MaxSeats]uint8{whole, whole / 2, 0}})
	for seat, want := range []int{1, 0, -1} {
		if got := three.class(number, engine.Seat(seat)); got != want {
			t.Errorf("of three: class %d for seat %d, want %d", got, seat, want)
		}
	}
}
