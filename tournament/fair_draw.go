package tournament

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"

	"pillars/engine"
)

const (
	candidates    = 100     // random set-ups drawn for each that is taken
	maxRepeats    = 200     // draws in a row that may bring nothing new
	maxSetUpSteps = 100_000 // bounds a set-up stage that might not end
)

// drawSetUps draws different set-ups: n of them, or as many as come up before maxRepeats in a row bring nothing new. Which they are depends only on start
// and seed, and fewer are the beginning of more. Positions are told apart by their hashes.
func drawSetUps(ctx context.Context, start engine.Position, seed uint64, n int) ([]SetUp, error) {
	var setUps []SetUp
	seen := map[uint64]bool{}
	for draw, last := 0, 0; len(setUps) < n && draw-last < maxRepeats; draw++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h, err := drawSetUp(start, engine.DeriveSeed(seed, "set-up", strconv.Itoa(draw+1)))
		if err != nil {
			return nil, err
		}
		if h == nil || seen[h.Position().Hash()] {
			continue
		}
		seen[h.Position().Hash()] = true
		last = draw
		setUps = append(setUps, SetUp{Draw: len(setUps) + 1, Position: h.Position(), Turns: engine.Turns(h.Start(), h.Steps())})
	}
	if len(setUps) == 0 {
		return nil, fmt.Errorf("no set-up to value: the game was over in each of %d draws from %s", maxRepeats, start)
	}
	return setUps, nil
}

// drawSetUp draws one of the ways to set up, with chances much more equal than those of random steps, or nil if the game is over after it.
//
// Where, say, men are placed file by file, uniformly random steps leave the first files empty far too often, because a step that leaves many ways to go
// on is drawn no more often than one that leaves few. A set-up comes up so with a probability of one over the product of the
// numbers of legal steps on its way (Donald Knuth, Estimating the Efficiency of Backtrack Programs, 1975). So of many candidates one is drawn
// with that product as its weight (Donald Rubin, The Calculation of Posterior Distributions by Data Augmentation: Comment, 1987), by the
// largest of the weights' logarithms, each with a random number of Gumbel's distribution added. The more candidates, the more equal the chances.
func drawSetUp(start engine.Position, seed uint64) (*engine.History, error) {
	random := engine.NewRandom(seed)
	noise := rand.New(random)
	var taken []engine.Step
	best := math.Inf(-1)
	for range candidates {
		steps, weight, err := randomSetUp(start.Clone(), random)
		if err != nil {
			return nil, err
		}
		if weight -= math.Log(noise.ExpFloat64()); weight > best {
			taken, best = steps, weight
		}
		if len(steps) == 0 {
			break // there is nothing to draw
		}
	}
	h := engine.NewHistory(start)
	for _, step := range taken {
		if h.Outcome().Over() {
			break
		}
		if err := h.Play(step); err != nil {
			return nil, err
		}
	}
	if h.Outcome().Over() {
		return nil, nil
	}
	return h, nil
}

// randomSetUp plays random steps from p up to the end of the set-up stage, or to the choice in it, or to the end of the game. The weight is the logarithm
// of one over the probability of these steps.
func randomSetUp(p engine.Position, random *rand.PCG) (steps []engine.Step, weight float64, err error) {
	for !p.Over() && p.InOpening() && !isChoice(p) {
		if len(steps) == maxSetUpSteps {
			return nil, 0, fmt.Errorf("the set-up stage of %s does not end within %d steps", p.Rules().Game().Name(), maxSetUpSteps)
		}
		weight += math.Log(float64(p.CountSteps()))
		step := p.RandomStep(random)
		steps = append(steps, step)
		p.Play(step)
	}
	return steps, weight, nil
}

// isChoice reports whether a position of the set-up stage begins a turn and leaves several steps, all of which leave the board as it is: they settle who
// plays what, or who begins.
func isChoice(p engine.Position) bool {
	if !p.InOpening() || !p.StartsTurn() || p.CountSteps() < 2 {
		return false
	}
	before, child := p.Diagram().Cells, p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		if !reflect.DeepEqual(before, child.Diagram().Cells) {
			return false
		}
	}
	return true
}
