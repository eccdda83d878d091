// Package server serves the page, for which the program itself is the engine, and the contents of a store: runs,
// standings, games, reports. It writes to the store only if visitors may play runs ([Config.AllowRuns]).
//
// # Protection
//
// By default the program listens on the loopback address. On other addresses it requires a token, which a visitor sends
// first in the address and later as a cookie. Against DNS rebinding, the server answers only requests for IP addresses
// and known host names. It refuses requests by pages of other sites ([http.CrossOriginProtection]). Only POST requests
// start searches and runs, and a search ends with its request. Package host bounds the questions.
package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"pillars/engine/outside"
	"pillars/web/host"
	"pillars/web/page"
)

// Config configures a server.
type Config struct {
	Database string   // path of the store, which need not exist yet
	Token    string   // token that every visitor must have; "" for none
	Hosts    []string // host names that requests may use, in addition to localhost and IP addresses
	Searches int      // number of searches that run at the same time
	Host     host.Host

	AllowRuns bool            // whether visitors may start, stop and continue runs; needs a token
	Workers   int             // number of games of a run played at the same time
	Drain     <-chan struct{} // closing it ends the server as soon as the games in play have ended; may be nil
}

// A Server serves the page; see [Server.Serve].
type Server struct {
	config Config
	player *runPlayer

	long      *semaphore.Weighted // long texts in transit
	questions *semaphore.Weighted // questions without a search that are being answered
	waiting   *semaphore.Weighted // searches that run or wait
	searches  *semaphore.Weighted // searches that run
	failures  *semaphore.Weighted // lets one visitor at a time get the answer that the token is wrong
	reports   *semaphore.Weighted // lets one report be made at a time
	results   *semaphore.Weighted // lets the results of two runs be read at a time
	streams   visits              // open streams of events
}

// New returns a server.
func New(config Config) *Server {
	return &Server{
		config:    config,
		player:    &runPlayer{config: config, planning: semaphore.NewWeighted(1)},
		long:      semaphore.NewWeighted(mostLong),
		questions: semaphore.NewWeighted(mostQuestions),
		waiting:   semaphore.NewWeighted(mostSearches),
		searches:  semaphore.NewWeighted(int64(max(1, config.Searches))),
		failures:  semaphore.NewWeighted(1),
		reports:   semaphore.NewWeighted(1),
		results:   semaphore.NewWeighted(2),
		streams:   visits{each: streamsEach, all: mostStreams},
	}
}

func (s *Server) handler() http.Handler {
	mux, p := http.NewServeMux(), s.player
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /{$}":               s.page,
		"GET /page/{name}":       s.file,
		"POST /ask":              s.ask,
		"GET /runs":              s.list,
		"GET /runs/{run}":        s.describe,
		"GET /runs/{run}/games":  s.ofRun(listGames),
		"GET /runs/{run}/game":   s.ofRun(showGame),
		"GET /runs/{run}/report": s.report,
		"GET /openings":          s.openings,
		"GET /live":              s.live,
		"GET /play":              func(w http.ResponseWriter, _ *http.Request) { respond(w, p.state(), nil) },
		"POST /play/plan":        post(p, p.answerPlan),
		"POST /play/start":       post(p, p.answerStart),
		"POST /play/stop":        post(p, p.answerStop),
		"POST /play/continue":    post(p, p.answerContinue),
	} {
		mux.HandleFunc(pattern, handle)
	}
	return s.guard(http.NewCrossOriginProtection().Handler(zipped(mux)))
}

func (s *Server) page(w http.ResponseWriter, _ *http.Request) {
	nonce := rand.Text()
	var b bytes.Buffer
	if err := page.Served(&b, nonce); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cross-Origin-Opener-Policy", "same-origin") // sandboxed pages, the reports, must not have it
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'; img-src 'self' data:; "+
		"frame-ancestors 'self'; base-uri 'none'; form-action 'none'; "+
		"style-src 'self' 'unsafe-inline'; script-src 'self' blob: 'nonce-"+nonce+"'")
	_, _ = w.Write(b.Bytes()) // fails only if the visitor has left
}

// file sends a file of the page. Its name changes with its text, so browsers keep it for ever.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text, known := page.Files()[name]
	if !known {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Header().Set("ETag", `"`+name+`"`)
	w.Header().Set("Vary", "Accept-Encoding")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

// Invitation returns the URL that a visitor opens first, with the token. The argument address is where the server
// listens.
func (config Config) Invitation(address *net.TCPAddr) string {
	name := address.IP.String()
	if address.IP.IsUnspecified() {
		name = slices.Concat(config.Hosts, outside.OwnAddresses(), []string{"localhost"})[0]
	}
	visit := url.URL{Scheme: "http", Host: net.JoinHostPort(name, strconv.Itoa(address.Port)), Path: "/"}
	if config.Token != "" {
		visit.RawQuery = url.Values{"token": {config.Token}}.Encode()
	}
	return visit.String()
}

// Serve answers requests until ctx ends, or until [Config.Drain] is closed and the games in play are stored.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	connections := &visits{each: connectionsEach, all: mostConnections}
	server := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		ConnState: connections.follow, MaxHeaderBytes: 32 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		s.player.end(ctx)
		return err
	case <-s.config.Drain:
	case <-ctx.Done():
	}
	s.player.end(ctx)
	return server.Close()
}

// guard refuses requests under unknown host names, without the token, or from pages of other sites.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != http.NoBody { // the deadline also limits the reading of bodies of refused requests
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(patience))
		}
		w = patientWriter{w}
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		name, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			name = r.Host
		}
		name = strings.Trim(name, "[]")
		site := r.Header.Get("Sec-Fetch-Site")
		switch {
		case !s.answersTo(name):
			http.Error(w, "this server does not answer to that name; see --host", http.StatusMisdirectedRequest)
		case !s.admitted(w, r): // admitted has responded
		case r.Method == http.MethodHead && r.URL.Path != "/":
			http.Error(w, "ask with GET", http.StatusMethodNotAllowed) // HEAD would do all the work of GET
		case r.URL.Path != "/" && (site == "cross-site" || site == "same-site"):
			http.Error(w, "another site's page may only lead to the first page", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

const failureTime = 50 * time.Millisecond // time between two answers to visitors without the token

// patience is the time that a visitor has to send a question, or to receive the text of one Write.
const patience = 30 * time.Second

// A patientWriter sets a new deadline before each write, so that a stream of many writes may last longer than one
// deadline.
type patientWriter struct{ http.ResponseWriter }

// Write writes text within [patience].
func (w patientWriter) Write(text []byte) (int, error) {
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(patience))
	return w.ResponseWriter.Write(text)
}

// Unwrap returns the wrapped writer for [http.ResponseController].
func (w patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// answersTo reports whether requests may use a host name. IP addresses are allowed because DNS rebinding needs a name.
func (s *Server) answersTo(name string) bool {
	known := func(host string) bool { return strings.EqualFold(host, name) }
	return net.ParseIP(name) != nil || known("localhost") || slices.ContainsFunc(s.config.Hosts, known)
}

// pass returns the cookie of a visitor who has sent the token. The cookie's name depends on the token, since a browser
// sends the cookies of all servers of a machine to each of them. Browsers also send the cookie when the visitor follows
// a link from another site; guard limits such requests to the first page.
func (s *Server) pass() *http.Cookie {
	sum := sha256.Sum256([]byte("pillars " + s.config.Token))
	text := hex.EncodeToString(sum[:])
	return &http.Cookie{Name: "pillars-" + text[:8], Value: text, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode}
}

// admitted reports whether a request may be answered: no token is needed, or the visitor has the cookie. If not,
// admitted responds itself. It sets the cookie and redirects if the address has the token, and sends an error if not.
func (s *Server) admitted(w http.ResponseWriter, r *http.Request) bool {
	if s.config.Token == "" {
		return true
	}
	same := func(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
	pass := s.pass()
	if r.Method == http.MethodGet && r.URL.Path == "/" && same(r.URL.Query().Get("token"), s.config.Token) {
		http.SetCookie(w, pass)
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return false
	}
	for _, cookie := range r.CookiesNamed(pass.Name) {
		if same(cookie.Value, pass.Value) {
			return true
		}
	}
	if s.failures.Acquire(r.Context(), 1) == nil { // slows down visitors who try many tokens
		select {
		case <-r.Context().Done():
		case <-time.After(failureTime):
		}
		s.failures.Release(1)
	}
	http.Error(w, "this server wants its token: open the address that it printed", http.StatusUnauthorized)
	return false
}
