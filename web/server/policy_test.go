package server

import (
	"encoding/json"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/store"
	"pillars/web/page"
)

// wantsPolicy checks that a content security policy has exactly the wanted directives and sources, in any order.
func wantsPolicy(t *testing.T, name string, header http.Header, want ...string) {
	t.Helper()
	var directives []string
	for directive := range strings.SplitSeq(strings.Join(header.Values("Content-Security-Policy"), ";"), ";") {
		words := strings.Fields(directive)
		slices.Sort(words[min(1, len(words)):])
		directives = append(directives, strings.Join(words, " "))
	}
	slices.Sort(directives)
	slices.Sort(want)
	if !slices.Equal(directives, want) {
		t.Errorf("%s may\n%q\ninstead of\n%q", name, directives, want)
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
		wantsPolicy(t, "the page", header, "default-src 'none'", // nothing but the following
			"script-src 'nonce-"+nonce+"' 'self' blob:", // its modules, which its own script makes
			"connect-src 'self'",                        // questions, runs, events
			"style-src 'self' 'unsafe-inline'",          // its style, and marks of the board
			"img-src 'self' data:", "frame-ancestors 'self'", "base-uri 'none'", "form-action 'none'")
		wantsHeader(t, header, map[string]string{"Content-Type": "text/html; charset=utf-8",
			"Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff"})
	}
}

// TestReportsRunNothing checks that a report can run no scripts and send no requests, since its names may come from
// anywhere.
func TestReportsRunNothing(t *testing.T) {
	t.Parallel()
	database, id := played(t)
	s := serve(t, Config{Database: database})
	_, body, header := request(t, s.Client(), newRequest(t, "GET", s.URL+"/runs/"+id+"/report", ""))
	if strings.Contains(body, "<script") {
		t.Error("a report has a script, which never runs")
	}
	wantsPolicy(t, "a report", header, "default-src 'none'", "style-src 'unsafe-inline'",
		"img-src data:", // its figures
		"frame-ancestors 'none'",
		"sandbox allow-top-navigation-by-user-activation")
	wantsHeader(t, header, map[string]string{"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": ""})
}

// TestAnswersAreNotPages checks that modules and data have types that no browser treats as a page, and that browsers do
// not store data.
func TestAnswersAreNotPages(t *testing.T) {
	t.Parallel()
	database, id := played(t)
	s := serve(t, Config{Database: database})
	for _, try := range []struct{ method, address, kind, kept string }{
		{"GET", moduleFile(), "text/javascript; charset=utf-8", "private, max-age=31536000, immutable"},
		{"GET", "/runs", "application/json", "no-store"},
		{"GET", "/runs/" + id, "application/json", "no-store"},
		{"GET", "/runs/nothing", "application/json", "no-store"},
		{"GET", "/runs/" + id + "/games?opening=sideways", "application/json", "no-store"},
		{"POST", "/ask", "application/x-ndjson", "no-store"},
	} {
		_, _, header := request(t, s.Client(), newRequest(t, try.method, s.URL+try.address, question))
		wantsHeader(t, header, map[string]string{"Content-Type": try.kind, "Cache-Control": try.kept,
			"X-Content-Type-Options": "nosniff"})
	}
}

// moduleFile returns the address of the script with the modules of the page.
func moduleFile() string {
	for name := range page.Files() {
		if path.Ext(name) == ".js" {
			return "/page/" + name
		}
	}
	return ""
}

// TestFilesAreKept checks that the modules come compressed, and not again to a browser that has them.
func TestFilesAreKept(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	ask := newRequest(t, "GET", s.URL+moduleFile(), "")
	ask.Header.Set("Accept-Encoding", "gzip")
	status, body, header := request(t, s.Client(), ask)
	if status != http.StatusOK || header.Get("Content-Encoding") != "gzip" || len(body) > 150_000 {
		t.Errorf("status %d, encoding %q, %d bytes", status, header.Get("Content-Encoding"), len(body))
	}
	ask.Header.Set("If-None-Match", header.Get("ETag"))
	if status, _, _ := request(t, s.Client(), ask); status != http.StatusNotModified {
		t.Errorf("status %d for a file that the browser has", status)
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

// hostile is a text that would do harm if it were interpreted as HTML or terminal codes.
const hostile = "</script><img src=x onerror=alert(1)>\"'&\x1b[31m\u202eevil"

// TestHostileNamesAreData checks that names from a store are sent without control characters, as JSON that no
// browser treats as a page.
func TestHostileNamesAreData(t *testing.T) {
	t.Parallel()
	database, _ := played(t)
	db, err := store.Open(database)
	require.NoError(t, err)
	defer db.Close()
	spec, err := json.Marshal(map[string]any{"game": hostile, "players": []string{hostile, "random"}})
	require.NoError(t, err)
	run, err := db.CreateRun(t.Context(), store.Run{Kind: hostile, Hash: "abcdef123456", Spec: string(spec), Total: 2})
	require.NoError(t, err)
	shown := strings.NewReplacer("\x1b", `\x1b`, "\u202e", `\u202e`).Replace(hostile)
	s := serve(t, Config{Database: database})
	for _, address := range []string{"/runs", "/runs/" + run.ID, "/runs/%3Cscript%3E"} {
		_, body, header := request(t, s.Client(), newRequest(t, "GET", s.URL+address, ""))
		if header.Get("Content-Type") != "application/json" || strings.ContainsAny(body, "<>\x1b") ||
			!json.Valid([]byte(body)) {
			t.Errorf("%s: %v, %s", address, header, body)
		}
	}
	if players := get[struct{ Players []string }](t, s, "/runs/"+run.ID).Players; !slices.Contains(players, shown) {
		t.Errorf("the players are %q", players)
	}
}
