// Package server hands out the page with the program itself as its engine, and with what a store holds: runs,
// standings, games, reports. It reads the store and never writes to it.
//
// # What may ask
//
// The server listens on the loopback address unless told otherwise; for others it wants a token, which the first visit
// brings in the address and a cookie stands for. It answers to known host names and to addresses only, so that no
// foreign name leads to it (DNS rebinding), and refuses requests that another site's page makes
// ([http.CrossOriginProtection]). Whatever starts work is a POST. A search ends with its request. What a page may ask
// for, package host bounds.
package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"pillars/web/host"
	"pillars/web/page"
)

// Config says what is served and to whom.
type Config struct {
	Database string   // file of the store; it may come to be later
	Token    string   // wanted of every visitor; empty for none
	Hosts    []string // names that requests may use, beside localhost and addresses
	Searches int      // at once
	Host     host.Host
}

// Server answers requests.
type Server struct {
	config    Config
	questions *semaphore.Weighted // being sent or answered
	searches  *semaphore.Weighted // among them
	runs      *runReader
	patience  time.Duration // with a question that is being sent
}

// mostQuestions bounds the questions at once, searches that wait among them, and so what they hold of the memory.
const mostQuestions = 64

// New makes a server.
func New(config Config) *Server {
	return &Server{
		config:    config,
		questions: semaphore.NewWeighted(mostQuestions),
		searches:  semaphore.NewWeighted(int64(max(1, config.Searches))),
		runs:      newRunReader(config.Database),
		patience:  patience,
	}
}

// handler is the server's handler, with its guards.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /page/{name}", s.module)
	mux.HandleFunc("POST /ask", s.ask)
	s.runs.register(mux)
	return s.guard(http.NewCrossOriginProtection().Handler(mux))
}

func (s *Server) page(w http.ResponseWriter, _ *http.Request) {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	nonce := base64.RawURLEncoding.EncodeToString(random[:])
	var b bytes.Buffer
	if err := page.Served(&b, nonce); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cross-Origin-Opener-Policy", "same-origin") // not for reports: they are sandboxed, which forbids it
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'; img-src 'self' data:; "+
		"frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; "+
		"script-src 'self' 'nonce-"+nonce+"'")
	_, _ = w.Write(b.Bytes()) // a visitor who left needs no answer
}

func (s *Server) module(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text, err := page.Module(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(text)
}

// longestQuestion bounds a question in bytes: a saved game of many.
const longestQuestion = 8 << 20

// ask answers a question of the engine in lines of JSON, each an object with the kind of the reply as its only key.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/json" {
		http.Error(w, "a question is application/json", http.StatusUnsupportedMediaType)
		return
	}
	if !s.questions.TryAcquire(1) {
		http.Error(w, "too many questions at once; ask again later", http.StatusServiceUnavailable)
		return
	}
	defer s.questions.Release(1)
	control := http.NewResponseController(w)
	question, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestQuestion))
	if _, slow := errors.AsType[net.Error](err); slow { // the rest is not waited for: the deadline stays
		w.Header().Set("Connection", "close")
		http.Error(w, "the question did not come in time", http.StatusRequestTimeout)
		return
	}
	if err != nil {
		text := fmt.Sprintf("a question has at most %d bytes", longestQuestion)
		http.Error(w, text, http.StatusRequestEntityTooLarge)
		return
	}
	_ = control.SetReadDeadline(time.Time{})
	if s.config.Host.Searches(question) {
		if err := s.searches.Acquire(r.Context(), 1); err != nil {
			return
		}
		defer s.searches.Release(1)
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	reply := func(kind string, value any) {
		line, err := json.Marshal(map[string]any{kind: value})
		if err != nil {
			line = []byte(`{"error":"the answer cannot be written"}`)
		}
		_, _ = w.Write(append(line, '\n'))
		_ = control.Flush()
	}
	answer, err := s.config.Host.Answer(r.Context(), question, func(t any) { reply("thought", t) })
	switch {
	case errors.Is(r.Context().Err(), context.Canceled):
	case err != nil:
		reply("error", err.Error())
	default:
		reply("answer", answer)
	}
}
