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

// Bounds of the search for an opening.
const (
	maxDraws      = 1000 // of one opening
	maxSetUpTurns = 1000
	blunder       = -100 // ordering score, in hundredths of a logit, below which a step shows little of a match
	redraws       = 64   // of a blunder before it is played all the same: there may be nothing else
)

// openingStep draws uniformly from the legal steps that the ordering scores do not call blunders.
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

// openingDrawer draws different openings by random play without blunders: through the set-up stage (see
// [engine.Position.InOpening]), then turns more turns. Opening i depends only on seed, turns and the openings before
// it. A draw in which the game ends or a seat leaves it (see [engine.Leaver]), or which leads to the position of an
// earlier opening or to an image of it under the symmetries of the game, is put back and drawn again.
//
// A set-up that one player divides and another chooses from is no play: it is drawn as [Fair] does, all set-ups with
// nearly equal chances.
type openingDrawer struct {
	rules   engine.Rules
	seed    uint64
	source  Source
	divided bool                // the set-up is a division
	seen    map[uint64]struct{} // positions that openings lead to
	draws   []uint16            // by opening: how many were put back
	ahead   []drawn             // first draws of openings from number from on
	from    int
}

// drawn is a draw of an opening.
type drawn struct {
	*engine.History
	key   uint64 // of the position that it leads to and of its images
	ended bool   // the game is over, or a seat out of it
}

func newOpeningDrawer(rules engine.Rules, seed uint64, source Source) (*openingDrawer, error) {
	divided, err := DividesSetUp(rules, seed)
	return &openingDrawer{rules, seed, source, divided, map[uint64]struct{}{}, nil, nil, 0}, err
}

const mostAhead = 1024

// look makes the first draws of the next openings at the same time: nearly all of them stay.
func (d *openingDrawer) look(n int) {
	d.ahead, d.from = nil, len(d.draws)
	draw := func(i int) drawn {
		one, _ := d.draw(d.from+i, 0) // whose error comes again in its place
		return one
	}
	d.ahead = parallel.Map(runtime.GOMAXPROCS(0), min(n, mostAhead), func() func(int) drawn { return draw })
}

// next draws the next opening.
func (d *openingDrawer) next() (*engine.History, error) {
	ended, number := 0, len(d.draws)
	for draw := range maxDraws {
		one, err := d.draw(number, draw)
		if err != nil {
			return nil, err
		}
		_, repeated := d.seen[one.key]
		switch {
		case one.ended:
			ended++
		case !repeated:
			d.seen[one.key] = struct{}{}
			d.draws = append(d.draws, uint16(draw))
			return one.History, nil
		}
	}
	if ended == maxDraws {
		return nil, fmt.Errorf("the game was over, or a seat out of it, within the opening in each of %d draws; "+
			"ask for fewer opening turns than %d", maxDraws, d.source.Turns)
	}
	return nil, fmt.Errorf("%w: no further one in %d draws with %d turns after the set-up, up to symmetry; "+
		"ask for fewer rounds or more opening turns", ErrTooFew, maxDraws, d.source.Turns)
}

// again draws an opening once more, by its number from 0.
func (d *openingDrawer) again(i int) Opening {
	one, err := d.draw(i, int(d.draws[i]))
	if err != nil {
		return Opening{} // out of reach: it was drawn before
	}
	return openingOf(one.History)
}

func openingOf(h *engine.History) Opening { return Opening{Turns: engine.Turns(h.Start(), h.Steps())} }

// draw returns a draw of an opening, both numbered from 0: the one made ahead, if there is one, or a new one.
func (d *openingDrawer) draw(opening, draw int) (one drawn, err error) {
	if i := opening - d.from; draw == 0 && i >= 0 && i < len(d.ahead) && d.ahead[i].History != nil {
		return d.ahead[i], nil
	}
	if one.History, err = d.play(opening, draw); err != nil {
		return one, err
	}
	p := one.Position()
	one.key = engine.CanonicalHash(p)
	one.ended = one.Outcome().Over() || len(engine.Left(p)) > 0
	return one, nil
}

// play plays one of the draws of an opening. The history it returns may have ended early.
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
	left := d.source.Turns
	for setUp := 0; !h.Outcome().Over(); {
		p := h.Position()
		if p.StartsTurn() {
			switch {
			case p.InOpening() && setUp == maxSetUpTurns:
				return nil, fmt.Errorf("the set-up stage of %s does not end within %d turns", d.rules.Game().Name(),
					maxSetUpTurns)
			case p.InOpening():
				setUp++
			case left == 0:
				return h, nil
			default:
				left--
			}
		}
		if err := h.Play(openingStep(p, random)); err != nil {
			return nil, err
		}
	}
	return h, nil
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
