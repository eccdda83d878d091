package session

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/results/keep/keeptest"
	"pillars/tournament"
)

// TestRunGoesOn drains a run after its second game, continues it, extends it, and then asks for fewer rounds. The games
// equal those of an uninterrupted run.
func TestRunGoesOn(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	five := func(s *tournament.Spec) { s.Rounds = 5 }
	drained, drain := newTrial(t, db, nil, "random", "random b"), make(chan struct{})
	drained.Drain = drain
	drained.after = func(played int) {
		if played == 2 {
			close(drain)
		}
	}
	require.NoError(t, drained.Enter(t.Context(), db))
	p, err := drained.Play(t.Context()) // some more games may be in play
	if err != nil || p.Complete() || p.Done < 2 || p.Done > 5 || p.Total != 6 {
		t.Errorf("a drained run has the progress %+v, %v", p, err)
	}
	again := newTrial(t, db, nil, "random", "random b")
	again.Tags = []string{"ladder", "may"}
	if p := again.play(t, db, 6-p.Done, GoesOn); !p.Complete() || p.Done != 6 || len(again.Run.Tags) != 2 {
		t.Errorf("run %v that went on has the progress %+v", again.Run, p)
	}
	newTrial(t, db, nil, "random", "random b").play(t, db, 0, Done)
	if run, err := db.Run(t.Context(), "ladder"); err != nil || run.ID != again.Run.ID ||
		!slices.Equal(run.Tags, []string{"ladder", "may"}) {
		t.Errorf("run %+v, error %v: want the tags that it was given once", run, err)
	}
	extended := newTrial(t, db, five, "random", "random b")
	extended.play(t, db, 4, Extended)
	newTrial(t, db, nil, "random", "random b").play(t, db, 0, Done)
	fresh := newTrial(t, db, nil, "random", "random b")
	fresh.Fresh = true
	fresh.play(t, db, 6, Made)

	other := keeptest.Opened(t)
	whole := newTrial(t, other, five, "random", "random b")
	whole.Workers = 3
	whole.play(t, other, 10, Made)
	if got, want := moves(t, extended.Session), moves(t, whole.Session); !maps.Equal(got, want) {
		t.Errorf("bit by bit the games are\n%v\nat once\n%v", got, want)
	}
}

// TestChangedWeights checks that a run is not continued if the content of a file of weights has changed, and that a new
// run can be made.
func TestChangedWeights(t *testing.T) {
	t.Parallel()
	db, path := keeptest.Opened(t), filepath.Join(t.TempDir(), "weights.txt")
	layout := eval.NewLayout(enginetest.Rules(t, "pit-of-pillars", "size=4"))
	write := func(header string) {
		var text bytes.Buffer
		err := eval.WriteWeights(&text, layout, make([]eval.Weight, layout.Len()), header)
		require.NoError(t, errors.Join(err, os.WriteFile(path, text.Bytes(), 0o600)))
	}
	play := func(fresh bool) error {
		c := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 1 }, "greedy:weights="+path, "random")
		c.Fresh = fresh
		if err := c.Enter(t.Context(), db); err != nil {
			return err
		}
		_, err := c.Play(t.Context())
		return err
	}
	write("nothing")
	require.NoError(t, play(false))
	if err := play(false); err != nil {
		t.Errorf("the same weights: %v", err)
	}
	write("nothing else")
	if changed, refused := errors.AsType[ChangedWeightsError](play(false)); !refused ||
		!strings.HasSuffix(changed.player, path) {
		t.Errorf("other weights are not refused: %v", changed)
	}
	if err := play(true); err != nil {
		t.Errorf("other weights in a new run: %v", err)
	}
}
