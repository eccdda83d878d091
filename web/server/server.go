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
	"crypto/rand"
	"encoding/base64"
	"net/http"

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
	memory    memory
	questions *semaphore.Weighted // being answered, without searches
	waiting   *semaphore.Weighted // searches that run or wait
	searches  *semaphore.Weighted // those that run
	runs      *runReader
}

// New makes a server.
func New(config Config) *Server {
	return &Server{
		config:    config,
		memory:    newMemory(),
		questions: semaphore.NewWeighted(mostQuestions),
		waiting:   semaphore.NewWeighted(mostSearches),
		searches:  semaphore.NewWeighted(int64(max(1, config.Searches))),
		runs:      newRunReader(config.Database),
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
