package results

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/results/rating"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/tournament"
)

// Game is what a [Standing] needs to know of a finished game. A score is the share of opponents placed behind.
//
// Ties split: each of the tied scores half a win against each of the others, so that all scores together are half the
// number of seats. Where several seats have the score 0, which no tie gives, their order is not known; so 1, 0, 0 is a
// game of which only the winner is known.
type Game struct {
	Players []string  // by seat
	Scores  []float64 // by seat, 0 to 1
	Turns   int       // 0 where it is not known
	Opening string    // names the opening, which games of any players share; empty for a game by itself
}

// String names the players.
func (g Game) String() string {
	names := make([]string, len(g.Players))
	for i, name := range g.Players {
		names[i] = fmt.Sprintf("%q", name)
	}
	return "(" + strings.Join(names, " against ") + ")"
}

// check refuses what is no game of so many seats; 0 seats are any number.
func (g Game) check(seats int) error {
	n := len(g.Players)
	switch {
	case n < 2:
		return fmt.Errorf("%d players: give 2 or more", n)
	case seats > 0 && n != seats:
		return fmt.Errorf("%d players, but game 1 has %d: make a standing of games with one number of seats", n, seats)
	case slices.Contains(g.Players, ""):
		return fmt.Errorf("seat %d has a player without a name: name all", 1+slices.Index(g.Players, ""))
	case len(g.Scores) != n:
		return fmt.Errorf("%d scores for %d players: give one for each seat", len(g.Scores), n)
	case g.Turns < 0:
		return fmt.Errorf("%d turns: give 0 or more", g.Turns)
	}
	return nil
}

// scoreSlack is how far a score may be from its fraction: thirds have no exact decimals.
const scoreSlack = 1e-3

// appendPlaces appends the place of every seat from 1, equal in a tie, 0 where it is not known. It fails on scores that
// no game has.
func (g Game) appendPlaces(places []int) ([]int, error) {
	for seat, score := range g.Scores {
		behind, ahead, level := 0, 0, -1 // other seats with a lower score, a higher one, and the same
		for _, other := range g.Scores {
			switch {
			case other < score:
				behind++
			case other > score:
				ahead++
			default:
				level++
			}
		}
		want := (float64(behind) + float64(level)/2) / float64(len(g.Scores)-1)
		if unknown := ahead > 0 && behind == 0 && level > 0; unknown && score == 0 {
			places = append(places, 0)
			continue
		}
		if !(math.Abs(score-want) <= scoreSlack) {
			return nil, fmt.Errorf("score %v of seat %d among %v: give the share of opponents placed behind, "+
				"ties as halves, here %.4g", score, seat+1, g.Scores, want)
		}
		places = append(places, ahead+1)
	}
	return places, nil
}

// Fold gathers what games say about their players as they come: a [Standing] of all so far can be had at any time. All
// games have the same number of seats. Of games of two seats it keeps only those from shared openings.
type Fold struct {
	Distinct    int  // games that differ move for move; 0 where that is not known
	OnlyPlayers bool // the openings say nothing about seats: they were chosen by what they tell about players

	seats    int      // of every game; 0 before the first
	names    []string // of players, by number, in the order in which they came
	players  map[string]int
	openings map[string]int
	met      map[[2]int]bool // of a player and an opening that is named
	last     int             // number of an opening

	two      *rating.Results    // games of two seats
	more     []rating.PlaceGame // games of more
	byPlayer []tally
	bySeat   []tally
	means    []stats.OpeningMeans // of scores, by seat; of two seats the first's alone
	ahead    stats.OpeningMeans   // of more: comparisons of seats of the first two players, 1 where the first is ahead
	partial  int                  // games of which not all places are known

	numbers, places []int // of the game at hand
}

// NewFold is an empty fold.
func NewFold() *Fold {
	return &Fold{players: map[string]int{}, openings: map[string]int{}, met: map[[2]int]bool{},
		two: rating.NewResults(0)}
}

// Plays reports whether a player has games.
func (f *Fold) Plays(name string) bool {
	_, ok := f.players[name]
	return ok
}

// Seats is the number of seats of every game; 0 before the first.
func (f *Fold) Seats() int { return f.seats }

func (f *Fold) player(name string) int {
	number, ok := f.players[name]
	if !ok {
		number = len(f.names)
		f.players[name] = number
		f.names = append(f.names, name)
		f.byPlayer = append(f.byPlayer, tally{})
		f.two.Grow(number + 1)
	}
	return number
}

// Add counts a game. It fails, and counts nothing, on a game that cannot be.
func (f *Fold) Add(g Game) error {
	if g.Opening == "" {
		return f.AddOpenings([]Game{g}, 1)
	}
	if err := f.check([]Game{g}); err != nil {
		return err
	}
	game := f.count(g, 1)
	for seat := range f.means {
		f.means[seat].Add(g.Opening, score(f.places, seat))
	}
	f.ahead.AddTotal(g.Opening, f.compared())
	if f.openings[g.Opening] == 0 {
		f.last++
		f.openings[g.Opening] = f.last
	}
	game.Opening = f.openings[g.Opening]
	for _, p := range f.numbers {
		if at := [2]int{p, game.Opening}; !f.met[at] {
			f.met[at] = true
			f.byPlayer[p].openings++
		}
	}
	if f.seats == 2 {
		return f.two.Add(game)
	}
	f.keep(game.Opening)
	return nil
}

// Finish says that no further game comes from an opening: it is kept with those from which games had equal results.
func (f *Fold) Finish(opening string) {
	number := f.openings[opening]
	if number == 0 {
		return // it has no games that count
	}
	delete(f.openings, opening)
	for player := range f.names {
		delete(f.met, [2]int{player, number})
	}
	for seat := range f.means {
		f.means[seat].Finish(opening)
	}
	f.ahead.Finish(opening)
	f.two.Finish(number)
}

// AddOpenings counts openings from which games had equal results: all games from one of them, and their number. Turns
// are those of a game from all the openings together; names of openings do not count. It fails, and counts nothing, on
// results that cannot be.
func (f *Fold) AddOpenings(games []Game, count int) error {
	if count < 0 {
		return fmt.Errorf("%d openings: give 0 or more", count)
	}
	if err := f.check(games); err != nil || count == 0 || len(games) == 0 {
		return err
	}
	two := make([]rating.Duel, len(games))
	totals, ahead := make([]stats.Total, len(games[0].Players)), stats.Total{}
	met := map[int]bool{}
	for i, g := range games {
		two[i] = f.count(g, count)
		for _, p := range f.numbers {
			met[p] = true
		}
		for seat := range f.means {
			totals[seat].Games++
			totals[seat].Sum += score(f.places, seat)
		}
		compared := f.compared()
		ahead.Sum, ahead.Games = ahead.Sum+compared.Sum, ahead.Games+compared.Games
		for k := 1; k <= count && f.seats > 2; k++ {
			f.keep(f.last + k)
		}
	}
	f.last += count
	for p := range met {
		f.byPlayer[p].openings += count
	}
	for seat := range f.means {
		f.means[seat].AddMany(totals[seat], count)
	}
	f.ahead.AddMany(ahead, count)
	if f.seats == 2 {
		return f.two.AddOpenings(two, count)
	}
	return nil
}

func (f *Fold) check(games []Game) (err error) {
	seats := f.seats
	for _, g := range games {
		if err = g.check(seats); err == nil {
			f.places, err = g.appendPlaces(f.places[:0])
		}
		if err != nil {
			return fmt.Errorf("%v: %w", g, err)
		}
		seats = len(g.Players)
	}
	return nil
}

// count adds so many games like one that was checked to what is known of players and seats. The game is then at hand;
// as one of two seats it is returned.
func (f *Fold) count(g Game, count int) rating.Duel {
	if f.seats == 0 {
		f.seats = len(g.Players)
		f.bySeat = make([]tally, f.seats)
		f.means = make([]stats.OpeningMeans, f.seats)
		if f.seats == 2 {
			f.means = f.means[:1]
		}
	}
	f.numbers = f.numbers[:0]
	for _, name := range g.Players {
		f.numbers = append(f.numbers, f.player(name))
	}
	f.places, _ = g.appendPlaces(f.places[:0])
	if slices.Contains(f.places, 0) {
		f.partial += count
	}
	for seat, player := range f.numbers {
		halves, wins := shared(f.places, seat)
		one := tally{games: count, turns: g.Turns, halves: count * halves, wins: count * wins}
		if f.seats == 2 || g.Turns > 0 {
			one.timed = count
		}
		if f.seats == 2 {
			one.wdl = stats.OneGame(score(f.places, seat)).Times(count)
		}
		f.byPlayer[player].add(one)
		f.bySeat[seat].add(one)
	}
	return rating.Duel{First: f.numbers[0], Second: f.numbers[1], Score: score(f.places, 0)}
}

// keep keeps the game at hand, of more than two seats.
func (f *Fold) keep(opening int) {
	f.more = append(f.more, rating.PlaceGame{Players: slices.Clone(f.numbers), Places: slices.Clone(f.places),
		Opening: opening})
}

// SeatScore is what a seat scored: the mean with its anytime interval. The openings are the observations. Of openings
// that say nothing about seats the estimate is absent.
type SeatScore struct {
	stats.Estimate
	points   float64
	Games    int
	openings int // a game by itself is one
	Distinct int // games that differ move for move; 0 where that is not known
}

// SeatScore is that of the first seat or, with more than two, of any.
func (f *Fold) SeatScore(seat int) SeatScore {
	if f.seats == 0 {
		return SeatScore{}
	}
	means := &f.means[seat]
	t := f.bySeat[seat]
	if f.OnlyPlayers {
		return SeatScore{points: t.points(f.seats), Games: t.games, openings: means.Openings(), Distinct: f.Distinct}
	}
	return SeatScore{means.Estimate(.95), t.points(f.seats), t.games, means.Openings(), f.Distinct}
}

// String says what the seat scored in how many games.
func (s SeatScore) String() string {
	if s.Games > 0 && !s.HasValue() {
		return "not told, since the openings were chosen by what they tell about players"
	}
	return fmt.Sprintf("scores %s (%s .. %s at 95 %%, at any time) in %s%s", percent(s.Value), percent(s.Low),
		percent(s.High), tournament.Counted(s.Games, "game"), s.observed())
}

// observed is what the games are as observations, in brackets, as far as it is known.
func (s SeatScore) observed() string {
	if s.openings == s.Games && s.Distinct == 0 {
		return ""
	}
	repeats := ""
	switch n := s.Games - s.Distinct; {
	case n == 0:
		repeats = ", no repeats"
	case s.Distinct > 0:
		repeats = fmt.Sprintf(", %s repeating another", tournament.Counted(n, "game"))
	}
	return fmt.Sprintf(" (%s%s)", tournament.Counted(s.openings, "opening"), repeats)
}

// MarshalJSON writes the numbers by name; what is not known is null.
func (s SeatScore) MarshalJSON() ([]byte, error) {
	score, low, high := s.Numbers()
	return json.Marshal(table.Object("games", s.Games, "points", s.points, "score", score, "low", low, "high", high,
		"openings", s.openings, "distinct", s.distinct()))
}

func (s SeatScore) distinct() any { return known(float64(s.Distinct), s.Distinct > 0) }

// wholeWin is a win in the parts that divide it evenly among any number of the tied, up to [rating.MaxSeats].
const wholeWin = 840

// tally adds up in whole numbers, so that the order of the games does not matter to the last bit.
type tally struct {
	wdl          stats.WDL // of games of two seats
	games        int
	turns, timed int // of games whose length is known, and how many these are
	halves       int // twice the sum of places
	wins         int // in parts of wholeWin
	openings     int // of a player's games; a game by itself is one
}

func (t *tally) add(u tally) {
	t.wdl = t.wdl.Plus(u.wdl)
	t.games += u.games
	t.turns += u.turns
	t.timed += u.timed
	t.halves += u.halves
	t.wins += u.wins
}

// shared is twice the mean of the places that a seat shares with those that are tied with it or of the same unknown
// order, and its part of the win.
func shared(places []int, seat int) (halves, wins int) {
	ahead, level := 0, 0
	for _, place := range places {
		switch {
		case place == places[seat]:
			level++
		case place > 0 && (place < places[seat] || places[seat] == 0):
			ahead++
		}
	}
	if ahead == 0 {
		wins = wholeWin / level
	}
	return 2*ahead + level + 1, wins
}

// score is the share of opponents placed behind a seat, of what is not known the mean of what it could be.
func score(places []int, seat int) float64 {
	halves, wins := shared(places, seat)
	return tally{games: 1, halves: halves, wins: wins}.points(len(places))
}

func (t tally) points(seats int) float64 {
	if t.games == 0 {
		return 0
	}
	return (float64(seats*t.games) - float64(t.halves)/2) / float64(seats-1)
}

func (t tally) firsts() float64 { return float64(t.wins) / wholeWin }
