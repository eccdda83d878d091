package advantage

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Measure is which games of a player with itself a measurement is of.
type Measure string

const (
	FromStart    Measure = "start"
	FromOpenings Measure = "openings"
	AtOdds       Measure = "odds"
)

// Measures are all of them, in their order.
func Measures() []Measure { return []Measure{FromStart, FromOpenings, AtOdds} }

// Rank is the place of a measure among [Measures].
func (m Measure) Rank() int { return slices.Index(Measures(), m) }

// MeasureOf is what a run measured.
func MeasureOf(spec tournament.Spec) Measure {
	switch {
	case spec.Format == tournament.Odds:
		return AtOdds
	case spec.Openings.Kind == openings.None:
		return FromStart
	}
	return FromOpenings
}

// RungSeed is the seed of a rung, numbered from 0: a ladder takes rungs for independent of each other.
func RungSeed(seed uint64, rung int) uint64 {
	if rung == 0 {
		return seed
	}
	return engine.DeriveSeed(seed, "rung", strconv.Itoa(rung+1))
}

// NodeRatio is how many times the first seat's nodes the second had in a recorded game; without tags both had the
// usual.
func NodeRatio(record engine.Record, usual uint64) (float64, error) {
	nodes := [2]float64{float64(usual), float64(usual)}
	for _, tag := range record.Tags {
		for seat := range nodes {
			if tag.Name != "Limits"+engine.Seat(seat).String() {
				continue
			}
			control, err := tournament.ParseControl(tag.Value)
			if err != nil || control.Limits.Nodes == 0 {
				return 0, errors.Join(err, fmt.Errorf("its tag %s has no node limit: %q", tag.Name, tag.Value))
			}
			nodes[seat] = float64(control.Limits.Nodes)
		}
	}
	return nodes[1] / nodes[0], nil
}
