package server

import (
	"context"
	"net/http"
	"runtime"
	"testing"
	"time"
)

// TestClosedTabsLeaveNothing opens streams and searches and closes them, and wants no goroutine of theirs to go on.
func TestClosedTabsLeaveNothing(t *testing.T) {
	path, _ := played(t)
	s := serve(t, Config{Database: path})
	visit := func() {
		ctx, leave := context.WithCancel(t.Context())
		for range 8 {
			search := `{"do":"analyze","game":"pilastri","player":"mcts","seconds":3600}`
			for _, r := range []*http.Request{newRequest(t, "GET", s.URL+"/live", ""),
				newRequest(t, "POST", s.URL+"/ask", search)} {
				response, err := s.Client().Do(r.WithContext(ctx))
				if err != nil {
					continue // it waits for a search that has not ended
				}
				defer response.Body.Close()
			}
			leave()
			ctx, leave = context.WithCancel(t.Context())
		}
		leave()
		s.Client().CloseIdleConnections()
	}
	most := runtime.NumGoroutine() + 8 // the store has some of its own
	visit()
	visit()
	for end := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > most; {
		if time.Now().After(end) {
			text := make([]byte, 1<<16)
			text = text[:runtime.Stack(text, true)]
			t.Fatalf("%d goroutines instead of %d at most:\n%s", runtime.NumGoroutine(), most, text)
		}
		runtime.Gosched()
	}
}

// TestEndedServerOpensNothing asks for the store after the server has ended, as a visitor does who is still answered.
func TestEndedServerOpensNothing(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	s := New(Config{Database: path})
	s.runs.close()
	if db, err := s.runs.open(); err == nil {
		db.Close()
		t.Error("the store is opened again, and nobody closes it")
	}
}
