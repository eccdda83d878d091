package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"time"

	"pillars/results/keep/session"
	"pillars/results/keep/store"
)

// read opens the store at path, calls do with the store, closes it and returns the result of do.
func read[T any](path string, do func(*store.Store) (T, error)) (found T, err error) {
	db, err := store.OpenReadOnly(path)
	if err != nil {
		return found, err
	}
	defer db.Close()
	return do(db)
}

// ofRun returns a handler that sends the result of the function find for the run that the address names.
func (s *Server) ofRun(find func(*http.Request, *store.Store, store.Run) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, err := read(s.config.Database, func(db *store.Store) (any, error) {
			run, err := db.Run(r.Context(), r.PathValue("run"))
			if err != nil {
				return nil, err
			}
			return find(r, db, run)
		})
		respond(w, found, err)
	}
}

// A refusal is the error for a request that the visitor can correct.
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
	code := http.StatusOK
	if err != nil {
		answer := map[string]string{"error": err.Error()}
		value, code = answer, http.StatusInternalServerError
		missing := func(one error) bool { return errors.Is(err, one) }
		if wrong, is := errors.AsType[refusal](err); is {
			code, answer["field"] = wrong.status, wrong.field
		} else if slices.ContainsFunc([]error{fs.ErrNotExist, store.ErrNotFound, store.ErrDeleted}, missing) {
			code = http.StatusNotFound
		}
	}
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
)

// live sends server-sent events: "change" when anything was stored, or when the store was created, removed or replaced;
// "games" with the games in play of all runs; and "play" with the state of the run that the server plays.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	s.streams.enter(r, r.RemoteAddr, end)
	defer s.streams.leave(r)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	store := follower{path: s.config.Database}
	defer store.close()
	values, sentAt := map[string]string{"games": "[]"}, time.Now() // by event, the last text sent
	for err := error(nil); err == nil; {
		text := ""
		if store.changed(ctx) {
			text = "event: change\ndata: \n\n"
		}
		inPlay := session.ReadInPlay(s.config.Database, time.Now())
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
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// A follower notices the changes of a store for one stream of events.
type follower struct {
	path    string
	db      *store.Store // nil if it cannot be opened
	file    os.FileInfo  // the file that db has opened
	stored  func() (bool, error)
	release func() // ends the use of db by stored
	trouble string // text of the latest error
}

// changed reports whether the store has changed since the last call: it has new contents, another file is in its place,
// or opening it gives another error, which requests to the store return too. The first call returns true if there is a
// store.
func (f *follower) changed(ctx context.Context) bool {
	file, err := os.Stat(f.path)
	isAnother := f.db != nil && (err != nil || !os.SameFile(file, f.file))
	if isAnother {
		f.close()
	}
	if f.db == nil {
		f.file = file
		if f.db, err = store.OpenReadOnly(f.path); err == nil {
			ctx, f.release = context.WithCancel(ctx)
			f.stored, err = f.db.Changes(ctx)
		}
	}
	isMore := false
	if err == nil {
		isMore, err = f.stored()
	}
	if err != nil {
		f.close()
	}
	before := f.trouble
	f.trouble = fmt.Sprint(err)
	return isAnother || isMore || f.trouble != before
}

func (f *follower) close() {
	if f.db != nil {
		f.release()
		_ = f.db.Close()
		f.db = nil
	}
}
