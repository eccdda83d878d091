package server

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pillars/engine/enginetest/require"
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
		if !s.reports.TryAcquire(1) {
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
		s.reports.Release(1)
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

// TestStreamsAreBounded opens one stream more than a visitor may have: the first one ends.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	s := serve(t, Config{Database: path})
	var first io.Reader
	for n := range streamsEach + 1 {
		answer, err := s.Client().Do(newRequest(t, "GET", s.URL+"/live", ""))
		require.NoError(t, err)
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("stream %d: %s", n+1, answer.Status)
		}
		if n == 0 {
			first = answer.Body
		}
	}
	if _, err := io.Copy(io.Discard, first); err != nil { // waits until the stream ends
		t.Error(err)
	}
}

// TestVisitsAreBounded opens more than one visitor, and all together, may have open.
func TestVisitsAreBounded(t *testing.T) {
	t.Parallel()
	v := visits{each: 2, all: 3}
	var ended []string
	for i, visitor := range []string{"a", "b", "a", "a", "c", "c", "c"} {
		v.enter(i, visitor+":80", func() { ended = append(ended, fmt.Sprint(visitor, i)) })
		v.leave(-1) // no such visit
	}
	if want := []string{"a0", "b1", "a2", "c4"}; !slices.Equal(ended, want) || len(v.open) != 3 {
		t.Errorf("%v have ended, want %v; %d are open", ended, want, len(v.open))
	}
	v.leave(6)
	if len(v.open) != 2 {
		t.Errorf("%d are open after one has left", len(v.open))
	}
}

// TestConnectionsAreBounded opens one connection more than a visitor may have: the first one ends.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	within(t, Config{}, func(t *testing.T, listener *pipes) {
		begun := time.Now()
		_, left := listener.visit()
		for range connectionsEach {
			listener.visit()
		}
		if <-left; time.Since(begun) > 0 { // idle connections end after a time
			t.Error("the first connection of too many stays open")
		}
	})
}

// TestFailuresAreSlow tries wrong tokens at once, as different visitors may: each answer takes its time.
func TestFailuresAreSlow(t *testing.T) {
	t.Parallel()
	within(t, Config{Token: "secret"}, func(t *testing.T, listener *pipes) {
		const guesses = 20
		begun := time.Now()
		var all sync.WaitGroup
		for i := range guesses {
			all.Go(func() {
				r := newRequest(t, "GET", "http://localhost/?token="+fmt.Sprint(i), "")
				if code, _, _ := request(t, listener.client(), r); code != http.StatusUnauthorized {
					t.Errorf("guess %d: %d", i, code)
				}
			})
		}
		all.Wait()
		if took := time.Since(begun); took < guesses*failureTime {
			t.Errorf("%d guesses took %v", guesses, took)
		}
	})
}
