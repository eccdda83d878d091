package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"pillars/results/keep/session"
	"pillars/results/keep/store"
)

// A runReader answers requests for the contents of the store. It opens the file at the first request, and again after
// another file has taken its place.
type runReader struct {
	path    string
	reports *semaphore.Weighted // reports being written
	streams *semaphore.Weighted // open streams of events

	lock    sync.Mutex // guards the fields that follow
	db      *store.Store
	file    os.FileInfo
	outcome string // the error of the last opening, as text
	turns   int    // number of changes of outcome or db
	closed  bool
	former  []*store.Store // replaced stores, which may still be read
}

func (s *runReader) register(mux *http.ServeMux) {
	mux.HandleFunc("GET /runs", s.reply(list))
	mux.HandleFunc("GET /runs/{run}", s.replyOfRun(describe))
	mux.HandleFunc("GET /runs/{run}/games", s.replyOfRun(listGames))
	mux.HandleFunc("GET /runs/{run}/game", s.replyOfRun(showGame))
	mux.HandleFunc("GET /runs/{run}/report", s.report)
	mux.HandleFunc("GET /live", s.live)
}

func (s *runReader) open() (*store.Store, error) {
	db, _, err := s.look()
	return db, err
}

// look returns the store, opened if necessary, and the number of changes of the store or of the error of opening it.
func (s *runReader) look() (db *store.Store, turns int, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return nil, s.turns, errors.New("the server ends")
	}
	former := s.db
	db, err = s.current()
	if outcome := fmt.Sprint(err); outcome != s.outcome || s.db != former {
		s.outcome = outcome
		s.turns++
	}
	return db, s.turns, err
}

func (s *runReader) current() (*store.Store, error) {
	file, err := os.Stat(s.path)
	if err == nil && s.db != nil && os.SameFile(file, s.file) {
		return s.db, nil
	}
	db, err := store.OpenReadOnly(s.path) // its error is better than Stat's
	if err != nil {
		return nil, err
	}
	if s.db != nil {
		s.former = append(s.former, s.db)
		time.AfterFunc(10*time.Minute, s.closeOldest)
	}
	s.db, s.file = db, file
	return db, nil
}

// closeOldest closes the store that was replaced first.
func (s *runReader) closeOldest() {
	s.lock.Lock()
	defer s.lock.Unlock()
	if len(s.former) > 0 {
		_ = s.former[0].Close()
		s.former = s.former[1:]
	}
}

// close closes the store for good, and with it a copy of an old store. Requests that still arrive get an error.
func (s *runReader) close() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.closed = true
	for _, db := range append(s.former, s.db) {
		if db != nil {
			_ = db.Close()
		}
	}
	s.db, s.former = nil, nil
}

// reply returns a handler that writes what a function finds, or its error, as JSON.
func (s *runReader) reply(find func(*http.Request, *store.Store) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		db, err := s.open()
		var found any
		if err == nil {
			found, err = find(r, db)
		}
		var text []byte
		if err == nil {
			text, err = json.Marshal(found)
		}
		if err != nil {
			fail(w, err)
			return
		}
		writeJSON(w, http.StatusOK, text)
	}
}

// replyOfRun does the same as reply, for a function about the run that the address names.
func (s *runReader) replyOfRun(find func(*http.Request, *store.Store, store.Run) (any, error)) http.HandlerFunc {
	return s.reply(func(r *http.Request, db *store.Store) (any, error) {
		run, err := db.Run(r.Context(), r.PathValue("run"))
		if err != nil {
			return nil, err
		}
		return find(r, db, run)
	})
}

// errAsked is the error of an invalid request.
var errAsked = errors.New("cannot be answered")

// fail writes an error as JSON, with its status.
func fail(w http.ResponseWriter, err error) {
	code := http.StatusInternalServerError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrDeleted):
		code = http.StatusNotFound
	case errors.Is(err, errAsked):
		code = http.StatusBadRequest
	}
	text, _ := json.Marshal(map[string]string{"error": err.Error()}) // texts always can be written
	writeJSON(w, code, text)
}

func writeJSON(w http.ResponseWriter, code int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write(text)
}

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
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	changed := s.changes(r.Context())
	games, said := "[]", time.Now()
	for err := error(nil); err == nil; {
		text := ""
		if changed() {
			text = "event: change\ndata: \n\n"
		}
		inPlay, _ := json.Marshal(session.ReadInPlay(s.path, time.Now())) // which was read from JSON
		if now := string(inPlay); now != games {
			games, text = now, text+"event: games\ndata: "+now+"\n\n"
		} else if text == "" && time.Since(said) >= silence {
			text = ": nothing new\n\n"
		}
		if text != "" {
			said = time.Now()
			_, err = fmt.Fprint(w, text)
			err = errors.Join(err, http.NewResponseController(w).Flush())
		}
		select {
		case <-r.Context().Done():
			return
		case <-ticker.C:
		}
	}
}

// changes returns a function that reports whether the store, whatever file holds it, has changed since its last call,
// even if the visitor may have seen the change already. It may be called until the context ends.
func (s *runReader) changes(ctx context.Context) (changed func() bool) {
	var db *store.Store
	var stored func() (bool, error) // nil without a store
	noted, release := 0, func() {}
	return func() bool {
		now, turns, err := s.look()
		if now != db {
			release()
			db, stored = now, nil
		}
		if stored == nil && err == nil {
			var same context.Context
			same, release = context.WithCancel(ctx)
			stored, err = db.Changes(same)
		}
		fresh := turns != noted
		noted = turns
		if stored != nil {
			var more bool
			more, err = stored()
			fresh = fresh || more
		}
		if err != nil { // which requests to the store report
			release()
			db, stored = nil, nil
		}
		return fresh
	}
}
