package referee_test

import (
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/referee"
)

// TestGalleryRecordsWhenAsked plays a game while nobody looks, and one while somebody looks at every decision.
func TestGalleryRecordsWhenAsked(t *testing.T) {
	rules := pile(t, 2, engine.Setting{Name: "pile", Value: "99"})
	var gallery referee.Gallery
	window := gallery.Open()
	looks := false
	var seen []int
	look := func(int) (decision search.Decision, err error) {
		if looks {
			for _, game := range gallery.Look() {
				seen = append(seen, len(game.Record.Turns))
			}
		}
		return decision, nil
	}
	m := match(6, []tournament.Control{{}, {}}, &scripted{flaw: look}, &scripted{flaw: look})
	play := func() {
		t.Helper()
		shown := referee.Referee{Rules: rules, Shown: window}
		if _, err := shown.Play(t.Context(), m.planned, m.players); err != nil {
			t.Fatal(err)
		}
	}
	play()
	if games := gallery.Look(); len(games) != 1 || len(games[0].Record.Turns) != 0 ||
		games[0].Identity != m.planned.Identity {
		t.Errorf("the game is recorded though nobody looked: %+v", games)
	}
	looks = true
	play()
	for i, turns := range seen {
		if turns != i {
			t.Fatalf("the looks at decisions saw %v turns", seen)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d looks saw a game", len(seen))
	}
	if gallery.Close(window); len(gallery.Look()) > 0 {
		t.Error("a window that is closed shows a game")
	}
	(*referee.Gallery)(nil).Close((*referee.Gallery)(nil).Open())
}
