package store

import (
	"path/filepath"
	"sync"
	"testing"
)

// TestThoseWhoBeginTogetherShareARun opens one file several times, as processes that start at the same moment do, and
// checks that all use the same run.
func TestThoseWhoBeginTogetherShareARun(t *testing.T) {
	plan, err := planned(1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games.db")
	const openers = 8
	var ids, makers sync.Map
	var group sync.WaitGroup
	for opener := range openers {
		group.Go(func() {
			s, err := Open(path)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			run, created, err := s.FindOrCreateRun(t.Context(), runOf(plan))
			if err != nil || run.Spec != plan.Spec.String() {
				t.Errorf("run %+v, error %v", run, err)
			}
			ids.Store(run.ID, true)
			if created {
				makers.Store(opener, true)
			}
		})
	}
	group.Wait()
	if runs, made := size(&ids), size(&makers); runs != 1 || made != 1 {
		t.Errorf("%d who began together have %d runs, made by %d; want one, made by one", openers, runs, made)
	}
}

func size(m *sync.Map) int {
	n := 0
	m.Range(func(any, any) bool {
		n++
		return true
	})
	return n
}
