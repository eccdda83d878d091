package server

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// directives returns the sources that each directive of a content security policy allows, in alphabetical order.
func directives(t *testing.T, header http.Header) map[string]string {
	t.Helper()
	policies := header.Values("Content-Security-Policy")
	if len(policies) != 1 {
		t.Fatalf("%d content security policies instead of 1: %q", len(policies), policies)
	}
	allowed := map[string]string{}
	for directive := range strings.SplitSeq(policies[0], ";") {
		words := strings.Fields(directive)
		if len(words) == 0 {
			t.Fatalf("an empty directive in %q", policies[0])
		}
		if _, twice := allowed[words[0]]; twice {
			t.Fatalf("%s stands twice in %q, and the second is ignored", words[0], policies[0])
		}
		slices.Sort(words[1:])
		allowed[words[0]] = strings.Join(words[1:], " ")
	}
	return allowed
}

// wantsPolicy checks that a policy has exactly the wanted directives and sources.
func wantsPolicy(t *testing.T, name string, header http.Header, want map[string]string) {
	t.Helper()
	if got := directives(t, header); !maps.Equal(got, want) {
		t.Errorf("%s may\n%v\ninstead of\n%v", name, got, want)
	}
}

// TestPageRunsOnlyItsOwnScripts checks that the page runs only the modules of this server and its inline scripts, which
// have a nonce that differs in every visit, and that it sends requests only to this server.
func TestPageRunsOnlyItsOwnScripts(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	once := map[string]bool{}
	for range 2 {
		code, body, header := request(t, s.Client(), newRequest(t, "GET", s.URL+"/", ""))
		if code != http.StatusOK {
			t.Fatalf("%d %.100s", code, body)
		}
		scripts := regexp.MustCompile(`<script\b[^>]*>`).FindAllString(body, -1)
		marked := regexp.MustCompile(`\snonce="([A-Za-z0-9_-]{22,})"`) // 128 random bits
		if len(scripts) < 3 {
			t.Fatalf("the page has the scripts %q; its import map, its check and its start are 3", scripts)
		}
		nonce := ""
		for _, script := range scripts {
			found := marked.FindStringSubmatch(script)
			if found == nil || nonce != "" && found[1] != nonce {
				t.Fatalf("the script %s does not have the word %q of this visit", script, nonce)
			}
			nonce = found[1]
		}
		if once[nonce] {
			t.Errorf("the word %s comes again", nonce)
		}
		once[nonce] = true
		wantsPolicy(t, "the page", header, map[string]string{
			"default-src":     "'none'",                       // nothing but the following
			"script-src":      "'nonce-" + nonce + "' 'self'", // its own modules, what stands in it
			"connect-src":     "'self'",                       // questions, runs, events
			"img-src":         "'self' data:",
			"frame-src":       "'self'", // reports
			"frame-ancestors": "'self'",
			"style-src":       "'unsafe-inline'", // its style, and marks of the board
			"base-uri":        "'none'",
			"form-action":     "'none'",
		})
		wantsHeader(t, header, map[string]string{"Content-Type": "text/html; charset=utf-8",
			"Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff"})
	}
}

// TestReportsRunNothing checks that a report can run no scripts and send no requests, since its names may come from
// anywhere.
func TestReportsRunNothing(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	_, body, header := request(t, s.Client(), newRequest(t, "GET", s.URL+"/runs/"+id+"/report", ""))
	if strings.Contains(body, "<script") {
		t.Error("a report has a script, which never runs")
	}
	wantsPolicy(t, "a report", header, map[string]string{
		"default-src":     "'none'",
		"img-src":         "data:", // its figures
		"style-src":       "'unsafe-inline'",
		"frame-ancestors": "'self'", // the page shows it
		"sandbox":         "allow-top-navigation-by-user-activation",
	})
	wantsHeader(t, header, map[string]string{"Content-Type": "text/html; charset=utf-8",
		"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": ""})
}

// TestAnswersAreNotPages checks that modules and data have types that no browser treats as a page, and that browsers do
// not store data.
func TestAnswersAreNotPages(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	for _, try := range []struct{ method, address, kind, kept string }{
		{"GET", "/page/board.js", "text/javascript; charset=utf-8", "no-cache"},
		{"GET", "/runs", "application/json", "no-store"},
		{"GET", "/runs/" + id, "application/json", "no-store"},
		{"GET", "/runs/nothing", "application/json", "no-store"},
		{"GET", "/runs/" + id + "/games?result=sideways", "application/json", "no-store"},
		{"POST", "/ask", "application/x-ndjson", "no-store"},
	} {
		_, _, header := request(t, s.Client(), newRequest(t, try.method, s.URL+try.address, question))
		wantsHeader(t, header, map[string]string{"Content-Type": try.kind, "Cache-Control": try.kept,
			"X-Content-Type-Options": "nosniff"})
	}
}

func wantsHeader(t *testing.T, header http.Header, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got := header.Get(name); got != value {
			t.Errorf("the header %s is %q instead of %q", name, got, value)
		}
	}
}
