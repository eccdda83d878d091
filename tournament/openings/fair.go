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

// MaxTries is the largest number of set-ups that [Fair] draws, and of openings that [Balanced] values.
const MaxTries = 100_000

// Fair searches for set-ups of the board that leave no player ahead. It draws set-ups at random, values each by a
// player's search, and sorts them by unevenness. Because values are inexact, the set-up that looks most even of many is
// less even than it looks.
//
// In some games the set-up ends with a choice: one player divides, the other chooses ([engine.IsPieChoice]). Then a
// search values each choice. A set-up is even if the best choice leaves no player ahead and the second-best choice is
// equally good. In other games a search values the position after the set-up, for the player to act.
type Fair struct {
	// Start is the position from which set-ups are drawn. If no step of the set-up is left there, or only the final
	// choice, Start is the only set-up.
	Start engine.Position
	Tries int // number of different set-ups to draw, from 1 to MaxTries
	Valuer
	Report func(done, total int) // called after every set-up, one call at a time; may be nil
}

// SetUp is a set-up with its value.
type SetUp struct {
	Draw     int             // number of the set-up among the different ones drawn, from 1
	Position engine.Position // the position at the choice, or after the set-up
	Turns    []string        // the turns from [Fair].Start to Position
	Score    search.Score    // for the seat that acts in Position
	Choices  []ValuedStep    // the choices that end the set-up, the best first; empty if there is none
}

// ValuedStep is a choice that ends the set-up, with its value.
type ValuedStep struct {
	Step  engine.Step
	Score search.Score // for the seat that chooses
}

// Spread returns the score of the best choice minus the score of the second-best choice, or 0 without a choice.
func (s *SetUp) Spread() search.Score {
	if len(s.Choices) < 2 {
		return 0
	}
	return s.Choices[0].Score - s.Choices[1].Score
}

// Unevenness returns the absolute value of the score, or the spread of the choices if that is greater.
func (s *SetUp) Unevenness() search.Score { return max(s.Score, -s.Score, s.Spread()) }

// SetUps draws and values Tries set-ups, or fewer if it finds no more different ones. It returns them sorted by
// unevenness, equally uneven ones in the order of drawing. With limits on nodes or depth the result depends only on the
// seed. If ctx ends, SetUps returns the set-ups valued so far with the error of ctx.
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

// Within returns the set-ups whose unevenness is at most the given number of logits. The list valued must be sorted by
// unevenness.
func Within(valued []SetUp, logits float64) []SetUp {
	n := slices.IndexFunc(valued, func(s SetUp) bool { return s.Unevenness().Logits() > logits })
	if n < 0 {
		return valued
	}
	return valued[:n]
}

// Opening returns a set-up as an opening: its turns or, if it has none or f.Start is not the start of the rules, its
// position.
func (f Fair) Opening(s *SetUp) Opening {
	if len(s.Turns) == 0 || f.Start.String() != f.Start.Rules().Start().String() {
		return Opening{Start: s.Position.String()}
	}
	return Opening{Turns: s.Turns}
}

// maxRepeats is the number of consecutive draws without a new set-up after which drawing ends.
const maxRepeats = 200

// drawSetUps draws n set-ups that differ up to symmetry, or fewer if maxRepeats draws in a row bring nothing new. The
// set-ups depend on start and seed only; a smaller n gives the first set-ups of the same list.
func drawSetUps(ctx context.Context, start engine.Position, seed uint64, n int) ([]SetUp, error) {
	var setUps []SetUp
	seen := map[uint64]bool{}
	lastNew := 0 // the latest draw that brought a new set-up, from 0
	for draw := 0; len(setUps) < n && draw-lastNew < maxRepeats; draw++ {
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
		seen[key], lastNew = true, draw
		setUps = append(setUps, SetUp{
			Draw: len(setUps) + 1, Position: h.Position(), Turns: engine.Turns(h.Start(), h.Steps()),
		})
	}
	if len(setUps) == 0 {
		return nil, fmt.Errorf("no set-up to value: the game was over in each of %d draws from %s", maxRepeats, start)
	}
	return setUps, nil
}

// DividesSetUp reports whether the set-up of a game ends with a choice: one player divides, the other chooses. To find
// out, it draws a set-up by the seed.
func DividesSetUp(rules engine.Rules, seed uint64) (bool, error) {
	h, err := drawSetUp(rules.Start(), seed)
	return err == nil && len(h.Steps()) > 0 && engine.IsPieChoice(h.Position()), err
}

const (
	candidates    = 250     // number of candidates from which a set-up is drawn
	maxSetUpSteps = 100_000 // largest number of steps of a set-up stage, which might not end
)

// drawSetUp draws a random set-up. All set-ups have nearly the same probability; with random steps alone they would
// not. The game may be over after the set-up.
//
// Uniformly random steps reach a set-up with a probability of 1 over the product of the numbers of legal steps on the
// way (Donald Knuth, Estimating the Efficiency of Backtrack Programs, 1975). To make up for that, drawSetUp builds many
// candidates step by step, each with this product as its weight. Whenever the weights have become too unequal, it
// replaces the candidates by a sample of them, drawn by weight (Gordon, Salmond and Smith, Novel Approach to
// Nonlinear/Non-Gaussian Bayesian State Estimation, 1993). In the end it draws one candidate by weight.
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

// crowd holds the candidates from which a set-up is drawn.
type crowd struct {
	members []candidate
	spare   []candidate         // receives the candidates that resample draws
	steps   *rand.PCG           // draws steps
	chance  *rand.Rand          // draws candidates; uses the same generator as steps
	shares  [candidates]float64 // weight of each member, divided by the sum of all weights
}

type candidate struct {
	position engine.Position
	steps    []engine.Step // the steps to position
	weight   float64       // logarithm of the weight; see drawSetUp
}

// step plays a random step in every candidate whose set-up is incomplete, but does not make the final choice. It
// reports whether there was such a candidate.
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

// share computes the field shares. It subtracts the largest logarithm of a weight first, so that no weight overflows.
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

// effective returns the effective sample size: the number of candidates of equal weight that would sample as precisely
// as these candidates (Kong, Liu and Wong, Sequential Imputations and Bayesian Missing Data Problems, 1994).
func (c *crowd) effective() float64 {
	sum := 0.0
	for _, share := range c.shares {
		sum += share * share
	}
	return 1 / sum
}

// resample replaces the candidates by a systematic sample of them, in which all have the same weight. The shares divide
// the line from 0 to 1 into an interval for each candidate. Equally spaced points, all shifted by one random offset,
// each draw the candidate in whose interval they lie.
func (c *crowd) resample() {
	offset, from := c.chance.Float64(), 0
	end := c.shares[0] // where the interval of candidate from ends
	for i := range c.spare {
		point := offset + float64(i) // in units of 1/candidates
		for end*candidates < point && from < candidates-1 {
			from++
			end += c.shares[from]
		}
		c.spare[i].position.CopyFrom(c.members[from].position)
		c.spare[i].steps = append(c.spare[i].steps[:0], c.members[from].steps...)
		c.spare[i].weight = 0
	}
	c.members, c.spare = c.spare, c.members
	c.share()
}

// draw returns the index of a candidate, drawn by weight.
func (c *crowd) draw() int {
	rest := c.chance.Float64()
	return max(0, slices.IndexFunc(c.shares[:], func(share float64) bool {
		rest -= share
		return rest < 0
	}))
}
