package session

import (
	"maps"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/parallel"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
)

// sharded returns a session of one shard.
func sharded(t *testing.T, db *store.Store, part, of int) *trial {
	t.Helper()
	c := newTrial(t, db, nil, "greedy", "random")
	require.NoError(t, c.Take(parallel.Shard{Part: part, Of: of}))
	return c
}

// TestShardsOfARun plays the shards of a run into one file. Each shard counts its own games and is complete by itself;
// together they equal the run of a single process.
func TestShardsOfARun(t *testing.T) {
	db := keeptest.Opened(t)
	whole := newTrial(t, db, nil, "greedy", "random")
	whole.play(t, db, 6, Made)
	want := moves(t, whole.Session)
	db = keeptest.Opened(t)
	for part, event := range []EventKind{Made, GoesOn, GoesOn} {
		c := sharded(t, db, part+1, 3)
		p := c.play(t, db, 2, event)
		if p.Done != 2 || p.Total != 2 || c.Total() != 2 || !p.Complete() || c.Run.Total != 6 {
			t.Errorf("shard %d: progress %+v of %d, run %+v", part+1, p, c.Total(), c.Run)
		}
	}
	again := sharded(t, db, 2, 3)
	if p := again.play(t, db, 0, Done); p.Done != 2 || again.Run.Games != 2 {
		t.Errorf("a complete shard: %+v, %d games", p, again.Run.Games)
	}
	if got := moves(t, again.Session); !maps.Equal(got, want) {
		t.Errorf("shards play %v, one process %v", got, want)
	}
}

// TestShardsOfOtherPlayers checks the errors for a shard whose player decides differently than before, and for
// impossible shards.
func TestShardsOfOtherPlayers(t *testing.T) {
	db := keeptest.Opened(t)
	c := sharded(t, db, 1, 3)
	require.NoError(t, c.Enter(t.Context(), db))
	require.NoError(t, db.Sign(t.Context(), c.Run, map[string]string{"greedy": "00"}))
	_, err := c.Play(t.Context())
	if err == nil || !strings.Contains(err.Error(), "player greedy has signature ") || c.games > 0 {
		t.Errorf("%d games, error %v", c.games, err)
	}
	require.ErrorContains(t, c.Take(parallel.Shard{Part: 1, Of: 4}), "openings (3)")
}
