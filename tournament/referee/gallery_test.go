package referee_test

import (
	"slices"
	"testing"

	"pillars/search"
	"pillars/tournament/referee"
)

// TestGalleryRecordsWhenAsked plays a game while nobody looks, and one while somebody looks at every decision.
func TestGalleryRecordsWhenAsked(t *testing.T) {
	var gallery referee.Gallery
	window, looks, seen := gallery.Open(), false, []int(nil)
	look := func(int) (decision search.Decision, err error) {
		if looks {
			seen = append(seen, len(gallery.Look()[0].Record.Turns))
		}
		return decision, nil
	}
	m := match(6, nil, &scripted{flaw: look}, &scripted{flaw: look})
	m.shown = window
	m.play(t)
	if games := gallery.Look(); len(games) != 1 || len(games[0].Record.Turns) != 0 ||
		games[0].Identity != m.planned.Identity {
		t.Errorf("the game is recorded though nobody looked: %+v", games)
	}
	looks = true
	m.play(t)
	if !slices.Equal(seen, []int{0, 1, 2, 3, 4, 5}) {
		t.Errorf("the looks at decisions saw %v turns", seen)
	}
	if gallery.Close(window); len(gallery.Look()) > 0 {
		t.Error("a window that is closed shows a game")
	}
	(*referee.Gallery)(nil).Close((*referee.Gallery)(nil).Open())
}
