package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/results/show/progress"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// Finding holds the results of a measurement.
type Finding struct {
	Measurement
	Run        string // id of the run
	Summary    SeatSummary
	Beginnings []Beginning
	Odds       *OddsFold // results of games at odds; nil for other measures
	OddsLine   LogitLine // for games at odds, see [OddsFold.Line]
	Turns      []int     // length in turns of each game
}

// Rough reports whether so few rounds, or games at odds, are distinct that the intervals may not hold.
func (f Finding) Rough() bool {
	if f.Odds != nil {
		return f.Odds.Rough()
	}
	return f.Summary.Rough()
}

// Counts returns the number of games, the number of games that a fault ended, and the number of rounds with distinct
// moves. For games at odds, distinct is the number of games with distinct moves.
func (f Finding) Counts() (games, faults, distinct int) {
	if f.Odds != nil {
		return f.Odds.Games, f.Odds.Faults, f.Odds.Distinct()
	}
	return f.Summary.Games, f.Summary.Faults, f.Summary.Distinct
}

// First returns the score of the first seat. It is absent for games at odds.
func (f Finding) First() stats.Estimate {
	if f.Odds != nil || f.Summary.Counted == 0 {
		return stats.Estimate{}
	}
	return f.Summary.Seats[0]
}

// Gatherer gathers the finished games of a measurement.
type Gatherer struct {
	Measurement
	fold  *Fold
	odds  *OddsFold // used instead of fold for games at odds, otherwise nil
	turns []int
}

// NewGatherer returns a gatherer without games.
func NewGatherer(m Measurement) *Gatherer {
	seats := m.Rules.Seats()
	g := &Gatherer{Measurement: m, fold: NewFold(seats, m.Spec.RoundGames(seats))}
	g.fold.fromOpenings = m.Measure == FromOpenings
	if m.Measure == AtOdds {
		g.odds = NewOddsFold()
	}
	return g
}

// Add counts a finished game. It returns an error for a game that is not from the measurement.
func (g *Gatherer) Add(game tournament.Game) error {
	var err error
	if g.odds == nil {
		err = g.fold.Add(g.Rules.Game(), game)
	} else if ratio, ratioErr := nodeRatio(game.Record, g.Nodes); ratioErr != nil {
		err = fmt.Errorf("game %s: %w", game.Identity, ratioErr)
	} else {
		err = g.odds.Add(game, ratio)
	}
	if err == nil {
		g.turns = append(g.turns, game.Turns)
	}
	return err
}

// Rounds returns the scores of the complete rounds so far that have no fault. Rounds that repeat the moves of an
// earlier round count again, since each round is an independent draw. For games at odds there are no rounds.
func (g *Gatherer) Rounds() RoundScores { return g.fold.all }

// Finding returns the results of the games so far; run is the id of their run.
func (g *Gatherer) Finding(run string) (f Finding, err error) {
	f = Finding{Measurement: g.Measurement, Run: run, Odds: g.odds, Turns: g.turns}
	if g.odds != nil {
		f.OddsLine, err = g.odds.Line()
		return f, err
	}
	f.Summary = g.fold.Summary()
	f.Beginnings, err = g.fold.Beginnings(g.Rules.Game())
	return f, err
}

// Gauge gathers the games of a measurement while a session plays them, and reports when there are enough.
type Gauge struct {
	*Gatherer
	HalfWidth float64                                        // the measurement ends at this half width; 0 for none
	Deadline  time.Time                                      // the measurement ends at this time; zero for none
	Read      func(identity string) (tournament.Game, error) // reads a stored game
	Earlier   func() (map[string]tournament.Result, error)   // returns the results of earlier sessions
	Err       error                                          // first error of Read, Earlier or Add

	earlier  map[string]tournament.Result // by identity; the deadline does not apply to these games
	nextLook int                          // number of counted rounds at which [Gauge.enough] computes intervals again
}

// Restart forgets all games. The first call reads the results of earlier sessions.
func (g *Gauge) Restart(tournament.Spec) {
	g.Gatherer, g.nextLook = NewGatherer(g.Measurement), 1
	if g.earlier == nil && g.Err == nil {
		g.earlier, g.Err = g.Earlier()
	}
}

// Watch reads the game of a result from the store and counts it. It reports whether the measurement should end: after
// an error, after the deadline, or when the intervals are narrow enough. Intervals remain valid although the end then
// depends on the scores.
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

// enoughRepeats is the number of successive repeated rounds after which a measurement may end; see [Gauge.enough].
const enoughRepeats = 200

// enough reports whether the intervals are as narrow as HalfWidth, or will not get narrower because new rounds only
// repeat. Since intervals of many rounds take long to compute, enough computes them again only when 2 % more rounds
// count.
func (g *Gauge) enough() bool {
	counted := g.fold.Counted()
	switch {
	case g.HalfWidth == 0:
		return false
	case g.fold.repeats >= max(enoughRepeats, counted):
		return true
	case counted < g.nextLook:
		return false
	}
	g.nextLook = counted + 1 + counted/50
	return g.fold.HalfWidth() <= g.HalfWidth
}

// Standing returns the state of the measurement in words, or nil while there is no estimate.
func (g *Gauge) Standing() []string {
	if g.odds == nil {
		if g.fold.Counted() == 0 {
			return nil
		}
		return []string{fmt.Sprintf("first seat %s %%", g.fold.score(0).Scaled(100).Text(1)),
			fmt.Sprintf("%d differ", len(g.fold.seen))}
	}
	line, err := g.odds.Line()
	if err != nil || !line.Even().HasValue() {
		return nil
	}
	return []string{"even at " + Ratio(line.Even()).Text(2)}
}

// OddsFold counts games that one player plays against itself at unequal node limits. Games with the same moves count
// once.
type OddsFold struct {
	Games  int       // all games, including repeats and faults
	Faults int       // games that a fault ended
	First  stats.WDL // results of the first seat in the distinct games
	seen   map[digest]bool
	points []LogitPoint // score of the second seat, one point for each ratio of node limits
}

// NewOddsFold makes an empty fold.
func NewOddsFold() *OddsFold { return &OddsFold{seen: map[digest]bool{}} }

// Add counts a finished game of two seats. The second seat's node limit was ratio times the first seat's.
func (o *OddsFold) Add(finished tournament.Game, ratio float64) error {
	x := math.Log2(ratio)
	if finished.Outcome.Seats != 2 || !(math.Abs(x) <= farthest) {
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

// Distinct returns the number of games with distinct moves, except games that a fault ended.
func (o *OddsFold) Distinct() int { return o.First.Games() }

// Rough reports whether so few of the games are distinct that intervals may not hold.
func (o *OddsFold) Rough() bool { return tooFewDistinct(o.Distinct(), o.Games-o.Faults) }

// Line fits a line to the score of the second seat. Its x is the binary logarithm of the ratio of node limits, see
// [OddsFold.Add].
func (o *OddsFold) Line() (LogitLine, error) { return FitLine(o.points) }

// Ratio converts an estimate of the binary logarithm of a ratio to an estimate of the ratio.
func Ratio(e stats.Estimate) stats.Estimate {
	e.Value, e.Low, e.High = math.Exp2(e.Value), math.Exp2(e.Low), math.Exp2(e.High)
	return e
}

// nodeRatio returns the second seat's node limit divided by the first seat's in a recorded game. A seat's limit is in
// the tag whose name is Limits followed by the seat's name. Without that tag it is in the tag Limits, and without both
// tags it is the usual limit.
func nodeRatio(record engine.Record, usual uint64) (float64, error) {
	nodes := [2]float64{float64(usual), float64(usual)} // by seat
	indexOf := func(name string) int {
		return slices.IndexFunc(record.Tags, func(tag engine.Tag) bool { return tag.Name == name })
	}
	for seat := range nodes {
		index := indexOf("Limits" + engine.Seat(seat).String())
		if index < 0 {
			index = indexOf("Limits")
		}
		if index < 0 {
			continue
		}
		tag := record.Tags[index]
		control, err := tournament.ParseControl(tag.Value)
		if err != nil || control.Limits.Nodes == 0 {
			return 0, errors.Join(err, fmt.Errorf("its tag %s has no node limit: %q", tag.Name, tag.Value))
		}
		nodes[seat] = float64(control.Limits.Nodes)
	}
	return nodes[1] / nodes[0], nil
}

// Parts returns the measurements as parts of the work, from which the progress display predicts the time left. To guess
// the time of a game on the given number of workers, it plays for at most three seconds.
func (p *Plan) Parts(ctx context.Context, workers int) *progress.Parts {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	parts := &progress.Parts{Guess: map[string]float64{}}
	for _, m := range p.Measurements {
		games := float64(p.Played(m))
		cost := games // proportional to the time that measurements of one kind take
		if players.Thinks(m.Player) {
			cost *= float64(m.Nodes)
		}
		kind := fmt.Sprint(m.Setting, " ", m.Player, " ", m.Measure)
		parts.All = append(parts.All, progress.Part{Kind: kind, Cost: cost})
		if _, tried := parts.Guess[kind]; !tried {
			seconds := p.secondsOfGame(ctx, m) / float64(max(1, workers)) * games
			parts.Guess[kind] = seconds / cost
		}
	}
	return parts
}

// secondsOfGame estimates the time of a game by short trials, see [runner.Pace.Try]. It returns 0 if it is unknown.
func (p *Plan) secondsOfGame(ctx context.Context, m Measurement) float64 {
	m.Spec.Rounds = 1
	plan, err := tournament.NewPlan(m.Spec, p.Game)
	if err != nil {
		return 0 // playing the measurement reports the error
	}
	var pace runner.Pace
	pace.Try(ctx, plan, players.Recorded)
	all, _ := pace.Expect(plan, 1) // on one worker
	return all.Seconds() / float64(plan.Len())
}

// ExpectedTime returns a text such as "about 5 min on 4 workers": the expected time of all measurements.
func (p *Plan) ExpectedTime(parts *progress.Parts, workers int) string {
	all, known := parts.Expected()
	switch {
	case p.Time > 0 && (!known || all > p.Time):
		all = p.Time
	case !known:
		return "unknown until some games are played"
	}
	about := "about"
	if p.HalfWidth > 0 || p.Time > 0 {
		about = "at most about"
	}
	return fmt.Sprintf("%s %s on %s", about, progress.Duration(max(all, time.Second)),
		tournament.Counted(max(1, workers), "worker"))
}
