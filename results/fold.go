package results

import (
	"encoding/binary"
	"fmt"
	"slices"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Fold counts finished games as they come, and merges equal ones. It can return a [Standing] of the games so far at
// any time. All games have the same number of seats; [Game] defines their scores. The games from one opening are a
// round, which is one observation. The zero value is empty.
type Fold struct {
	OnlyPlayers bool // the openings say nothing about seats: they were chosen by what they tell about players
	Distinct    int  // games that differ move for move; 0 where that is not known
	RoundSize   int  // games of a round that is complete; 0 where that is not fixed
	LeaveFaults bool // games that a player's fault ended do not count

	kinds   []kind // of games that differ in players or places
	numbers map[string]int32
	rounds  []round
	closed  map[string]int    // places in rounds by the kinds of a round
	open    map[string]*round // by opening: of which further games may come
	key     []byte
}

// kind counts games of the same players in the same seats with the same places.
type kind struct {
	players      []string  // by seat
	places       []int     // by seat, from 1, equal in a tie, 0 where it is not known
	scores       []float64 // by seat: the share of opponents behind, of what is not known the mean of what it could be
	games        int
	turns, timed int // of the games whose length is known, and how many these are
}

// round holds the kinds of the games from one opening, sorted once it is closed, and the number of such openings.
type round struct {
	kinds []int32
	count int
	games int // so far, also those that do not count
}

// Seats returns the number of seats of every game; 0 before the first.
func (f *Fold) Seats() int {
	if len(f.kinds) == 0 {
		return 0
	}
	return len(f.kinds[0].players)
}

// Plays reports whether a player has games.
func (f *Fold) Plays(name string) bool { return slices.Contains(f.Players(), name) }

// Add counts a game. For an impossible game it fails and counts nothing.
func (f *Fold) Add(g Game) error { return f.add(g, true) }

// AddResult counts a game of a run, unless the rule for faults leaves it out. It closes the round with the last game
// of the opening.
func (f *Fold) AddResult(r tournament.Result) error {
	g := Game{r.Players, r.Outcome.Scores[:r.Outcome.Seats], r.Turns, r.Cluster()}
	return f.add(g, !f.LeaveFaults || !r.Faulted())
}

func (f *Fold) add(g Game, counts bool) error {
	numbers, err := f.number(g)
	if err != nil {
		return err
	}
	if f.open == nil {
		f.open = map[string]*round{}
	}
	at := f.open[g.Opening]
	if at == nil {
		at = &round{count: 1}
	}
	if at.games++; counts {
		f.kinds[numbers[0]].add(1, g.Turns)
		at.kinds = append(at.kinds, numbers[0])
	}
	if g.Opening != "" && at.games != f.RoundSize {
		f.open[g.Opening] = at
		return nil
	}
	delete(f.open, g.Opening)
	f.close(*at)
	return nil
}

// AddRounds counts openings with equal results: games are the games from one of them, count is their number. The
// turns of a game are the sum over all these openings; names of openings are ignored. For impossible results it fails
// and counts nothing.
func (f *Fold) AddRounds(games []Game, count int) error {
	if count < 0 {
		return fmt.Errorf("%d openings: give 0 or more", count)
	}
	numbers, err := f.number(games...)
	if err != nil || count == 0 {
		return err
	}
	for i, g := range games {
		f.kinds[numbers[i]].add(count, g.Turns)
	}
	f.close(round{kinds: numbers, count: count})
	return nil
}

func (k *kind) add(games, turns int) {
	k.games += games
	if turns > 0 {
		k.turns, k.timed = k.turns+turns, k.timed+games
	}
}

// close adds a round, merged with rounds of equal results.
func (f *Fold) close(r round) {
	if len(r.kinds) == 0 {
		return
	}
	slices.Sort(r.kinds)
	f.key = f.key[:0]
	for _, number := range r.kinds {
		f.key = binary.AppendUvarint(f.key, uint64(number))
	}
	i, known := f.closed[string(f.key)]
	switch {
	case known:
		f.rounds[i].count += r.count
		return
	case f.closed == nil:
		f.closed = map[string]int{}
	}
	f.closed[string(f.key)] = len(f.rounds)
	f.rounds = append(f.rounds, r)
}

// each calls visit with every round, open ones included.
func (f *Fold) each(visit func(round)) {
	for _, r := range f.rounds {
		visit(r)
	}
	for _, r := range f.open {
		if len(r.kinds) > 0 {
			visit(*r)
		}
	}
}

// number returns the number of the kind of each game, and creates new kinds. For an impossible game it fails before
// it creates any.
func (f *Fold) number(games ...Game) (numbers []int32, err error) {
	var buffer [rating.MaxSeats]int
	seats := f.Seats()
	made := slices.Repeat([][]int{nil}, len(games)) // places of the games of new kinds
	for i, g := range games {
		if err = g.check(seats); err != nil {
			return nil, fmt.Errorf("%v: %w", g, err)
		}
		places, err := appendPlaces(buffer[:0], g.Scores)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", g, err)
		}
		seats = len(places)
		number, known := f.numbers[string(f.keyOf(g.Players, places))]
		if !known {
			number, made[i] = -1, slices.Clone(places)
		}
		numbers = append(numbers, number)
	}
	for i, places := range made {
		if places == nil {
			continue
		}
		key := f.keyOf(games[i].Players, places)
		number, known := f.numbers[string(key)] // two of these games may be of one kind
		if !known {
			if f.numbers == nil {
				f.numbers = map[string]int32{}
			}
			number = int32(len(f.kinds))
			f.numbers[string(key)] = number
			f.kinds = append(f.kinds, newKind(games[i].Players, places))
		}
		numbers[i] = number
	}
	return numbers, nil
}

func (f *Fold) keyOf(players []string, places []int) []byte {
	f.key = f.key[:0]
	for seat, name := range players {
		f.key = append(append(f.key, name...), 0, byte(places[seat]))
	}
	return f.key
}

func newKind(players []string, places []int) kind {
	k := kind{players: slices.Clone(players), places: places}
	for seat := range places {
		k.scores = append(k.scores, tally{games: 1, halves: k.halves(seat)}.points(len(places)))
	}
	return k
}

// Mean returns the mean over all games of a number from 0 to 1, computed from the scores by seat, with its anytime
// interval at a level. Rounds are the observations.
func (f *Fold) Mean(level float64, number func(scores []float64) float64) stats.Estimate {
	return f.Means(func(_ []string, scores []float64) stats.Total {
		return stats.Total{Sum: number(scores), Games: 1}
	}).Estimate(level)
}

// Means returns the means over rounds of numbers from 0 to 1. The function of returns the sum of the numbers of one
// game, and their count.
func (f *Fold) Means(of func(players []string, scores []float64) stats.Total) *stats.OpeningMeans {
	return f.means(func(k *kind) stats.Total { return of(k.players, k.scores) })
}

func (f *Fold) means(of func(*kind) stats.Total) *stats.OpeningMeans {
	totals := make([]stats.Total, len(f.kinds))
	for i := range f.kinds {
		totals[i] = of(&f.kinds[i])
	}
	means := &stats.OpeningMeans{}
	f.each(func(r round) {
		sum := stats.Total{}
		for _, k := range r.kinds {
			sum.Sum, sum.Games = sum.Sum+totals[k].Sum, sum.Games+totals[k].Games
		}
		means.AddMany(sum, r.count)
	})
	return means
}

// Players lists the players who have games, in the order of their names.
func (f *Fold) Players() (names []string) {
	for _, k := range f.kinds {
		if k.games > 0 {
			names = append(names, k.players...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Tally counts the games of two seats by the score of the first seat.
func (f *Fold) Tally() (first stats.WDL) {
	for _, k := range f.kinds {
		first = first.Plus(stats.OneGame(k.scores[0]).Times(k.games))
	}
	return first
}

// Rounds returns the number of openings; a game by itself is one.
func (f *Fold) Rounds() (count int) {
	f.each(func(r round) { count += r.count })
	return count
}

// Games returns the number of games that count.
func (f *Fold) Games() (count int) {
	for _, k := range f.kinds {
		count += k.games
	}
	return count
}
