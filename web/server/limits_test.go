package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pillars/web/host"
)

// TestQuestionsAreBounded asks for more than a question may be or use.
func TestQuestionsAreBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{Host: host.Host{MaxTime: 20 * time.Millisecond, MaxTable: 8, MaxThreads: 1}})
	decide := func(player string) string {
		return `{"do":"decide","game":"pilastri","seconds":3600,"player":"` + player + `"}`
	}
	for _, try := range []struct {
		name, question string
		code           int
		want           string
	}{
		{"as long as may be", `{"do":"games"}` + strings.Repeat(" ", host.LongestQuestion-14), http.StatusOK, "answer"},
		{"too long", `{"do":"games"}` + strings.Repeat(" ", host.LongestQuestion-13), http.StatusRequestEntityTooLarge,
			"at most"},
		{"an hour", decide("alphabeta"), http.StatusOK, "answer"},
		{"an hour in the player's text", decide("alphabeta:time=1h"), http.StatusOK, "answer"},
		{"a large table", decide("alphabeta:table=9"), http.StatusOK, "more than the 8"},
		{"many threads", decide("alphabeta:threads=2"), http.StatusOK, "more than the 1"},
		{"a program", decide("ugi:/bin/true"), http.StatusOK, `"error"`},
		{"a file", decide("alphabeta:weights=/etc/passwd"), http.StatusOK, "names no files"},
		{"deep JSON", strings.Repeat("[", 1<<20), http.StatusOK, `"error"`},
		{"no question", "", http.StatusOK, `"error"`},
	} {
		code, body, _ := request(t, s.Client(), newRequest(t, "POST", s.URL+"/ask", try.question))
		if code != try.code || !strings.Contains(body, try.want) {
			t.Errorf("%s: %d %.200s", try.name, code, body)
		}
	}
}

// TestReportsAreDrawnUpOneByOne checks that a report waits while another is being made, but not while a visitor has not
// received the last one.
func TestReportsAreDrawnUpOneByOne(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Database: path})
		if !s.runs.reports.TryAcquire(1) {
			t.Fatal("no report can be drawn up")
		}
		lengths := make(chan int, 2)
		report := func(ctx context.Context, slow context.Context) {
			answer := httptest.NewRecorder()
			writer := http.ResponseWriter(answer)
			if slow != nil {
				writer = untaken{slow, answer}
			}
			address := "http://localhost/runs/" + id + "/report"
			s.handler().ServeHTTP(writer, httptest.NewRequestWithContext(ctx, "GET", address, nil))
			lengths <- answer.Body.Len()
		}
		ctx, leave := context.WithCancel(t.Context())
		go report(ctx, nil)
		synctest.Wait()
		if len(lengths) > 0 {
			t.Error("two reports are drawn up at once")
		}
		leave()
		if <-lengths > 0 {
			t.Error("a visitor who has left gets a report")
		}
		s.runs.reports.Release(1)
		slow, end := context.WithCancel(t.Context())
		go report(t.Context(), slow)
		synctest.Wait()
		go report(t.Context(), nil)
		if <-lengths == 0 {
			t.Error("no report beside one that is not taken")
		}
		end()
		<-lengths
	})
}

// TestStreamsAreBounded opens 64 streams, and one more, which must be refused.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	s := serve(t, Config{Database: path})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	for n := range 64 + 1 {
		answer, err := s.Client().Do(newRequest(t, "GET", s.URL+"/live", "").WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if full := answer.StatusCode == http.StatusServiceUnavailable; full != (n == 64) {
			t.Fatalf("stream %d: %s", n+1, answer.Status)
		}
	}
}
