// Package server hands out the page with the program itself as its engine, and with what a store holds: runs,
// standings, games, reports. It reads the store and never writes to it.
//
// # What may ask
//
// The server listens on the loopback address unless told otherwise; for others it wants a token, which the first visit
// brings in the address and a cookie keeps. It answers under known host names only, so that no foreign name leads to it
// (DNS rebinding), and refuses requests that another site's page makes ([http.CrossOriginProtection]). Whatever starts
// work is a POST. A search ends with its request. What a page may ask for, package host bounds.
package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
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
	Hosts    []string // names that requests may use, beside those of the loopback address
	Searches int      // at once
	Host     host.Host
	About    string
}

// Server answers requests.
type Server struct {
	config   Config
	searches *semaphore.Weighted
	runs     *runReader
}

// New makes a server.
func New(config Config) *Server {
	return &Server{
		config:   config,
		searches: semaphore.NewWeighted(int64(max(1, config.Searches))),
		runs:     &runReader{path: config.Database},
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

// Serve answers until the context ends, and then closes what is open.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}

// cookie holds the token of a visitor who has shown it once.
const cookie = "pillars-token"

// guard lets in requests under known names and with the token.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			name = r.Host
		}
		name = strings.Trim(name, "[]")
		if !isLoopback(name) && !slices.Contains(s.config.Hosts, name) {
			http.Error(w, "this server does not answer to that name; see --host", http.StatusMisdirectedRequest)
			return
		}
		if !s.admitted(w, r) {
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// admitted checks the token. A visitor who brings it in the address gets a cookie and the address without it.
func (s *Server) admitted(w http.ResponseWriter, r *http.Request) bool {
	if s.config.Token == "" {
		return true
	}
	same := func(given string) bool { return subtle.ConstantTimeCompare([]byte(given), []byte(s.config.Token)) == 1 }
	if given := r.URL.Query().Get("token"); given != "" && r.Method == http.MethodGet && same(given) {
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: given, Path: "/", HttpOnly: true,
			SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
		return false
	}
	if kept, err := r.Cookie(cookie); err == nil && same(kept.Value) {
		return true
	}
	http.Error(w, "this server wants its token: open the address that it printed", http.StatusUnauthorized)
	return false
}

func (s *Server) page(w http.ResponseWriter, _ *http.Request) {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	nonce := base64.RawURLEncoding.EncodeToString(random[:])
	var b bytes.Buffer
	if err := page.Served(&b, nonce, s.config.About); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
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
	question, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestQuestion))
	if err != nil {
		http.Error(
			w,
			fmt.Sprintf("a question has at most %d bytes", longestQuestion),
			http.StatusRequestEntityTooLarge,
		)
		return
	}
	if host.Searches(question) {
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
		_ = http.NewResponseController(w).Flush()
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
