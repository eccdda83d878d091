package experiment

import (
	"fmt"
	"time"

	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Finding holds the results of a measurement.
type Finding struct {
	Measurement
	Run        string // id of the run
	Summary    SeatSummary
	Beginnings []Beginning
	Turns      []int // length in turns of each game
}

// Rough reports whether so few rounds are distinct that the intervals may not hold.
func (f Finding) Rough() bool { return f.Summary.Rough() }

// Counts returns the number of games, the number of games that a fault ended, and the number of rounds with distinct
// moves.
func (f Finding) Counts() (games, faults, distinct int) {
	return f.Summary.Games, f.Summary.Faults, f.Summary.Distinct
}

// First returns the score of the first seat. It is absent if no rounds count.
func (f Finding) First() stats.Estimate {
	if f.Summary.Counted == 0 {
		return stats.Estimate{}
	}
	return f.Summary.Seats[0]
}

// Gatherer gathers the finished games of a measurement.
type Gatherer struct {
	Measurement
	rounds *roundCounter
	turns  []int
}

// NewGatherer returns a gatherer without games.
func NewGatherer(m Measurement) *Gatherer {
	seats := m.Rules.Seats()
	g := &Gatherer{Measurement: m, rounds: newRoundCounter(seats, m.Spec.RoundGames(seats))}
	g.rounds.fromOpenings = m.Measure == FromOpenings
	return g
}

// Add counts a finished game. It returns an error for a game that is not from the measurement.
func (g *Gatherer) Add(game tournament.Game) error {
	if err := g.rounds.add(g.Rules.Game(), game); err != nil {
		return err
	}
	g.turns = append(g.turns, game.Turns)
	return nil
}

// Rounds returns the scores of the complete rounds so far that have no fault. Rounds that repeat the moves of an
// earlier round count again, since each round is an independent draw.
func (g *Gatherer) Rounds() RoundScores { return g.rounds.all }

// Finding returns the results of the games so far; run is the id of their run.
func (g *Gatherer) Finding(run string) (f Finding, err error) {
	f = Finding{Measurement: g.Measurement, Run: run, Turns: g.turns, Summary: g.rounds.summary()}
	f.Beginnings, err = g.rounds.beginnings(g.Rules.Game())
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
	counted := g.rounds.countedRounds()
	switch {
	case g.HalfWidth == 0:
		return false
	case g.rounds.repeats >= max(enoughRepeats, counted):
		return true
	case counted < g.nextLook:
		return false
	}
	g.nextLook = counted + 1 + counted/50
	return g.rounds.halfWidth() <= g.HalfWidth
}

// Standing returns the state of the measurement in words, or nil while there is no estimate.
func (g *Gauge) Standing() []string {
	if g.rounds.countedRounds() == 0 {
		return nil
	}
	return []string{fmt.Sprintf("first seat %s %%", g.rounds.score(0).Scaled(100).Text(1)),
		fmt.Sprintf("%d differ", len(g.rounds.seen))}
}
