package server

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"pillars/web/host"
)

// TestQuestionsAreBounded asks for more than a question may be or use.
func TestQuestionsAreBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{Host: host.Host{MaxTime: 20 * time.Millisecond, MaxTable: 8, MaxThread: 1}})
	decide := func(player string) string {
		return `{"do":"decide","game":"pilastri","seconds":3600,"player":"` + player + `"}`
	}
	for _, try := range []struct {
		name, question string
		code           int
		want           string
	}{
		{"as long as may be", `{"do":"games"}` + strings.Repeat(" ", longestQuestion-14), http.StatusOK, "answer"},
		{"too long", `{"do":"games"}` + strings.Repeat(" ", longestQuestion-13), http.StatusRequestEntityTooLarge,
			"at most"},
		{"an hour", decide("alphabeta"), http.StatusOK, "answer"},
		{"an hour in the player's text", decide("alphabeta:time=1h"), http.StatusOK, "answer"},
		{"a large table", decide("alphabeta:table=9"), http.StatusOK, "more than the 8"},
		{"many threads", decide("alphabeta:threads=2"), http.StatusOK, "more than the 1"},
		{"a program", decide("ugi:/bin/true"), http.StatusOK, `"error"`},
		{"a file", decide("alphabeta:weights=/etc/passwd"), http.StatusOK, "names no files"},
		{"no JSON", "[[[[", http.StatusOK, `"error"`},
		{"deep JSON", strings.Repeat("[", 1<<20), http.StatusOK, `"error"`},
		{"no question", "", http.StatusOK, `"error"`},
	} {
		code, body, _ := request(t, s.Client(), newRequest(t, "POST", s.URL+"/ask", try.question))
		if code != try.code || !strings.Contains(body, try.want) {
			t.Errorf("%s: %d %.200s", try.name, code, body)
		}
	}
}

// TestQuestionsAtOnceAreBounded asks a question while as many as may are being sent.
func TestQuestionsAtOnceAreBounded(t *testing.T) {
	t.Parallel()
	served := New(Config{Database: "none.db"})
	s := httptest.NewServer(served.handler())
	t.Cleanup(s.Close)
	awaited := make(chan struct{})
	asked := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
		Got100Continue: func() { awaited <- struct{}{} },
	})
	for range mostQuestions {
		body, hold := io.Pipe()
		defer hold.Close()
		r := newRequest(t, "POST", s.URL+"/ask", "").WithContext(asked)
		r.Header.Set("Expect", "100-continue") // the server says when it begins to read the question
		r.Body, r.ContentLength = body, -1
		go func() { _, _ = s.Client().Do(r) }() // ends with the test
		<-awaited
	}
	games := newRequest(t, "POST", s.URL+"/ask", `{"do":"games"}`)
	if code, body, _ := request(t, s.Client(), games); code != http.StatusServiceUnavailable {
		t.Errorf("one question too many: %d %s", code, body)
	}
}

// TestReportsAreDrawnUpOneByOne asks for a report while another is drawn up.
func TestReportsAreDrawnUpOneByOne(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	served := New(Config{Database: path})
	s := httptest.NewServer(served.handler())
	t.Cleanup(s.Close)
	if !served.runs.reports.TryAcquire(1) {
		t.Fatal("no report can be drawn up")
	}
	report := newRequest(t, "GET", s.URL+"/runs/"+id+"/report", "")
	soon, give := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer give()
	if answer, err := s.Client().Do(report.WithContext(soon)); err == nil {
		answer.Body.Close()
		t.Error("two reports are drawn up at once")
	}
	served.runs.reports.Release(1)
	if code, _, _ := request(t, s.Client(), report); code != http.StatusOK {
		t.Errorf("the report after that: %d", code)
	}
}

// TestStreamsAreBounded follows the store from as many pages as may, and one more.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	s := serve(t, Config{Database: path})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	for n := range mostStreams + 1 {
		answer, err := s.Client().Do(newRequest(t, "GET", s.URL+"/live", "").WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if full := answer.StatusCode == http.StatusServiceUnavailable; full != (n == mostStreams) {
			t.Fatalf("stream %d: %s", n+1, answer.Status)
		}
	}
}
