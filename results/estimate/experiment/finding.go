package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"pillars/results/estimate/advantage"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Finding says what the games of a measurement show.
type Finding struct {
	Measurement
	Run        string // id
	Summary    advantage.SeatSummary
	Beginnings []advantage.Beginning
	Odds       *advantage.OddsFold // of games at odds; nil for others
	Even       advantage.LogitLine // of games at odds: the second seat's score by the logarithm of its nodes
	Turns      []int               // of all games
}

// Rough reports whether so few rounds, or games at odds, differ that intervals may not hold.
func (f Finding) Rough() bool {
	if f.Odds != nil {
		return f.Odds.Rough()
	}
	return f.Summary.Rough()
}

// Counts returns the numbers of all games, of games that a fault ended, and of rounds (at odds, games) that differ move
// for move.
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

// Ladder holds the findings of one player and measure at rising node limits, with a line through them. The places on
// the line are [advantage.RungOf] from the lowest rung.
type Ladder struct {
	Rungs []Finding // the lowest first
	advantage.LogitLine
}

// LaddersOf sorts findings of scores into ladders, in the order of their first findings. A ladder may have one rung. It
// fails for scores that cannot be.
func LaddersOf(findings []Finding) (ladders []Ladder, err error) {
	for _, f := range findings {
		if f.Odds != nil {
			continue
		}
		at := slices.IndexFunc(ladders, func(l Ladder) bool {
			r := l.Rungs[0]
			return r.Setting == f.Setting && r.Measure == f.Measure && r.Player == f.Player &&
				r.Conditions() == f.Conditions()
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
		var points []advantage.LogitPoint
		for _, f := range l.Rungs {
			if n := f.Summary.Distinct; n > 0 {
				points = append(points, advantage.LogitPoint{X: advantage.RungOf(f.Nodes, l.Rungs[0].Nodes),
					Points: f.Summary.Seats[0].Value * float64(n), Games: n})
			}
		}
		if l.LogitLine, err = advantage.FitLine(points); err != nil {
			return nil, err
		}
	}
	return ladders, nil
}

// Highest returns the rung with most nodes.
func (l Ladder) Highest() Finding { return l.Rungs[len(l.Rungs)-1] }

// Climbs reports whether there are two node limits or more.
func (l Ladder) Climbs() bool { return l.Highest().Nodes > l.Rungs[0].Nodes }

// rough reports whether a rung is rough, see [Finding.Rough].
func (l Ladder) rough() bool { return slices.ContainsFunc(l.Rungs, Finding.Rough) }

// Next returns the nodes of the rung above the highest, and the score that the line has there.
func (l Ladder) Next() (nodes uint64, score stats.Estimate) {
	nodes = advantage.RungFactor * l.Highest().Nodes
	return nodes, l.At(advantage.RungOf(nodes, l.Rungs[0].Nodes))
}

// Gatherer gathers the finished games of a measurement.
type Gatherer struct {
	Measurement
	fold  *advantage.Fold
	odds  *advantage.OddsFold // nil but at odds
	turns []int
}

// NewGatherer returns a gatherer without games.
func NewGatherer(m Measurement) *Gatherer {
	seats := m.Rules.Seats()
	g := &Gatherer{Measurement: m, fold: advantage.NewFold(seats, m.Spec.RoundGames(seats))}
	if m.Measure == advantage.AtOdds {
		g.odds = advantage.NewOddsFold()
	}
	return g
}

// Add counts a finished game.
func (g *Gatherer) Add(game tournament.Game) error {
	g.turns = append(g.turns, game.Turns)
	if g.odds == nil {
		return g.fold.Add(g.Rules.Game(), game)
	}
	ratio, err := advantage.NodeRatio(game.Record, g.Nodes)
	if err != nil {
		return fmt.Errorf("game %s: %w", game.Identity, err)
	}
	return g.odds.Add(game, ratio)
}

// Finding returns what the games so far show; run is the id of their run.
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

// Gauge gathers the games of a measurement while it is played, in the order of the plan, and reports when there are
// enough.
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

// Watch reads the game of a result, which is stored by then. It may stop at any time, since the intervals hold at all
// times.
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

// mostIdle is the number of rounds without a new one after which a player has nothing more to show, unless there were
// more different ones.
const mostIdle = 200

// enough reports whether the intervals are as narrow as wanted, or never will be, since all rounds repeat earlier ones.
// Intervals take longer to compute the more rounds there are, so it computes them ever more rarely.
func (g *Gauge) enough() bool {
	n := g.fold.Distinct()
	switch {
	case g.HalfWidth == 0:
		return false
	case g.fold.Idle() >= max(mostIdle, n):
		return true
	case n < g.look:
		return false
	}
	g.look = n + 1 + n/50
	return g.fold.HalfWidth() <= g.HalfWidth
}

// Standing returns the state of the measurement in words, or nothing if that is not known yet.
func (g *Gauge) Standing() []string {
	if g.odds == nil && g.fold.Distinct() == 0 {
		return nil
	}
	if g.odds == nil {
		return []string{fmt.Sprintf("first seat %s %%", g.fold.First().Scaled(100).Text(1)),
			fmt.Sprintf("%d differ", g.fold.Distinct())}
	}
	line, err := g.odds.Line()
	if err != nil || !line.Even().HasValue() {
		return nil
	}
	return []string{"even at " + ratioText(line.Even())}
}

// ratioText writes an estimate of a binary logarithm as a ratio.
func ratioText(e stats.Estimate) string { return advantage.Ratio(e).Text(2) }
