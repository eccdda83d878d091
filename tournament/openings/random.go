package openings

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"pillars/engine"
)

// Limits of random openings.
const (
	maxAttempts   = 1000 // largest number of attempts to draw one opening
	maxSetUpTurns = 1000 // largest number of turns of a set-up stage
	blunder       = -100 // move-ordering score, in hundredths of a logit, below which a step is a blunder
	redraws       = 64   // draws of a step in search of one that is not a blunder; then any step is accepted
)

// openingStep draws a legal step that is not a blunder. If redraws draws give only blunders, it draws any legal step.
func openingStep(p engine.Position, random *rand.PCG) engine.Step {
	var score [1]int32
	for range redraws {
		step := engine.RandomStep(p, random)
		if p.OrderingScores([]engine.Step{step}, score[:]); score[0] >= blunder {
			return step
		}
	}
	return engine.RandomStep(p, random)
}

// drawer draws openings by random play without blunders: the set-up stage (see [engine.Position].InOpening) and then a
// number of turns. Opening i depends only on the rules, the seed, the source and i. If the game ends or a seat leaves
// it (see [engine.Leaver]), the drawer rejects the attempt and makes another one.
//
// Openings may repeat. Each has the probability with which random play reaches it, so the mean over any number of
// openings estimates the same expectation. A mean without repeats would change with the number of openings, because
// likely openings come first: on Pit of Pillars 4 x 4 without further turns, White opens in 22 % of random set-ups, but
// in 15 % of the 164 different ones.
//
// A set-up in which one player divides and another chooses is not drawn by random play but by [drawSetUp].
type drawer struct {
	rules   engine.Rules
	seed    uint64
	source  Source
	divided bool // whether one player divides and another chooses in the set-up
}

func newDrawer(rules engine.Rules, seed uint64, source Source) (drawer, error) {
	divided, err := DividesSetUp(rules, seed)
	return drawer{rules, seed, source, divided}, err
}

// draw returns the opening with the given number, from 0. It makes up to the given number of attempts, and returns the
// first that is not rejected. If all are rejected, it returns an error.
func (d drawer) draw(opening, attempts int) (*engine.History, error) {
	for number := range attempts {
		h, err := d.play(opening, number)
		if err != nil {
			return nil, err
		}
		if !h.Outcome().Over() && len(engine.Departed(h.Position())) == 0 {
			return h, nil
		}
	}
	return nil, fmt.Errorf("the game was over, or a seat out of it, within the opening in each of %d draws; "+
		"ask for fewer opening turns than %d", attempts, d.source.Turns)
}

func openingOf(h *engine.History) Opening { return Opening{Turns: engine.Turns(h.Start(), h.Steps())} }

// play makes one attempt to play an opening. The arguments opening and number count openings and attempts from 0. The
// history ends early if the game ends.
func (d drawer) play(opening, number int) (h *engine.History, err error) {
	seed := engine.DeriveSeed(d.seed, "opening", strconv.Itoa(opening+1))
	seed = engine.DeriveSeed(seed, "draw", strconv.Itoa(number+1))
	h = engine.NewHistory(d.rules.Start())
	if d.divided {
		h, err = drawSetUp(d.rules.Start(), engine.DeriveSeed(seed, "set-up"))
		if err != nil || d.source.Kind == SetUps {
			return h, err
		}
	}
	random := engine.NewRandom(seed)
	turnsLeft := d.source.Turns
	for setUpTurns := 0; !h.Outcome().Over(); {
		p := h.Position()
		if p.StartsTurn() {
			switch {
			case p.InOpening() && setUpTurns == maxSetUpTurns:
				return nil, fmt.Errorf("the set-up stage of %s does not end within %d turns", d.rules.Game().Name(),
					maxSetUpTurns)
			case p.InOpening():
				setUpTurns++
			case turnsLeft == 0:
				return h, nil
			default:
				turnsLeft--
			}
		}
		if err := h.Play(openingStep(p, random)); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// variedOpenings returns openings for games to learn from: a random number of random turns, after a random set-up or
// from the start. Opening i depends only on the rules, the seed, the source and i. Openings may be equal. To find an
// unusable source at once, variedOpenings first draws an opening with the largest number of turns after each beginning
// that the source allows, and returns an error if the game ends in all attempts to do so.
func variedOpenings(rules engine.Rules, seed uint64, source Source, n int) (List, error) {
	random := rand.New(engine.NewRandom(seed))
	var err error
	if source.OwnSetUp < 1 {
		_, err = variedOpening(rules, random.Uint64(), source.Turns, false) // after a random set-up
	}
	if err == nil && source.OwnSetUp > 0 {
		_, err = variedOpening(rules, random.Uint64(), source.Turns, true) // from the start of the rules
	}
	if err != nil {
		return List{}, err
	}
	makeOpening := func(i int) (opening Opening) {
		openingSeed := engine.DeriveSeed(seed, "varied", strconv.Itoa(i+1))
		random := rand.New(engine.NewRandom(openingSeed))
		turns := source.Least + random.IntN(source.Turns-source.Least+1)
		ownSetUp := random.Float64() < source.OwnSetUp
		for ; turns >= 0; turns-- { // fewer turns if the game ends in all attempts
			var err error
			opening, err = variedOpening(rules, engine.DeriveSeed(openingSeed, "turns"), turns, ownSetUp)
			if err == nil {
				break
			}
		}
		return opening
	}
	return List{n: n, makeOpening: makeOpening}, nil
}

// variedOpening returns an opening with the given number of random turns, after a random set-up or, if ownSetUp is
// true, from the start of the rules. It returns an error if the game ends in all of maxAttempts attempts.
func variedOpening(rules engine.Rules, seed uint64, turns int, ownSetUp bool) (Opening, error) {
	if !ownSetUp {
		list, err := NewList(rules, seed, Source{Turns: turns}, 1)
		return list.At(0), err
	}
	for number := range maxAttempts {
		h := engine.NewHistory(rules.Start())
		random := engine.NewRandom(engine.DeriveSeed(seed, "draw", strconv.Itoa(number)))
		for range turns {
			if err := engine.RandomTurn(h, random); err != nil {
				return Opening{}, err
			}
		}
		if !h.Outcome().Over() {
			return openingOf(h), nil
		}
	}
	return Opening{}, fmt.Errorf("the game was over within %d random turns in each of %d draws; ask for fewer random "+
		"turns", turns, maxAttempts)
}

// DividesSetUp reports whether a set-up drawn with the seed ends with a choice: one player has divided, and the other
// chooses.
func DividesSetUp(rules engine.Rules, seed uint64) (bool, error) {
	h, err := drawSetUp(rules.Start(), seed)
	return err == nil && len(h.Steps()) > 0 && engine.IsPieChoice(h.Position()), err
}

const (
	crowdSize     = 250     // number of candidates from which a set-up is drawn
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
	c := crowd{members: make([]candidate, crowdSize), spare: make([]candidate, crowdSize),
		generator: engine.NewRandom(seed)}
	c.random = rand.New(c.generator)
	for i := range crowdSize {
		c.members[i].position, c.spare[i].position = start.Clone(), start.Clone()
	}
	for steps := 0; c.step(); steps++ {
		if steps == maxSetUpSteps {
			return nil, fmt.Errorf("the set-up stage of %s does not end within %d steps", start.Rules().Game().Name(),
				maxSetUpSteps)
		}
		if c.effectiveSize() < crowdSize/2 {
			c.resample()
		}
	}
	h := engine.NewHistory(start)
	for _, step := range c.members[c.draw()].steps {
		if h.Outcome().Over() { // by repetition or the turn cap, which the candidates do not know
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
	members   []candidate
	spare     []candidate        // receives the candidates that resample draws
	generator *rand.PCG          // draws steps
	random    *rand.Rand         // draws candidates, from generator
	shares    [crowdSize]float64 // weight of each member, divided by the sum of all weights
}

type candidate struct {
	position  engine.Position
	steps     []engine.Step // the steps that lead to position
	logWeight float64
}

// step plays a random step in every incomplete set-up. A set-up counts as complete at the final choice. Moved is true
// if any set-up was incomplete.
func (c *crowd) step() (moved bool) {
	for i := range c.members {
		m := &c.members[i]
		if p := m.position; !p.Over() && p.InOpening() && !engine.IsPieChoice(p) {
			m.logWeight += math.Log(float64(p.CountSteps()))
			step := engine.RandomStep(p, c.generator)
			m.steps = append(m.steps, step)
			p.Play(step)
			moved = true
		}
	}
	c.setShares()
	return moved
}

// setShares computes the field shares. It first subtracts the largest logarithm of a weight from all of them, so that
// no weight overflows.
func (c *crowd) setShares() {
	byWeight := func(a, b candidate) int { return cmp.Compare(a.logWeight, b.logWeight) }
	largest := slices.MaxFunc(c.members, byWeight).logWeight
	sum := 0.0
	for i := range c.members {
		c.shares[i] = math.Exp(c.members[i].logWeight - largest)
		sum += c.shares[i]
	}
	for i := range c.shares {
		c.shares[i] /= sum
	}
}

// effectiveSize returns the effective sample size: the number of candidates of equal weight that would sample as
// precisely as these candidates (Kong, Liu and Wong, Sequential Imputations and Bayesian Missing Data Problems, 1994).
func (c *crowd) effectiveSize() float64 {
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
	offset, drawn := c.random.Float64(), 0
	end := c.shares[0] // upper end of the interval of candidate number drawn
	for i := range c.spare {
		point := offset + float64(i)                       // in units of 1/crowdSize
		for end*crowdSize < point && drawn < crowdSize-1 { // the shares may add up to less than 1 by rounding
			drawn++
			end += c.shares[drawn]
		}
		c.spare[i].position.CopyFrom(c.members[drawn].position)
		c.spare[i].steps = append(c.spare[i].steps[:0], c.members[drawn].steps...)
		c.spare[i].logWeight = 0
	}
	c.members, c.spare = c.spare, c.members
	c.setShares()
}

// draw returns the index of a candidate, drawn by weight.
func (c *crowd) draw() int {
	rest := c.random.Float64() // by rounding, it may exceed the sum of the shares; then IndexFunc returns -1
	return max(0, slices.IndexFunc(c.shares[:], func(share float64) bool {
		rest -= share
		return rest < 0
	}))
}
