package store

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// threeRuns returns a store with a run tagged ladder, a later run of the same spec, and another run, with two games
// each.
func threeRuns(t *testing.T) (s *Store, runs [3]Run) {
	t.Helper()
	s = newStore(t)
	for i, run := range []Run{{Hash: "aaaa", Tags: []string{"ladder", "may"}}, {Hash: "aaaa"}, {Hash: "bbbb"}} {
		run.Kind, run.Spec = "tournament", "{}"
		made := newRun(t, s, run)
		for _, identity := range []string{"1v2/1/1", "1v2/1/2"} {
			appendAll(t, s, made.ID, gameFor(identity, "no stack left", 1, 0))
		}
		runs[i] = made
	}
	return s, runs
}

func TestTags(t *testing.T) {
	s, runs := threeRuns(t)
	ctx := t.Context()
	found := func(word, want string) {
		t.Helper()
		if run, err := s.Run(ctx, word); err != nil || run.ID != want {
			t.Errorf("%q is run %+v, error %v; want %s", word, run, err, want)
		}
	}
	found("ladder", "aaaa")
	found("bb", "bbbb")
	for _, tag := range []string{"", "a/b", "a b", "a\tb", "a\x1b", "-x", "a,b", "\xff", strings.Repeat("x", 61)} {
		if err := s.Tag(ctx, runs[2], tag); err == nil {
			t.Errorf("a run is tagged %q", tag)
		}
	}
	if err := s.Tag(ctx, runs[2], strings.Repeat("é", 60), "ladder", "aa"); err != nil {
		t.Error(err)
	}
	found("aaaa", "aaaa")
	found("aa", "bbbb")
	_, err := s.Run(ctx, "ladder")
	require.ErrorContains(t, err, "aaaa, bbbb")
}

// TestDeleted deletes the later of two runs of a spec, then the earlier one, and restores both.
func TestDeleted(t *testing.T) {
	s, runs := threeRuns(t)
	ctx := t.Context()
	found := func(id string) {
		t.Helper()
		run, err := s.FindRun(ctx, "aaaa")
		if err != nil || run.ID != id || run.Games != 2 {
			t.Errorf("run %+v, error %v: want %s", run, err, id)
		}
	}
	require.NoError(t, s.Delete(ctx, runs[1]))
	found("aaaa")
	require.NoError(t, s.Delete(ctx, runs[0]))
	for _, word := range []string{"aaaa", "aaaa-2", "aa", "ladder"} {
		if run, err := s.Run(ctx, word); !errors.Is(err, ErrDeleted) || run.ID == "" {
			t.Errorf("%s: run %+v, error %v; want ErrDeleted with the run", word, run, err)
		}
	}
	_, err := s.FindRun(ctx, "aaaa")
	require.ErrorContains(t, err, "restore aaaa-2")
	gone, err := s.Deleted(ctx)
	if err != nil || len(gone) != 2 || s.Restore(ctx, runs[2]) == nil {
		t.Errorf("deleted %+v, error %v; or a run that is not deleted is restored", gone, err)
	}
	require.NoError(t, s.Restore(ctx, gone[0]))
	if run, err := s.Run(ctx, "ladder"); err != nil || run.ID != "aaaa" {
		t.Errorf("run %v, error %v: want it restored with its tags", run, err)
	}
	require.NoError(t, s.Restore(ctx, gone[1]))
	found("aaaa-2")
}

// TestSignatures checks that equal signatures are stored once, and that different ones are refused.
func TestSignatures(t *testing.T) {
	s, runs := threeRuns(t)
	first := map[string]string{"alphabeta:nodes=3": "00000000000000aa", "ugi:./e --x": "b"}
	all := maps.Clone(first)
	all["mcts"] = "00000000000000cc"
	for _, signatures := range []map[string]string{first, all, first} {
		if err := s.Sign(t.Context(), runs[1], signatures); err != nil {
			t.Error(err)
		}
	}
	err := s.Sign(t.Context(), runs[1], map[string]string{"mcts": "00000000000000dd", "random": "e"})
	if !errors.Is(err, errSignature) {
		t.Errorf("error %v for another signature", err)
	}
	run, err := s.Run(t.Context(), runs[1].ID)
	var notes int
	counted := s.read.QueryRow("SELECT count(*) FROM notes WHERE kind = ?", noteSignature).Scan(&notes)
	if err != nil || counted != nil || !maps.Equal(run.signatures, all) || notes != len(all) {
		t.Errorf("run %+v, %d notes; errors %v, %v", run, notes, err, counted)
	}
}
