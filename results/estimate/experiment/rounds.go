package experiment

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// A roundCounter counts the games of one player against itself by rounds. The games from one opening in all orders of
// seats form a round, because they are not independent of each other. A game without an opening is a round by itself.
type roundCounter struct {
	seats        int
	size         int                       // number of games of a round
	fromOpenings bool                      // rounds begin from independently drawn openings, so repeated rounds count
	waiting      map[string][]played       // incomplete rounds, by tournament.Game.Pair
	seen         map[digest]bool           // moves of complete rounds
	begun        map[string]exactBeginning // beginnings of the counted rounds, by their text

	repeats      int                      // rounds since the last counted round; they all repeat earlier rounds
	all          RoundScores              // complete rounds without a fault
	counted      RoundScores              // those of these rounds that the estimates count; see [SeatSummary]
	scores, wins []stats.OpeningMeans     // of each seat in the counted rounds: scores, and games won alone
	totals       SeatSummary              // only Games, Faults and First are set
	given        map[setUpEnd]*GivenScore // scores of the first seat in the counted rounds, by how the set-up ended
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
	addMean(&r.First, round, func(g played) float64 { return g.scores[0] })
	addMean(&r.Drawn, round, func(g played) float64 { return indicator(slices.Min(g.scores) == slices.Max(g.scores)) })
	if everyGame(round, func(g played) bool { return g.roles.setUp }) {
		addMean(&r.Opener, round, func(g played) float64 { return g.scores[g.roles.opener] })
	}
	if everyGame(round, func(g played) bool { return g.roles.chosen }) {
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

// newRoundCounter returns a counter without games, for games with the given number of seats. Each round has size games.
func newRoundCounter(seats, size int) *roundCounter {
	return &roundCounter{seats: seats, size: max(1, size), waiting: map[string][]played{}, seen: map[digest]bool{},
		begun: map[string]exactBeginning{}, given: map[setUpEnd]*GivenScore{},
		scores: make([]stats.OpeningMeans, seats), wins: make([]stats.OpeningMeans, seats)}
}

// add counts a finished game. For a game with another number of seats, or with a set-up that cannot be played, it
// returns an error and counts nothing.
func (c *roundCounter) add(game engine.Game, finished tournament.Game) error {
	if seats := finished.Outcome.Seats; seats != c.seats {
		return fmt.Errorf("game %s has %d seats, not %d", finished.Identity, seats, c.seats)
	}
	roles, err := rolesOf(game, finished.Record)
	if err != nil {
		return fmt.Errorf("game %s: %w", finished.Identity, err)
	}
	c.totals.Games++
	if finished.Faulted() {
		c.totals.Faults++
	}
	scores := slices.Clone(finished.Outcome.Scores[:c.seats])
	round, fresh := c.round(finished.Pair, played{identity: finished.Identity, scores: scores,
		fault: finished.Faulted(), moves: digestOf(finished.Record), roles: roles})
	switch {
	case round == nil: // not complete, or with a fault
		return nil
	case fresh || c.fromOpenings:
		c.repeats = 0
		c.count(round, finished.Record)
	default:
		c.repeats++
	}
	c.all.add(round)
	return nil
}

// count counts a round in the estimates. record is the record of one of its games.
func (c *roundCounter) count(round []played, record engine.Record) {
	c.counted.add(round)
	for seat := range c.seats {
		addMean(&c.scores[seat], round, func(g played) float64 { return g.scores[seat] })
		addMean(&c.wins[seat], round, func(g played) float64 { return indicator(g.scores[seat] == 1) })
	}
	first, points := stats.WDL{}, 0. // of the first seat
	for _, g := range round {
		first = first.Plus(stats.OneGame(g.scores[0]))
		points += g.scores[0]
	}
	c.totals.First = c.totals.First.Plus(first)
	c.addGiven(round, first)

	record.Turns = record.Turns[:min(max(1, record.Opening), len(record.Turns))] // the opening or the first turn
	text := record.Start + "\n" + strings.Join(record.Turns, " ")
	if _, known := c.begun[text]; !known {
		c.begun[text] = exactBeginning{record, map[float64]int{}}
	}
	mean := min(1, points/float64(len(round))) // rounding must not make it larger than 1
	c.begun[text].scores[mean]++
}

// setUpEnd describes how a set-up of the board ended. [SeatSummary] lists the score of the first seat for each such
// end.
type setUpEnd struct {
	Opener engine.Seat // seat that acts first after the set-up
	Men    int         // number of men on the board
}

// addGiven counts the first seat's results in a round whose games have a set-up with the same opener and number of men.
func (c *roundCounter) addGiven(round []played, first stats.WDL) {
	key := setUpEnd{round[0].roles.opener, round[0].roles.men}
	if !everyGame(round, func(g played) bool { return g.roles.setUp && key == setUpEnd{g.roles.opener, g.roles.men} }) {
		return
	}
	if c.given[key] == nil {
		c.given[key] = &GivenScore{setUpEnd: key}
	}
	score := c.given[key]
	score.First = score.First.Plus(first)
	addMean(&score.means, round, func(g played) float64 { return g.scores[0] })
}

func indicator(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

func everyGame(round []played, has func(played) bool) bool {
	return !slices.ContainsFunc(round, func(g played) bool { return !has(g) })
}

// Level is the confidence level of all intervals in this package.
const Level = .95

// SeatSummary holds the results of the games of a [Gatherer]. All fields after Counted, except All, are about the
// counted rounds. If games begin from openings, which are drawn independently, every round counts. If games begin from
// the start, repeated rounds count once. Scores are from 0 to 1; a draw is one half. All intervals are anytime-valid at
// the 95 % level. The intervals of Seats hold for all seats simultaneously, and so do the intervals of Wins.
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
	setUpEnd
	First stats.WDL // results of the first seat
	Score stats.Estimate
	means stats.OpeningMeans
}

// countedRounds returns the number of rounds that the estimates count.
func (c *roundCounter) countedRounds() int { return c.counted.First.Openings() }

// halfWidth returns half the width of the widest interval of a seat's score. It is 1/2 if no rounds count.
func (c *roundCounter) halfWidth() float64 {
	if c.countedRounds() == 0 {
		return .5
	}
	widest := 0.
	for seat := range c.seats {
		e := c.score(seat)
		widest = max(widest, (e.High-e.Low)/2)
	}
	return widest
}

// score returns the score of a seat. The intervals of all seats hold simultaneously. For two seats this needs only one
// interval, since one score determines the other.
func (c *roundCounter) score(seat int) stats.Estimate {
	intervals := c.seats
	if c.seats == 2 {
		intervals = 1
	}
	return c.scores[seat].Estimate(simultaneous(intervals))
}

// summary returns the results of the games so far.
func (c *roundCounter) summary() SeatSummary {
	s := c.totals
	s.Rounds, s.Distinct, s.Counted, s.Means = c.all.First.Openings(), len(c.seen), c.countedRounds(), map[float64]int{}
	s.All, s.Draws = c.all.First.Estimate(Level), c.counted.Drawn.Estimate(Level)
	s.Chooser = c.counted.Chooser.Estimate(Level)
	for _, begun := range c.begun {
		for score, rounds := range begun.scores {
			s.Means[score] += rounds
		}
	}
	for seat := range c.seats {
		s.Seats = append(s.Seats, c.score(seat))
		s.Wins = append(s.Wins, c.wins[seat].Estimate(simultaneous(c.seats)))
	}
	if len(c.given) < 2 { // the set-up always ended alike, or there is none
		return s
	}
	order := func(a, b setUpEnd) int { return cmp.Or(cmp.Compare(a.Opener, b.Opener), cmp.Compare(a.Men, b.Men)) }
	for _, key := range slices.SortedFunc(maps.Keys(c.given), order) {
		score := *c.given[key]
		score.Score = score.means.Estimate(Level)
		s.Given = append(s.Given, score)
	}
	if s.Given[0].Opener != s.Given[len(s.Given)-1].Opener {
		s.Opener = c.counted.Opener.Estimate(Level)
	}
	return s
}

// digest is the hash of the moves of a game or a round.
type digest [sha256.Size]byte

type played struct {
	identity string
	scores   []float64 // by seat
	fault    bool      // whether a player's fault ended the game
	moves    digest
	roles    roles
}

// round adds a game to the round of its pair. If the round is now complete, and no fault ended a game, it returns the
// games, sorted by identity. fresh reports whether no earlier round had the same moves.
func (c *roundCounter) round(pair string, g played) (round []played, fresh bool) {
	round = append(c.waiting[pair], g)
	c.waiting[pair] = round
	if len(round) < c.size {
		return nil, false
	}
	delete(c.waiting, pair)
	if slices.ContainsFunc(round, func(g played) bool { return g.fault }) {
		return nil, false
	}
	slices.SortFunc(round, func(a, b played) int { return cmp.Compare(a.identity, b.identity) })
	var moves []byte
	for _, g := range round {
		moves = append(moves, g.moves[:]...)
	}
	key := sha256.Sum256(moves)
	fresh = !c.seen[key]
	c.seen[key] = true
	return round, fresh
}

func digestOf(r engine.Record) digest {
	return sha256.Sum256([]byte(r.Start + "\n" + strings.Join(r.Turns, " ")))
}

// roles says which seat acted first after the set-up of the board, and which seat made the pie choice of the set-up.
type roles struct {
	setUp   bool        // whether the game had a set-up and finished it
	opener  engine.Seat // seat that acted first after the set-up
	turns   int         // number of turns of the set-up
	men     int         // number of pieces on the board after the set-up
	chosen  bool        // whether the players themselves, not a given opening, made a pie choice
	chooser engine.Seat // seat that made the first pie choice
}

// rolesOf replays the set-up of a recorded game. It returns an error if a turn cannot be played.
func rolesOf(game engine.Game, record engine.Record) (roles, error) {
	p, err := game.Read(record.Start, record.Settings)
	if err != nil {
		return roles{}, fmt.Errorf("start: %w", err)
	}
	var r roles
	for i, text := range record.Turns {
		if p.Over() || !p.InOpening() {
			break
		}
		if !r.chosen && i >= record.Opening && engine.IsPieChoice(p) {
			r.chosen, r.chooser = true, p.Seat()
		}
		if err := playTurn(p, text); err != nil {
			return roles{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
		r.turns++
	}
	if r.turns > 0 && !p.Over() && !p.InOpening() {
		r.setUp, r.opener = true, p.Seat()
		for _, cell := range p.Diagram().Cells {
			r.men += len(cell.Pieces)
		}
	}
	return r, nil
}

// Beginning holds the scores of the rounds that begin with the same opening or, without an opening, with the same
// first turn.
type Beginning struct {
	Key    uint64          // hash of the position, equal for symmetric beginnings of the same rules
	Turns  string          // text of the turns; of symmetric beginnings, the alphabetically first text
	scores map[float64]int // number of rounds with each mean score of the first seat in the round
}

// Rounds returns the number of rounds with this beginning.
func (b Beginning) Rounds() (n int) {
	for _, rounds := range b.scores {
		n += rounds
	}
	return n
}

// Score returns the mean score of the first seat with its anytime interval at the 95 % level.
func (b Beginning) Score() stats.Estimate { return stats.MeanOf(b.scores, Level) }

// exactBeginning holds the scores of the rounds that begin with exactly the same turns. [roundCounter.beginnings]
// merges symmetric beginnings.
type exactBeginning struct {
	record engine.Record   // one of the games, with only these turns
	scores map[float64]int // as in [Beginning]
}

// beginnings returns the beginnings of the counted rounds, the most frequent first. It returns an error if a beginning
// cannot be played.
func (c *roundCounter) beginnings(game engine.Game) ([]Beginning, error) {
	var list []Beginning
	for _, b := range c.begun {
		p, err := game.Read(b.record.Start, b.record.Settings)
		for i := 0; i < len(b.record.Turns) && err == nil; i++ {
			err = playTurn(p, b.record.Turns[i])
		}
		if err != nil {
			return nil, fmt.Errorf("beginning %v: %w", b.record.Turns, err)
		}
		list = append(list, Beginning{engine.CanonicalHash(p), strings.Join(b.record.Turns, " "), b.scores})
	}
	return MergeBeginnings(list), nil
}

func playTurn(p engine.Position, text string) error {
	steps, err := engine.ParseTurn(p, text)
	for _, step := range steps {
		p.Play(step)
	}
	return err
}

// MergeBeginnings merges equal beginnings of games with the same rules, and sorts them, the most frequent first.
func MergeBeginnings(all []Beginning) (merged []Beginning) {
	indices := map[uint64]int{} // in merged, by key
	for _, b := range all {
		i, known := indices[b.Key]
		if !known {
			i = len(merged)
			indices[b.Key] = i
			merged = append(merged, Beginning{b.Key, b.Turns, map[float64]int{}})
		}
		merged[i].Turns = min(merged[i].Turns, b.Turns)
		for score, rounds := range b.scores {
			merged[i].scores[score] += rounds
		}
	}
	slices.SortFunc(merged, func(a, b Beginning) int {
		return cmp.Or(cmp.Compare(b.Rounds(), a.Rounds()), cmp.Compare(a.Turns, b.Turns), cmp.Compare(a.Key, b.Key))
	})
	return merged
}
