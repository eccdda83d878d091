// Package experiment measures the advantage of the seats of a game, with players that play against themselves. A
// [Gatherer] takes the finished games of one [Measurement], and a [Finding] holds the results. A [Ladder] holds how
// results change with the node limit.
//
// Every interval stays valid however often one looks at it: one may look after every game and stop at will. Where all
// games begin from the start, games that repeat the moves of earlier ones do not count.
package experiment

import (
	"fmt"
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
// anytime-valid at the 95 % level. The intervals of Seats hold for all seats simultaneously.
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
	All      stats.Estimate   // mean score of the first seat over all rounds, including repeated rounds
	Opener   stats.Estimate   // score of the seat that acts first after the set-up; absent if the same seat always does
	Chooser  stats.Estimate   // score of the seat that chooses first at the end of the set-up
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

// Gatherer gathers the finished games of a measurement and makes their [Finding]. It keeps sums, not games.
type Gatherer struct {
	finding Finding
	open    rounds.Gatherer[rounds.Game]
	seen    map[rounds.Digest]bool // digests of the moves of complete rounds without a fault
	openers map[engine.Seat]bool   // seats that acted first after a set-up

	all, opener, chooser stats.OpeningMeans
	scores               []stats.OpeningMeans // by seat
}

// NewGatherer returns a gatherer without games.
func NewGatherer(m Measurement) *Gatherer {
	seats := m.Rules.Seats()
	return &Gatherer{finding: Finding{Measurement: m}, seen: map[rounds.Digest]bool{}, openers: map[engine.Seat]bool{},
		open:   rounds.Gatherer[rounds.Game]{Size: max(1, m.Spec.RoundGames(seats))},
		scores: make([]stats.OpeningMeans, seats)}
}

// Add counts a finished game. For a game with another number of seats, or with a set-up that cannot be played, it
// returns an error and counts nothing.
func (g *Gatherer) Add(played tournament.Game) (err error) {
	f := &g.finding
	if seats := played.Outcome.Seats; seats != f.Rules.Seats() {
		return fmt.Errorf("game %s has %d seats, not %d", played.Identity, seats, f.Rules.Seats())
	}
	game := rounds.GameOf(played.Result)
	if game.Moves, err = rounds.MovesOf(f.Rules.Game(), played); err != nil {
		return fmt.Errorf("game %s: %w", played.Identity, err)
	}
	f.Games++
	f.Faults += int(rounds.Indicator(!isSound(game)))
	if round := rounds.Round(g.open.Add(played.Pair, game)); round != nil && round.Every(isSound) {
		g.addRound(round)
	}
	return nil
}

func isSound(g rounds.Game) bool { return g.Ending != rounds.Broken }

// addRound counts a complete round without a fault. It counts for the opener only if every game has an opener, and for
// the chooser only if every game has a chooser.
func (g *Gatherer) addRound(round rounds.Round) {
	f := &g.finding
	add := func(means *stats.OpeningMeans, number func(rounds.Game) float64) {
		means.AddMany(rounds.Sum(round, func(g rounds.Game) (float64, bool) { return number(g), true }), 1)
	}
	f.Rounds++
	add(&g.all, func(g rounds.Game) float64 { return g.Outcome.Scores[0] })
	digest := round.Digest()
	repeats := g.seen[digest]
	if g.seen[digest] = true; repeats && f.Measure == FromStart {
		return
	}
	f.Counted++
	for _, game := range round {
		f.Results = f.Results.Plus(stats.OneGame(game.Outcome.Scores[0]))
		if game.Moves.SetUp {
			g.openers[game.Moves.Opener] = true
		}
	}
	for seat := range g.scores {
		add(&g.scores[seat], func(g rounds.Game) float64 { return g.Outcome.Scores[seat] })
	}
	if round.Every(func(g rounds.Game) bool { return g.Moves.SetUp }) {
		add(&g.opener, func(g rounds.Game) float64 { return g.Outcome.Score(g.Moves.Opener) })
	}
	if round.Every(func(g rounds.Game) bool { return g.Moves.Chosen }) {
		add(&g.chooser, func(g rounds.Game) float64 { return g.Outcome.Score(g.Moves.Chooser) })
	}
}

// Finding returns the results of the games so far. run is the id of the run that has these games.
func (g *Gatherer) Finding(run string) Finding {
	f := g.finding
	f.Run, f.Distinct = run, len(g.seen)
	f.All, f.Chooser = g.all.Estimate(Level), g.chooser.Estimate(Level)
	if len(g.openers) > 1 {
		f.Opener = g.opener.Estimate(Level)
	}
	intervals := len(g.scores)
	if intervals == 2 {
		intervals = 1 // one score determines the other
	}
	for seat := range g.scores {
		f.Seats = append(f.Seats, g.scores[seat].Estimate(simultaneous(intervals)))
	}
	return f
}

// Level is the confidence level of all intervals in this package.
const Level = .95

// simultaneous returns the confidence level that each of a number of intervals needs, so that all of them together hold
// at [Level]. It uses Bonferroni's correction. (C. Bonferroni, Teoria statistica delle classi, 1936.)
func simultaneous(intervals int) float64 { return 1 - (1-Level)/float64(intervals) }
