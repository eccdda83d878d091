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

// Serve answers until the context ends, and then closes what is open.
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

// guard lets in requests under known names and with the token, from pages of this server or from none.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != http.NoBody { // whoever is refused has no longer than others to send it
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
			http.Error(w, "ask with GET", http.StatusMethodNotAllowed) // HEAD would do the work for nothing
		case r.URL.Path != "/" && (site == "cross-site" || site == "same-site"):
			http.Error(w, "another site's page may only lead to the first page", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// patience is how long a visitor may take to send a question, and to take what is written to it at once.
const patience = 30 * time.Second

// patientWriter waits only so long for a visitor to take what is written. Streams may last.
type patientWriter struct{ http.ResponseWriter }

func (w patientWriter) Write(text []byte) (int, error) {
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(patience))
	return w.ResponseWriter.Write(text)
}

// Unwrap is for [http.ResponseController].
func (w patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// answersTo reports whether requests may use a name. A name can be pointed at any machine, an address cannot.
func (s *Server) answersTo(name string) bool {
	known := func(host string) bool { return strings.EqualFold(host, name) }
	return net.ParseIP(name) != nil || known("localhost") || slices.ContainsFunc(s.config.Hosts, known)
}

// pass is the cookie of a visitor who has shown the token once. Servers of one machine, which share their cookies, have
// passes of different names. Links on other sites bring it too; the guard lets those lead to the first page only.
func (s *Server) pass() *http.Cookie {
	sum := sha256.Sum256([]byte("pillars " + s.config.Token))
	text := hex.EncodeToString(sum[:])
	return &http.Cookie{Name: "pillars-" + text[:8], Value: text, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode}
}

// admitted checks the token. A visitor who brings it in the address gets a cookie and the address without it.
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
