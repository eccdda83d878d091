package openings

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"pillars/engine"
)

const (
	candidates    = 250     // random set-ups that are laid side by side for each that is taken
	maxSetUpSteps = 100_000 // bounds a set-up stage that might not end
)

// drawSetUp draws one of the ways to set up, with chances much more equal than those of random steps. The game may be
// over after it.
//
// Where, say, men are placed file by file, uniformly random steps leave the first files empty far too often, because a
// step that leaves many ways to go on is drawn no more often than one that leaves few. A set-up comes up so with a
// probability of one over the product of the numbers of legal steps on its way (Donald Knuth, Estimating the
// Efficiency of Backtrack Programs, 1975). So many candidates are laid step by step side by side, with that product as
// their weight. Whenever the weights have grown too unequal, the candidates are drawn anew from themselves by weight,
// so that those with many ways to go on multiply (Gordon, Salmond and Smith, Novel Approach to Nonlinear/Non-Gaussian
// Bayesian State Estimation, 1993); in the end one is drawn by weight. The more candidates, the more equal the
// chances.
func drawSetUp(start engine.Position, seed uint64) (*engine.History, error) {
	c := newCrowd(start, seed)
	for steps := 0; c.step(); steps++ {
		if steps == maxSetUpSteps {
			return nil, fmt.Errorf("the set-up stage of %s does not end within %d steps", start.Rules().Game().Name(),
				maxSetUpSteps)
		}
		if c.effective() < candidates/2 {
			c.resample()
		}
	}
	h := engine.NewHistory(start)
	for _, step := range c.members[c.draw()].steps {
		if h.Outcome().Over() {
			break
		}
		if err := h.Play(step); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// crowd is the candidates of a drawing. Weights are kept as logarithms.
type crowd struct {
	members []candidate
	spare   []candidate // to draw anew into
	steps   *rand.PCG
	chance  *rand.Rand // draws from the same source
	shares  [candidates]float64
}

type candidate struct {
	position engine.Position
	steps    []engine.Step
	weight   float64
}

func newCrowd(start engine.Position, seed uint64) *crowd {
	c := &crowd{members: make([]candidate, candidates), spare: make([]candidate, candidates),
		steps: engine.NewRandom(seed)}
	c.chance = rand.New(c.steps)
	for i := range candidates {
		c.members[i].position, c.spare[i].position = start.Clone(), start.Clone()
	}
	return c
}

// step plays a random step of every candidate that has not come to the end of the set-up stage, to the choice in it,
// or to the end of the game. It reports whether there was one.
func (c *crowd) step() (moved bool) {
	for i := range c.members {
		m := &c.members[i]
		if p := m.position; !p.Over() && p.InOpening() && !engine.IsPieChoice(p) {
			m.weight += math.Log(float64(p.CountSteps()))
			step := engine.RandomStep(p, c.steps)
			m.steps = append(m.steps, step)
			p.Play(step)
			moved = true
		}
	}
	c.share()
	return moved
}

// share turns weights into shares of their sum.
func (c *crowd) share() {
	most := math.Inf(-1)
	for i := range c.members {
		most = max(most, c.members[i].weight)
	}
	sum := 0.0
	for i := range c.members {
		c.shares[i] = math.Exp(c.members[i].weight - most)
		sum += c.shares[i]
	}
	for i := range c.shares {
		c.shares[i] /= sum
	}
}

// effective is how many candidates of equal weight are worth as much as all of these (Kong, Liu and Wong, Sequential
// Imputations and Bayesian Missing Data Problems, 1994).
func (c *crowd) effective() float64 {
	sum := 0.0
	for _, share := range c.shares {
		sum += share * share
	}
	return 1 / sum
}

// resample draws the candidates anew by their shares, evenly spaced from one random place on, and gives all the same
// weight.
func (c *crowd) resample() {
	place, upTo, from := c.chance.Float64(), c.shares[0], 0
	for i := range c.spare {
		for ; upTo*candidates < place+float64(i) && from < candidates-1; upTo += c.shares[from] {
			from++
		}
		c.spare[i].position.CopyFrom(c.members[from].position)
		c.spare[i].steps = append(c.spare[i].steps[:0], c.members[from].steps...)
		c.spare[i].weight = 0
	}
	c.members, c.spare = c.spare, c.members
	c.share()
}

func (c *crowd) draw() int {
	rest := c.chance.Float64()
	return max(0, slices.IndexFunc(c.shares[:], func(share float64) bool {
		rest -= share
		return rest < 0
	}))
}
