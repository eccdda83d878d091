package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/search"
)

// ReadCounts parses whole numbers from 0, such as 1200 or 12k. Errors call the numbers by their names.
func ReadCounts(texts, names []string) ([]int, error) {
	const most = 1_000_000_000_000 // sums of such counts cannot overflow
	if len(texts) != len(names) {
		return nil, fmt.Errorf("%d counts given, but %d are needed: %s", len(texts), len(names),
			strings.Join(names, " "))
	}
	numbers := make([]int, len(texts))
	for i, text := range texts {
		n, err := strconv.Atoi(search.ExpandCount(text))
		switch {
		case err != nil || n < 0:
			return nil, fmt.Errorf("%s %q: must be a whole number, 0 or more", names[i], text)
		case n > most:
			return nil, fmt.Errorf("%s %q: must be at most %d", names[i], text, most)
		}
		numbers[i] = n
	}
	return numbers, nil
}

// ReadAnchors reads fixed ratings from texts of the form PLAYER[=RATING]; without a number, the rating is 0. The player
// must have games in the fold or be among further.
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
		rating, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, fmt.Errorf("%q: the rating %q is not a number; write PLAYER=RATING, such as %s=1500", text,
				number, name)
		}
		anchors[name] = rating
	}
	return anchors, nil
}
