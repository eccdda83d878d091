package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"pillars/engine"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Fold counts the games of one player against itself by rounds. A round holds the games from one opening in all
// orders of seats, which are not independent of each other, or a single game.
type Fold struct {
	seats   int
	size    int                 // games of a round
	waiting map[string][]played // incomplete rounds by their pair
	seen    map[digest]bool     // moves of complete rounds
	begun   map[string]begun    // beginnings by their text

	games, faults, idle int                // idle counts the rounds since the last new one
	all, distinct       results.Fold       // rounds without a fault, and those of them that differ in their moves
	opener, chooser     stats.OpeningMeans // scores of the seat that opens, and of the one that chooses
	given               map[given]*cell
}

// NewFold returns an empty fold for games with a number of seats. A round has size games.
func NewFold(seats, size int) *Fold {
	return &Fold{seats: seats, size: max(1, size), waiting: map[string][]played{}, seen: map[digest]bool{},
		begun: map[string]begun{}, given: map[given]*cell{}}
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
	if err := addRound(&f.all, round); err != nil || !fresh {
		f.idle++
		return err
	}
	f.idle = 0
	f.enter(round)
	f.begin(finished.Record, mean(round, firstScore))
	return addRound(&f.distinct, round)
}

func addRound(fold *results.Fold, round []played) error {
	var games []results.Game
	for _, g := range round {
		players := slices.Repeat([]string{"player"}, len(g.scores))
		games = append(games, results.Game{Players: players, Scores: g.scores})
	}
	return fold.AddRounds(games, 1)
}

func firstScore(g played) float64 { return g.scores[0] }

// given is what a set-up leaves to the players: which seat acts first afterwards, and the number of men on the board.
type given struct {
	Opener engine.Seat
	Men    int
}

// cell holds the results of the first seat in rounds with equal set-ups, see given.
type cell struct {
	means stats.OpeningMeans
	first stats.WDL
}

// enter counts the scores of the openers and choosers of a round.
func (f *Fold) enter(round []played) {
	if all(round, func(g played) bool { return g.roles.setUp }) {
		f.opener.Add("", mean(round, func(g played) float64 { return g.scores[g.roles.opener] }))
		f.enterGiven(round)
	}
	if all(round, func(g played) bool { return g.roles.chosen }) {
		f.chooser.Add("", mean(round, func(g played) float64 { return g.scores[g.roles.chooser] }))
	}
}

func (f *Fold) enterGiven(round []played) {
	key := given{round[0].roles.opener, round[0].roles.men}
	if !all(round, func(g played) bool { return key == given{g.roles.opener, g.roles.men} }) {
		return
	}
	at := f.given[key]
	if at == nil {
		at = &cell{}
		f.given[key] = at
	}
	for _, g := range round {
		at.first = at.first.Plus(stats.OneGame(g.scores[0]))
	}
	at.means.Add("", mean(round, firstScore))
}

func mean(round []played, of func(played) float64) float64 {
	sum := 0.
	for _, g := range round {
		sum += of(g)
	}
	return min(1, sum/float64(len(round)))
}

func one(so bool) float64 {
	if so {
		return 1
	}
	return 0
}

func all(round []played, has func(played) bool) bool {
	return !slices.ContainsFunc(round, func(g played) bool { return !has(g) })
}

// Level is the confidence level of all intervals in this package. Intervals of several seats hold at it
// simultaneously.
const Level = .95

// SeatSummary holds the results of the games of a [Fold]. All intervals are anytime-valid at the 95 % level; the
// intervals of Seats hold for all seats simultaneously, and so do those of Wins. Scores are from 0 to 1; a draw is
// one half.
type SeatSummary struct {
	Games    int              // all games
	Faults   int              // games that a player's fault ended; their rounds do not count
	Rounds   int              // complete rounds without a fault
	Distinct int              // rounds that differ in their moves: only these count in all that follows
	First    stats.WDL        // of the first seat; drawn where it is neither first nor last
	Seats    []stats.Estimate // mean score by seat; equal seats have 1/2 each
	Wins     []stats.Estimate // share of games won alone, by seat
	// mean score of the first seat over all rounds with repeated ones: it holds for these players, not for the game
	All     stats.Estimate
	Draws   stats.Estimate // share of games in which all seats score the same
	Opener  stats.Estimate // score of the seat that opens the play; absent where that never varies
	Chooser stats.Estimate // score of the seat that chooses first at the end of the set-up
	// the first seat's score by the opener and by the number of men, in that order; empty where these never vary
	Given []GivenScore
}

// Rough reports whether so few rounds are distinct that intervals may not hold.
func (s SeatSummary) Rough() bool { return few(s.Distinct, s.Rounds) }

// few reports whether under nine tenths of the rounds are distinct.
func few(different, all int) bool { return 10*different < 9*all }

// GivenScore is the first seat's score in games whose set-ups left the same to the players.
type GivenScore struct {
	given
	First stats.WDL // of the first seat
	Score stats.Estimate
}

// Distinct returns the number of rounds so far with distinct moves.
func (f *Fold) Distinct() int { return f.distinct.Rounds() }

// HalfWidth returns half the width of the widest interval of a seat's score; 1/2 if there are no games.
func (f *Fold) HalfWidth() float64 {
	if f.Distinct() == 0 {
		return .5
	}
	widest := 0.
	for seat := range f.seats {
		e := f.score(seat)
		widest = max(widest, (e.High-e.Low)/2)
	}
	return widest
}

// score returns the score of a seat. With two seats one score determines the other, so its interval need not allow
// for several seats.
func (f *Fold) score(seat int) stats.Estimate {
	intervals := f.seats
	if f.seats == 2 {
		intervals = 1
	}
	return f.distinct.Mean(together(intervals), func(scores []float64) float64 { return scores[seat] })
}

// Summary returns the results of the games so far.
func (f *Fold) Summary() SeatSummary {
	s := SeatSummary{Games: f.games, Faults: f.faults, Rounds: f.all.Rounds(), Distinct: f.Distinct(),
		First: f.distinct.Tally(), Chooser: f.chooser.Estimate(Level)}
	s.All = f.all.Mean(Level, func(scores []float64) float64 { return scores[0] })
	s.Draws = f.distinct.Mean(Level, func(scores []float64) float64 {
		return one(slices.Min(scores) == slices.Max(scores))
	})
	for seat := range f.seats {
		s.Seats = append(s.Seats, f.score(seat))
		won := func(scores []float64) float64 { return one(scores[seat] == 1) }
		s.Wins = append(s.Wins, f.distinct.Mean(together(f.seats), won))
	}
	if last := len(f.given) - 1; last > 0 {
		s.Given = f.givenScores()
		if s.Given[0].Opener != s.Given[last].Opener {
			s.Opener = f.opener.Estimate(Level)
		}
	}
	return s
}

func (f *Fold) givenScores() (scores []GivenScore) {
	order := func(a, b given) int { return cmp.Or(cmp.Compare(a.Opener, b.Opener), cmp.Compare(a.Men, b.Men)) }
	for _, given := range slices.SortedFunc(maps.Keys(f.given), order) {
		at := f.given[given]
		scores = append(scores, GivenScore{given, at.first, at.means.Estimate(Level)})
	}
	return scores
}

// together returns the level of each interval for which a number of intervals hold simultaneously at [Level] (C.
// Bonferroni, 1936).
func together(intervals int) float64 { return 1 - (1-Level)/float64(intervals) }
