package pilastri

import (
	"testing"

	"pillars/engine"
)

// TestStateIsThatOfTheText plays random games and compares all that a position holds with what reading its text makes.
func TestStateIsThatOfTheText(t *testing.T) {
	t.Parallel()
	for i, settings := range []engine.Settings{nil, {{Name: "size", Value: "4"}}} {
		random := engine.NewRandom(uint64(i))
		rules, err := Game.New(settings)
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			for p := rules.Start().(*position); !p.Over() && p.Turn() < 200; p.Play(p.RandomStep(random)) {
				compare(t, p)
			}
		}
	}
}

func compare(t *testing.T, played *position) {
	t.Helper()
	again, err := Game.Read(played.String(), played.rules.Settings())
	if err != nil {
		t.Fatal(err)
	}
	p, read := played.Clone().(*position), again.(*position)
	read.board.levels = p.board.levels
	for level := range read.board.black { // says nothing of squares with lower stacks
		read.board.black[level] &= stacksFrom(&p.board, level+1)
		p.board.black[level] &= stacksFrom(&p.board, level+1)
	}
	if p.state != read.state {
		t.Fatalf("%s holds %+v when played and %+v when read", p, p.state, read.state)
	}
}

// stacksFrom is the set of stacks of a height or more.
func stacksFrom(b *board, height int) (set bitboard) {
	for s, h := range b.heights {
		if int(h) >= height {
			set |= square(s).Bit()
		}
	}
	return set
}
