package openings

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"pillars/engine"
)

// variedOpenings returns openings to learn from: random turns, as many as are drawn for each, after a random set-up or
// from the start. Opening i depends on the seed, the source and i only, and openings may repeat. It fails if the most
// turns that can be drawn end every game.
func variedOpenings(rules engine.Rules, seed uint64, source Source, n int) (List, error) {
	random := rand.New(engine.NewRandom(seed))
	for _, ownSetUp := range []bool{false, true} {
		if chance := source.OwnSetUp; ownSetUp && chance == 0 || !ownSetUp && chance == 1 {
			continue
		}
		if _, err := variedOpening(rules, random.Uint64(), source.Turns, ownSetUp); err != nil {
			return List{}, err
		}
	}
	again := func(i int) (opening Opening) {
		own := engine.DeriveSeed(seed, "varied", strconv.Itoa(i+1))
		random := rand.New(engine.NewRandom(own))
		turns, ownSetUp := source.Least+random.IntN(source.Turns-source.Least+1), random.Float64() < source.OwnSetUp
		for err := error(nil); turns >= 0; turns-- { // should this be the one in which every draw ends the game
			if opening, err = variedOpening(rules, engine.DeriveSeed(own, "turns"), turns, ownSetUp); err == nil {
				break
			}
		}
		return opening
	}
	return List{n: n, again: again}, nil
}

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
