// Package server serves the page, with the program itself as its engine, and the contents of a store: runs, standings,
// games, reports. It only reads the store.
//
// # Protection
//
// By default the program listens on the loopback address; on others it requires a token, which a visitor first sends in
// the address and then as a cookie. The server answers requests for known host names and for addresses only, against
// DNS rebinding, and refuses requests by pages of other sites ([http.CrossOriginProtection]). Only POST requests start
// work, and a search ends with its request. Package host bounds the questions.
package server

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"strconv"

	"golang.org/x/sync/semaphore"

	"pillars/web/host"
	"pillars/web/page"
)

// Config is the configuration of a server.
type Config struct {
	Database string   // file of the store, which need not exist yet
	Token    string   // required of every visitor; "" for none
	Hosts    []string // names that requests may use, besides localhost and addresses
	Searches int      // that run at once
	Host     host.Host
}

// Server serves the page; see [Server.Serve].
type Server struct {
	config    Config
	memory    memory
	questions *semaphore.Weighted // questions being answered, without searches
	waiting   *semaphore.Weighted // searches that run or wait
	searches  *semaphore.Weighted // searches that run
	runs      *runReader
}

// New returns a server.
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

// handler returns the server's handler, with its guards.
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

// Invitation returns the address that a visitor of a server that listens at an address opens first.
func (config Config) Invitation(at *net.TCPAddr) string {
	name := at.IP.String()
	if at.IP.IsUnspecified() {
		name = append(config.Hosts, ownAddress())[0]
	}
	visit := url.URL{Scheme: "http", Host: net.JoinHostPort(name, strconv.Itoa(at.Port)), Path: "/"}
	if config.Token != "" {
		visit.RawQuery = url.Values{"token": {config.Token}}.Encode()
	}
	return visit.String()
}

// ownAddress returns an address of this machine that others can reach, if it has one.
func ownAddress() string {
	addresses, _ := net.InterfaceAddrs() // without them, only this machine can visit
	for _, address := range addresses {
		if network, is := address.(*net.IPNet); is && network.IP.IsGlobalUnicast() {
			return network.IP.String()
		}
	}
	return "localhost"
}
