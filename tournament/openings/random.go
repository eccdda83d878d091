package openings

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/engine/parallel"
)

// These constants limit the draws of an opening.
const (
	maxDraws      = 1000 // draws of one opening
	maxSetUpTurns = 1000 // turns of a set-up stage
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

// openingDrawer draws openings by random play without blunders: the set-up stage (see [engine.Position].InOpening) and
// then a number of turns. Opening i depends only on the rules, the seed, the source and i. If the game ends or a seat
// leaves it (see [engine.Leaver]), the drawer rejects the draw and draws again.
//
// Openings may repeat. Each has the probability with which random play reaches it, so the mean over any number of
// openings estimates the same expectation. A mean without repeats would change with the number of openings, because
// likely openings come first: on Pit of Pillars 4 x 4 without further turns, White opens in 22 % of random set-ups, but
// in 15 % of the 164 different ones.
//
// A set-up in which one player divides and another chooses is not drawn by random play but as in [Fair], where all
// set-ups have nearly the same probability.
type openingDrawer struct {
	rules   engine.Rules
	seed    uint64
	source  Source
	divided bool     // whether one player divides and another chooses in the set-up
	draws   []uint16 // number of draws rejected before the accepted one, by opening
	ahead   []drawn  // first draws of several openings, made by drawAhead
	from    int      // number of the first opening in ahead, from 0
}

type drawn struct {
	*engine.History
	ended bool // whether the game is over or a seat has left it
}

func newOpeningDrawer(rules engine.Rules, seed uint64, source Source) (*openingDrawer, error) {
	divided, err := DividesSetUp(rules, seed)
	return &openingDrawer{rules, seed, source, divided, nil, nil, 0}, err
}

const mostAhead = 1024

// drawAhead makes the first draws, often the only ones, of the next n openings in parallel, but at most mostAhead.
func (d *openingDrawer) drawAhead(n int) {
	d.ahead, d.from = nil, len(d.draws)
	draw := func(i int) drawn {
		one, _ := d.draw(d.from+i, 0) // after an error, next draws again and returns the error
		return one
	}
	d.ahead = parallel.Map(runtime.GOMAXPROCS(0), min(n, mostAhead), func() func(int) drawn { return draw })
}

// next returns the next opening: the first of its draws that is not rejected.
func (d *openingDrawer) next() (*engine.History, error) {
	number := len(d.draws)
	for draw := range maxDraws {
		one, err := d.draw(number, draw)
		if err != nil {
			return nil, err
		}
		if !one.ended {
			d.draws = append(d.draws, uint16(draw))
			return one.History, nil
		}
	}
	return nil, fmt.Errorf("the game was over, or a seat out of it, within the opening in each of %d draws; "+
		"ask for fewer opening turns than %d", maxDraws, d.source.Turns)
}

// again returns an opening that next has returned, given by its number from 0. It makes the accepted draw again.
func (d *openingDrawer) again(i int) Opening {
	one, _ := d.draw(i, int(d.draws[i])) // succeeds, as before
	return openingOf(one.History)
}

func openingOf(h *engine.History) Opening { return Opening{Turns: engine.Turns(h.Start(), h.Steps())} }

// draw returns a draw of an opening, both given by their numbers from 0. It takes the draw from d.ahead if it is there.
func (d *openingDrawer) draw(opening, draw int) (one drawn, err error) {
	i := opening - d.from
	isAhead := draw == 0 && i >= 0 && i < len(d.ahead) && d.ahead[i].History != nil
	if isAhead {
		return d.ahead[i], nil
	}
	if one.History, err = d.play(opening, draw); err != nil {
		return one, err
	}
	one.ended = one.Outcome().Over() || len(engine.Departed(one.Position())) > 0
	return one, nil
}

// play makes a draw of an opening, both given by their numbers from 0. The history ends early if the game ends.
func (d *openingDrawer) play(opening, draw int) (h *engine.History, err error) {
	seed := engine.DeriveSeed(d.seed, "opening", strconv.Itoa(opening+1))
	seed = engine.DeriveSeed(seed, "draw", strconv.Itoa(draw+1))
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
// from the start. Opening i depends only on the rules, the seed, the source and i. Openings may be equal. First of all,
// variedOpenings draws an opening with the largest number of turns for each of the two beginnings. It returns an error
// if all draws of one of them end the game.
func variedOpenings(rules engine.Rules, seed uint64, source Source, n int) (List, error) {
	random := rand.New(engine.NewRandom(seed))
	var err error
	if source.OwnSetUp < 1 {
		_, err = variedOpening(rules, random.Uint64(), source.Turns, false)
	}
	if err == nil && source.OwnSetUp > 0 {
		_, err = variedOpening(rules, random.Uint64(), source.Turns, true)
	}
	if err != nil {
		return List{}, err
	}
	again := func(i int) (opening Opening) {
		own := engine.DeriveSeed(seed, "varied", strconv.Itoa(i+1))
		random := rand.New(engine.NewRandom(own))
		turns := source.Least + random.IntN(source.Turns-source.Least+1)
		ownSetUp := random.Float64() < source.OwnSetUp
		for ; turns >= 0; turns-- { // fewer turns if every draw ends the game
			var err error
			if opening, err = variedOpening(rules, engine.DeriveSeed(own, "turns"), turns, ownSetUp); err == nil {
				break
			}
		}
		return opening
	}
	return List{n: n, again: again}, nil
}

// variedOpening returns an opening with the given number of random turns, after a random set-up or, if ownSetUp is
// true, from the start of the rules. It returns an error if the game ends in all of maxDraws draws.
func variedOpening(rules engine.Rules, seed uint64, turns int, ownSetUp bool) (Opening, error) {
	if !ownSetUp {
		first, err := First(rules, seed, Source{Turns: turns}, 1)
		if err != nil {
			return Opening{}, err
		}
		return first[0], nil
	}
	for draw := range maxDraws {
		h := engine.NewHistory(rules.Start())
		random := engine.NewRandom(engine.DeriveSeed(seed, "draw", strconv.Itoa(draw)))
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
		"turns", turns, maxDraws)
}

// DividesSetUp reports whether the set-up of a game, drawn by the seed, ends with a choice: one player divides, the
// other chooses.
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

// step plays a random step, but no final choice, in every incomplete set-up, and reports whether there was one.
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
