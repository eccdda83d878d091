package pilastri_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pilastri"
)

// TestConformance runs the suite that every game must pass, on the settings it chooses.
func TestConformance(t *testing.T) {
	t.Parallel()
	enginetest.TestGame(t, pilastri.Game)
}

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
	if err != nil {
		t.Fatal(err)
	}
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
			wins := map[string]int{}
			jumping := newRules(t, append(shape(files, ranks), highJumpers...)).Start()
			for range shorter(2400 / (files * ranks)) {
				wins[playMatch(t, start, newModel(files, ranks), random)]++
				m := newModel(files, ranks)
				m.high = true
				playMatch(t, jumping, m, random)
			}
			if files*ranks > 12 && (wins["w"] == 0 || wins["b"] == 0) {
				t.Errorf("one player has won all games: %v", wins)
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
		for i := range shorter(1200 / (board[0] * board[1])) {
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

// playMatch plays random steps to the end of the game, comparing at every position, and returns the winner.
func playMatch(t *testing.T, start engine.Position, m *model, random *rand.Rand) string {
	t.Helper()
	p := start.Clone()
	pieces := m.pieces()
	for {
		legal := compare(t, p, m)
		if len(legal) == 0 {
			return m.winner()
		}
		text := legal[random.IntN(len(legal))]
		step, err := engine.ParseStep(p, text)
		if err != nil {
			t.Fatal(err)
		}
		levels := m.levels()
		p.Play(step)
		m.play(text)
		if m.levels() <= levels || m.pieces() != pieces {
			t.Fatalf("step %s to %s does not raise the sum of levels, or changes the pieces", text, m)
		}
	}
}

// compare compares the engine's view of the position with the model's, and returns the legal steps.
func compare(t *testing.T, p engine.Position, m *model) []string {
	t.Helper()
	legal := m.legal()
	if got, want := p.String(), m.String(); got != want {
		t.Fatalf("position %s, the model has %s", got, want)
	}
	if got := engine.StepTexts(p); !slices.Equal(got, legal) {
		t.Fatalf("steps in %s:\n%s\nthe model has\n%s", p, strings.Join(got, " "), strings.Join(legal, " "))
	}
	if got := p.CountSteps(); got != len(legal) {
		t.Fatalf("%d steps counted in %s, not %d", got, p, len(legal))
	}
	if got := describe(p.Outcome()); got != m.winner() || p.Over() != (got != "") {
		t.Fatalf("outcome of %s: %q, the model says %q", p, got, m.winner())
	}
	return legal
}

// describe returns the winner or outcome in the model's words.
func describe(o engine.Outcome) string {
	switch o {
	case engine.Outcome{}:
		return ""
	case engine.Outcome{Reason: engine.NoLegalStep, Seats: 2, Scores: [engine.MaxSeats]float64{1, 0}}:
		return "w"
	case engine.Outcome{Reason: engine.NoLegalStep, Seats: 2, Scores: [engine.MaxSeats]float64{0, 1}}:
		return "b"
	}
	return fmt.Sprintf("an outcome that cannot be: %v", o)
}
