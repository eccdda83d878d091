package session

import (
	"context"
	"errors"
	"testing"
	"time"

	"pillars/results/inplay"
)

// TestGamesInPlayAreShown looks at a game whose player waits, from outside; after the end nothing is left to see.
func TestGamesInPlayAreShown(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, nil, "waiting", "b")
	ticks := make(chan time.Time)
	c.shown.ticks = ticks
	ctx, stop := context.WithCancel(t.Context())
	if err := c.Enter(ctx, db); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := c.Play(ctx)
		ended <- err
	}()
	seen := func() bool {
		runs := inplay.Read(db.Path())
		return len(runs) == 1 && runs[0].Run == c.Run.ID && runs[0].Total == 6 && len(runs[0].Games) == 1 &&
			runs[0].Games[0].Options["size"] == "4" && len(runs[0].Games[0].Turns) > 4
	}
	for !seen() {
		ticks <- time.Time{} // which waits until what came of the tick before is written
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if runs := inplay.Read(db.Path()); len(runs) > 0 {
		t.Errorf("after the end: %+v", runs)
	}
}
