package host_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
)

// TestSamplesShowABoardInPlay checks that a sample has pieces on a board of the given size and is the same each time,
// and that it is the game's own picture without options.
func TestSamplesShowABoardInPlay(t *testing.T) {
	t.Parallel()
	sample := func(fields string) string {
		t.Helper()
		got, err := ask[struct{ Picture string }](t, `{"do":"sample",`+fields+`}`)
		if err != nil {
			t.Fatal(err)
		}
		return got.Picture
	}
	small := sample(`"game":"pit-of-pillars","options":{"size":"4"}`)
	if strings.Contains(small, ">e</text>") || !strings.Contains(small, ">d</text>") {
		t.Error("the board of size 4 has other files than a to d")
	}
	if empty, err := ask[view](t, `{"do":"view","game":"pit-of-pillars","options":{"size":"4"}}`); err != nil ||
		len(small) <= len(empty.Picture) {
		t.Errorf("the sample shows no more than the empty board (%v)", err)
	}
	if again := sample(`"game":"pit-of-pillars","options":{"size":"4"}`); again != small {
		t.Error("two samples of the same game differ")
	}
	for _, game := range games.All() {
		fields := `"game":"` + game.Name() + `"`
		own, err := ask[view](t, `{"do":"view",`+fields+`,"start":"`+
			game.(engine.IntroducedGame).Introduction().Picture+`"}`)
		if err != nil || sample(fields) != own.Picture {
			t.Errorf("%s: the sample is not the picture that introduces the game (%v)", game.Name(), err)
		}
	}
	if _, err := ask[any](t, `{"do":"sample","game":"go"}`); err == nil {
		t.Error("a game that is not known has a sample")
	}
}
