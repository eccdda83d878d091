package tournament

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

// blunder is the hint, in hundredths of a logit, below which a step is not played in an opening: a match that begins with one shows little.
const blunder = -100

// redraws is how often a blunder is drawn anew before it is played all the same: there may be nothing else.
const redraws = 64

// openingStep draws uniformly from the legal steps that the game does not hint to be blunders.
func openingStep(p engine.Position, random *rand.PCG) engine.Step {
	var hint [1]int32
	for range redraws {
		step := p.RandomStep(random)
		if p.Hints([]engine.Step{step}, hint[:]); hint[0] >= blunder {
			return step
		}
	}
	return p.RandomStep(random)
}

// Openings are n different openings, the first of a list that depends on nothing but rules, seed and source. It fails when there are fewer.
func Openings(rules engine.Rules, seed uint64, source OpeningSource, n int) ([]Opening, error) {
	return randomOpenings(rules, seed, source.Turns, n)
}

// randomOpenings draws n different openings by random play without blunders: through the set-up stage (see [engine.Position.InOpening]), then turns more
// turns. Each is given as its turn texts. Opening i depends only on seed, turns and the openings before it. A draw in which the game ends or
// a seat leaves it (see [Leaver]), or which leads to the position of an earlier opening, is put back and drawn again.
func randomOpenings(rules engine.Rules, seed uint64, turns, n int) ([]Opening, error) {
	openings := make([]Opening, 0, n)
	seen := map[uint64]bool{}
	for i := range n {
		opening, err := newOpening(rules, engine.DeriveSeed(seed, "opening", strconv.Itoa(i+1)), turns, seen)
		if err != nil {
			return nil, fmt.Errorf("opening %d of %d: %w", i+1, n, err)
		}
		openings = append(openings, Opening{Turns: opening})
	}
	return openings, nil
}

// newOpening draws until an opening comes up that leads to a position not seen before, and adds the position to seen.
func newOpening(rules engine.Rules, seed uint64, turns int, seen map[uint64]bool) ([]string, error) {
	ended := 0
	for draw := range maxDraws {
		h, err := drawOpening(rules, engine.DeriveSeed(seed, "draw", strconv.Itoa(draw+1)), turns)
		if err != nil {
			return nil, err
		}
		switch key := h.Position().Hash(); {
		case h.Outcome().Over() || somebodyLeft(h.Position()):
			ended++
		case !seen[key]:
			seen[key] = true
			return engine.Turns(h.Start(), h.Steps()), nil
		}
	}
	if ended == maxDraws {
		return nil, fmt.Errorf("the game was over, or a seat out of it, within the opening in each of %d draws; ask for fewer opening turns than %d",
			maxDraws, turns)
	}
	return nil, fmt.Errorf("no further one in %d draws with %d turns after the set-up; ask for fewer rounds or more opening turns", maxDraws, turns)
}

// somebodyLeft reports whether a seat is out of the game.
func somebodyLeft(p engine.Position) bool {
	leaver, ok := p.(Leaver)
	return ok && len(leaver.Left()) > 0
}

// drawOpening plays one opening. The history it returns may have ended early.
func drawOpening(rules engine.Rules, seed uint64, turns int) (*engine.History, error) {
	h := engine.NewHistory(rules.Start())
	random := engine.NewRandom(seed)
	left := turns
	for setUp := 0; !h.Outcome().Over(); {
		p := h.Position()
		if p.StartsTurn() {
			switch {
			case p.InOpening() && setUp == maxSetUpTurns:
				return nil, fmt.Errorf("the set-up stage of %s does not end within %d turns", rules.Game().Name(), maxSetUpTurns)
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
