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

// A runReader answers requests for the contents of the store. It opens the file at the first request, and again if
// another file takes its place.
type runReader struct {
	path    string
	player  *runPlayer          // plays the runs that visitors start
	reports *semaphore.Weighted // lets one report be made at a time
	streams *semaphore.Weighted // open streams of events

	lock    sync.Mutex // guards the fields that follow
	db      *store.Store
	file    os.FileInfo // of the file that db has opened
	outcome string      // text of the error when the store was last opened
	version int         // how often outcome or db has changed
	closed  bool
	former  []*store.Store // stores that were replaced, which requests may still read
}

func (s *runReader) register(mux *http.ServeMux) {
	mux.HandleFunc("GET /runs", s.sendList)
	mux.HandleFunc("GET /runs/{run}", s.replyOfRun(describe))
	mux.HandleFunc("GET /runs/{run}/summary", s.replyOfRun(summarize))
	mux.HandleFunc("GET /runs/{run}/games", s.replyOfRun(listGames))
	mux.HandleFunc("GET /runs/{run}/game", s.replyOfRun(showGame))
	mux.HandleFunc("GET /runs/{run}/report", s.report(reportOfRun))
	mux.HandleFunc("GET /compare/{run}/{other}", s.reply(compare))
	mux.HandleFunc("GET /live", s.live)
}

// look returns the store, which it opens if necessary. version counts changes of the store or of the error.
func (s *runReader) look() (db *store.Store, version int, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return nil, s.version, errors.New("the server ends")
	}
	former := s.db
	db, err = s.current()
	if outcome := fmt.Sprint(err); outcome != s.outcome || s.db != former {
		s.outcome = outcome
		s.version++
	}
	return db, s.version, err
}

// current returns the store, which it opens again if another file has taken its place. The caller holds the lock.
func (s *runReader) current() (*store.Store, error) {
	file, err := os.Stat(s.path)
	if err == nil && s.db != nil && os.SameFile(file, s.file) {
		return s.db, nil
	}
	db, err := store.OpenReadOnly(s.path) // explains errors better than Stat
	if err != nil {
		return nil, err
	}
	if s.db != nil {
		s.former = append(s.former, s.db)
		time.AfterFunc(10*time.Minute, s.closeOldest) // requests that read it have ended by then
	}
	s.db, s.file = db, file
	return db, nil
}

func (s *runReader) closeOldest() {
	s.lock.Lock()
	defer s.lock.Unlock()
	if len(s.former) > 0 {
		_ = s.former[0].Close()
		s.former = s.former[1:]
	}
}

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

// reply returns a handler that sends what find returns for the store.
func (s *runReader) reply(find func(*http.Request, *store.Store) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		db, _, err := s.look()
		var found any
		if err == nil {
			found, err = find(r, db)
		}
		respond(w, found, err)
	}
}

// replyOfRun returns a handler that sends what find returns for the run that the address names.
func (s *runReader) replyOfRun(find func(*http.Request, *store.Store, store.Run) (any, error)) http.HandlerFunc {
	return s.reply(func(r *http.Request, db *store.Store) (any, error) {
		run, err := db.Run(r.Context(), r.PathValue("run"))
		if err != nil {
			return nil, err
		}
		return find(r, db, run)
	})
}

// find returns the named run, and the store that has it.
func (s *runReader) find(ctx context.Context, name string) (db *store.Store, run store.Run, err error) {
	if db, _, err = s.look(); err == nil {
		run, err = db.Run(ctx, name)
	}
	return db, run, err
}

// A refusal is the error of a request that the visitor can mend.
type refusal struct {
	status int
	field  string // field of the page's form that is wrong; "" for none
	error
}

func refused(status int, format string, values ...any) error {
	return refusal{status, "", fmt.Errorf(format, values...)}
}

// respond writes a value as JSON or, if err is not nil, the error.
func respond(w http.ResponseWriter, value any, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	writeJSON(w, http.StatusOK, value)
}

func fail(w http.ResponseWriter, err error) {
	answer := map[string]string{"error": err.Error()}
	code := http.StatusInternalServerError
	if wrong, is := errors.AsType[refusal](err); is {
		code, answer["field"] = wrong.status, wrong.field
	} else if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) {
		code = http.StatusNotFound
	}
	writeJSON(w, code, answer)
}

func writeJSON(w http.ResponseWriter, code int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write(text)
}

const (
	lookEvery   = 500 * time.Millisecond // time between two looks for changes
	mostSilence = 15 * time.Second       // longest time without a message; sending one finds out if a visitor has left
	mostStreams = 64                     // streams that are open at the same time; each keeps a connection to the store
)

// live sends server-sent events: "change" when anything was stored, or when the store was created, removed or replaced;
// "games" with the games in play of all runs; and "play" with the state of the run that the server plays.
func (s *runReader) live(w http.ResponseWriter, r *http.Request) {
	if !s.streams.TryAcquire(1) {
		http.Error(w, "too many pages follow the store; close some", http.StatusServiceUnavailable)
		return
	}
	defer s.streams.Release(1)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	changed := s.changes(r.Context())
	values, sentAt := map[string]string{"games": "[]"}, time.Now() // what was sent last by event, and when
	for err := error(nil); err == nil; {
		text := ""
		if changed() {
			text = "event: change\ndata: \n\n"
		}
		inPlay := session.ReadInPlay(s.path, time.Now())
		for event, value := range map[string]any{"games": inPlay, "play": s.player.state()} {
			now, _ := json.Marshal(value) // cannot fail for these values
			if string(now) != values[event] {
				values[event] = string(now)
				text += "event: " + event + "\ndata: " + string(now) + "\n\n"
			}
		}
		if text == "" && time.Since(sentAt) >= mostSilence {
			text = ": nothing new\n\n"
		}
		if text != "" {
			sentAt = time.Now()
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

// changes returns a function that reports whether the store has changed since the last call of that function, by new
// contents or by another file in its place. The first call may report a change that the visitor has already seen. The
// function must not be called after ctx ends.
func (s *runReader) changes(ctx context.Context) (changed func() bool) {
	var db *store.Store
	var stored func() (bool, error) // reports whether something was stored in db; nil without a store
	release := func() {}            // ends the use of db by stored
	lastVersion := 0
	return func() bool {
		now, version, err := s.look()
		if now != db {
			release()
			db, stored = now, nil
		}
		if stored == nil && err == nil {
			var use context.Context
			use, release = context.WithCancel(ctx)
			stored, err = db.Changes(use)
		}
		anyChange := version != lastVersion
		lastVersion = version
		if stored != nil {
			var more bool
			more, err = stored()
			anyChange = anyChange || more
		}
		if err != nil { // ignored here, since requests to the store will return it
			release()
			db, stored = nil, nil
		}
		return anyChange
	}
}
