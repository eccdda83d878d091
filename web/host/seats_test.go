package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestManySeatsHavePlaces plays random games with three and four seats. It checks that the view agrees with the text of
// the position on the seats that are out and their places, and that it has the next seat, the seats that the turn
// eliminated, and at the end all places.
func TestManySeatsHavePlaces(t *testing.T) {
	t.Parallel()
	for n := range uint64(6) {
		seats := fmt.Sprint(3 + n%2)
		h := engine.NewHistory(enginetest.Rules(t, "pit", "players="+seats).Start())
		for random := engine.NewRandom(n); !h.Outcome().Over(); {
			require.NoError(t, h.Play(engine.RandomStep(h.Position(), random)))
		}
		turns := engine.Turns(h.Start(), h.Steps())
		for i := range len(turns) + 1 {
			v, err := ask[view](t, map[string]any{"do": "view", "game": "pit",
				"options": map[string]string{"players": seats}, "turns": turns[:i]})
			if err != nil || v.Result == nil != (i < len(turns)) {
				t.Fatalf("turn %d of %d: %+v, %v", i, len(turns), v, err)
			}
			checkPlaces(t, v, placesIn(v.Position))
		}
	}
}

// placesIn returns the places of the seats in the text of a position of Pit: 0 for a seat still in the game.
func placesIn(position string) []int {
	var places []int
	for reserve := range strings.SplitSeq(strings.Fields(position)[3], "/") {
		place := 0
		if out, is := strings.CutPrefix(reserve, "x"); is {
			place = int(out[0] - '0')
		}
		places = append(places, place)
	}
	return places
}

func checkPlaces(t *testing.T, v view, places []int) {
	t.Helper()
	if v.Result == nil {
		next := (v.Seat + 1) % len(places)
		for places[next] > 0 {
			next = (next + 1) % len(places)
		}
		if !slices.Equal(v.Places, places) || v.Next == nil || *v.Next != next {
			t.Errorf("%s: places %v, next %v", v.Position, v.Places, v.Next)
		}
		return
	}
	places = slices.Clone(places)
	if last := slices.Index(places, 0); last >= 0 {
		places[last] = 1
	}
	first, second := v.Seats[slices.Index(places, 1)]+" wins", v.Seats[slices.Index(places, 2)]+" second"
	if !slices.Equal(v.Places, places) || !strings.HasPrefix(v.Result.Words, first) ||
		!strings.Contains(v.Result.Words, second) {
		t.Errorf("%s: places %v, %s instead of %v", v.Position, v.Places, v.Result.Words, places)
	}
}
