package rounds

import (
	"encoding/binary"
	"slices"

	"pillars/results/estimate/stats"
)

// MaxSeats is the most seats that a game in a [Fold] can have.
const MaxSeats = 8

// Tally counts rounds. It knows of a game only the number of its kind, and counts rounds with equal kinds together, so
// its size does not grow with the number of complete rounds. The zero value is empty.
type Tally struct {
	RoundSize int // number of games in a complete round; 0 if it varies

	open   Gatherer[int32] // rounds that may get more games
	closed []Counted       // complete rounds
	index  map[string]int  // index in closed; the key encodes the kinds of the games
	key    []byte          // buffer for the key
}

// Counted holds the kinds of the games of a round, sorted, and the number of openings whose games had the same kinds.
type Counted struct {
	Kinds []int32
	Count int
}

// Add adds a game of a kind to the round of its opening. A game without an opening is a round by itself.
func (t *Tally) Add(opening string, kind int32) {
	t.open.Size = t.RoundSize
	if round := t.open.Add(opening, kind); round != nil {
		t.close(round)
	}
}

// close counts a complete round whose games have the given kinds.
func (t *Tally) close(kinds []int32) {
	slices.Sort(kinds)
	t.key = t.key[:0]
	for _, k := range kinds {
		t.key = binary.AppendUvarint(t.key, uint64(k))
	}
	i, known := t.index[string(t.key)]
	if !known {
		if t.index == nil {
			t.index = map[string]int{}
		}
		i = len(t.closed)
		t.index[string(t.key)], t.closed = i, append(t.closed, Counted{Kinds: kinds})
	}
	t.closed[i].Count++
}

// Finish closes all rounds. It is called after the last game. If RoundSize is 0, all rounds stay open until then.
func (t *Tally) Finish() {
	for _, round := range t.open.Rest() {
		t.close(round)
	}
	t.open = Gatherer[int32]{}
}

// Each calls visit with every round: the closed rounds, then the open ones.
func (t *Tally) Each(visit func(Counted)) {
	for _, r := range t.closed {
		visit(r)
	}
	for _, kinds := range t.open.Rest() {
		visit(Counted{kinds, 1})
	}
}

// Fold counts finished games one by one, and equal games together. All games have the same number of seats. The zero
// value is a fold without games.
type Fold struct {
	Tally        // of the indices in Kinds
	Kinds []Kind // the different games so far

	kinds map[string]int32 // index in Kinds; the key encodes players and places
	key   []byte           // buffer for the key
}

// Kind counts the games with the same players in the same seats and the same places.
type Kind struct {
	Players []string  // by seat
	Places  []int     // by seat, from 1; tied seats have equal places
	Scores  []float64 // by seat: share of opponents placed behind, a tied one as half
	Games   int
}

// Seats returns the number of seats of every game; 0 before the first game.
func (f *Fold) Seats() int {
	if len(f.Kinds) == 0 {
		return 0
	}
	return len(f.Kinds[0].Players)
}

// Add adds a game to the round of its opening. A game without an opening is a round by itself.
func (f *Fold) Add(opening string, players []string, places []int) {
	i := f.kind(players, places)
	f.Kinds[i].Games++
	f.Tally.Add(opening, i)
}

// kind returns the index in f.Kinds of games with these players and places. It adds the kind if no earlier game had it.
func (f *Fold) kind(players []string, places []int) int32 {
	f.key = f.key[:0]
	for seat, name := range players {
		f.key = append(append(f.key, name...), 0, byte(places[seat]))
	}
	i, known := f.kinds[string(f.key)]
	if known {
		return i
	}
	if f.kinds == nil {
		f.kinds = map[string]int32{}
	}
	i = int32(len(f.Kinds))
	f.kinds[string(f.key)] = i
	k := Kind{Players: slices.Clone(players), Places: slices.Clone(places)}
	for seat := range players {
		k.Scores = append(k.Scores, Points(k.DoubledPlace(seat), 1, len(players)))
	}
	f.Kinds = append(f.Kinds, k)
	return i
}

// Means collects values from 0 to 1, such as scores, to estimate their mean over games. The games of a round together
// are one observation. The function total returns the sum and the number of the values in one game of a kind.
func (f *Fold) Means(total func(*Kind) stats.Total) (means stats.OpeningMeans) {
	totals := make([]stats.Total, len(f.Kinds))
	for i := range f.Kinds {
		totals[i] = total(&f.Kinds[i])
	}
	f.Each(func(r Counted) {
		all := stats.Total{}
		for _, k := range r.Kinds {
			all.Sum, all.Games = all.Sum+totals[k].Sum, all.Games+totals[k].Games
		}
		means.AddMany(all, r.Count)
	})
	return means
}

// Players returns the names of the players who have games, sorted.
func (f *Fold) Players() (names []string) {
	for _, k := range f.Kinds {
		names = append(names, k.Players...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Rounds returns the number of openings. Each game without an opening counts as one.
func (f *Fold) Rounds() (count int) {
	f.Each(func(r Counted) { count += r.Count })
	return count
}

// Games returns the number of games.
func (f *Fold) Games() (count int) {
	for _, k := range f.Kinds {
		count += k.Games
	}
	return count
}

// Around returns the number of seats ahead of the given seat and the number of seats level with it. The level seats are
// the seat itself and tied seats.
func (k *Kind) Around(seat int) (ahead, level int) {
	for _, place := range k.Places {
		switch {
		case place == k.Places[seat]:
			level++
		case place < k.Places[seat]:
			ahead++
		}
	}
	return ahead, level
}

// DoubledPlace returns twice the place of a seat. Level seats share the mean of the places from ahead+1 to ahead+level.
func (k *Kind) DoubledPlace(seat int) int {
	ahead, level := k.Around(seat)
	return (ahead + 1) + (ahead + level)
}

// Points returns the sum of a seat's scores in some games. doubledPlaces is twice the sum of the places of the seat. In
// a game of n seats, place p scores (n - p)/(n - 1).
func Points(doubledPlaces, games, seats int) float64 {
	return (float64(seats*games) - float64(doubledPlaces)/2) / float64(seats-1)
}
