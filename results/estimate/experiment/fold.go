package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Fold counts the games of one player against itself by rounds. The games from one opening in all orders of seats form
// a round, because they are not independent of each other. A game without an opening is a round by itself.
type Fold struct {
	seats   int
	size    int                 // number of games of a round
	drawn   bool                // whether rounds begin from openings; these are independent draws, so repeats count
	waiting map[string][]played // incomplete rounds, by tournament.Game.Pair
	seen    map[digest]bool     // moves of complete rounds
	begun   map[string]begun    // beginnings of the counted rounds, by their text

	games, faults int
	repeats       int                   // rounds since the last counted round; they all repeat earlier rounds
	all           RoundScores           // complete rounds without a fault
	counted       RoundScores           // the rounds of all that the estimates count; see [SeatSummary]
	scores, wins  []stats.OpeningMeans  // of each seat in the counted rounds: scores, and games won alone
	first         stats.WDL             // results of the first seat in the counted rounds
	given         map[given]*GivenScore // scores of the first seat in the counted rounds, by how the set-up ended
}

// RoundScores holds the scores of rounds.
type RoundScores struct {
	First   stats.OpeningMeans // of the first seat
	Opener  stats.OpeningMeans // of the seat that acts first after the set-up
	Chooser stats.OpeningMeans // of the seat that chooses first at the end of the set-up
	Drawn   stats.OpeningMeans // shares of games in which all seats have the same score
}

// add counts a round. Its scores of the opener and of the chooser count only if every game of the round has one.
func (r *RoundScores) add(round []played) {
	addMean(&r.First, round, firstScore)
	addMean(&r.Drawn, round, func(g played) float64 { return indicator(slices.Min(g.scores) == slices.Max(g.scores)) })
	if all(round, func(g played) bool { return g.roles.setUp }) {
		addMean(&r.Opener, round, func(g played) float64 { return g.scores[g.roles.opener] })
	}
	if all(round, func(g played) bool { return g.roles.chosen }) {
		addMean(&r.Chooser, round, func(g played) float64 { return g.scores[g.roles.chooser] })
	}
}

// addMean adds a round to means, with the sum of a score over its games.
func addMean(means *stats.OpeningMeans, round []played, score func(played) float64) {
	total := stats.Total{Games: len(round)}
	for _, g := range round {
		total.Sum += score(g)
	}
	means.AddMany(total, 1)
}

// NewFold returns an empty fold for games with the given number of seats. Each round has size games.
func NewFold(seats, size int) *Fold {
	return &Fold{seats: seats, size: max(1, size), waiting: map[string][]played{}, seen: map[digest]bool{},
		begun: map[string]begun{}, scores: make([]stats.OpeningMeans, seats), wins: make([]stats.OpeningMeans, seats),
		given: map[given]*GivenScore{}}
}

// Add counts a finished game. For a game with another number of seats, or with a set-up that cannot be played, it
// returns an error and counts nothing.
func (f *Fold) Add(game engine.Game, finished tournament.Game) error {
	outcome := finished.Outcome
	if outcome.Seats != f.seats {
		return fmt.Errorf("game %s has %d seats, not %d", finished.Identity, outcome.Seats, f.seats)
	}
	roles, err := rolesOf(game, finished.Record)
	if err != nil {
		return fmt.Errorf("game %s: %w", finished.Identity, err)
	}
	f.games++
	if finished.Faulted() {
		f.faults++
	}
	scores := slices.Clone(outcome.Scores[:outcome.Seats])
	round, fresh := f.round(finished.Pair, played{finished.Identity, scores, finished.Faulted(),
		digestOf(finished.Record), roles})
	if round == nil {
		return nil
	}
	f.all.add(round)
	if !fresh && !f.drawn {
		f.repeats++
		return nil
	}
	f.repeats = 0
	f.count(round, finished.Record)
	return nil
}

// count adds a round, to which the recorded game belongs, to the estimates.
func (f *Fold) count(round []played, record engine.Record) {
	f.counted.add(round)
	for seat := range f.seats {
		addMean(&f.scores[seat], round, func(g played) float64 { return g.scores[seat] })
		addMean(&f.wins[seat], round, func(g played) float64 { return indicator(g.scores[seat] == 1) })
	}
	f.first = f.first.Plus(firstResults(round))
	f.addGiven(round)
	turns := record.Turns[:min(max(1, record.Opening), len(record.Turns))]
	text := record.Start + "\n" + strings.Join(turns, " ")
	if _, known := f.begun[text]; !known {
		f.begun[text] = begun{record, turns, map[float64]int{}}
	}
	mean := 0.
	for _, g := range round {
		mean += firstScore(g)
	}
	f.begun[text].scores[min(1, mean/float64(len(round)))]++ // rounding must not make it larger than 1
}

// firstScore returns the score of the first seat.
func firstScore(g played) float64 { return g.scores[0] }

// firstResults returns the first seat's results in the games of a round.
func firstResults(round []played) (first stats.WDL) {
	for _, g := range round {
		first = first.Plus(stats.OneGame(firstScore(g)))
	}
	return first
}

// given describes how a set-up of the board ended. [SeatSummary] lists the score of the first seat for each such end.
type given struct {
	Opener engine.Seat // seat that acts first after the set-up
	Men    int         // number of men on the board
}

// addGiven counts the first seat's results in a round whose games have a set-up with the same opener and number of men.
func (f *Fold) addGiven(round []played) {
	key := given{round[0].roles.opener, round[0].roles.men}
	if !all(round, func(g played) bool { return g.roles.setUp && key == given{g.roles.opener, g.roles.men} }) {
		return
	}
	score := f.given[key]
	if score == nil {
		score = &GivenScore{given: key}
		f.given[key] = score
	}
	score.First = score.First.Plus(firstResults(round))
	addMean(&score.means, round, firstScore)
}

// indicator returns 1 if the condition holds and 0 otherwise.
func indicator(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// all reports whether every game of a round has a property.
func all(round []played, has func(played) bool) bool {
	return !slices.ContainsFunc(round, func(g played) bool { return !has(g) })
}

// Level is the confidence level of all intervals in this package.
const Level = .95

// SeatSummary holds the results of the games of a [Fold]. All fields after Counted, except All, are about the counted
// rounds. If games begin from openings, which are drawn independently, every round counts. If games begin from the
// start, repeated rounds count once. Scores are from 0 to 1; a draw is one half. All intervals are anytime-valid at the
// 95 % level. The intervals of Seats hold for all seats simultaneously, and so do the intervals of Wins.
type SeatSummary struct {
	Games    int              // all games
	Faults   int              // games that a player's fault ended; their rounds do not count
	Rounds   int              // complete rounds without a fault
	Distinct int              // rounds with distinct moves
	Counted  int              // rounds that the estimates count
	Means    map[float64]int  // number of rounds with each mean score of the first seat in the round
	First    stats.WDL        // results of the first seat; a place between first and last counts as a draw
	Seats    []stats.Estimate // mean score by seat; 1/2 if all seats are equal
	Wins     []stats.Estimate // share of games won alone, by seat
	All      stats.Estimate   // mean score of the first seat over all rounds, including repeated rounds
	Draws    stats.Estimate   // share of games in which all seats have the same score
	Opener   stats.Estimate   // score of the seat that acts first after the set-up; absent if it is always the same
	Chooser  stats.Estimate   // score of the seat that chooses first at the end of the set-up
	Given    []GivenScore     // sorted by opener and number of men; empty if these never vary
}

// Rough reports whether so few rounds count that intervals may not hold.
func (s SeatSummary) Rough() bool { return tooFewDistinct(s.Counted, s.Rounds) }

// tooFewDistinct reports whether less than nine tenths of all rounds or games are distinct.
func tooFewDistinct(distinct, all int) bool { return 10*distinct < 9*all }

// GivenScore is the score of the first seat after set-ups with the same opener and the same number of men.
type GivenScore struct {
	given
	First stats.WDL // results of the first seat
	Score stats.Estimate
	means stats.OpeningMeans
}

// Counted returns the number of rounds that the estimates count.
func (f *Fold) Counted() int { return f.counted.First.Openings() }

// HalfWidth returns half the width of the widest interval of a seat's score. It is 1/2 if no rounds count.
func (f *Fold) HalfWidth() float64 {
	if f.Counted() == 0 {
		return .5
	}
	widest := 0.
	for seat := range f.seats {
		e := f.score(seat)
		widest = max(widest, (e.High-e.Low)/2)
	}
	return widest
}

// score returns the score of a seat. The intervals of all seats hold simultaneously. For two seats this needs only one
// interval, since one score determines the other.
func (f *Fold) score(seat int) stats.Estimate {
	intervals := f.seats
	if f.seats == 2 {
		intervals = 1
	}
	return f.scores[seat].Estimate(simultaneous(intervals))
}

// Summary returns the results of the games so far.
func (f *Fold) Summary() SeatSummary {
	s := SeatSummary{Games: f.games, Faults: f.faults, Rounds: f.all.First.Openings(), Distinct: len(f.seen),
		Counted: f.Counted(), Means: map[float64]int{}, First: f.first, All: f.all.First.Estimate(Level),
		Draws: f.counted.Drawn.Estimate(Level), Chooser: f.counted.Chooser.Estimate(Level)}
	for _, begun := range f.begun {
		for score, rounds := range begun.scores {
			s.Means[score] += rounds
		}
	}
	for seat := range f.seats {
		s.Seats = append(s.Seats, f.score(seat))
		s.Wins = append(s.Wins, f.wins[seat].Estimate(simultaneous(f.seats)))
	}
	if len(f.given) < 2 {
		return s
	}
	order := func(a, b given) int { return cmp.Or(cmp.Compare(a.Opener, b.Opener), cmp.Compare(a.Men, b.Men)) }
	for _, key := range slices.SortedFunc(maps.Keys(f.given), order) {
		score := *f.given[key]
		score.Score = score.means.Estimate(Level)
		s.Given = append(s.Given, score)
	}
	if s.Given[0].Opener != s.Given[len(s.Given)-1].Opener {
		s.Opener = f.counted.Opener.Estimate(Level)
	}
	return s
}
