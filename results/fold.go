package results

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Fold counts finished games one by one, and returns the [Standings] of the games so far at any time. All games have
// the same number of seats. The games from one opening form a round, which the statistics take as one observation. The
// zero value is a fold without games.
type Fold struct {
	Distinct    int  // number of games with different moves; 0 if unknown
	RoundSize   int  // number of games in a complete round; 0 if it varies
	LeaveFaults bool // whether AddResult leaves out games that a player's fault ended

	kinds      []kind                // the different combinations of players and places in the games
	kindIndex  map[string]int32      // index in kinds; the key encodes players and places, see [Fold.indexOfKind]
	rounds     []round               // complete rounds; those with equal results are merged
	roundIndex map[string]int        // index in rounds; the key encodes the kinds of games, see [Fold.close]
	open       map[string]unfinished // rounds that may get more games, by name of their opening
	key        []byte                // buffer for the keys of kindIndex and roundIndex
	places     []int                 // buffer for the places of a game
	spare      []int32               // buffer of a closed round, for the kinds of the next one
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
	kinds []int32 // indices in Fold.kinds of the games that count, sorted
	count int     // number of openings with these results
}

// unfinished is a round to which games may be added.
type unfinished struct {
	kinds []int32 // indices in Fold.kinds of the games that count
	games int     // number of games so far, including those that do not count
}

// Seats returns the number of seats of every game; 0 before the first.
func (f *Fold) Seats() int {
	if len(f.kinds) == 0 {
		return 0
	}
	return len(f.kinds[0].players)
}

// Add counts a game. For an impossible game it returns an error and counts nothing.
func (f *Fold) Add(g Finished) error { return f.add(g, true /* counts */) }

// AddResult counts a game of a run. If LeaveFaults is set, a game that a fault ended does not count. It still belongs
// to its round, which may be complete with this game.
func (f *Fold) AddResult(r tournament.Result) error {
	g := Finished{r.Players, r.Outcome.Scores[:r.Outcome.Seats], r.Turns, r.Round()}
	counts := !f.LeaveFaults || !r.Faulted()
	return f.add(g, counts)
}

// add adds a game to the round of its opening. If counts is false, the round has one more game but no further result.
func (f *Fold) add(g Finished, counts bool) error {
	index, err := f.indexOfKind(g)
	if err != nil {
		return err
	}
	current := f.open[g.Opening]
	current.games++
	if counts {
		k := &f.kinds[index]
		k.games++
		if g.Turns > 0 {
			k.turns, k.timed = k.turns+g.Turns, k.timed+1
		}
		if current.kinds == nil {
			current.kinds, f.spare = f.spare, nil // nil, so that no other round takes the same buffer
		}
		current.kinds = append(current.kinds, index)
	}
	if g.Opening == "" || current.games == f.RoundSize { // a game without an opening is a round of its own
		delete(f.open, g.Opening)
		f.close(current.kinds)
		return nil
	}
	f.open[g.Opening] = current
	return nil
}

// Finish closes all rounds. It is called after the last game. Rounds stay open until then if RoundSize is 0. Closed
// rounds with equal results are merged, which saves memory and time.
func (f *Fold) Finish() {
	for _, r := range f.open {
		f.close(r.kinds)
	}
	clear(f.open)
}

// close adds the complete round of an opening, or merges it with an earlier round that has the same results.
func (f *Fold) close(kinds []int32) {
	if len(kinds) == 0 {
		return
	}
	slices.Sort(kinds)
	f.key = f.key[:0]
	for _, index := range kinds {
		f.key = binary.AppendUvarint(f.key, uint64(index))
	}
	i, known := f.roundIndex[string(f.key)]
	if !known {
		i = len(f.rounds)
		f.roundIndex[string(f.key)] = i
		f.rounds = append(f.rounds, round{kinds: slices.Clone(kinds)})
	}
	f.spare = kinds[:0]
	f.rounds[i].count++
}

// each visits every round that has results: the closed rounds, then the open ones in any order.
func (f *Fold) each(visit func(round)) {
	for _, r := range f.rounds {
		visit(r)
	}
	for _, r := range f.open {
		if len(r.kinds) > 0 {
			visit(round{kinds: r.kinds, count: 1})
		}
	}
}

// indexOfKind returns the index in f.kinds of a game's kind. It adds the kind if no earlier game had it.
func (f *Fold) indexOfKind(g Finished) (int32, error) {
	err := g.check(f.Seats())
	if err == nil {
		f.places, err = appendPlaces(f.places[:0], g.Scores)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", g.String(), err) // "%v" with g would move every g to the heap
	}
	f.key = f.key[:0]
	for seat, name := range g.Players {
		f.key = append(append(f.key, name...), 0, byte(f.places[seat]))
	}
	index, known := f.kindIndex[string(f.key)]
	if known {
		return index, nil
	}
	if f.kindIndex == nil {
		f.kindIndex, f.roundIndex, f.open = map[string]int32{}, map[string]int{}, map[string]unfinished{}
	}
	index = int32(len(f.kinds))
	f.kindIndex[string(f.key)] = index
	k := kind{players: slices.Clone(g.Players), places: slices.Clone(f.places)}
	for seat := range k.places {
		oneGame := tally{games: 1, doubledPlaces: k.doubledPlace(seat)}
		k.scores = append(k.scores, oneGame.points(len(k.places)))
	}
	f.kinds = append(f.kinds, k)
	return index, nil
}

// means returns the means of values from 0 to 1, such as scores, with a round as one observation. total returns the sum
// of the values of a game and their number.
func (f *Fold) means(total func(*kind) stats.Total) *stats.OpeningMeans {
	totals := make([]stats.Total, len(f.kinds))
	for i := range f.kinds {
		totals[i] = total(&f.kinds[i])
	}
	means := &stats.OpeningMeans{}
	f.each(func(r round) {
		all := stats.Total{}
		for _, k := range r.kinds {
			all.Sum, all.Games = all.Sum+totals[k].Sum, all.Games+totals[k].Games
		}
		means.AddMany(all, r.count)
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

// Rounds returns the number of openings. Each game without an opening counts as one.
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

// ReadAnchors reads fixed ratings from texts of the form PLAYER[=RATING], and returns them by player. The default
// rating is 0. Each player must have games in the fold or be among further.
func (f *Fold) ReadAnchors(texts, further []string) (map[string]float64, error) {
	anchors := map[string]float64{}
	known := slices.Concat(further, f.Players())
	plays := func(name string) bool { return slices.Contains(known, name) }
	for _, text := range texts {
		name, number := text, "0"
		if i := strings.LastIndex(text, "="); i >= 0 && !plays(text) { // a name may contain equals signs
			name, number = text[:i], text[i+1:]
		}
		if !plays(name) {
			return nil, fmt.Errorf("no player %q has games here; give a name from the standings", text)
		}
		value, err := strconv.ParseFloat(number, 64)
		if err != nil || !(math.Abs(value) <= rating.MostAnchor) {
			return nil, fmt.Errorf("%q: the rating %q is not a number between -%d and %[3]d; write PLAYER=RATING, "+
				"such as %[4]s=1500", text, number, rating.MostAnchor, name)
		}
		anchors[name] = value
	}
	return anchors, nil
}
