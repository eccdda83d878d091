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

	"pillars/web/host"
)

const (
	mostQuestions = 64        // questions without a search that are answered at the same time
	mostSearches  = 64        // searches that run or wait
	shortText     = 128 << 10 // bytes of a short question: of any question except one with games to load
	mostLong      = 8         // longer questions in transit or being answered, which need up to 2 MiB each
)

// errBusy is returned while the server is at one of its limits.
var errBusy = errors.New("too many questions at once; ask again later")

// ask answers a question to the engine in lines of JSON. Each line is an object whose only key is the kind of the
// reply. A question counts against the bounds on questions and searches only while the engine works on it, not while
// the network transfers the question or its answer.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/json" {
		http.Error(w, "a question is application/json", http.StatusUnsupportedMediaType)
		return
	}
	body := http.MaxBytesReader(w, r.Body, host.LongestQuestion)
	question, err := io.ReadAll(io.LimitReader(body, shortText))
	if err == nil && len(question) == shortText {
		if !s.long.TryAcquire(1) { // slow transfers of long questions do not keep short ones waiting
			refuse(w, errBusy)
			return
		}
		defer s.long.Release(1)
		var rest []byte
		rest, err = io.ReadAll(body)
		question = append(question, rest...)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	send := func(line []byte) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(line) // fails only if the visitor has left
		_ = http.NewResponseController(w).Flush()
	}
	answer, err := s.answer(r.Context(), question, func(t any) { send(reply("thought", t)) })
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
	send(line)
}

func refuse(w http.ResponseWriter, err error) {
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		text := fmt.Sprintf("a question has at most %d bytes; load fewer games at once", host.LongestQuestion)
		http.Error(w, text, http.StatusRequestEntityTooLarge)
		return
	}
	if _, slow := errors.AsType[net.Error](err); slow { // the deadline has passed
		w.Header().Set("Connection", "close")
		http.Error(w, "the question did not come in time", http.StatusRequestTimeout)
		return
	}
	if errors.Is(err, errBusy) {
		http.Error(w, errBusy.Error(), http.StatusServiceUnavailable)
		return
	}
	http.Error(w, "the question did not arrive whole; send it again", http.StatusBadRequest)
}

// answer returns the engine's answer. Searches wait for each other; too many other questions fail with errBusy.
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

func reply(kind string, value any) []byte {
	line, err := json.Marshal(map[string]any{kind: value})
	if err != nil {
		line = []byte(`{"error":"the answer cannot be written"}`)
	}
	return append(line, '\n')
}
