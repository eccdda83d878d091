package server

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// attempt is a request with the wanted status of its answer.
type attempt struct {
	name   string
	server *httptest.Server
	method string
	path   string
	change func(*http.Request) // may be nil
	want   int
}

// check sends the request, and checks the status and the headers that every answer must have.
func (a attempt) check(t *testing.T, body string) {
	t.Helper()
	r := newRequest(t, a.method, a.server.URL+a.path, body)
	if a.change != nil {
		a.change(r)
	}
	code, answer, header := request(t, a.server.Client(), r)
	if code != a.want {
		t.Errorf("%s: %d instead of %d: %.100s", a.name, code, a.want, answer)
	}
	wantsHeader(t, header, map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "", "Set-Cookie": ""})
}

// setting sets a header.
func setting(header, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(header, value) }
}

// TestServerIsGuarded sends requests as pages of other sites, under other host names, for files that are not modules,
// and without the token.
func TestServerIsGuarded(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	open := serve(t, Config{Database: path, Hosts: []string{"Lab.example.org"}})
	closed, pass := serve(t, Config{Token: "secret"}), New(Config{Token: "secret"}).pass()
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	site := func(kind string) func(*http.Request) { return setting("Sec-Fetch-Site", kind) }
	evil := setting("Origin", "http://evil.example")
	with := func(change func(*http.Request)) func(*http.Request) {
		return func(r *http.Request) {
			r.AddCookie(pass)
			change(r)
		}
	}
	for _, try := range []attempt{
		{"this machine", open, "GET", "/", nil, http.StatusOK},
		{"a known name", open, "GET", "/", host("lab.example.org:80"), http.StatusOK},
		{"an address of this machine", open, "GET", "/", host("192.168.1.7:80"), http.StatusOK},
		{"our name in large letters", open, "GET", "/", host("LOCALHOST"), http.StatusOK},
		{"the address of this machine", open, "GET", "/", host("[::1]:80"), http.StatusOK},
		{"the same without a port", open, "GET", "/", host("[::1]"), http.StatusOK},
		{"a foreign name", open, "GET", "/", host("evil.example"), http.StatusMisdirectedRequest},
		{"a name that begins like ours", open, "GET", "/", host("localhost.evil.example"),
			http.StatusMisdirectedRequest},
		{"no name", open, "GET", "/", host("."), http.StatusMisdirectedRequest},
		{"another site's page", open, "POST", "/ask", site("cross-site"), http.StatusForbidden},
		{"another origin", open, "POST", "/ask", evil, http.StatusForbidden},
		{"what another origin may", open, "OPTIONS", "/ask", evil, http.StatusMethodNotAllowed},
		{"a plain form", open, "POST", "/ask", setting("Content-Type", "text/plain"), http.StatusUnsupportedMediaType},
		{"a link to the page", open, "GET", "/", site("cross-site"), http.StatusOK},
		{"a picture of a report", open, "GET", "/runs/" + id + "/report", site("cross-site"), http.StatusForbidden},
		{"the games, for another port", open, "GET", "/runs", site("same-site"), http.StatusForbidden},
		{"a list of the modules", open, "GET", "/page/", nil, http.StatusNotFound},
		{"a way out of the modules", open, "GET", "/page/..%2fpage.go", nil, http.StatusNotFound},
		{"what is no module", open, "GET", "/page/index.html", nil, http.StatusNotFound},
		{"a way out of the runs", open, "GET", "/runs/..%2f..%2fetc%2fpasswd", nil, http.StatusNotFound},
		{"the page without the token", closed, "GET", "/", nil, http.StatusUnauthorized},
		{"a question without it", closed, "POST", "/ask", nil, http.StatusUnauthorized},
		{"the modules without it", closed, "GET", moduleFile(), nil, http.StatusUnauthorized},
		{"the events without it", closed, "GET", "/live", nil, http.StatusUnauthorized},
		{"the pass", closed, "POST", "/ask", with(site("same-origin")), http.StatusOK},
		{"the pass behind a wrong one", closed, "POST", "/ask",
			setting("Cookie", pass.Name+"=x; "+pass.Name+"="+pass.Value), http.StatusOK},
		{"the pass, by a link of another site", closed, "GET", "/", with(site("cross-site")), http.StatusOK},
		{"the pass, by another site", closed, "POST", "/ask", with(site("cross-site")), http.StatusForbidden},
		{"the pass, by another port", closed, "POST", "/ask", with(site("same-site")), http.StatusForbidden},
		{"the pass, by another origin", closed, "POST", "/ask", with(evil), http.StatusForbidden},
		{"the pass, by a picture elsewhere", closed, "GET", "/runs", with(site("cross-site")), http.StatusForbidden},
		{"by a method that does the work of GET", open, "HEAD", "/runs", nil, http.StatusMethodNotAllowed},
		{"the pass, to another name", closed, "GET", "/", with(host("evil.example")), http.StatusMisdirectedRequest},
	} {
		try.check(t, question)
	}
}

// TestTokenComesByOneWay sends the right token in every way except the intended one, in the address of the first page
// by GET. It checks that none of them admits the visitor.
func TestTokenComesByOneWay(t *testing.T) {
	t.Parallel()
	config := Config{Token: "secret"}
	s, pass := serve(t, config), New(config).pass()
	ways := []attempt{
		{"as the pass", s, "GET", "/", setting("Cookie", pass.Name+"=secret"), 0},
		{"as a password", s, "GET", "/", setting("Authorization", "Bearer secret"), 0},
		{"as a name", s, "GET", "/", func(r *http.Request) { r.SetBasicAuth("secret", "secret") }, 0},
		{"where it leads from", s, "GET", "/", setting("Referer", "http://localhost/?token=secret"), 0},
		{"begun", s, "GET", "/?token=secre", nil, 0},
		{"empty", s, "GET", "/?token=", setting("Cookie", pass.Name+"="), 0},
		{"in another case", s, "GET", "/?token=SECRET", nil, 0},
		{"behind a wrong one", s, "GET", "/?token=guess&token=secret", nil, 0},
		{"on another host's path", s, "GET", "//evil.example/?token=secret", nil, 0},
		{"the pass in the address", s, "GET", "/?token=" + pass.Value, nil, 0},
		{"the pass under another name", s, "GET", "/", setting("Cookie", "pillars-00000000="+pass.Value), 0},
		{"the pass of another token", s, "GET", "/",
			func(r *http.Request) { r.AddCookie(New(Config{Token: "other"}).pass()) }, 0},
	}
	for _, method := range []string{"HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
		ways = append(ways, attempt{"by " + method, s, method, "/?token=secret", nil, 0})
	}
	for _, path := range []string{moduleFile(), "/runs", "/runs/1/report", "/live", "/ask", "/x"} {
		ways = append(ways, attempt{"at " + path, s, "GET", path + "?token=secret", nil, 0},
			attempt{"by POST at " + path, s, "POST", path + "?token=secret", nil, 0})
	}
	for _, try := range ways {
		try.want = http.StatusUnauthorized
		try.check(t, question)
	}
}

// TestTokenBecomesACookie opens the address with the token, and checks that it redirects to one without the token and
// sets a cookie that scripts cannot read.
func TestTokenBecomesACookie(t *testing.T) {
	t.Parallel()
	const token = `ä; "&+` // what a cookie cannot hold
	s := serve(t, Config{Token: token})
	code, _, header := request(t, s.Client(), newRequest(t, "GET", s.URL+"/?token="+url.QueryEscape(token), ""))
	set, err := http.ParseSetCookie(header.Get("Set-Cookie"))
	if err != nil || code != http.StatusSeeOther || header.Get("Location") != "/" {
		t.Fatalf("%d to %q with a cookie of %v", code, header.Get("Location"), err)
	}
	if !set.HttpOnly || set.SameSite != http.SameSiteLaxMode || set.Path != "/" || set.Domain != "" ||
		len(set.Value) < 64 || strings.Contains(set.Value, token) {
		t.Errorf("the cookie is %v", set)
	}
	attempt{"with the cookie", s, "GET", "/", func(r *http.Request) { r.AddCookie(set) }, http.StatusOK}.check(t, "")
}

// TestHeadersAreBounded sends headers as raw text: one that is too large, and one with two host names.
func TestHeadersAreBounded(t *testing.T) {
	t.Parallel()
	const head = "GET / HTTP/1.1\r\nHost: localhost\r\n"
	for text, want := range map[string]string{
		head + "X: " + strings.Repeat("x", 64<<10) + "\r\n\r\n": "431",
		head + "X: " + strings.Repeat("x", 30<<10) + "\r\n\r\n": "200",
		head + "Host: localhost\r\n\r\n":                        "400",
	} {
		within(t, Config{}, func(t *testing.T, listener *pipes) {
			visitor, left := listener.visit()
			go io.WriteString(visitor, text) // the server need not read all of it
			status, err := bufio.NewReader(visitor).ReadString('\n')
			if err != nil || !strings.Contains(status, " "+want+" ") {
				t.Errorf("%d bytes: %q %v instead of %s", len(text), status, err, want)
			}
			visitor.Close()
			<-left
		})
	}
}
