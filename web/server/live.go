package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"pillars/results/keep/session"
)

const (
	often       = 500 * time.Millisecond // interval of looking for changes
	silence     = 15 * time.Second       // longest time without a message, which would reveal that a visitor has left
	mostStreams = 64                     // each keeps a connection to the store
)

// live sends server-sent events: "change" when anything was stored or the store was created, removed or replaced, and
// "games" with the games in play of all runs of the store.
func (s *runReader) live(w http.ResponseWriter, r *http.Request) {
	if !s.streams.TryAcquire(1) {
		http.Error(w, "too many pages follow the store; close some", http.StatusServiceUnavailable)
		return
	}
	defer s.streams.Release(1)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	changed := make(chan struct{}, 1)
	go s.follow(r.Context(), changed)
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	games, said := "[]", time.Now()
	for err := error(nil); err == nil; {
		text := ""
		select {
		case <-r.Context().Done():
			return
		case <-changed:
			text = "event: change\ndata: \n\n"
		case <-ticker.C:
		}
		if now := gamesInPlay(s.path); now != games {
			games, text = now, text+"event: games\ndata: "+now+"\n\n"
		} else if text == "" && time.Since(said) >= silence {
			text = ": nothing new\n\n"
		}
		if text != "" {
			said = time.Now()
			_, err = fmt.Fprint(w, text)
			err = errors.Join(err, http.NewResponseController(w).Flush())
		}
	}
}

// gamesInPlay returns the games in play of all runs, as JSON.
func gamesInPlay(database string) string {
	text, err := json.Marshal(session.ReadInPlay(database, time.Now()))
	if err != nil {
		return "[]"
	}
	return string(text)
}

// follow sends on changed after every change of the store, whatever file holds it, until the context ends. It does not
// skip changes that the visitor may have seen already.
func (s *runReader) follow(ctx context.Context, changed chan<- struct{}) {
	note := func() error {
		select {
		case changed <- struct{}{}:
		default: // it is noted already
		}
		return nil
	}
	for noted := 0; ctx.Err() == nil; wait(ctx, 2*often) {
		if db, err := s.open(); err == nil {
			same, end := context.WithCancel(ctx)
			go func() {
				for wait(same, often) {
					if now, err := s.open(); err != nil || now != db {
						end()
					}
				}
			}()
			_ = db.Watch(same, often, note) // requests to the store report its errors
			end()
		}
		if _, turns, _ := s.look(); turns != noted {
			noted = turns
			_ = note()
		}
	}
}

// wait waits until the time has passed or the context ends, and reports whether the time has passed.
func wait(ctx context.Context, duration time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(duration):
		return true
	}
}
