package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"pillars/results/inplay"
)

const (
	often       = 500 * time.Millisecond // the store is looked at for what is new
	silence     = 15 * time.Second       // at most, so that a visitor who left is noticed
	mostStreams = 64                     // each holds a connection to the store
)

// live sends server-sent events: "change" when anything was stored, or when a store came, went or was replaced; "games"
// with the games in play of all runs that processes play into it.
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

// gamesInPlay are the games in play of all runs, as JSON.
func gamesInPlay(database string) string {
	text, err := json.Marshal(inplay.Read(database))
	if err != nil {
		return "[]"
	}
	return string(text)
}

// follow notes every change of the store, whichever file it is, until the context ends: also those that visitors have
// seen meanwhile, since they may have seen what is past.
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
			_ = db.Watch(same, often, note) // a store that fails says so to those who read it
			end()
		}
		if _, turns, _ := s.look(); turns != noted {
			noted = turns
			_ = note()
		}
	}
}

// wait reports whether the time has passed before the context ended.
func wait(ctx context.Context, duration time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(duration):
		return true
	}
}
