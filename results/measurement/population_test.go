package measurement

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/keeptest"
)

func smallPopulation(t *testing.T, texts ...string) Population {
	t.Helper()
	return Population{Variant: variantOf(t, "pilastri", "size=4"), Players: texts, HeldOut: 1, Nodes: []uint64{8, 16},
		Games: 48, Seed: 3}
}

func played(t *testing.T, p Population, stops ...int) *PopulationMeasurement {
	t.Helper()
	db := keeptest.Opened(t)
	for _, most := range stops {
		if _, _, err := p.Play(t.Context(), hostOf(t, db, most)); err == nil {
			t.Fatalf("not stopped after %d games", most)
		}
	}
	m, _, err := p.Play(t.Context(), hostOf(t, db, 0))
	require.NoError(t, err)
	return m
}

func csvOf(t *testing.T, m *PopulationMeasurement) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, m.WriteCSV(&b))
	return b.String()
}

// TestPopulationsContinue interrupts a measurement several times. Continued, it gives the same figures as at once.
func TestPopulationsContinue(t *testing.T) {
	t.Parallel()
	p := smallPopulation(t, "alphabeta:table=1", "alphabeta:table=1,pruning=false", "mcts:memory=16")
	if once, continued := csvOf(t, played(t, p)), csvOf(t, played(t, p, 3, 5, 7)); once != continued {
		t.Errorf("at once\n%s\ncontinued\n%s", once, continued)
	}
}

// TestHeldOutPlayersDoNotCount checks that estimates do not change with the player that is held out.
func TestHeldOutPlayersDoNotCount(t *testing.T) {
	t.Parallel()
	var means [2][]float64
	for i, last := range []string{"random", "mcts:memory=16"} {
		for _, c := range played(t, smallPopulation(t, "alphabeta:table=1", "greedy", last)).Cells {
			for _, f := range c.Figures {
				means[i] = append(means[i], f.Mean.Value, f.Range.Low, f.Range.High, c.Effective, c.Turns)
			}
		}
	}
	if !slices.Equal(means[0], means[1]) || len(means[0]) == 0 {
		t.Errorf("%v\n%v", means[0], means[1])
	}
}

// TestPairs wants as many games of pairs as of players with themselves, from openings at the highest node limit.
func TestPairs(t *testing.T) {
	t.Parallel()
	p := smallPopulation(t, "alphabeta:table=1", "greedy", "mcts:memory=16", "random", "alphabeta:pruning=false")
	games := map[Begins]int{}
	for _, c := range played(t, p).Cells {
		if c.Nodes == 16 {
			games[c.Begins] = c.Games
		}
		if f := c.Figures[0]; c.Begins == InPairs && (f.Players != 2 || len(f.Held.Means()) != 0) {
			t.Errorf("%d pairs of 4 players, %d of one", f.Players, len(f.Held.Means()))
		}
	}
	if games[InPairs] == 0 || games[InPairs] != games[AtOpenings] {
		t.Errorf("%v", games)
	}
}

// TestReadPlayers checks that paths of weights are relative to the file of players.
func TestReadPlayers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "players.txt")
	require.NoError(t, os.WriteFile(path, []byte("# two\nalphabeta:weights=w.txt\n\n mcts:weights=hand \n"), 0o644))
	got, err := ReadPlayers(path)
	want := []string{"alphabeta:weights=" + filepath.Join(filepath.Dir(path), "w.txt"), "mcts:weights=hand"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}
