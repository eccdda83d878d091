package training

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/show/progress"
	"pillars/search/players"
)

func smallPopulation(t *testing.T, workers int) *Population {
	t.Helper()
	return &Population{
		Work: Work{Folder: "p", Rules: enginetest.Rules(t, "pit-of-pillars", "size=4"), Workers: workers,
			NewPlayer: players.Recorded},
		Plan: PopulationPlan{Players: 3, Games: 20, Nodes: 10, Matches: 8, Positions: 30, Seed: 3},
		File: filepath.Join("p", "players.txt"),
	}
}

// TestPopulationIsTheSame makes a population at once, and again with three workers and many interruptions.
func TestPopulationIsTheSame(t *testing.T) {
	inFolder(t)
	made, err := smallPopulation(t, 1).Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, made.Write())
	want, err := os.ReadFile(made.population.File)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll("p"))
	breakOff(t, func(drain <-chan struct{}, show func(progress.State)) (err error) {
		p := smallPopulation(t, 3)
		p.Drain, p.Show = drain, show
		made, err = p.Run(t.Context())
		return err
	})
	require.NoError(t, made.Write())
	got, err := os.ReadFile(made.population.File)
	require.NoError(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("after interruptions\n%s\nat once\n%s", got, want)
	}
}

// TestChosen keeps candidates near the middle of strength that differ from those kept before.
func TestChosen(t *testing.T) {
	candidate := func(number, wins int, turns ...uint64) Candidate {
		return Candidate{Number: number, Match: MatchOutcome{Pairs: []int{100 - wins, 0, 100, 0, wins}}, Turns: turns}
	}
	kept, middle := chosen([]Candidate{
		candidate(1, 50, 1, 2, 3, 4),
		candidate(2, 50, 1, 2, 3, 9), // three quarters alike: still different enough
		candidate(3, 90, 5, 6, 7, 8), // too strong
		candidate(4, 10, 5, 6, 7, 8), // too weak
		candidate(5, 55, 1, 2, 3, 4), // decides like the first
		candidate(6, 45, 5, 6, 7, 8),
	})
	var numbers []int
	for _, c := range kept {
		numbers = append(numbers, c.Number)
	}
	if !slices.Equal(numbers, []int{1, 2, 6}) || middle != 0 {
		t.Errorf("kept %v, middle %v", numbers, middle)
	}
}
