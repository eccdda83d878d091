package bench

import (
	"math"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
)

// TestSignatureOfLimits checks that a signature depends on the limit. That it depends on nothing else, TestSignatures
// shows.
func TestSignatureOfLimits(t *testing.T) {
	positions, err := Positions()
	if err != nil {
		t.Fatal(err)
	}
	small, large := sign(t, "alphabeta", positions, 100), sign(t, "alphabeta", positions, 1000)
	if small.Text == large.Text || small.Nodes >= large.Nodes {
		t.Errorf("ten times the nodes leave no trace: %v, %v", small, large)
	}
}

func sign(t *testing.T, player string, positions []Position, nodes uint64) Signature {
	t.Helper()
	answer, err := Sign(t.Context(), player, positions, search.Limits{Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestReadPosition reads a line of the file of positions, and refuses others.
func TestReadPosition(t *testing.T) {
	const start = "x2/x4/x4/x2 w o 0/0 - 1"
	p, err := readPosition("pit-of-pillars 2 32 " + start)
	if err != nil || p.depth != 2 || p.count != 32 || p.position.String() != start {
		t.Errorf("%+v, %v", p, err)
	}
	for line, want := range map[string]string{
		"pit-of-pillars 2 32": "3 fields; wanted 4", "chess 2 32 " + start: `unknown game "chess"`,
		"pit-of-pillars two 32 " + start: "Atoi", "pit-of-pillars 2 -3 " + start: "ParseUint",
		"pit-of-pillars 2 32 x": "board",
	} {
		if p, err := readPosition(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", line, p, err)
		}
	}
	if _, err := Sign(t.Context(), "nobody", []Position{p}, search.Limits{}); err == nil {
		t.Error("nobody has a signature")
	}
}

// TestPerftRefusesWrongCounts makes sure that the known counts are compared.
func TestPerftRefusesWrongCounts(t *testing.T) {
	position, err := readPosition("pit-of-pillars 2 33 x2/x4/x4/x2 w o 0/0 - 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Perft([]Position{position}); err == nil || !strings.Contains(err.Error(), "counts 32, not 33") {
		t.Errorf("error %v", err)
	}
}

// TestRandomGamesCountSteps compares the number of steps with the steps of the games that seeds 0, 1 and 2 give.
func TestRandomGamesCountSteps(t *testing.T) {
	positions, err := Positions()
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for seed := range uint64(3) {
		n, _ := engine.Playout(positions[0].position.Clone(), engine.NewRandom(seed), math.MaxInt)
		want += n
	}
	if got, ns := RandomGames(positions[0], 3); got != want || !(ns > 0) {
		t.Errorf("%d steps of %v ns, want %d steps", got, ns, want)
	}
}
