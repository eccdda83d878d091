package selfplay

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/search/players"
)

// TestChoicesByVisits holds the loss of any weights on decisions read from a file against the one computed plainly from
// its games: each step counts by its share of the visits or, if they are not asked for or a proof chose, the step
// played counts alone.
func TestChoicesByVisits(t *testing.T) {
	t.Parallel()
	spec := small()
	spec.Player, spec.Visits, spec.Options = "mcts:nodes=60", true, []string{"size=4"}
	spec, rules := settled(t, "pit-of-pillars", spec)
	data, games := played(t, spec, rules, 12)
	weights := make([]float64, len(rules.(engine.StepPatternRules).StepPatterns()))
	for i, random := 0, rand.New(rand.NewPCG(1, 2)); i < len(weights); i++ {
		weights[i] = random.NormFloat64()
	}
	for _, visits := range []bool{true, false} {
		c, err := NewChoiceCollector(rules, Selection{Quiet: QuietAny}, visits)
		if err != nil {
			t.Fatal(err)
		}
		reader, err := newReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := reader.eachGame(t.Context(), rules, sameOptions, c.add); err != nil {
			t.Fatal(err)
		}
		want, shared, proven := plainLoss(t, rules, games, weights, visits)
		got, _ := c.Train.Foretold(weights)
		near.Check(t, got, want, 1e-5, "the loss of visits ", visits)
		if visits && c.ByVisits != shared || !visits && c.ByVisits != 0 {
			t.Errorf("visits %v: %d decisions by visits, want %d", visits, c.ByVisits, shared)
		}
		if visits && (shared < 100 || proven == 0) {
			t.Errorf("%d decisions with visits, %d by proof; the test means to see more", shared, proven)
		}
	}
}

// plainLoss is the mean loss over the decisions of games, how many of them have visits, and how many have none.
func plainLoss(t *testing.T, rules engine.Rules, games []storedGame, weights []float64, visits bool) (
	loss float64, shared, proven int,
) {
	t.Helper()
	decisions := 0.
	for _, g := range games {
		err := g.replay(rules, func(p engine.Position, note turnNote, choice choice) error {
			steps := p.AppendSteps(nil)
			if !note.flags.has(flagDecided) || len(steps) == 1 {
				return nil
			}
			decisions++
			all := map[engine.Step]float64{choice.step: 1}
			if visits && len(choice.visits) > 0 {
				shared++
				clear(all)
				for _, tried := range choice.visits {
					all[tried.Step] += float64(tried.Times)
				}
			} else {
				proven++
			}
			loss += crossEntropy(p, steps, all, weights)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return loss / decisions, shared, proven
}

// crossEntropy is -sum of share ln p, p being the softmax of the weights of the patterns of steps.
func crossEntropy(p engine.Position, steps []engine.Step, counts map[engine.Step]float64, weights []float64) float64 {
	var lists engine.StepPatternLists
	p.(engine.StepPatternPosition).AppendStepPatterns(steps, &lists)
	sum, tried, loss, from := 0., 0., 0., 0
	for i, step := range steps {
		logit := 0.
		for _, number := range lists.Numbers[from:lists.Ends[i]] {
			logit += weights[number]
		}
		sum, tried, loss, from = sum+math.Exp(logit), tried+counts[step], loss-counts[step]*logit, lists.Ends[i]
	}
	return loss/tried + math.Log(sum)
}

// TestVisitsNeedTreeSearch asks a player for visits that counts none: it is refused before there is a file.
func TestVisitsNeedTreeSearch(t *testing.T) {
	t.Parallel()
	for player, sound := range map[string]bool{"alphabeta:nodes=9": false, "mcts:nodes=9": true, "uct:nodes=9": true} {
		spec := small()
		spec.Visits, spec.Player = true, player
		_, _, err := spec.Settle(enginetest.Rules(t, "pit-of-pillars", "size=4").Game(), players.New)
		if (err == nil) != sound || !sound && !strings.Contains(err.Error(), "leave out --visits or choose mcts") {
			t.Errorf("%s: %v", player, err)
		}
	}
}

// TestGamesTooLargeAreNotWritten writes a game larger than a file can hold, and then one that fits.
func TestGamesTooLargeAreNotWritten(t *testing.T) {
	t.Parallel()
	spec, _ := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	file, err := Open(path, spec, "test")
	if err != nil {
		t.Fatal(err)
	}
	large := storedGame{shares: []uint8{0, 12}, steps: make([]engine.Step, maxBlock)}
	if err := file.append(large); err == nil || !strings.Contains(err.Error(), "make --longest smaller") {
		t.Errorf("%v", err)
	}
	large.steps = large.steps[:9]
	if err := errors.Join(file.append(large), file.Close()); err != nil {
		t.Fatal(err)
	}
	if games, err := gamesOf(read(t, path)); err != nil || len(games) != 1 {
		t.Errorf("%d games, %v", len(games), err)
	}
}
