package advantage

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// RungFactor is the factor between the nodes of a rung and of the rung below.
const RungFactor = 4

// RungOf returns the number of rungs between two node limits.
func RungOf(nodes, lowest uint64) float64 {
	return math.Log(float64(nodes)/float64(lowest)) / math.Log(RungFactor)
}

// OddsFold gathers games of one player with itself at unequal node limits. Games with the same moves count once.
type OddsFold struct {
	Games  int            // all
	Faults int            // games among them that a fault ended
	First  FirstSeatTally // of the distinct games
	seen   map[digest]bool
	points []LogitPoint // a place each
}

// NewOddsFold makes an empty fold.
func NewOddsFold() *OddsFold { return &OddsFold{seen: map[digest]bool{}} }

// Add counts a finished game of two seats, in which the second seat had ratio times the nodes of the first.
func (o *OddsFold) Add(finished tournament.Game, ratio float64) error {
	x := math.Log2(ratio)
	if finished.Outcome.Seats != 2 || math.IsNaN(x) || math.Abs(x) > farthest {
		return fmt.Errorf("game %s: %d seats and a ratio of %v: give a game of two seats and a positive ratio",
			finished.Identity, finished.Outcome.Seats, ratio)
	}
	o.Games++
	if finished.Faulted() {
		o.Faults++
		return nil
	}
	key := digestOf(finished.Record)
	if o.seen[key] {
		return nil
	}
	o.seen[key] = true
	one := tallyOf(stats.OneGame(finished.Outcome.Score(0)))
	o.First = FirstSeatTally{o.First.Won + one.Won, o.First.Drawn + one.Drawn, o.First.Lost + one.Lost}
	o.points = likelihood(o.points).with(LogitPoint{X: x, Points: finished.Outcome.Score(1), Games: 1})
	return nil
}

// Distinct returns the number of games that differ in their moves, without those that a fault ended.
func (o *OddsFold) Distinct() int { return o.First.Won + o.First.Drawn + o.First.Lost }

// Rough does for games what [SeatSummary.Rough] does for rounds.
func (o *OddsFold) Rough() bool { return few(o.Distinct(), o.Games-o.Faults) }

// Line returns the score of the second seat by the binary logarithm of the ratio of its nodes to the first seat's.
func (o *OddsFold) Line() (LogitLine, error) { return FitLine(o.points) }

// Ratio converts an estimate of the binary logarithm of a ratio to the ratio.
func Ratio(e stats.Estimate) stats.Estimate {
	e.Value, e.Low, e.High = math.Exp2(e.Value), math.Exp2(e.Low), math.Exp2(e.High)
	return e
}

// Measure says which games of a player with itself a measurement plays.
type Measure string

const (
	FromStart    Measure = "start"
	FromOpenings Measure = "openings"
	AtOdds       Measure = "odds"
)

// Measures returns the names of all measures, in their order.
func Measures() []string { return []string{string(FromStart), string(FromOpenings), string(AtOdds)} }

// Rank returns the place of a measure among [Measures].
func (m Measure) Rank() int { return slices.Index(Measures(), string(m)) }

// Where returns what games of the measure begin with, such as "from the start".
func (m Measure) Where() string {
	return map[Measure]string{FromStart: "from the start", FromOpenings: "from openings", AtOdds: "at odds"}[m]
}

// MeasureOf returns the measure of a run.
func MeasureOf(spec tournament.Spec) Measure {
	switch {
	case spec.Traits().AtOdds:
		return AtOdds
	case spec.Openings.Kind == openings.None:
		return FromStart
	}
	return FromOpenings
}

// RungSeed returns the seed of a rung, numbered from 0. Rungs need different seeds, since a ladder assumes that they
// are independent.
func RungSeed(seed uint64, rung int) uint64 {
	if rung == 0 {
		return seed
	}
	return engine.DeriveSeed(seed, "rung", strconv.Itoa(rung+1))
}

// NodeRatio returns the second seat's nodes divided by the first seat's in a recorded game, from the seats' tags or,
// without these, the tag for all. Without any tag it is 1.
func NodeRatio(record engine.Record, usual uint64) (float64, error) {
	nodes := [2]float64{float64(usual), float64(usual)}
	find := func(name string) int {
		return slices.IndexFunc(record.Tags, func(tag engine.Tag) bool { return tag.Name == name })
	}
	for seat := range nodes {
		at := find("Limits" + engine.Seat(seat).String())
		if at < 0 {
			at = find("Limits")
		}
		if at < 0 {
			continue
		}
		tag := record.Tags[at]
		control, err := tournament.ParseControl(tag.Value)
		if err != nil || control.Limits.Nodes == 0 {
			return 0, errors.Join(err, fmt.Errorf("its tag %s has no node limit: %q", tag.Name, tag.Value))
		}
		nodes[seat] = float64(control.Limits.Nodes)
	}
	return nodes[1] / nodes[0], nil
}
