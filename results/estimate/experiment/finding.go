// Package experiment measures the advantage of the seats of a game, with players that play against themselves. A
// [Gatherer] takes the finished games of one [Measurement], and a [Finding] holds the results. A [Ladder] holds how
// results change with the node limit.
//
// Every interval stays valid however often one looks at it: one may look after every game and stop at will. Where all
// games begin from the start, games that repeat the moves of earlier ones do not count.
package experiment

import (
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Measurement is one run of a player against itself.
type Measurement struct {
	Measure Measure
	Player  string
	Nodes   uint64 // node limit; each decision draws its own limit, within a factor Spec.Format.Spread of Nodes
	Rules   engine.Rules
	Spec    tournament.Spec
}

// Measure says how the games of a measurement begin.
type Measure string

const (
	FromStart    Measure = "start"    // from the start position of the game
	FromOpenings Measure = "openings" // from openings
)

// Where returns the measure in words, such as "from the start".
func (m Measure) Where() string {
	return map[Measure]string{FromStart: "from the start", FromOpenings: "from openings"}[m]
}

// Of returns the measurement that spec describes, in which one player plays against itself.
func Of(spec tournament.Spec, rules engine.Rules) Measurement {
	m := Measurement{FromOpenings, spec.Players[0], spec.Limits.Nodes, rules, spec}
	if spec.Openings.Kind == openings.None {
		m.Measure = FromStart
	}
	return m
}

// String returns the player, the node limit if there is one, and where games begin.
func (m Measurement) String() string {
	text := m.Player + ", "
	if players.Thinks(m.Player) {
		text += strconv.FormatUint(m.Nodes, 10) + " nodes, "
	}
	return text + m.Measure.Where()
}

// Finding holds the results of a measurement. Scores are from 0 to 1; a draw is one half. All intervals are
// anytime-valid at the 95 % level. The intervals of Seats hold for all seats simultaneously, and so do the intervals of
// Wins.
//
// A round is the games from one opening. Counted is the number of rounds that count: complete rounds without a player's
// fault. If games begin from the start, rounds that repeat the moves of an earlier round do not count. Openings are
// drawn independently, so rounds from openings count even if they repeat. All fields after Counted, except All, are
// about the rounds that count.
type Finding struct {
	Measurement
	Run      string // id of the run
	Games    int    // number of all games
	Faults   int    // games that a player's fault ended
	Rounds   int    // complete rounds without a fault
	Distinct int    // number of rounds that differ in their moves
	Counted  int
	Results  stats.WDL        // results of the first seat; a place between first and last counts as a draw
	Seats    []stats.Estimate // mean score by seat; 1/2 if all seats are equal
	Wins     []stats.Estimate // by seat: share of games that the seat won, without a tie
	All      stats.Estimate   // mean score of the first seat over all rounds, including repeated rounds
	Draws    stats.Estimate   // share of games in which all seats have the same score
	Opener   stats.Estimate   // score of the seat that acts first after the set-up; absent if the same seat always does
	Chooser  stats.Estimate   // score of the seat that chooses first at the end of the set-up

	Beginnings map[string]stats.OpeningMeans // scores of the first seat, by opening or, without openings, by first turn
}

// Rough reports whether fewer than nine tenths of the complete rounds count, so that intervals may not hold.
func (f Finding) Rough() bool { return 10*f.Counted < 9*f.Rounds }

// First returns the score of the first seat. It is absent if no rounds count.
func (f Finding) First() stats.Estimate {
	if f.Counted == 0 {
		return stats.Estimate{}
	}
	return f.Seats[0]
}

// Gatherer gathers the finished games of a measurement and makes their [Finding].
type Gatherer struct {
	Measurement
	Repeated int // number of rounds since the last one that counted; all of them repeat the moves of earlier rounds

	open    rounds.Gatherer[rounds.Game]
	sound   []rounds.Round         // complete rounds without a fault
	seen    map[rounds.Digest]bool // digests of the moves of these rounds
	counted []rounds.Round
	first   stats.Total // of the first seat in the counted rounds
	games   int
	faults  int
}

// NewGatherer returns a gatherer without games.
func NewGatherer(m Measurement) *Gatherer {
	return &Gatherer{Measurement: m, seen: map[rounds.Digest]bool{},
		open: rounds.Gatherer[rounds.Game]{Size: max(1, m.Spec.RoundGames(m.Rules.Seats()))}}
}

// Add counts a finished game. For a game with another number of seats, or with a set-up that cannot be played, it
// returns an error and counts nothing.
func (g *Gatherer) Add(played tournament.Game) (err error) {
	if seats := played.Outcome.Seats; seats != g.Rules.Seats() {
		return fmt.Errorf("game %s has %d seats, not %d", played.Identity, seats, g.Rules.Seats())
	}
	game := rounds.GameOf(played.Result)
	if game.Moves, err = rounds.MovesOf(g.Rules.Game(), played); err != nil {
		return fmt.Errorf("game %s: %w", played.Identity, err)
	}
	g.games++
	g.faults += int(rounds.Indicator(!isSound(game)))
	round := rounds.Round(g.open.Add(played.Pair, game))
	if round == nil || !round.Every(isSound) {
		return nil
	}
	g.sound = append(g.sound, round)
	digest := round.Digest()
	if g.seen[digest] && g.Measure == FromStart {
		g.Repeated++
	} else {
		g.counted, g.Repeated = append(g.counted, round), 0
		for _, game := range round {
			g.first.Sum, g.first.Games = g.first.Sum+game.Outcome.Scores[0], g.first.Games+1
		}
	}
	g.seen[digest] = true
	return nil
}

func isSound(g rounds.Game) bool { return g.Ending != rounds.Broken }

// Counted returns the number of rounds that count, and the first seat's mean score in them.
func (g *Gatherer) Counted() (n int, first float64) { return len(g.counted), g.first.Mean() }

// RoundScores holds mean scores over games. The games from one opening are a round, which is one observation.
type RoundScores struct {
	First   stats.OpeningMeans // scores of the first seat
	Opener  stats.OpeningMeans // scores of the seat that acts first after the set-up
	Chooser stats.OpeningMeans // scores of the seat that chooses first at the end of the set-up
	Drawn   stats.OpeningMeans // shares of games in which all seats have the same score
}

// All returns the mean scores of all complete rounds without a fault. Rounds that repeat the moves of an earlier round
// are included, since each round is an independent draw.
func (g *Gatherer) All() RoundScores { return scoresOf(g.sound) }

// scoresOf returns the mean scores of rounds. A round counts for Opener only if every game of the round has an opener,
// and for Chooser only if every game has a chooser.
func scoresOf(all []rounds.Round) RoundScores {
	ofRole := func(has func(rounds.Game) bool, seat func(rounds.Game) engine.Seat) stats.OpeningMeans {
		lacks := func(r rounds.Round) bool { return !r.Every(has) }
		some := slices.DeleteFunc(slices.Clone(all), lacks)
		return meansOf(some, func(g rounds.Game) float64 { return g.Outcome.Score(seat(g)) })
	}
	return RoundScores{
		First: meansOf(all, func(g rounds.Game) float64 { return g.Outcome.Scores[0] }),
		Drawn: meansOf(all, func(g rounds.Game) float64 { return rounds.Indicator(g.Level()) }),
		Opener: ofRole(func(g rounds.Game) bool { return g.Moves.SetUp },
			func(g rounds.Game) engine.Seat { return g.Moves.Opener }),
		Chooser: ofRole(func(g rounds.Game) bool { return g.Moves.Chosen },
			func(g rounds.Game) engine.Seat { return g.Moves.Chooser }),
	}
}

// meansOf collects the values of the function number for all games, to estimate their mean. The games of a round
// together are one observation.
func meansOf(all []rounds.Round, number func(rounds.Game) float64) stats.OpeningMeans {
	return rounds.Means(all, func(g rounds.Game) (float64, bool) { return number(g), true })
}

// Finding returns the results of the games so far. run is the id of the run that has these games.
func (g *Gatherer) Finding(run string) Finding {
	all, scores, seats := g.All().First, scoresOf(g.counted), g.Rules.Seats()
	f := Finding{Measurement: g.Measurement, Run: run, Games: g.games, Faults: g.faults, Rounds: all.Openings(),
		Distinct: len(g.seen), Counted: len(g.counted), Beginnings: map[string]stats.OpeningMeans{},
		All: all.Estimate(Level), Draws: scores.Drawn.Estimate(Level), Chooser: scores.Chooser.Estimate(Level)}
	openers := map[engine.Seat]bool{}
	for _, game := range slices.Concat(g.counted...) {
		f.Results = f.Results.Plus(stats.OneGame(game.Outcome.Scores[0]))
		if game.Moves.SetUp {
			openers[game.Moves.Opener] = true
		}
	}
	if len(openers) > 1 {
		f.Opener = scores.Opener.Estimate(Level)
	}
	for seat := range seats {
		score := meansOf(g.counted, func(g rounds.Game) float64 { return g.Outcome.Scores[seat] })
		won := meansOf(g.counted, func(g rounds.Game) float64 { return rounds.Indicator(g.Outcome.Scores[seat] == 1) })
		intervals := seats
		if seats == 2 {
			intervals = 1 // one score determines the other
		}
		f.Seats = append(f.Seats, score.Estimate(simultaneous(intervals)))
		f.Wins = append(f.Wins, won.Estimate(simultaneous(seats)))
	}
	alike := map[string][]rounds.Round{} // rounds that count, by opening or first turn
	for _, r := range g.counted {
		beginning := r[len(r)-1].Moves.Beginning
		alike[beginning] = append(alike[beginning], r)
	}
	for beginning, rounds := range alike {
		f.Beginnings[beginning] = scoresOf(rounds).First
	}
	return f
}

// Level is the confidence level of all intervals in this package.
const Level = .95

// simultaneous returns the confidence level that each of a number of intervals needs, so that all of them together hold
// at [Level]. It uses Bonferroni's correction. (C. Bonferroni, Teoria statistica delle classi, 1936.)
func simultaneous(intervals int) float64 { return 1 - (1-Level)/float64(intervals) }
