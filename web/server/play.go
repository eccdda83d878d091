package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/sync/semaphore"
)

const longestWish = 16 << 10 // bytes of a request to plan, start, stop or continue runs

func (p *runPlayer) register(mux *http.ServeMux, runs *runReader) {
	mux.HandleFunc("GET /play", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, p.state()) })
	planning := semaphore.NewWeighted(1)
	handle := func(address string, do func(r *http.Request, text []byte) (any, error)) {
		mux.HandleFunc("POST /play/"+address, func(w http.ResponseWriter, r *http.Request) {
			text, err := p.admit(w, r)
			if err == nil {
				err = planning.Acquire(r.Context(), 1) // one at a time, since a plan may take long
			}
			var done any
			if err == nil {
				done, err = do(r, text)
				planning.Release(1)
			}
			respond(w, done, err)
		})
	}
	handle("plan", func(_ *http.Request, text []byte) (any, error) {
		wanted, err := p.wanted(text)
		return map[string]any{"words": wanted.words, "games": wanted.games}, err
	})
	handle("start", func(r *http.Request, text []byte) (any, error) {
		wanted, err := p.wanted(text)
		if err != nil {
			return nil, err
		}
		return p.begin(r, wanted)
	})
	handle("stop", func(*http.Request, []byte) (any, error) {
		p.stop()
		return p.state(), nil
	})
	handle("continue", func(r *http.Request, text []byte) (any, error) { return p.again(r, runs, text) })
}

// again continues the run that the text of a request names. If this is the last run of an unfinished job, again also
// plays the remaining runs of that job.
func (p *runPlayer) again(r *http.Request, runs *runReader, text []byte) (any, error) {
	var asked struct{ Run string }
	if err := read(text, &asked); err != nil {
		return nil, err
	}
	db, err := runs.open()
	if err != nil {
		return nil, err
	}
	run, err := db.Run(r.Context(), asked.Run)
	if err != nil {
		return nil, err
	}
	wanted, isLast := p.rest(run.ID)
	if !isLast {
		if wanted, err = p.config.resume(r.Context(), db, run); err != nil {
			return nil, err
		}
	}
	return p.begin(r, wanted)
}

func (p *runPlayer) begin(r *http.Request, wanted plan) (any, error) {
	id, err := p.start(r.Context(), wanted)
	return map[string]string{"run": id}, err
}

// admit returns the body of a request about playing. It returns an error if the request is not JSON or not from a page
// of this server. The handler guard has checked the token before.
func (p *runPlayer) admit(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	origin, err := url.Parse(r.Header.Get("Origin"))
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	switch {
	case !p.allowed():
		return nil, statusError{http.StatusForbidden,
			"this server plays no runs; start it with pillars serve --allow-runs"}
	case err != nil || origin.Host == "" || !strings.EqualFold(origin.Host, r.Host):
		return nil, statusError{http.StatusForbidden, "only a page of this server may start and stop runs"}
	case kind != "application/json":
		return nil, statusError{http.StatusUnsupportedMediaType, "the request must be application/json"}
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestWish))
	if err != nil {
		return nil, statusError{http.StatusRequestEntityTooLarge, "the request is longer than 16 KiB, or not whole"}
	}
	return text, nil
}

func (p *runPlayer) wanted(text []byte) (plan, error) {
	var w wish
	if err := read(text, &w); err != nil {
		return plan{}, err
	}
	return p.config.plan(w)
}

// read decodes the text of a request into the value to, and returns an error for fields that it does not have.
func read(text []byte, to any) error {
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(to); err != nil || decoder.More() {
		return statusError{http.StatusBadRequest,
			"the request cannot be read: it must be one JSON object of known fields"}
	}
	return nil
}

type statusError struct {
	code int
	text string
}

func (e statusError) Error() string { return e.text }
