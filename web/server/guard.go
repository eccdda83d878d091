package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Serve answers requests until the context ends, and then closes all connections and the store.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	defer s.runs.close()
	server := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 32 << 10, BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}

// guard refuses requests under unknown names, without the token, or from pages of other sites.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != http.NoBody { // for refused requests too
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
		case !s.admitted(w, r):
		case r.Method == http.MethodHead && r.URL.Path != "/":
			http.Error(w, "ask with GET", http.StatusMethodNotAllowed) // HEAD would cost as much as GET
		case r.URL.Path != "/" && (site == "cross-site" || site == "same-site"):
			http.Error(w, "another site's page may only lead to the first page", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// patience is the time in which a visitor must send a question, and receive what one call writes.
const patience = 30 * time.Second

// patientWriter sets a deadline for each write, so that streams as a whole may last.
type patientWriter struct{ http.ResponseWriter }

func (w patientWriter) Write(text []byte) (int, error) {
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(patience))
	return w.ResponseWriter.Write(text)
}

// Unwrap returns the wrapped writer for [http.ResponseController].
func (w patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// answersTo reports whether requests may use a host name: a known one or any address, which DNS cannot redirect.
func (s *Server) answersTo(name string) bool {
	known := func(host string) bool { return strings.EqualFold(host, name) }
	return net.ParseIP(name) != nil || known("localhost") || slices.ContainsFunc(s.config.Hosts, known)
}

// pass returns the cookie of a visitor who has sent the token. Its name depends on the token, since browsers send the
// cookies of all servers of a machine to each. It comes with links from other sites too, which guard limits to the
// first page.
func (s *Server) pass() *http.Cookie {
	sum := sha256.Sum256([]byte("pillars " + s.config.Token))
	text := hex.EncodeToString(sum[:])
	return &http.Cookie{Name: "pillars-" + text[:8], Value: text, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode}
}

// admitted reports whether a visitor has the cookie of the token, and otherwise responds: to the token in the address
// with the cookie and a redirection, to anything else with an error.
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
	for _, kept := range r.CookiesNamed(pass.Name) {
		if same(kept.Value, pass.Value) {
			return true
		}
	}
	http.Error(w, "this server wants its token: open the address that it printed", http.StatusUnauthorized)
	return false
}
