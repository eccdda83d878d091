package vector

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
)

// boards are the rules to test.
func boards(t testing.TB) (all []engine.ArrayRules) {
	t.Helper()
	for _, board := range []struct{ game, settings string }{
		{"pilastri", "size=6"}, {"pilastri", "size=0 files=5 ranks=4"}, {"pit-of-pillars", "size=5"},
		{"pit-of-pillars", "size=8 cap=150"}, {"pylyx", "size=6"}, {"pylyx", "size=12 cap=60"}, {"pit", "players=2"},
		{"pit", "players=4"},
	} {
		game, err := games.Find(board.game)
		if err != nil {
			t.Fatal(err)
		}
		settings, err := engine.ParseSettings(strings.Fields(board.settings))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := game.New(settings)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rules.(engine.ArrayRules))
	}
	return all
}

func arraysFor(rules engine.ArrayRules, n int) Arrays {
	files, ranks := rules.BoardSize()
	actions, planes := len(rules.Actions()), len(rules.Planes())
	return Arrays{Observations: make([]uint8, n*planes*files*ranks), Masks: make([]uint8, n*actions),
		Legal: make([]int32, n*Width(actions)), Counts: make([]int32, n), Seats: make([]uint8, n),
		Rewards: make([]float32, n*rules.Seats()), Dones: make([]uint8, n), Steps: make([]int32, n),
		Actions: make([]int32, n)}
}

// TestGamesFollowTheRules plays random games and, beside each, a History. All arrays must be what the history says.
func TestGamesFollowTheRules(t *testing.T) {
	t.Parallel()
	for _, rules := range boards(t) {
		t.Run(rules.Game().Name()+" "+rules.Settings().String(), func(t *testing.T) {
			t.Parallel()
			const n, rounds = 5, 500
			g := New(rules, arraysFor(rules, n), 3)
			histories := make([]*engine.History, n)
			begin := func(i int) { histories[i] = engine.NewHistory(rules.Start()) }
			for i := range histories {
				begin(i)
			}
			if err := g.Reset(5); err != nil {
				t.Fatal(err)
			}
			finished := 0
			for range rounds {
				for i, h := range histories {
					checkRow(t, g, i, h)
				}
				if err := g.StepRandom(1); err != nil {
					t.Fatal(err)
				}
				for i, h := range histories {
					if err := h.Play(g.steps[g.Actions[i]]); err != nil {
						t.Fatal(err)
					}
					checkRewards(t, g, i, h.Outcome())
					if h.Outcome().Over() {
						finished++
						begin(i)
					}
				}
			}
			if finished == 0 {
				t.Errorf("no game has ended in %d rounds", rounds)
			}
		})
	}
}

func checkRow(t *testing.T, g *Games, i int, h *engine.History) {
	t.Helper()
	p := h.Position()
	steps := p.AppendSteps(nil)
	if int(g.Counts[i]) != len(steps) || engine.Seat(g.Seats[i]) != p.Seat() || int(g.Steps[i]) != len(h.Steps()) {
		t.Fatalf("game %d has %d legal actions, seat %s, %d steps; the history has %d, %s, %d", i, g.Counts[i],
			engine.Seat(g.Seats[i]), g.Steps[i], len(steps), p.Seat(), len(h.Steps()))
	}
	var want []int32
	for _, step := range steps {
		action := slices.Index(g.steps, step)
		if action < 0 {
			t.Fatalf("step %s is no action in %s", p.StepText(step), p)
		}
		want = append(want, int32(action))
	}
	got := slices.Sorted(slices.Values(g.legal(i)))
	var masked []int32
	for action, mark := range g.Masks[i*len(g.steps):][:len(g.steps)] {
		if mark == 1 {
			masked = append(masked, int32(action))
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) || !slices.Equal(masked, want) {
		t.Fatalf("game %d: legal actions %v, mask %v, want %v", i, got, masked, want)
	}
	planes := make([]uint8, g.planes)
	g.rules.WritePlanes(p, p.Seat(), planes)
	if !slices.Equal(planes, g.Observations[i*g.planes:][:g.planes]) {
		t.Fatalf("game %d: the observation is not that of %s", i, p)
	}
}

func checkRewards(t *testing.T, g *Games, i int, outcome engine.Outcome) {
	t.Helper()
	seats := len(g.Rewards) / len(g.games)
	for seat, reward := range g.Rewards[i*seats:][:seats] {
		want := float32(0)
		if outcome.Over() {
			want = float32(2*outcome.Scores[seat] - 1)
		}
		if reward != want || outcome.Over() != (g.Dones[i] == 1) {
			t.Fatalf("game %d: seat %d has reward %v, done %d, want %v after %s", i, seat, reward, g.Dones[i], want,
				outcome.Text())
		}
	}
}

// TestThreadsDoNotMatter checks that the arrays are the same for every number of threads.
func TestThreadsDoNotMatter(t *testing.T) {
	t.Parallel()
	for _, rules := range boards(t)[:3] {
		var texts []string
		for _, threads := range []int{1, 2, 5} {
			g := New(rules, arraysFor(rules, 11), threads)
			for _, err := range []error{g.Reset(9), g.StepRandom(200)} {
				if err != nil {
					t.Fatal(err)
				}
			}
			texts = append(texts, fmt.Sprint(g.Arrays))
		}
		if texts[0] != texts[1] || texts[0] != texts[2] {
			t.Errorf("%s: the arrays depend on the number of threads", rules.Game().Name())
		}
	}
}

// TestIllegalActionsPlayNothing checks that an illegal action is an error that names the game and the action.
func TestIllegalActionsPlayNothing(t *testing.T) {
	t.Parallel()
	rules := boards(t)[0]
	g := New(rules, arraysFor(rules, 3), 2)
	if err := g.Reset(1); err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprint(g.Arrays.Observations)
	for _, action := range []int32{-1, int32(len(g.steps)), 1} {
		copy(g.Actions, []int32{g.Legal[0], action, g.Legal[2*g.width]})
		err := g.Step()
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("game 1: action %d is not legal in ", action)) {
			t.Errorf("action %d: %v", action, err)
		}
		if fmt.Sprint(g.Arrays.Observations) != before {
			t.Fatal("a game was played")
		}
	}
}

// TestResetRepeats checks that the same seed gives the same games again, and another seed gives others.
func TestResetRepeats(t *testing.T) {
	t.Parallel()
	rules := boards(t)[2]
	g := New(rules, arraysFor(rules, 4), 1)
	var texts []string
	for _, seed := range []uint64{1, 2, 1} {
		for _, err := range []error{g.Reset(seed), g.StepRandom(50)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		texts = append(texts, fmt.Sprint(g.Arrays.Observations, g.Masks))
	}
	if texts[0] != texts[2] || texts[0] == texts[1] {
		t.Error("games do not follow from the seed alone")
	}
}

func BenchmarkStepRandom(b *testing.B) {
	for _, rules := range boards(b) {
		b.Run(rules.Game().Name()+" "+strings.ReplaceAll(rules.Settings().String(), " ", ","), func(b *testing.B) {
			const n = 4096
			g := New(rules, arraysFor(rules, n), 2)
			if err := g.Reset(1); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := g.StepRandom(1); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
