package pilastri_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/pilastri"
)

// boards returns all shapes there are.
func boards() (all [][2]int) {
	for files := 2; files <= 8; files++ {
		for ranks := 2; ranks <= 8; ranks++ {
			if files*ranks%2 == 0 {
				all = append(all, [2]int{files, ranks})
			}
		}
	}
	return all
}

func shape(files, ranks int) engine.Settings {
	return engine.Settings{{Name: "files", Value: strconv.Itoa(files)}, {Name: "ranks", Value: strconv.Itoa(ranks)}}
}

func newRules(t testing.TB, settings engine.Settings) engine.Rules {
	t.Helper()
	rules, err := pilastri.Game.New(settings)
	require.NoError(t, err)
	return rules
}

// TestAgreement plays random games on the engine and on the model side by side, on boards of every shape.
func TestAgreement(t *testing.T) {
	t.Parallel()
	for _, board := range boards() {
		files, ranks := board[0], board[1]
		t.Run(fmt.Sprintf("%dx%d", files, ranks), func(t *testing.T) {
			t.Parallel()
			start := newRules(t, shape(files, ranks)).Start()
			random := rand.New(engine.NewRandom(uint64(10*files + ranks)))
			ends := map[string]int{}
			jumping := newRules(t, append(shape(files, ranks), highJumpers...)).Start()
			for range enginetest.Shorter(2400 / (files * ranks)) {
				ends[playMatch(t, start, newModel(files, ranks), random)]++
				m := newModel(files, ranks)
				m.high = true
				playMatch(t, jumping, m, random)
			}
			if files*ranks > 12 && len(ends) < 2 {
				t.Errorf("one player has won all games: %v", ends)
			}
		})
	}
}

// TestAgreementAnywhere compares from positions that no game reaches: of few or many pieces, tall, with any player to
// act.
func TestAgreementAnywhere(t *testing.T) {
	t.Parallel()
	tall := 0
	random := rand.New(engine.NewRandom(5))
	for _, board := range boards() {
		for i := range enginetest.Shorter(1200 / (board[0] * board[1])) {
			m := randomModel(random, board[0], board[1])
			m.high = i%2 == 1
			for _, stack := range m.stacks {
				if len(stack) >= 16 {
					tall++
				}
			}
			playMatch(t, read(t, m.String(), m.settings()), m, random)
		}
	}
	if tall < 10 {
		t.Errorf("only %d stacks of 16 pieces or more met", tall)
	}
}

// randomModel deals some or all of the pieces out over some of the squares.
func randomModel(random *rand.Rand, files, ranks int) *model {
	m := &model{files: files, ranks: ranks, stacks: map[string]string{}, player: []string{"w", "b"}[random.IntN(2)],
		turn: 1 + random.IntN(99)}
	pieces := strings.Split(strings.Repeat("wb", files*ranks/2), "")
	random.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	pieces = pieces[:1+random.IntN(len(pieces))]
	squares := m.squares()
	random.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	squares = squares[:2+random.IntN(len(squares)-1)]
	if random.IntN(2) == 0 {
		squares = squares[:2]
	}
	for _, piece := range pieces {
		m.stacks[squares[random.IntN(len(squares))]] += piece
	}
	return m
}

// playMatch plays random steps to the end of the game, comparing at every position, and returns the result.
func playMatch(t testing.TB, start engine.Position, m *model, random *rand.Rand) string {
	t.Helper()
	pieces, levels := m.pieces(), 0
	enginetest.PlayMatch(t, start, m, math.MaxInt, func(legal []string) string {
		if m.levels() <= levels || m.pieces() != pieces {
			t.Fatalf("a step to %s does not raise the sum of levels, or changes the pieces", m)
		}
		levels = m.levels()
		return legal[random.IntN(len(legal))]
	})
	return m.Result()
}
