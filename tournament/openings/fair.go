package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/search"
)

// MaxTries is the largest number of set-ups that [Fair] draws.
const MaxTries = 100_000

// Fair looks for set-ups of the board that are even. It draws some at random, has a player value each, and lists them
// from the evenest on. The evenest of many inexact values looks evener than it is.
//
// In some games the set-up ends with a choice: one player divides, the other chooses ([engine.IsPieChoice]). There each
// choice is valued by a search of its own, and a set-up is even if the best of them leaves nobody ahead and the second
// best is as good. In all other games the position after the set-up is valued for the player who acts there.
type Fair struct {
	Start engine.Position // to draw from; a position after the set-up, or at the choice, is valued as it is
	Tries int             // different set-ups to draw, from 1 to MaxTries
	Valuer
	Report func(done, total int) // is called after every set-up, one at a time; may be nil
}

// SetUp is a set-up that a player has valued.
type SetUp struct {
	Draw     int             // its number among those drawn, from 1
	Position engine.Position // where somebody chooses, or the set-up is over
	Turns    []string        // from the start of the drawing
	Score    search.Score    // for the seat that acts in Position
	Choices  []ValuedStep    // the best first; none if there is nothing to choose
}

// ValuedStep is one way to end the set-up.
type ValuedStep struct {
	Step  engine.Step
	Score search.Score // for the seat that chooses
}

// Spread returns how much the second-best choice is worse than the best, 0 without a choice.
func (s *SetUp) Spread() search.Score {
	if len(s.Choices) < 2 {
		return 0
	}
	return s.Choices[0].Score - s.Choices[1].Score
}

// Unevenness returns the score's distance from 0, or the spread of the choices if that is more.
func (s *SetUp) Unevenness() search.Score { return max(s.Score, -s.Score, s.Spread()) }

// SetUps draws set-ups and values them, fewer than Tries if no more different ones come up. They come in the order of
// their unevenness, then of their drawing. Under limits by nodes or depth the result depends on the seed only. When ctx
// ends, those that are valued by then are returned with ctx's error.
func (f Fair) SetUps(ctx context.Context) (valued []SetUp, err error) {
	if f.Tries < 1 || f.Tries > MaxTries {
		return nil, fmt.Errorf("tries %d: must be from 1 to %d", f.Tries, MaxTries)
	}
	drawn, err := drawSetUps(ctx, f.Start, f.Seed, f.Tries)
	if err != nil {
		return nil, err
	}
	err = f.value(ctx, "set-up", f.Start.Rules(), nil, slices.Values(drawn), func(one SetUp) error {
		valued = append(valued, one)
		if f.Report != nil {
			f.Report(len(valued), len(drawn))
		}
		return nil
	})
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, err
	}
	slices.SortFunc(valued, func(a, b SetUp) int {
		return cmp.Or(cmp.Compare(a.Unevenness(), b.Unevenness()), cmp.Compare(a.Draw, b.Draw))
	})
	return valued, err
}

// Opening returns a set-up as an opening: its turns if they lead to it from the start of the game, else its position.
func (f Fair) Opening(s *SetUp) Opening {
	if len(s.Turns) == 0 || f.Start.String() != f.Start.Rules().Start().String() {
		return Opening{Start: s.Position.String()}
	}
	return Opening{Turns: s.Turns}
}

// maxRepeats is how many draws in a row may bring nothing new.
const maxRepeats = 200

// drawSetUps draws n set-ups that are different up to symmetry, or as many as come up before maxRepeats in a row bring
// nothing new. Which they are depends only on start and seed, and fewer are the beginning of more.
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
		key := engine.CanonicalHash(h.Position())
		if h.Outcome().Over() || seen[key] {
			continue
		}
		seen[key], last = true, draw
		setUps = append(setUps, SetUp{
			Draw: len(setUps) + 1, Position: h.Position(), Turns: engine.Turns(h.Start(), h.Steps()),
		})
	}
	if len(setUps) == 0 {
		return nil, fmt.Errorf("no set-up to value: the game was over in each of %d draws from %s", maxRepeats, start)
	}
	return setUps, nil
}

// DividesSetUp reports whether the set-up of a game, any that is drawn, ends with a choice: one player divides, the
// other chooses.
func DividesSetUp(rules engine.Rules, seed uint64) (bool, error) {
	h, err := drawSetUp(rules.Start(), seed)
	return err == nil && len(h.Steps()) > 0 && engine.IsPieChoice(h.Position()), err
}

const (
	candidates    = 250     // random set-ups that are laid side by side for each that is taken
	maxSetUpSteps = 100_000 // bounds a set-up stage that might not end
)

// drawSetUp draws one of the ways to set up, with chances much more equal than those of random steps. The game may be
// over after it.
//
// By uniformly random steps a set-up comes up with a probability of one over the product of the numbers of legal steps
// on its way (Donald Knuth, Estimating the Efficiency of Backtrack Programs, 1975). That number of candidates are laid
// step by step side by side, with that product as their weight. Whenever the weights have grown too unequal, the
// candidates are drawn again from themselves by weight (Gordon, Salmond and Smith, Novel Approach to
// Nonlinear/Non-Gaussian Bayesian State Estimation, 1993); in the end one is drawn by weight.
func drawSetUp(start engine.Position, seed uint64) (*engine.History, error) {
	c := crowd{members: make([]candidate, candidates), spare: make([]candidate, candidates),
		steps: engine.NewRandom(seed)}
	c.chance = rand.New(c.steps)
	for i := range candidates {
		c.members[i].position, c.spare[i].position = start.Clone(), start.Clone()
	}
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
	spare   []candidate // to draw again into
	steps   *rand.PCG
	chance  *rand.Rand // draws from the same source
	shares  [candidates]float64
}

type candidate struct {
	position engine.Position
	steps    []engine.Step
	weight   float64
}

// step plays a random step in every candidate that is still in the set-up stage and not at its choice. It reports
// whether there was one.
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

// share turns weights into shares of their sum, without overflow.
func (c *crowd) share() {
	most := slices.MaxFunc(c.members, func(a, b candidate) int { return cmp.Compare(a.weight, b.weight) }).weight
	sum := 0.0
	for i := range c.members {
		c.shares[i] = math.Exp(c.members[i].weight - most)
		sum += c.shares[i]
	}
	for i := range c.shares {
		c.shares[i] /= sum
	}
}

// effective returns how many candidates of equal weight are worth as much as all of these (Kong, Liu and Wong,
// Sequential Imputations and Bayesian Missing Data Problems, 1994).
func (c *crowd) effective() float64 {
	sum := 0.0
	for _, share := range c.shares {
		sum += share * share
	}
	return 1 / sum
}

// resample draws the candidates again by their shares, evenly spaced from one random place on, and gives all the same
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
