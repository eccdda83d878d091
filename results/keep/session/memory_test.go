//go:build !race

package session

import (
	"database/sql"
	"path/filepath"
	"runtime"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// mostPerPair and mostBeside bound the memory of a session: mostPerPair bytes for each pair, and mostBeside bytes in
// addition. The draws of its opening and the record of its finished games take 4 bytes of a pair.
const mostPerPair, mostBeside = 6, 8 << 20

// TestMemoryOfManyPairs plays a run of many pairs, nearly all of which are stored already. The memory in use must stay
// below the bound.
func TestMemoryOfManyPairs(t *testing.T) {
	pairs := enginetest.Count(100_000, 1_000_000)
	before := inUse()
	check := func(when string) {
		if used := inUse() - before; used > int64(pairs*mostPerPair+mostBeside) {
			t.Errorf("%s of %d pairs %d bytes are in use", when, pairs, used)
		}
	}
	path := filepath.Join(t.TempDir(), "games.db")
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	many := func(s *tournament.Spec) {
		s.Options, s.Rounds = engine.Settings{{Name: "size", Value: "8"}}, pairs
	}
	c := newTrial(t, db, many, "random", "failing")
	check("after planning")
	run, err := db.CreateRun(t.Context(), store.Run{Hash: c.Spec.Hash(), Spec: c.Spec.String(), Total: c.Total(),
		Program: runner.Program()})
	require.NoError(t, err)
	const left = 10
	fillRun(t, path, run.ID, pairs-left)
	c.after = func(played int) {
		if played%left == 0 {
			check("while games are played")
		}
	}
	if p := c.play(t, db, 2*left, GoesOn); p.Done != 2*pairs || !p.Complete() {
		t.Errorf("the progress is %+v", p)
	}
	fold, err := catalog.Fold(t.Context(), db, nil, catalog.Source{Run: run.ID})
	if err != nil || fold.SeatScore(0).Games != 2*pairs {
		t.Errorf("%d games count in the end: %v", fold.SeatScore(0).Games, err)
	}
	check("in the end")
}

// inUse returns the number of bytes of memory in use.
func inUse() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// fillRun stores a number of pairs of a run of the players random and failing at once, without their moves.
func fillRun(t *testing.T, path, run string, pairs int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err == nil {
		_, err = db.Exec(`
			WITH RECURSIVE openings(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM openings WHERE n < ?),
				orders(o, players) AS (VALUES (1, '["random","failing"]'), (2, '["failing","random"]')),
				played AS (SELECT ? AS run, '1v2/' || n || '/' || o AS identity, '1v2/' || n AS pair, n, players,
					CASE (n * 7919 + o * 13) % 1009 % 3 WHEN 0 THEN '[1,0]' WHEN 1 THEN '[0,1]' ELSE '[0.5,0.5]' END
					AS scores FROM openings CROSS JOIN orders)
			INSERT INTO games (run, identity, pair, pairing, opening, players, scores, reason, fault, fault_seat,
				adjudicated, turns, finished, result_sum, record, thoughts, checksum)
			SELECT run, identity, pair, '1v2', n, players, scores, 'test', '', 0, '', 50, '2026-01-01T00:00:00Z',
				pillars_checksum(run, identity, pair, '1v2', n, players, scores, 'test', '', 0, '', 50,
				'2026-01-01T00:00:00Z'), '{}', '{}', pillars_checksum(run, identity, '{}', '{}') FROM played`, pairs,
			run)
	}
	require.NoError(t, err)
	require.NoError(t, db.Close())
}
