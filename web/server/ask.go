package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"golang.org/x/sync/semaphore"

	"pillars/web/host"
)

const (
	mostQuestions = 64        // questions without a search that are answered at the same time
	mostSearches  = 64        // searches that run or wait
	shortText     = 128 << 10 // bytes of a short text; questions without games to load are short
	mostLong      = 8         // longer questions, with their answers, or longer answers in transit at the same time
)

// errBusy is returned while the server is at one of its limits.
var errBusy = errors.New("too many questions at once; ask again later")

// A longPlace is the place for long texts that a question and its answer take if one of them is long.
type longPlace struct {
	places *semaphore.Weighted
	taken  bool
}

// take reports whether there is a place.
func (p *longPlace) take() bool {
	p.taken = p.taken || p.places.TryAcquire(1)
	return p.taken
}

func (p *longPlace) leave() {
	if p.taken {
		p.places.Release(1)
	}
}

// read reads a question. It takes the place for a long one, and returns errBusy if there is none.
func (p *longPlace) read(body io.Reader) ([]byte, error) {
	question, err := io.ReadAll(io.LimitReader(body, shortText))
	if err != nil || len(question) < shortText {
		return question, err
	}
	if !p.take() {
		return nil, errBusy
	}
	rest, err := io.ReadAll(body)
	return append(question, rest...), err
}

// ask answers a question to the engine in lines of JSON. Each line is an object whose only key is the kind of the
// reply. A question counts against the bounds on questions and searches only while the engine works on it, not while
// the network transfers the question or its answer.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/json" {
		http.Error(w, "a question is application/json", http.StatusUnsupportedMediaType)
		return
	}
	place := &longPlace{places: s.long}
	defer place.leave()
	question, err := place.read(http.MaxBytesReader(w, r.Body, host.LongestQuestion))
	if err != nil {
		refuse(w, err)
		return
	}
	send := func(line []byte) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Cache-Control", "no-store")
		w.Header()["Date"] = nil // for fewer bytes
		_, _ = w.Write(line)     // fails only if the visitor has left
	}
	answer, err := s.answer(r.Context(), question, func(t any) {
		send(reply("thought", t))
		_ = http.NewResponseController(w).Flush()
	})
	var line []byte
	switch {
	case errors.Is(r.Context().Err(), context.Canceled):
		return
	case errors.Is(err, errBusy):
		refuse(w, err)
		return
	case err != nil:
		line = reply("error", err.Error())
	default:
		line = reply("answer", answer)
	}
	if len(line) > shortText && !place.take() {
		line = reply("error", errBusy.Error())
	}
	send(line)
}

// refuse responds to a question with an HTTP error that says why it is not answered.
func refuse(w http.ResponseWriter, err error) {
	_, long := errors.AsType[*http.MaxBytesError](err)
	_, slow := errors.AsType[net.Error](err) // whether the deadline has passed
	text, code := "the question did not arrive whole; send it again", http.StatusBadRequest
	switch {
	case long:
		text = fmt.Sprintf("a question has at most %d bytes; load fewer games at once", host.LongestQuestion)
		code = http.StatusRequestEntityTooLarge
	case slow:
		w.Header().Set("Connection", "close")
		text, code = "the question did not come in time", http.StatusRequestTimeout
	case errors.Is(err, errBusy):
		text, code = errBusy.Error(), http.StatusServiceUnavailable
	}
	http.Error(w, text, code)
}

// answer returns the engine's answer. A search waits for earlier searches. Other questions do not wait; they fail with
// errBusy if there are too many.
func (s *Server) answer(ctx context.Context, question []byte, thought host.Thought) (any, error) {
	if !s.config.Host.Searches(question) {
		if !s.questions.TryAcquire(1) {
			return nil, errBusy
		}
		defer s.questions.Release(1)
		return s.config.Host.Answer(ctx, question, thought)
	}
	if !s.waiting.TryAcquire(1) {
		return nil, errBusy
	}
	defer s.waiting.Release(1)
	if err := s.searches.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.searches.Release(1)
	return s.config.Host.Answer(ctx, question, thought)
}

// reply returns one line of the answer to a question.
func reply(kind string, value any) []byte {
	line, err := json.Marshal(map[string]any{kind: value})
	if err != nil {
		line = []byte(`{"error":"the answer cannot be written"}`)
	}
	return append(line, '\n')
}
