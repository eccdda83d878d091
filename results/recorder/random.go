package recorder

import (
	"context"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/results/metrics"
)

// Playouts plays n uniformly random games from the start, by the game's own fast playouts. Only their times depend on the machine.
func Playouts(ctx context.Context, rules engine.Rules, n int, seed uint64) ([]metrics.Playout, error) {
	var all []metrics.Playout
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		random := engine.NewRandom(engine.DeriveSeed(seed, "playout", strconv.Itoa(i)))
		p := rules.Start()
		began := time.Now()
		steps, outcome := p.Playout(random, boundOf(rules))
		took := time.Since(began)
		if !outcome.Over() {
			outcome = engine.Draw(rules.Seats(), engine.TurnCap)
		}
		turns := p.Turn() - rules.Start().Turn()
		all = append(all, metrics.Playout{
			Outcome: outcome, Ending: endingOf(outcome), Turns: turns, Steps: steps, Microseconds: float64(took.Nanoseconds()) / 1000,
		})
	}
	return all, nil
}

// Sightings counts the positions at the starts of turns of n uniformly random games, the ends of games included.
func Sightings(ctx context.Context, rules engine.Rules, n int, seed uint64) (metrics.Sightings, error) {
	seen := map[uint64]int{}
	var s metrics.Sightings
	for i := range n {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		random := engine.NewRandom(engine.DeriveSeed(seed, "sightings", strconv.Itoa(i)))
		h := engine.NewHistory(rules.Start())
		for bound := boundOf(rules); ; {
			if p := h.Position(); p.StartsTurn() || p.Over() {
				seen[p.Hash()]++
				s.Positions++
			}
			if h.Outcome().Over() || h.Position().Turn() > bound {
				break
			}
			if err := h.Play(h.Position().RandomStep(random)); err != nil {
				return s, err
			}
		}
	}
	s.Distinct = len(seen)
	for _, times := range seen {
		switch times {
		case 1:
			s.Once++
		case 2:
			s.Twice++
		}
	}
	return s, nil
}
