package results

import (
	"encoding/binary"
	"fmt"
	"slices"

	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Fold counts finished games one by one and can return the [Standings] of the games so far. All games have the
// same number of seats. The games from one opening form a round, which the statistics take as one observation. The zero
// value is a fold without games.
type Fold struct {
	OnlyPlayers bool // the openings were chosen to compare players, so the seats' scores are not estimated
	Distinct    int  // number of games with different moves; 0 if unknown
	RoundSize   int  // number of games in a complete round; 0 if it varies
	LeaveFaults bool // AddResult does not count games that a player's fault ended

	kinds   []kind           // the distinct results of games
	numbers map[string]int32 // index in kinds, by [Fold.keyOf]
	rounds  []round
	closed  map[string]int    // index in rounds, by the sorted kinds of the round
	open    map[string]*round // unfinished rounds, by opening
	key     []byte            // buffer for the keys of maps
}

// kind counts the games with the same players in the same seats and the same places.
type kind struct {
	players []string  // by seat
	places  []int     // by seat, from 1; tied seats have equal places, and unknown places are 0
	scores  []float64 // by seat: share of opponents placed behind; averaged over the possible orders of unknown places
	games   int
	turns   int // total length of the games with a known length
	timed   int // number of games with a known length
}

// round holds the results of the games from one opening. Rounds with equal results are merged.
type round struct {
	kinds []int32  // index in Fold.kinds of each game that counts; sorted when the round is closed
	count int      // number of openings with these results
	games int      // number of games so far, including those that do not count
	names []string // names of these openings that have one
}

// Seats returns the number of seats of every game; 0 before the first.
func (f *Fold) Seats() int {
	if len(f.kinds) == 0 {
		return 0
	}
	return len(f.kinds[0].players)
}

// Plays reports whether the player with the given name has games.
func (f *Fold) Plays(name string) bool { return slices.Contains(f.Players(), name) }

// Add counts a game. For an impossible game it returns an error and counts nothing.
func (f *Fold) Add(g Game) error { return f.add(g, true) }

// AddResult counts a game of a run. If LeaveFaults is set, a game that a fault ended only helps to complete its round.
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
	current := f.open[g.Opening]
	if current == nil {
		if current = (&round{count: 1}); g.Opening != "" {
			current.names = []string{g.Opening}
		}
	}
	current.games++
	if counts {
		f.kinds[numbers[0]].add(1, g.Turns)
		current.kinds = append(current.kinds, numbers[0])
	}
	if complete := g.Opening == "" || current.games == f.RoundSize; !complete {
		f.open[g.Opening] = current
		return nil
	}
	delete(f.open, g.Opening)
	f.close(*current)
	return nil
}

// AddRounds counts a number of openings with equal results. games holds the games from one of these openings, except
// that Turns is the sum over all of them and Opening is ignored. names holds names of these openings, if they have any.
// Impossible results are an error.
func (f *Fold) AddRounds(games []Game, count int, names ...string) error {
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
	f.close(round{kinds: numbers, count: count, names: names})
	return nil
}

func (k *kind) add(games, turns int) {
	k.games += games
	if turns > 0 {
		k.turns, k.timed = k.turns+turns, k.timed+games
	}
}

// close adds a complete round. It merges the round with an earlier one of the same results.
func (f *Fold) close(r round) {
	if len(r.kinds) == 0 {
		return
	}
	slices.Sort(r.kinds)
	f.key = f.key[:0]
	for _, number := range r.kinds {
		f.key = binary.AppendUvarint(f.key, uint64(number))
	}
	if i, known := f.closed[string(f.key)]; known {
		f.rounds[i].count += r.count
		f.rounds[i].names = append(f.rounds[i].names, r.names...)
		return
	}
	if f.closed == nil {
		f.closed = map[string]int{}
	}
	f.closed[string(f.key)] = len(f.rounds)
	f.rounds = append(f.rounds, r)
}

// each calls visit with every round that has games, also with unfinished rounds.
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

// number returns the index in f.kinds of each game's kind, and creates missing kinds. It checks all games first: for an
// impossible game it returns an error and creates no kind.
func (f *Fold) number(games ...Game) ([]int32, error) {
	seats := f.Seats()
	var places []int // of all games, one game after the other
	for _, g := range games {
		err := g.check(seats)
		if err == nil {
			places, err = appendPlaces(places, g.Scores)
		}
		if err != nil {
			return nil, fmt.Errorf("%v: %w", g, err)
		}
		seats = len(g.Players)
	}
	numbers := make([]int32, len(games))
	for i, g := range games {
		numbers[i] = f.kindNumber(g.Players, places[i*seats:(i+1)*seats])
	}
	return numbers, nil
}

// kindNumber returns the index in f.kinds of the kind with these players and places, which it creates if necessary.
func (f *Fold) kindNumber(players []string, places []int) int32 {
	key := f.keyOf(players, places)
	number, known := f.numbers[string(key)]
	if known {
		return number
	}
	if f.numbers == nil {
		f.numbers = map[string]int32{}
	}
	number = int32(len(f.kinds))
	f.numbers[string(key)] = number
	f.kinds = append(f.kinds, newKind(players, slices.Clone(places)))
	return number
}

// keyOf returns the key in f.numbers of the kind with these players and places. The next call overwrites it.
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

// Mean returns the mean of number over all games, with its anytime interval at the given confidence level. The function
// number maps the scores of a game, by seat, to a value from 0 to 1. Each round is one observation.
func (f *Fold) Mean(level float64, number func(scores []float64) float64) stats.Estimate {
	return f.Means(func(_ []string, scores []float64) stats.Total {
		return stats.Total{Sum: number(scores), Games: 1}
	}).Estimate(level)
}

// Means returns the mean of each round over values from 0 to 1. The function of returns the sum of the values that one
// game contributes, and how many they are.
func (f *Fold) Means(of func(players []string, scores []float64) stats.Total) *stats.OpeningMeans {
	return f.means(func(k *kind) stats.Total { return of(k.players, k.scores) })
}

// means is like [Fold.Means], with a function of the kind of a game.
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

// Players returns the names of the players who have games, sorted.
func (f *Fold) Players() (names []string) {
	for _, k := range f.kinds {
		if k.games > 0 {
			names = append(names, k.players...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Tally returns the wins, draws and losses of the first seat. It is meant for games of two seats.
func (f *Fold) Tally() (first stats.WDL) {
	for _, k := range f.kinds {
		first = first.Plus(stats.OneGame(k.scores[0]).Times(k.games))
	}
	return first
}

// Rounds returns the number of openings, where each game without an opening counts as one.
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
