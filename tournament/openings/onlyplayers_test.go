package openings

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
)

// TestOnlyPlayersBook checks that a book whose lines have information is marked, that the mark is read back wherever it
// is, and that such a source cannot be used to measure seats.
func TestOnlyPlayersBook(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	entries := []Valued{{Opening: Opening{Turns: []string{"@b1"}}, Score: 12, Information: .934},
		{Opening: Opening{Turns: []string{"@b2", "@b3@c1"}}}}
	var book bytes.Buffer
	for _, c := range []struct {
		entries []Valued
		mark    string
	}{{entries, "#!only-players\n@b1 # +0.12, information 93 %\n"}, {entries[1:], "# header\n@b2 @b3@c1"}} {
		book.Reset()
		if err := WriteBook(&book, rules, []string{"header"}, c.entries); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(book.String(), c.mark) {
			t.Errorf("%q is not in the book:\n%s", c.mark, book.String())
		}
		source, err := ReadBook(&book, "b", rules)
		marked := len(c.entries) == 2
		if err != nil || source.OnlyPlayers != marked || (source.CheckSeats() != nil) != marked {
			t.Errorf("read %+v, error %v, of seats: %v", source, err, source.CheckSeats())
		}
	}
	for text, want := range map[string]bool{
		"@b1\r\n  #!only-players \r\n": true, "@b1 #!only-players": false, "# !only-players\n@b1": false,
		"#!only-players of some kind\n@b1": false,
	} {
		if source, err := ReadBook(strings.NewReader(text), "b", rules); err != nil || source.OnlyPlayers != want {
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
		last := 0
		valued, err := b.Values(t.Context(), rules, list, func(done, _ int) { last = done })
		if err != nil || last != len(list) || !reflect.DeepEqual(valued, found) {
			t.Errorf("%d workers: %d told, error %v,\n%v, want\n%v", b.Workers, last, err, valued, found)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Values(ctx, rules, list, func(int, int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a search that was cut short", err)
	}
	if _, err := b.Values(t.Context(), rules, []Opening{{Turns: []string{"@a1"}}}, nil); err == nil {
		t.Error("an opening that cannot be played was valued")
	}
}
