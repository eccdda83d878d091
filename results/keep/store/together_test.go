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
	var mutex sync.Mutex
	var group sync.WaitGroup
	ids, makers := map[string]bool{}, 0
	for range openers {
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
			mutex.Lock()
			defer mutex.Unlock()
			if ids[run.ID] = true; created {
				makers++
			}
		})
	}
	group.Wait()
	if len(ids) != 1 || makers != 1 {
		t.Errorf("%d who began together have %d runs, made by %d; want one, made by one", openers, len(ids), makers)
	}
}
