package openings

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"pillars/engine"
)

// Bounds of the search for an opening: how often it is drawn anew, and how many turns a set-up stage may take.
const (
	maxDraws      = 1000
	maxSetUpTurns = 1000
)

// blunder is the hint, in hundredths of a logit, below which a step is not played in an opening: a match that begins
// with one shows little.
const blunder = -100

// redraws is how often a blunder is drawn anew before it is played all the same: there may be nothing else.
const redraws = 64

// openingStep draws uniformly from the legal steps that the game does not hint to be blunders.
func openingStep(p engine.Position, random *rand.PCG) engine.Step {
	var hint [1]int32
	for range redraws {
		step := engine.RandomStep(p, random)
		if p.OrderingScores([]engine.Step{step}, hint[:]); hint[0] >= blunder {
			return step
		}
	}
	return engine.RandomStep(p, random)
}

// openingDrawer draws different openings by random play without blunders: through the set-up stage (see
// [engine.Position.InOpening]), then turns more turns. Opening i depends only on seed, turns and the openings before
// it. A draw in which the game ends or a seat leaves it (see [engine.Leaver]), or which leads to the position of an
// earlier opening, is put back and drawn again.
//
// A set-up that one player divides and another chooses from is no play: it is drawn as [Fair] does, all set-ups with
// nearly equal chances.
type openingDrawer struct {
	rules   engine.Rules
	seed    uint64
	turns   int
	divided bool // the set-up is a division
	leave   bool // leave the choice to the players
	drawn   int
	seen    map[uint64]bool // positions that openings lead to
}

func newOpeningDrawer(rules engine.Rules, seed uint64, source Source) (*openingDrawer, error) {
	d := &openingDrawer{rules: rules, seed: seed, turns: source.Turns, leave: source.Kind == SetUps,
		seen: map[uint64]bool{}}
	h, err := drawSetUp(rules.Start(), seed)
	if err != nil {
		return nil, err
	}
	d.divided = len(h.Steps()) > 0 && engine.IsPieChoice(h.Position())
	return d, nil
}

// next draws until an opening comes up that leads to a position not seen before.
func (d *openingDrawer) next() (Opening, error) {
	seed := engine.DeriveSeed(d.seed, "opening", strconv.Itoa(d.drawn+1))
	ended := 0
	for draw := range maxDraws {
		h, err := d.draw(engine.DeriveSeed(seed, "draw", strconv.Itoa(draw+1)))
		if err != nil {
			return Opening{}, err
		}
		switch key := h.Position().Hash(); {
		case h.Outcome().Over() || len(engine.Left(h.Position())) > 0:
			ended++
		case !d.seen[key]:
			d.seen[key] = true
			d.drawn++
			return Opening{Turns: engine.Turns(h.Start(), h.Steps())}, nil
		}
	}
	if ended == maxDraws {
		return Opening{}, fmt.Errorf("the game was over, or a seat out of it, within the opening in each of %d "+
			"draws; ask for fewer opening turns than %d",
			maxDraws, d.turns)
	}
	return Opening{}, fmt.Errorf("%w: no further one in %d draws with %d turns after the set-up; ask for fewer "+
		"rounds or more opening turns",
		ErrTooFew, maxDraws, d.turns)
}

// draw plays one opening. The history it returns may have ended early.
func (d *openingDrawer) draw(seed uint64) (*engine.History, error) {
	h := engine.NewHistory(d.rules.Start())
	if d.divided {
		var err error
		if h, err = drawSetUp(d.rules.Start(), engine.DeriveSeed(seed, "set-up")); err != nil {
			return nil, err
		}
		if d.leave {
			return h, nil
		}
	}
	random := engine.NewRandom(seed)
	left := d.turns
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

// DividesSetUp reports whether the set-up of a game ends with a choice: one player divides, the other chooses.
func DividesSetUp(rules engine.Rules) (bool, error) {
	drawer, err := newOpeningDrawer(rules, 0, Source{})
	if err != nil {
		return false, err
	}
	return drawer.divided, nil
}
