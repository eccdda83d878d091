package openings

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
)

// TestOnlyPlayersBook checks that the mark of books for players only is read wherever it is, and that such a source
// cannot be used to measure seats.
func TestOnlyPlayersBook(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	for text, want := range map[string]bool{
		"@b1\r\n  #!only-players \r\n": true, "@b1 #!only-players": false, "# !only-players\n@b1": false,
		"#!only-players of some kind\n@b1": false,
	} {
		if source, err := ReadBook(strings.NewReader(text), "b", rules); err != nil || source.OnlyPlayers != want ||
			(source.CheckSeats() != nil) != want {
			t.Errorf("%q: only players %v, error %v", text, source.OnlyPlayers, err)
		}
	}
	if err := (Source{Turns: 2, OnlyPlayers: true}).Check(); err == nil {
		t.Error("random openings for players only were accepted")
	}
}

// TestValuesOfOpenings checks that the values of openings are the same as in the search for balanced openings, in the
// order of the list.
func TestValuesOfOpenings(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	b := balanced(rules, 12)
	found, _, err := b.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(found)
	var list []Opening
	for i := range found {
		list, found[i].Draw = append(list, found[i].Opening), i+1
	}
	for b.Workers = 1; b.Workers < 4; b.Workers += 2 {
		valued, err := b.Values(t.Context(), rules, list)
		if err != nil || !reflect.DeepEqual(valued, found) {
			t.Errorf("%d workers: error %v,\n%v, want\n%v", b.Workers, err, valued, found)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Values(ctx, rules, list); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a search that was cut short", err)
	}
	if _, err := b.Values(t.Context(), rules, []Opening{{Turns: []string{"@a1"}}}); err == nil {
		t.Error("an opening that cannot be played was valued")
	}
}
