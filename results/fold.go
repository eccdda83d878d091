package results

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/rounds"
)

// Fold counts finished games one by one. At any time it can return the [Standings] of the games so far. All games have
// the same number of seats. The games from one opening form a round, which the statistics take as one observation. The
// zero value is a fold without games.
type Fold struct {
	rounds.Fold
	Distinct int // number of games with different moves; 0 if unknown

	places []int // buffer for the places of a game
}

// Add counts a game. For an impossible game it returns an error and counts nothing.
func (f *Fold) Add(g Finished) error {
	err := g.check(f.Seats())
	if err == nil {
		f.places, err = appendPlaces(f.places[:0], g.Scores)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", g.String(), err) // "%v" with g would move every g to the heap
	}
	f.Fold.Add(g.Opening, g.Players, f.places)
	return nil
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
