package mcts

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/games"
)

// TestQuietSeats values a leaf at which White's pawn must fall, with three seats: only leaf=quiescence plays that out.
func TestQuietSeats(t *testing.T) {
	game, err := games.Find("pit")
	if err != nil {
		t.Fatal(err)
	}
	p, err := game.Read("bt,x3,bp/x5/x,wp,o,x2/x5/wt,x2,rt,rp w a 5/5/5 - - 9", nil)
	if err != nil {
		t.Fatal(err)
	}
	for leaf, fallen := range map[string]bool{leafQuiescence: true, leafEval: false} {
		config := DefaultConfig()
		config.leaf, config.memory = leaf, 1
		player, err := New("test", p.Rules(), config)
		if err != nil {
			t.Fatal(err)
		}
		player.position.CopyFrom(p)
		value := player.leafValue()
		sum := 0.0
		for seat := range engine.MaxSeats {
			sum += value[seat]
		}
		if (value[0] == 0) != fallen || !near.Equal(sum, 1.5, 1e-9) {
			t.Errorf("leaf=%s values White at %v, all at %v", leaf, value[0], sum)
		}
	}
}
