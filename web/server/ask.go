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
	mostQuestions = 64        // answered at once, searches apart
	mostSearches  = 64        // running or waiting to run
	shortText     = 128 << 10 // bytes, enough for every question but games to load
	mostShort     = 32 << 20  // bytes of short texts, held at once
	mostLong      = 16 << 20  // bytes of long ones beyond what is short
)

// memory bounds the bytes of the questions that arrive and of the answers that visitors take. Long texts share a part
// of their own, so that visitors who send or take them slowly keep no short question waiting.
type memory struct{ short, long *semaphore.Weighted }

func newMemory() memory {
	return memory{short: semaphore.NewWeighted(mostShort), long: semaphore.NewWeighted(mostLong)}
}

// share is what the text of one visitor holds of the memory.
type share struct {
	memory
	shortHeld, longHeld int64
}

// take reports whether there was room for n more bytes of the text.
func (s *share) take(n int64) bool {
	short := min(n, shortText-s.shortHeld)
	if !s.short.TryAcquire(short) {
		return false
	}
	s.shortHeld += short
	if !s.long.TryAcquire(n - short) {
		return false
	}
	s.longHeld += n - short
	return true
}

// free gives back all that the text holds.
func (s *share) free() {
	s.short.Release(s.shortHeld)
	s.long.Release(s.longHeld)
	s.shortHeld, s.longHeld = 0, 0
}

// errBusy is the error of a server that answers as many as it can.
var errBusy = errors.New("too many questions at once; ask again later")

// metered reads a text for which there is room.
type metered struct {
	io.Reader
	*share
}

func (m metered) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if !m.take(int64(n)) {
		return 0, errBusy
	}
	return n, err
}

// ask answers a question of the engine in lines of JSON, each an object with the kind of the reply as its only key. A
// visitor who is slow to send the question or to take the answer keeps nobody else from being answered.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/json" {
		http.Error(w, "a question is application/json", http.StatusUnsupportedMediaType)
		return
	}
	held := &share{memory: s.memory}
	defer held.free()
	question, err := io.ReadAll(metered{http.MaxBytesReader(w, r.Body, host.LongestQuestion), held})
	if err != nil {
		refuse(w, err)
		return
	}
	send := func(line []byte) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(line) // a visitor who left needs no answer
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
	held.free()
	if !held.take(int64(len(line))) {
		line = reply("error", errBusy.Error())
	}
	send(line)
}

// refuse says why a question is not answered.
func refuse(w http.ResponseWriter, err error) {
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		text := fmt.Sprintf("a question has at most %d bytes; load fewer games at once", host.LongestQuestion)
		http.Error(w, text, http.StatusRequestEntityTooLarge)
		return
	}
	if _, slow := errors.AsType[net.Error](err); slow { // the rest is not waited for: the deadline stays
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

// answer has the engine answer a question that has arrived. Searches wait for one another, and for nothing else.
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

// reply is a line of an answer.
func reply(kind string, value any) []byte {
	line, err := json.Marshal(map[string]any{kind: value})
	if err != nil {
		line = []byte(`{"error":"the answer cannot be written"}`)
	}
	return append(line, '\n')
}
