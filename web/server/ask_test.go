package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"pillars/web/host"
)

// unfinished is the body of a question of which only some bytes arrive before its context ends.
type unfinished struct {
	context.Context
	left int
}

func (u *unfinished) Read(p []byte) (int, error) {
	if u.left == 0 {
		<-u.Done()
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p[:min(len(p), u.left)], blanks)
	u.left -= n
	return n, nil
}

const blanks = "                                                                "

// untaken is a visitor who receives no byte of an answer until a context ends.
type untaken struct {
	context.Context
	http.ResponseWriter
}

func (u untaken) Write([]byte) (int, error) {
	<-u.Done()
	return 0, errors.New("the visitor has left")
}

// posted returns a request that asks a question.
func posted(t *testing.T, body io.Reader) *http.Request {
	r := httptest.NewRequestWithContext(t.Context(), "POST", "http://localhost/ask", body)
	r.Header.Set("Content-Type", "application/json")
	return r
}

// asked returns a handler's status and answer to a question.
func asked(t *testing.T, handler http.Handler, question string) (int, string) {
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, posted(t, strings.NewReader(question)))
	return answer.Code, answer.Body.String()
}

const (
	quick = `{"do":"puzzles","game":"pit"}`
	hour  = `{"do":"analyze","game":"pilastri","player":"alphabeta","seconds":3600}`
)

// TestSlowVisitorsKeepNobodyWaiting lets 1,000 visitors send only the beginnings of questions and 1,000 others receive
// no answer, and checks that another visitor is answered.
func TestSlowVisitorsKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler := New(Config{Database: "none.db"}).handler()
		slow, end := context.WithCancel(t.Context())
		defer end()
		for range 1000 {
			go handler.ServeHTTP(httptest.NewRecorder(), posted(t, &unfinished{slow, 100}))
			go handler.ServeHTTP(untaken{slow, httptest.NewRecorder()}, posted(t, strings.NewReader(`{"do":"games"}`)))
			synctest.Wait()
		}
		if code, body := asked(t, handler, quick); code != http.StatusOK || !strings.Contains(body, `"answer"`) {
			t.Errorf("a question beside slow visitors: %d %.100s", code, body)
		}
	})
}

// TestLongAnswersNeedRoom checks that a long answer is sent only while there are not too many long texts.
func TestLongAnswersNeedRoom(t *testing.T) {
	t.Parallel()
	s := New(Config{Database: "none.db"})
	ask := `{"do":"load","pgn":"[Game \"pit\"]\n[White \"` + strings.Repeat("<", 30_000) + `\"]\n\n*"}`
	const busy = `{"error":"too many questions at once; ask again later"}` + "\n"
	if !s.long.TryAcquire(mostLong) {
		t.Fatal("long texts are in transit")
	}
	if code, body := asked(t, s.handler(), ask); code != http.StatusOK || body != busy {
		t.Errorf("an answer without room: %d %.100s", code, body)
	}
	s.long.Release(1)
	for range 2 {
		if _, body := asked(t, s.handler(), ask); len(body) < shortText {
			t.Errorf("an answer with room: %.100s", body)
		}
	}
}

// TestBrokenQuestions sends questions that end too early.
func TestBrokenQuestions(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	answer := httptest.NewRecorder()
	New(Config{Database: "none.db"}).handler().ServeHTTP(answer, posted(t, &unfinished{ended, 5}))
	if answer.Code != http.StatusBadRequest || !strings.Contains(answer.Body.String(), "did not arrive whole") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// TestQuestionsHoldLittleMemory sends 64 questions of the greatest length, except for their last byte. It checks that
// the server reads a bounded number of bytes, and answers short questions meanwhile.
func TestQuestionsHoldLittleMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler := New(Config{Database: "none.db"}).handler()
		slow, end := context.WithCancel(t.Context())
		refused := make(chan bool, 64)
		for range 64 {
			go func() {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, posted(t, &unfinished{slow, host.LongestQuestion - 1}))
				refused <- answer.Code == http.StatusServiceUnavailable
			}()
			synctest.Wait()
		}
		if held := 64 - len(refused); held != 8 { // of 2 MiB each, of which all but 128 KiB share 16 MiB
			t.Errorf("%d questions of %d bytes are held at once", held, host.LongestQuestion)
		}
		for range len(refused) {
			if !<-refused {
				t.Error("a question that never ends is answered")
			}
		}
		long := `{"do":"games"}` + strings.Repeat(" ", host.LongestQuestion-14)
		if code, _ := asked(t, handler, long); code != http.StatusServiceUnavailable {
			t.Errorf("one long question too many: %d", code)
		}
		if code, _ := asked(t, handler, quick); code != http.StatusOK {
			t.Errorf("a short question beside long ones: %d", code)
		}
		end()
		synctest.Wait()
		for range 10 { // what each held is free again
			if code, body := asked(t, handler, long); code != http.StatusOK {
				t.Errorf("a long question after that: %d %.100s", code, body)
			}
		}
	})
}

// TestQuestionsAtOnceAreBounded asks a question while 63, and while 64, others are being answered.
func TestQuestionsAtOnceAreBounded(t *testing.T) {
	t.Parallel()
	s := New(Config{Database: "none.db"})
	handler := s.handler()
	for _, try := range []struct {
		others int64
		want   int
	}{{63, http.StatusOK}, {64, http.StatusServiceUnavailable}, {0, http.StatusOK}} {
		if !s.questions.TryAcquire(try.others) {
			t.Fatalf("%d questions cannot be answered at once", try.others)
		}
		if code, body := asked(t, handler, quick); code != try.want {
			t.Errorf("a question beside %d others: %d %.100s", try.others, code, body)
		}
		if code, body := asked(t, handler, question); code != http.StatusOK {
			t.Errorf("a search beside %d questions: %d %.100s", try.others, code, body)
		}
		s.questions.Release(try.others)
	}
}

// TestSearchesWait asks for searches while two run. It checks that 62 wait, that the next is refused, that other
// questions are answered, that a visitor who leaves no longer waits, and that the others begin when the two have ended.
func TestSearchesWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Database: "none.db", Searches: 2})
		handler := s.handler()
		if !s.searches.TryAcquire(2) || !s.waiting.TryAcquire(2) || s.searches.TryAcquire(1) {
			t.Fatal("two searches cannot run, or three can")
		}
		leaving, leave := context.WithCancel(t.Context())
		answers := make(chan int, 62)
		wait := func(ctx context.Context) {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, posted(t, strings.NewReader(question)).WithContext(ctx))
			answers <- strings.Count(answer.Body.String(), `"answer"`)
		}
		go wait(leaving)
		for range 61 {
			go wait(t.Context())
		}
		synctest.Wait()
		if len(answers) > 0 {
			t.Error("three searches run at once")
		}
		if code, _ := asked(t, handler, question); code != http.StatusServiceUnavailable {
			t.Errorf("a search too many: %d", code)
		}
		if code, body := asked(t, handler, quick); code != http.StatusOK {
			t.Errorf("what is no search waits too: %d %.100s", code, body)
		}
		leave()
		if <-answers > 0 {
			t.Error("a visitor who has left is answered")
		}
		s.searches.Release(2)
		s.waiting.Release(2)
		for range 61 {
			if <-answers != 1 {
				t.Error("a search that waited has no answer")
			}
		}
		if !s.searches.TryAcquire(2) || !s.waiting.TryAcquire(64) || s.waiting.TryAcquire(1) {
			t.Error("after all searches, not 2 can run and 64 wait")
		}
	})
}
