package rating

import (
	"math"
	"reflect"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/estimate/stats"
)

// smallData calls visit with every selection of up to four games among three players (six seatings, three scores, in
// any order): as single games, as games from one opening and, for four games, as games from two openings.
func smallData(visit func(games []match)) {
	var kinds []match
	for first := range 3 {
		for second := range 3 {
			for _, score := range []float64{0, .5, 1} {
				if first != second {
					kinds = append(kinds, match{First: first, Second: second, Score: score})
				}
			}
		}
	}
	var extend func(games []match, from int)
	extend = func(games []match, from int) {
		visit(games)
		opened := make([]match, len(games))
		for i, g := range games {
			opened[i] = g
			opened[i].Opening = 1
		}
		visit(opened)
		if len(games) == 4 {
			opened[1].Opening, opened[2].Opening = 2, 2
			visit(opened)
			return
		}
		for k := from; k < len(kinds); k++ {
			extend(append(games[:len(games):len(games)], kinds[k]), k)
		}
	}
	extend(nil, 0)
}

func TestSmallDataGiveFiniteNumbers(t *testing.T) {
	n, stride := 0, enginetest.Count(8, 1)
	smallData(func(games []match) {
		if n++; len(games) > 3 && n%stride != 0 {
			return
		}
		table := tableOf(t, 3, games)
		r, err := Rate(table, Options{})
		if err != nil {
			t.Fatalf("%v: %v", games, err)
		}
		var places []placeGame
		for _, g := range games {
			places = append(places, placeGame{g.game().Players, g.game().Places, g.Opening})
		}
		checkPlaces(t, places, r)
		for _, e := range []stats.Estimate{r.Advantage, r.DrawRate, r.Difference(0, 1), r.Difference(2, 0)} {
			if e.Kind == stats.Bracketed && !(e.Low <= e.Value && e.Value <= e.High && e.Low < e.High) {
				t.Fatalf("%v: %+v", games, e)
			}
		}
		for a := range 3 {
			for b := range 3 {
				difference, e, _ := r.Compare(a, b)
				singles, pairs := table.Between(a, b)
				for _, x := range []any{difference, e, stats.Elo(singles), stats.Elo(pairs),
					stats.NormalizedElo(singles), stats.NormalizedElo(pairs), stats.LOS(singles), stats.LOS(pairs)} {
					if !finite(reflect.ValueOf(x)) {
						t.Fatalf("%v: players %d and %d: %+v", games, a, b, x)
					}
				}
			}
		}
	})
	if want := 2*7315 + 5985; n != want { // (18 + 4 over 4) selections, (18 + 3 over 4) of them of four games
		t.Errorf("%d selections, want %d", n, want)
	}
}

// finite reports whether no number within v is NaN or infinite.
func finite(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		return !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !finite(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !finite(v.Field(i)) {
				return false
			}
		}
	case reflect.Pointer:
		return v.IsNil() || finite(v.Elem())
	}
	return true
}
