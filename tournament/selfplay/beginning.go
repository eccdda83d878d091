package selfplay

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"pillars/engine"
	"pillars/tournament/openings"
)

// beginning is how a game begins, drawn from its seed.
type beginning struct {
	turns    int  // random ones
	strays   bool // later turns are random now and then
	ownSetUp bool // the random turns are the first of the game, not the first after the set-up
}

func (s Spec) drawBeginning(random *rand.Rand) beginning {
	return beginning{
		turns:    s.LeastRandom + random.IntN(s.MostRandom-s.LeastRandom+1),
		strays:   random.Float64() < s.Stray,
		ownSetUp: random.Float64() < s.OwnSetUp,
	}
}

// maxBeginnings is how often a beginning is drawn in which the game does not end.
const maxBeginnings = 1000

func (b beginning) play(rules engine.Rules, seed uint64) (*engine.History, error) {
	if !b.ownSetUp {
		return playOpening(rules, seed, b.turns)
	}
	for draw := range maxBeginnings {
		h := engine.NewHistory(rules.Start())
		random := engine.NewRandom(engine.DeriveSeed(seed, "beginning", strconv.Itoa(draw)))
		for range b.turns {
			if err := randomTurn(h, random); err != nil {
				return nil, err
			}
		}
		if !h.Outcome().Over() {
			return h, nil
		}
	}
	return nil, fmt.Errorf("the game was over within %d random turns in each of %d draws; ask for fewer random turns",
		b.turns, maxBeginnings)
}

// playOpening plays the set-up and so many random turns: an opening as tournaments draw them.
func playOpening(rules engine.Rules, seed uint64, turns int) (*engine.History, error) {
	openings, err := openings.First(rules, seed, openings.Source{Turns: turns}, 1)
	if err != nil {
		return nil, err
	}
	h := engine.NewHistory(rules.Start())
	for _, text := range openings[0].Turns {
		steps, err := engine.ParseTurn(h.Position(), text)
		if err != nil {
			return nil, err
		}
		for _, step := range steps {
			if err := h.Play(step); err != nil {
				return nil, err
			}
		}
	}
	return h, nil
}

// randomTurn plays one turn at random, or none if the game is over.
func randomTurn(h *engine.History, random *rand.PCG) error {
	for from := len(h.Steps()); !turnDone(h, from); {
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			return err
		}
	}
	return nil
}

// turnDone reports whether the turn that began when from steps had been played is complete.
func turnDone(h *engine.History, from int) bool {
	return h.Outcome().Over() || len(h.Steps()) > from && h.Position().StartsTurn()
}
