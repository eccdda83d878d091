package vector

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
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
		require.NoError(t, err)
		settings, err := engine.ParseSettings(strings.Fields(board.settings))
		require.NoError(t, err)
		rules, err := game.New(settings)
		require.NoError(t, err)
		all = append(all, rules.(engine.ArrayRules))
	}
	return all
}

func arraysFor(view View, n int) Arrays {
	actions, size := len(view.Actions()), view.Size()
	return Arrays{Observations: make([]uint8, n*size), Masks: make([]uint8, n*actions),
		Legal: make([]int32, n*Width(actions)), Counts: make([]int32, n), Seats: make([]uint8, n),
		Rewards: make([]float32, n), SeatRewards: make([]float32, n*view.Seats()),
		Terminations: make([]uint8, n), Truncations: make([]uint8, n), Steps: make([]int32, n),
		Actions: make([]int64, n), Chosen: bytes.Repeat([]byte{1}, n),
		FinalObservations: make([]uint8, n*size), FinalSeats: make([]uint8, n),
		FinalSteps: make([]int32, n)}
}

func reset(g *Games, seed uint64) error { return g.Reset(&seed) }

// TestGamesFollowTheRules plays random games and, beside each, a History. All arrays must be what the history says, in
// all modes.
func TestGamesFollowTheRules(t *testing.T) {
	t.Parallel()
	for number, rules := range boards(t) {
		mode := []Mode{SameStep, NextStep, Disabled}[number%3]
		t.Run(fmt.Sprint(rules.Game().Name(), rules.Settings(), mode), func(t *testing.T) {
			t.Parallel()
			const n, rounds = 5, 500
			view := NewView(rules, 1+number%3*4)
			g := New(view, arraysFor(view, n), Config{Mode: mode, Threads: 3})
			histories := make([]*engine.History, n)
			begin := func(i int) { histories[i] = engine.NewHistory(rules.Start()) }
			for i := range histories {
				begin(i)
			}
			require.NoError(t, reset(g, 5))
			finished := 0
			for range rounds {
				for i, h := range histories {
					checkRow(t, g, i, h)
				}
				require.NoError(t, g.StepRandom(1))
				for i, h := range histories {
					if h.Outcome().Over() && mode == NextStep {
						begin(i)
						continue
					} else if h.Outcome().Over() {
						begin(i)
						clear(g.Chosen)
						g.Chosen[i] = 1
						require.NoError(t, g.Reset(nil))
						continue
					}
					mover := h.Position().Seat()
					require.NoError(t, h.Play(g.steps[g.Actions[i]]))
					checkRewards(t, g, i, h, mover)
					if h.Outcome().Over() {
						finished++
					}
					if h.Outcome().Over() && mode == SameStep {
						checkFinal(t, g, i, h)
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
	if h.Outcome().Over() {
		steps = g.steps[:1]
	}
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
	got := slices.Sorted(slices.Values(g.legal(i, &g.workers[0])))
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
	checkObservation(t, g, g.Observations, i, h)
	start, actions := g.Get(i)
	var played []engine.Step
	for _, action := range actions {
		played = append(played, g.steps[action])
	}
	if start.String() != h.Start().String() || !slices.Equal(played, h.Steps()) {
		t.Fatalf("game %d: %v after %s; want %v", i, played, start, h.Steps())
	}
}

// checkObservation compares an observation with the planes of the positions to which h goes back, one after the other.
func checkObservation(t *testing.T, g *Games, observations []uint8, i int, h *engine.History) {
	t.Helper()
	one := NewView(g.view, 1)
	want, planes := []uint8(nil), make([]uint8, one.size)
	for back := range g.view.positions {
		clear(planes)
		if back <= len(h.Steps()) {
			one.Write(h.Back(back).Position(), nil, h.Position().Seat(), 0, planes)
		}
		want = append(want, planes[:one.own]...)
	}
	one.Write(h.Position(), nil, 0, h.Occurrences(), planes)
	if want = append(want, planes[one.own:]...); !slices.Equal(want, observations[i*g.view.size:][:g.view.size]) {
		t.Fatalf("game %d: the observation is not that of %s and the positions before it", i, h.Position())
	}
}

func checkFinal(t *testing.T, g *Games, i int, h *engine.History) {
	t.Helper()
	checkObservation(t, g, g.FinalObservations, i, h)
	if g.FinalSeats[i] != uint8(h.Position().Seat()) || int(g.FinalSteps[i]) != len(h.Steps()) {
		t.Fatalf("game %d ended after %d steps with seat %d; want %d", i, g.FinalSteps[i], g.FinalSeats[i],
			len(h.Steps()))
	}
}

func checkRewards(t *testing.T, g *Games, i int, h *engine.History, mover engine.Seat) {
	t.Helper()
	outcome := h.Outcome()
	truncated := outcome.Reason == engine.TurnCap
	if truncated != (g.Truncations[i] == 1) || (outcome.Over() && !truncated) != (g.Terminations[i] == 1) {
		t.Fatalf("game %d: terminated %d, truncated %d after %q", i, g.Terminations[i], g.Truncations[i],
			outcome.Reason)
	}
	for seat, reward := range g.seatRewards(i) {
		want := float32(0)
		if outcome.Over() {
			want = float32(2*outcome.Scores[seat] - 1)
		}
		if reward != want || engine.Seat(seat) == mover && g.Rewards[i] != want {
			t.Fatalf("game %d: seat %d has reward %v, want %v after %s", i, seat, reward, want, outcome.Text())
		}
	}
}

// against returns an opponent that plays the last step it may, or one drawn by an even seed.
func against(seat, threads int) *Opponent {
	choose := func(h *engine.History, seed uint64) ([]engine.Step, error) {
		steps := h.Position().AppendSteps(nil)
		if seed%2 == 0 {
			return steps[seed>>1%uint64(len(steps)):][:1], nil
		}
		return steps[len(steps)-1:], nil
	}
	return &Opponent{seat, slices.Repeat([]Choose{choose}, threads)}
}

// TestOpponentActsInTheSameStep plays games against random steps and against a player. Only the program's seat may
// have to act, it sees the board and gets the rewards, and the other seats follow the rules.
func TestOpponentActsInTheSameStep(t *testing.T) {
	t.Parallel()
	for number, rules := range boards(t) {
		for seat, opponent := range []*Opponent{against(-1, 2), {Seat: 1}} {
			view, mode := NewView(rules, 1+number%2), []Mode{SameStep, NextStep}[number/2%2]
			g := New(view, arraysFor(view, 6), Config{mode, 2, opponent})
			require.NoError(t, reset(g, 8)) // so that game 0 begins with seat 0
			seats, finished := make([]engine.Seat, 6), 0
			for i := range seats {
				if seats[i] = engine.Seat(i % rules.Seats()); seat == 1 {
					seats[i] = 1
				}
			}
			for range 200 {
				require.NoError(t, g.StepRandom(1))
				for i := range seats {
					over := g.Terminations[i]+g.Truncations[i] > 0
					if over && g.Rewards[i] != g.seatRewards(i)[seats[i]] {
						t.Fatalf("seat %s has reward %v of %v", seats[i], g.Rewards[i], g.seatRewards(i))
					}
					if finished += int(g.Terminations[i] | g.Truncations[i]); mode == SameStep && over && seat == 0 {
						seats[i] = (seats[i] + 1) % engine.Seat(rules.Seats())
					}
					h := checkOpponent(t, g, i, seats[i])
					if mode == NextStep && over && seat == 0 {
						seats[i] = (seats[i] + 1) % engine.Seat(rules.Seats())
					}
					if h.Outcome().Over() != (over && mode == NextStep) {
						t.Fatalf("game %d: over %t: %s", i, over, h.Outcome().Text())
					}
				}
			}
			if finished == 0 {
				t.Error("no game has ended")
			}
		}
	}
}

// checkOpponent replays game i, in which the program has a seat, and checks what it sees. It returns the history.
func checkOpponent(t *testing.T, g *Games, i int, seat engine.Seat) *engine.History {
	t.Helper()
	start, actions := g.Get(i)
	h := engine.NewHistory(start)
	for _, action := range actions {
		require.NoError(t, h.Play(g.steps[action]))
	}
	planes := make([]uint8, g.view.size)
	g.view.Write(h.Position(), g.view.Earlier(h), seat, h.Occurrences(), planes)
	if !slices.Equal(planes, g.Observations[i*g.view.size:][:g.view.size]) {
		t.Fatalf("game %d: the observation is not seat %s's of %s", i, seat, h.Position())
	}
	if acts := h.Outcome().Over() || h.Position().Seat() == seat; !acts || engine.Seat(g.Seats[i]) != seat {
		t.Fatalf("game %d: seat %d is to act in %s; the program has seat %s", i, g.Seats[i], h.Position(), seat)
	}
	return h
}

// TestGamesThatAnOpponentEnds checks that a game that the opponent ends before the program acts is an error.
func TestGamesThatAnOpponentEnds(t *testing.T) {
	t.Parallel()
	view := NewView(boards(t)[2], 1)
	h := engine.NewHistory(view.Start())
	for !h.Outcome().Over() {
		require.NoError(t, h.Play(h.Position().AppendSteps(nil)[0]))
	}
	again := func(at *engine.History, _ uint64) ([]engine.Step, error) { return h.Steps()[len(at.Steps()):], nil }
	before := h.Back(1)
	opponent := &Opponent{1 - int(before.Position().Seat()), []Choose{again}}
	g := New(view, arraysFor(view, 1), Config{SameStep, 1, opponent})
	if err := g.Set(0, before, false); err == nil || !strings.Contains(err.Error(), "before seat") {
		t.Errorf("the error is %v", err)
	}
}

// TestThreadsDoNotMatter checks that the arrays are the same for every number of threads.
func TestThreadsDoNotMatter(t *testing.T) {
	t.Parallel()
	for _, rules := range boards(t)[:3] {
		var texts []string
		view := NewView(rules, 2)
		for _, threads := range []int{1, 2, 5} {
			g := New(view, arraysFor(view, 11), Config{SameStep, threads, against(-1, threads)})
			for _, err := range []error{reset(g, 9), g.StepRandom(200)} {
				require.NoError(t, err)
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
	view := NewView(boards(t)[0], 1)
	g := New(view, arraysFor(view, 3), Config{Mode: SameStep, Threads: 2})
	require.NoError(t, reset(g, 1))
	before := fmt.Sprint(g.Arrays.Observations)
	for _, action := range []int64{-1, int64(len(g.steps)), 1 << 33, 1} {
		copy(g.Actions, []int64{int64(g.Legal[0]), action, int64(g.Legal[2*g.width])})
		err := g.Step()
		if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("game 1: action %d is not legal in ", action)) {
			t.Errorf("action %d: %v", action, err)
		}
		if fmt.Sprint(g.Arrays.Observations) != before {
			t.Fatal("a game was played")
		}
	}
}

func BenchmarkStepRandom(b *testing.B) {
	for _, rules := range boards(b) {
		b.Run(rules.Game().Name()+" "+strings.ReplaceAll(rules.Settings().String(), " ", ","), func(b *testing.B) {
			const n = 4096
			view := NewView(rules, 1)
			g := New(view, arraysFor(view, n), Config{Mode: SameStep, Threads: 2})
			require.NoError(b, reset(g, 1))
			for b.Loop() {
				require.NoError(b, g.StepRandom(1))
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
