package experiment

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Finding holds the results of a measurement.
type Finding struct {
	Measurement
	Run        string // id
	Summary    SeatSummary
	Beginnings []Beginning
	Odds       *OddsFold // of games at odds; nil for others
	Even       LogitLine // of games at odds: the second seat's score by the logarithm of its nodes
	Turns      []int     // of all games
}

// Rough reports whether so few of the rounds (at odds, of the games) are distinct that intervals may not hold.
func (f Finding) Rough() bool {
	if f.Odds != nil {
		return f.Odds.Rough()
	}
	return f.Summary.Rough()
}

// Counts returns the numbers of all games, of games that a fault ended, and of distinct rounds (at odds, of distinct
// games).
func (f Finding) Counts() (games, faults, distinct int) {
	if f.Odds != nil {
		return f.Odds.Games, f.Odds.Faults, f.Odds.Distinct()
	}
	return f.Summary.Games, f.Summary.Faults, f.Summary.Distinct
}

// First returns the score of the first seat, absent at odds.
func (f Finding) First() stats.Estimate {
	if f.Odds != nil || f.Summary.Distinct == 0 {
		return stats.Estimate{}
	}
	return f.Summary.Seats[0]
}

// Ladder holds the findings of one player and measure at increasing node limits, with a line fitted to their scores.
// The x of the line is the number of rungs above the lowest rung.
type Ladder struct {
	Rungs []Finding // the lowest first
	LogitLine
}

// LaddersOf sorts findings of scores into ladders, in the order of their first findings. A ladder may have one rung.
// Findings without a node limit, for which Nodes is 0, have a ladder of their own. It fails for impossible scores.
func LaddersOf(findings []Finding) (ladders []Ladder, err error) {
	for _, f := range findings {
		if f.Odds != nil {
			continue
		}
		at := slices.IndexFunc(ladders, func(l Ladder) bool {
			r := l.Rungs[0]
			return r.Setting == f.Setting && r.Measure == f.Measure && r.Player == f.Player &&
				(r.Nodes == 0) == (f.Nodes == 0) && r.Conditions() == f.Conditions()
		})
		if at < 0 {
			at = len(ladders)
			ladders = append(ladders, Ladder{})
		}
		ladders[at].Rungs = append(ladders[at].Rungs, f)
	}
	for i := range ladders {
		l := &ladders[i]
		slices.SortStableFunc(l.Rungs, func(a, b Finding) int { return cmp.Compare(a.Nodes, b.Nodes) })
		var points []LogitPoint
		for _, f := range l.Rungs {
			if n := f.Summary.Distinct; n > 0 {
				points = append(points, LogitPoint{X: rungsBetween(f.Nodes, l.Rungs[0].Nodes),
					Points: f.Summary.Seats[0].Value * float64(n), Games: n})
			}
		}
		if l.LogitLine, err = FitLine(points); err != nil {
			return nil, err
		}
	}
	return ladders, nil
}

// Highest returns the rung with most nodes.
func (l Ladder) Highest() Finding { return l.Rungs[len(l.Rungs)-1] }

// Climbs reports whether the ladder has at least two different node limits.
func (l Ladder) Climbs() bool { return l.Highest().Nodes > l.Rungs[0].Nodes }

// rough reports whether a rung is rough, see [Finding.Rough].
func (l Ladder) rough() bool { return slices.ContainsFunc(l.Rungs, Finding.Rough) }

// Next returns the node limit of the rung above the highest, and the score that the line predicts there.
func (l Ladder) Next() (nodes uint64, score stats.Estimate) {
	nodes = rungFactor * l.Highest().Nodes
	return nodes, l.At(rungsBetween(nodes, l.Rungs[0].Nodes))
}

// rungFactor is the ratio of the node limits of two successive rungs.
const rungFactor = 4

// rungsBetween returns the number of rungs between two node limits, which may both be 0.
func rungsBetween(nodes, lowest uint64) float64 {
	if nodes == lowest {
		return 0
	}
	return math.Log(float64(nodes)/float64(lowest)) / math.Log(rungFactor)
}

// Gatherer gathers the finished games of a measurement.
type Gatherer struct {
	Measurement
	fold  *Fold
	odds  *OddsFold // nil but at odds
	turns []int
}

// NewGatherer returns a gatherer without games.
func NewGatherer(m Measurement) *Gatherer {
	seats := m.Rules.Seats()
	g := &Gatherer{Measurement: m, fold: NewFold(seats, m.Spec.RoundGames(seats))}
	if m.Measure == AtOdds {
		g.odds = NewOddsFold()
	}
	return g
}

// Add counts a finished game.
func (g *Gatherer) Add(game tournament.Game) error {
	g.turns = append(g.turns, game.Turns)
	if g.odds == nil {
		return g.fold.Add(g.Rules.Game(), game)
	}
	ratio, err := nodeRatio(game.Record, g.Nodes)
	if err != nil {
		return fmt.Errorf("game %s: %w", game.Identity, err)
	}
	return g.odds.Add(game, ratio)
}

// Finding returns the results of the games so far; run is the id of their run.
func (g *Gatherer) Finding(run string) (f Finding, err error) {
	f = Finding{Measurement: g.Measurement, Run: run, Odds: g.odds, Turns: g.turns}
	if g.odds != nil {
		f.Even, err = g.odds.Line()
		return f, err
	}
	f.Summary = g.fold.Summary()
	f.Beginnings, err = g.fold.Beginnings(g.Rules.Game())
	return f, err
}

// Gauge gathers the games of a measurement while they are played, in the order of the plan, and reports when there
// are enough.
type Gauge struct {
	*Gatherer
	HalfWidth float64                                        // of the seats' intervals that is enough; 0 for none
	Deadline  time.Time                                      // after which no game begins; zero for never
	Read      func(identity string) (tournament.Game, error) // reads a stored game
	Earlier   func() (map[string]tournament.Result, error)   // of earlier sessions: they count however late
	Err       error                                          // why games cannot be read

	earlier map[string]tournament.Result
	look    int // different rounds that there must be before the intervals are looked at again
}

// Restart forgets all games.
func (g *Gauge) Restart(tournament.Spec) {
	if g.Gatherer, g.look = NewGatherer(g.Measurement), 1; g.earlier == nil && g.Err == nil {
		g.earlier, g.Err = g.Earlier()
	}
}

// Watch counts the game of a result, which it reads from the store, and reports whether the measurement is to end. It
// may end at any time, as the intervals hold at all times.
func (g *Gauge) Watch(r tournament.Result) bool {
	if g.Err == nil {
		game, err := g.Read(r.Identity)
		if err == nil {
			err = g.Add(game)
		}
		g.Err = err
	}
	_, stored := g.earlier[r.Identity]
	late := !stored && !g.Deadline.IsZero() && time.Now().After(g.Deadline)
	return g.Err != nil || late || g.enough()
}

// mostIdle is the number of rounds in a row without a distinct one after which a measurement ends, unless it has more
// distinct rounds than that.
const mostIdle = 200

// enough reports whether the intervals are as narrow as wanted, or cannot get narrower because all rounds repeat
// earlier ones. Computing the intervals takes longer the more rounds there are, so it does that less and less often.
func (g *Gauge) enough() bool {
	n := g.fold.Distinct()
	switch {
	case g.HalfWidth == 0:
		return false
	case g.fold.idle >= max(mostIdle, n):
		return true
	case n < g.look:
		return false
	}
	g.look = n + 1 + n/50
	return g.fold.HalfWidth() <= g.HalfWidth
}

// Standing returns the state of the measurement in words, nothing while it is unknown.
func (g *Gauge) Standing() []string {
	if g.odds == nil && g.fold.Distinct() == 0 {
		return nil
	}
	if g.odds == nil {
		return []string{fmt.Sprintf("first seat %s %%", g.fold.score(0).Scaled(100).Text(1)),
			fmt.Sprintf("%d differ", g.fold.Distinct())}
	}
	line, err := g.odds.Line()
	if err != nil || !line.Even().HasValue() {
		return nil
	}
	return []string{"even at " + ratioText(line.Even())}
}

// ratioText writes an estimate of a binary logarithm as a ratio.
func ratioText(e stats.Estimate) string { return Ratio(e).Text(2) }

// OddsFold counts games that one player plays against itself at unequal node limits. Games with the same moves count
// once.
type OddsFold struct {
	Games  int       // all
	Faults int       // games among them that a fault ended
	First  stats.WDL // of the first seat in the distinct games
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
	o.First = o.First.Plus(stats.OneGame(finished.Outcome.Score(0)))
	o.points = likelihood(o.points).with(LogitPoint{X: x, Points: finished.Outcome.Score(1), Games: 1})
	return nil
}

// Distinct returns the number of games with distinct moves, without those that a fault ended.
func (o *OddsFold) Distinct() int { return o.First.Games() }

// Rough reports whether so few of the games are distinct that intervals may not hold.
func (o *OddsFold) Rough() bool { return few(o.Distinct(), o.Games-o.Faults) }

// Line returns a line for the score of the second seat. Its x is the binary logarithm of the second seat's nodes
// divided by the first seat's.
func (o *OddsFold) Line() (LogitLine, error) { return FitLine(o.points) }

// Ratio converts an estimate of the binary logarithm of a ratio to the ratio.
func Ratio(e stats.Estimate) stats.Estimate {
	e.Value, e.Low, e.High = math.Exp2(e.Value), math.Exp2(e.Low), math.Exp2(e.High)
	return e
}

// nodeRatio returns the second seat's nodes divided by the first seat's in a recorded game. It reads the tags of the
// seats, else the tag for all seats; without any tag the ratio is 1.
func nodeRatio(record engine.Record, usual uint64) (float64, error) {
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
