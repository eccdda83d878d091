package pilastri_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// eachCase calls check on positions along random games and on positions that no game reaches, every other time with
// high jumpers.
func eachCase(t *testing.T, check func(p engine.Position, m *model)) {
	t.Helper()
	random, high := rand.New(engine.NewRandom(11)), false
	for _, board := range boards() {
		for range enginetest.Shorter(1 + 40/(board[0]*board[1])) {
			m := newModel(board[0], board[1])
			m.high, high = high, !high
			for {
				check(read(t, m.String(), m.settings()), m)
				legal := m.Legal()
				if len(legal) == 0 {
					break
				}
				m.Play(legal[random.IntN(len(legal))])
			}
		}
		for range enginetest.Shorter(1 + 150/(board[0]*board[1])) {
			m := randomModel(random, board[0], board[1])
			m.high, high = high, !high
			check(read(t, m.String(), m.settings()), m)
		}
	}
}

// TestNoisy checks that the noisy steps are exactly those that leave the opponent without a step, and that the scores
// know them too.
func TestNoisy(t *testing.T) {
	t.Parallel()
	wins := 0
	eachCase(t, func(p engine.Position, m *model) {
		var want []string
		for _, step := range m.Legal() {
			after := m.Clone()
			after.Play(step)
			if after.winner() != "" {
				want = append(want, step)
			}
		}
		wins += len(want)
		steps := p.AppendSteps(nil)
		scores := make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		var noisy, loud []string
		for i, step := range steps {
			if scores[i] >= 100 {
				loud = append(loud, p.StepText(step))
			}
		}
		for _, step := range p.AppendNoisy(nil) {
			noisy = append(noisy, p.StepText(step))
		}
		slices.Sort(noisy)
		slices.Sort(loud)
		if !slices.Equal(noisy, want) || !slices.Equal(loud, want) {
			t.Fatalf("winning steps of %s: %v; listed as noisy: %v; with loud scores: %v", p, want, noisy, loud)
		}
	})
	if wins < 50 {
		t.Errorf("only %d wins met", wins)
	}
}

// TestFeatures compares the features with those counted on the model.
func TestFeatures(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(12))
	eachCase(t, func(p engine.Position, m *model) {
		if p.CountSteps() > 12 && random.IntN(10) > 0 {
			return // trying all replies to all steps takes long
		}
		features := make([]int32, len(p.Rules().Features()))
		for seat, player := range []string{"w", "b"} {
			p.Features(engine.Seat(seat), features)
			own, theirs := m.features(player), m.features(opponent(player))
			for i, feature := range p.Rules().Features() {
				value, known := own[feature.Name]
				if !known {
					t.Fatalf("the model does not know the feature %s", feature.Name)
				}
				if want := value - theirs[feature.Name]; int(features[i]) != want {
					t.Fatalf("feature %s of %s for %s is %d, not %d", feature.Name, p, player, features[i], want)
				}
			}
		}
	})
}

// features counts one player's features by their names.
func (m *model) features(player string) map[string]int {
	own, theirs := m.Clone(), m.Clone()
	own.player, theirs.player = player, opponent(player)
	f := map[string]int{"tempo": 0, "stacks": 0, "movable": 0, "steps": 0, "safe-steps": 0, "secure": 0, "dead": 0,
		"singles": 0, "levels": 0,
		"backed": 0, "targets": 0}
	if m.player == player {
		f["tempo"] = 1
	}
	steps, replies := own.Legal(), theirs.Legal()
	f["steps"] = len(steps)
	for _, step := range steps {
		if own.isSafe(step, replies) {
			f["safe-steps"]++
		}
	}
	for square, stack := range m.stacks {
		starts := func(step string) bool { return step[:2] == square }
		lands := func(step string) bool { return step[2:] == square }
		if !strings.HasSuffix(stack, player) {
			if slices.ContainsFunc(steps, lands) {
				f["targets"]++
			}
			continue
		}
		f["stacks"]++
		f["levels"] += len(stack)
		if slices.ContainsFunc(steps, starts) {
			f["movable"]++
			if !slices.ContainsFunc(replies, lands) {
				f["secure"]++
			}
		}
		if len(stack) == 1 {
			f["singles"]++
		}
		if strings.HasSuffix(stack, player+player) {
			f["backed"]++
		}
		if !slices.ContainsFunc(slices.Concat(m.paths(square)...),
			func(other string) bool { return m.stacks[other] != "" }) {
			f["dead"]++
		}
	}
	return f
}

// isSafe tries all replies: a step is safe if its piece can move to the same stack after each of them. It leaves the
// model as it was.
func (m *model) isSafe(step string, replies []string) bool {
	for _, reply := range replies {
		before := [2]string{m.stacks[reply[:2]], m.stacks[reply[2:]]}
		m.player = opponent(m.player)
		m.Play(reply)
		safe := m.isLegal(step)
		m.turn--
		m.stacks[reply[:2]], m.stacks[reply[2:]] = before[0], before[1]
		if !safe {
			return false
		}
	}
	return true
}

// isLegal reports whether a step between two stacks of a rank or file is legal.
func (m *model) isLegal(step string) bool {
	from, to := step[:2], step[2:]
	for _, path := range m.paths(from) {
		if at := slices.Index(path, to); at >= 0 {
			free := !slices.ContainsFunc(path[:at], func(between string) bool { return m.stacks[between] != "" })
			return free && strings.HasSuffix(m.stacks[from], m.player) &&
				m.mayLand(len(m.stacks[from]), len(m.stacks[to]))
		}
	}
	return false
}
