package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pillars/engine/enginetest/require"
)

// pipes is a listener whose connections are in-memory pipes, so that a fake clock measures their deadlines.
type pipes struct {
	server *Server
	made   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case connection := <-p.made:
		return connection, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// visit connects; left is closed when the server closes the connection.
func (p *pipes) visit() (visitor net.Conn, left <-chan struct{}) {
	visitor, server := net.Pipe()
	closed := make(chan struct{})
	p.made <- &watched{Conn: server, closed: closed}
	return visitor, closed
}

// send connects and sends a text.
func (p *pipes) send(t *testing.T, text string) (visitor net.Conn, left <-chan struct{}) {
	t.Helper()
	visitor, left = p.visit()
	if _, err := io.WriteString(visitor, text); err != nil {
		t.Fatal(err)
	}
	return visitor, left
}

// followLive is a request for the stream of events.
const followLive = "GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"

// client returns a client that connects over pipes.
func (p *pipes) client() *http.Client {
	dial := func(context.Context, string, string) (net.Conn, error) {
		visitor, _ := p.visit()
		return visitor, nil
	}
	return &http.Client{Transport: &http.Transport{DialContext: dial}}
}

// watched is a connection that closes a channel when it is closed.
type watched struct {
	net.Conn
	closed chan struct{}
	once   sync.Once
}

func (w *watched) Close() error {
	w.once.Do(func() { close(w.closed) })
	return w.Conn.Close()
}

// within runs a test against a server over pipes, with a fake clock. The test fails if goroutines are left.
func within(t *testing.T, config Config, test func(*testing.T, *pipes)) {
	t.Helper()
	if config.Database == "" {
		config.Database = filepath.Join(t.TempDir(), "none.db")
	}
	synctest.Test(t, func(t *testing.T) {
		listener := &pipes{server: New(config), made: make(chan net.Conn), closed: make(chan struct{})}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- listener.server.Serve(ctx, listener) }()
		test(t, listener)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestVisitorsHaveDeadlines lets visitors stop in the middle of everything that they can send and receive, and measures
// when the server closes their connections.
func TestVisitorsHaveDeadlines(t *testing.T) {
	t.Parallel()
	const ask = "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
	path, _ := played(t)
	for _, try := range []struct {
		name, sends string
		takes       bool
		want        time.Duration
		answer      string
	}{
		{"no header", "", true, 10 * time.Second, ""},
		{"half a header", "GET / HTTP/1.1\r\nHost: local", true, 10 * time.Second, ""},
		{"half a question", ask, true, 30 * time.Second, "408 Request Timeout"},
		{"half a question to another name", strings.Replace(ask, "localhost", "evil.example", 1), true,
			30 * time.Second, ""},
		{"half of what nobody asked for", strings.Replace(ask, "POST /ask", "GET /", 1), true, 30 * time.Second, ""},
		{"nothing more after an answer", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", true, 2 * time.Minute, "200 OK"},
		{"an answer that is not taken", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", false, 30 * time.Second, ""},
		{"events that are not taken", followLive, false, 30 * time.Second, ""},
	} {
		within(t, Config{Database: path}, func(t *testing.T, listener *pipes) {
			visitor, left := listener.send(t, try.sends)
			defer visitor.Close()
			began := time.Now()
			taken := make(chan string, 1)
			if try.takes {
				go func() {
					text, _ := io.ReadAll(visitor) // ends with the connection
					taken <- string(text)
				}()
			}
			<-left
			took := time.Since(began)
			if took != try.want && took != try.want+500*time.Millisecond { // for which answered connections linger
				t.Errorf("%s: given up after %v instead of %v", try.name, took, try.want)
			}
			if try.takes {
				if got := <-taken; !strings.HasPrefix(strings.TrimPrefix(got, "HTTP/1.1 "), try.answer) {
					t.Errorf("%s: the answer is %.100q instead of %q", try.name, got, try.answer)
				}
			}
		})
	}
}

// TestPatienceBeginsAnew asks again on a connection a minute after the last answer, although the deadline for receiving
// that answer was half a minute. It also checks that a search is answered after waiting for another minute.
func TestPatienceBeginsAnew(t *testing.T) {
	t.Parallel()
	within(t, Config{}, func(t *testing.T, listener *pipes) {
		searches := listener.server.searches
		visitor, _ := listener.send(t, "GET "+moduleFile()+" HTTP/1.1\r\nHost: localhost\r\n\r\n")
		defer visitor.Close()
		answers := bufio.NewReader(visitor)
		first, err := http.ReadResponse(answers, nil)
		if err != nil || first.StatusCode != http.StatusOK {
			t.Fatal(first, err)
		}
		_, _ = io.Copy(io.Discard, first.Body)
		time.Sleep(time.Minute)
		searches.TryAcquire(1)
		_, err = fmt.Fprintf(visitor, "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+
			"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(question))
		require.NoError(t, err)
		if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, " 100 ") {
			t.Fatalf("%q, %v", line, err)
		}
		if _, err := answers.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(visitor, question); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		searches.Release(1)
		second, err := http.ReadResponse(answers, nil)
		require.NoError(t, err)
		if text, err := io.ReadAll(second.Body); err != nil || !strings.HasPrefix(string(text), `{"answer":`) {
			t.Errorf("%s, %v", text, err)
		}
	})
}

// TestStreamsLast follows an unchanged store for ten minutes, longer than any deadline, and checks that the stream
// lasts and sends a line now and then. The server ends while another stream is open.
func TestStreamsLast(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	within(t, Config{Database: path}, func(t *testing.T, listener *pipes) {
		visitor, left := listener.send(t, followLive)
		other, _ := listener.send(t, followLive)
		go io.Copy(io.Discard, other) // ends with the server
		said := make(chan map[string]int, 1)
		go func() { // ends with the connection
			counts := map[string]int{}
			for lines := bufio.NewScanner(visitor); lines.Scan(); {
				counts[lines.Text()]++
			}
			said <- counts
		}()
		select {
		case <-left:
			t.Error("the stream has ended")
		case <-time.After(10*time.Minute - time.Second):
		}
		visitor.Close()
		counts := <-said
		if n := counts[": nothing new"]; n != 10*60/15-1 || counts["event: games"] > 0 {
			t.Errorf("in ten minutes of silence the stream says %v", counts)
		}
	})
}

// TestClosedTabsLeaveNothing opens streams and searches that would last for an hour, and closes them. It checks that
// all their goroutines end.
func TestClosedTabsLeaveNothing(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	within(t, Config{Database: path, Searches: 2}, func(t *testing.T, listener *pipes) {
		client := listener.client()
		var tabs sync.WaitGroup
		ctx, leave := context.WithCancel(t.Context())
		opened := make(chan bool, 16)
		for range 8 {
			search := `{"do":"analyze","game":"pilastri","player":"alphabeta","seconds":3600}`
			for _, r := range []*http.Request{newRequest(t, "GET", "http://localhost/live", ""),
				newRequest(t, "POST", "http://localhost/ask", search)} {
				tabs.Go(func() {
					answer, err := client.Do(r.WithContext(ctx))
					if err != nil {
						return // it waited for another search
					}
					defer answer.Body.Close()
					opened <- true
					_, _ = io.Copy(io.Discard, answer.Body)
				})
			}
		}
		for range 8 + 2 { // the streams and the searches that run
			<-opened
		}
		leave()
		tabs.Wait()
		client.CloseIdleConnections()
	})
}
