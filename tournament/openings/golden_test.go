package openings

import (
	"fmt"
	"hash/fnv"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestOpeningsStay checks that a seed always draws the same openings, because stored runs continue with them.
func TestOpeningsStay(t *testing.T) {
	for _, c := range []struct {
		game, option string
		want         uint64
	}{
		{"pit-of-pillars", "size=5", 0xcbd34caaeca7a12b},
		{"pilastri", "size=4", 0xcef084fbf2b50428},
		{"pylyx", "size=6", 0x477b6dc683ff86f7},
		{"pit", "players=3", 0x929b30812bd02611},
	} {
		rules := enginetest.Rules(t, c.game, c.option)
		digest := fnv.New64a()
		for _, source := range []Source{
			{}, {Turns: 3}, {Kind: SetUps}, {Kind: None},
			{Kind: All, Turns: 1},
		} {
			if source.Kind == All && c.game == "pylyx" {
				continue // too many set-ups to list
			}
			list, err := first(rules, 5, source, 4)
			fmt.Fprintln(digest, list, err)
		}
		if got := digest.Sum64(); got != c.want {
			t.Errorf("%s %s: digest %#x", c.game, c.option, got)
		}
	}
}

// TestLongLists checks that openings that a list makes when they are needed are those that draws one by one give, also
// after rejected draws.
func TestLongLists(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	const n = compared + 1000
	source := Source{Turns: 4}
	list, err := NewList(rules, 5, source, n)
	if err != nil || list.Len() != n {
		t.Fatalf("%d openings, %v", list.Len(), err)
	}
	drawer, err := newDrawer(rules, 5, source)
	require.NoError(t, err)
	rejected := 0
	for i := range n {
		if h, err := drawer.draw(i, maxAttempts); err != nil || !sameOpening(list.At(i), openingOf(h)) {
			t.Fatalf("opening %d is %v; drawn one by one it is %v (%v)", i, list.At(i), openingOf(h), err)
		}
		if _, err := drawer.draw(i, 1); err != nil {
			rejected++
		}
	}
	if rejected == 0 {
		t.Error("no draw was rejected")
	}
}
