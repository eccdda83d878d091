package server

import (
	"net/http"
	"testing"
)

// TestTokenComesByOneWay sends the right token in every way except the intended one, in the address of the first page
// by GET. It checks that none of them admits the visitor or sets a cookie.
func TestTokenComesByOneWay(t *testing.T) {
	t.Parallel()
	config := Config{Token: "secret"}
	s, pass := serve(t, config), New(config).pass()
	type way struct {
		name, method, path string
		change             func(*http.Request)
	}
	ways := []way{
		{"as the pass", "GET", "/", setting("Cookie", pass.Name+"=secret")},
		{"as a cookie", "GET", "/", setting("Cookie", "token=secret")},
		{"as a password", "GET", "/", setting("Authorization", "Bearer secret")},
		{"as a name", "GET", "/", func(r *http.Request) { r.SetBasicAuth("secret", "secret") }},
		{"in a header", "GET", "/", setting("Token", "secret")},
		{"in a header of its own", "GET", "/", setting("X-Token", "secret")},
		{"where it leads from", "GET", "/", setting("Referer", "http://localhost/?token=secret")},
		{"begun", "GET", "/?token=secre", nil},
		{"with more", "GET", "/?token=secretly", nil},
		{"empty", "GET", "/?token=", setting("Cookie", pass.Name+"=")},
		{"in another case", "GET", "/?token=SECRET", nil},
		{"under another name", "GET", "/?Token=secret", nil},
		{"behind a wrong one", "GET", "/?token=guess&token=secret", nil},
		{"on another host's path", "GET", "//evil.example/?token=secret", nil},
		{"the pass in the address", "GET", "/?token=" + pass.Value, nil},
		{"the pass under another name", "GET", "/", setting("Cookie", "pillars-00000000="+pass.Value)},
		{"the pass in a header", "GET", "/", setting("Authorization", "Bearer "+pass.Value)},
		{"the pass of another token", "GET", "/",
			func(r *http.Request) { r.AddCookie(New(Config{Token: "other"}).pass()) }},
	}
	for _, method := range []string{"HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
		ways = append(ways, way{"by " + method, method, "/?token=secret", nil})
	}
	for _, path := range []string{"/page/board.js", "/runs", "/runs/1", "/runs/1/report", "/live", "/ask", "/x"} {
		ways = append(ways, way{"at " + path, "GET", path + "?token=secret", nil},
			way{"at " + path, "POST", path + "?token=secret", nil})
	}
	for _, try := range ways {
		header := attempt{"the token " + try.name, s, try.method, try.path, try.change,
			http.StatusUnauthorized}.check(t, question)
		if set := header.Values("Set-Cookie"); len(set) > 0 {
			t.Errorf("the token %s: the cookie %q is set", try.name, set)
		}
	}
}

// TestMethods requests every address by every method, as a visitor with the cookie.
func TestMethods(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	config := Config{Token: "secret", Database: path}
	s, pass := serve(t, config), New(config).pass()
	for address, method := range map[string]string{"/": "GET", "/page/board.js": "GET", "/runs": "GET",
		"/runs/" + id: "GET", "/runs/" + id + "/games": "GET", "/runs/" + id + "/game?identity=1v2/1/1": "GET",
		"/runs/" + id + "/report": "GET", "/ask": "POST"} {
		for _, by := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"} {
			want := http.StatusMethodNotAllowed
			if by == method || by == "HEAD" && address == "/" {
				want = http.StatusOK
			}
			visit := func(r *http.Request) { r.AddCookie(pass) }
			attempt{by + " " + address, s, by, address, visit, want}.check(t, question)
		}
	}
}

// TestPassOfVisitors sends the cookie alone, after another server's and after a wrong one, and from links on pages of
// other sites.
func TestPassOfVisitors(t *testing.T) {
	t.Parallel()
	config := Config{Token: "secret"}
	s, pass := serve(t, config), New(config).pass()
	with := func(changes ...func(*http.Request)) func(*http.Request) {
		return func(r *http.Request) {
			for _, change := range changes {
				change(r)
			}
		}
	}
	own := setting("Cookie", pass.Name+"="+pass.Value)
	for _, try := range []attempt{
		{"alone", s, "POST", "/ask", own, http.StatusOK},
		{"behind a wrong one", s, "POST", "/ask", setting("Cookie", pass.Name+"=x; "+pass.Name+"="+pass.Value),
			http.StatusOK},
		{"by a link of another site", s, "GET", "/", with(own, setting("Sec-Fetch-Site", "cross-site")), http.StatusOK},
		{"by a question of another site", s, "POST", "/ask", with(own, setting("Sec-Fetch-Site", "cross-site")),
			http.StatusForbidden},
		{"by a question of another port", s, "POST", "/ask", with(own, setting("Sec-Fetch-Site", "same-site")),
			http.StatusForbidden},
		{"by a question from elsewhere", s, "POST", "/ask", with(own, setting("Origin", "http://evil.example")),
			http.StatusForbidden},
		{"by a picture elsewhere", s, "GET", "/runs", with(own, setting("Sec-Fetch-Site", "cross-site")),
			http.StatusForbidden},
		{"to another name", s, "GET", "/", with(own, func(r *http.Request) { r.Host = "evil.example" }),
			http.StatusMisdirectedRequest},
	} {
		try.check(t, question)
	}
}
