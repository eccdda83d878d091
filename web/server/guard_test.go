package server

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestServerRefuses tries methods, headers and origins that no page of this server has a use for.
func TestServerRefuses(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	open, closed := serve(t, Config{Database: path}), serve(t, Config{Token: "secret"})
	pass := New(Config{Token: "secret"}).pass().Name
	for _, try := range []attempt{
		{"the head of the page", open, "HEAD", "/", nil, http.StatusOK},
		{"the head of a stream", open, "HEAD", "/live", nil, http.StatusMethodNotAllowed},
		{"the head of a report", open, "HEAD", "/runs/" + id + "/report", nil, http.StatusMethodNotAllowed},
		{"what is allowed", open, "OPTIONS", "/ask", nil, http.StatusMethodNotAllowed},
		{"what is allowed elsewhere", open, "OPTIONS", "/ask", setting("Origin", "http://evil.example"),
			http.StatusMethodNotAllowed},
		{"deleting a run", open, "DELETE", "/runs/" + id, nil, http.StatusMethodNotAllowed},
		{"storing a run", open, "PUT", "/runs/" + id, nil, http.StatusMethodNotAllowed},
		{"a list of the modules", open, "GET", "/page/", nil, http.StatusNotFound},
		{"a way out of the runs", open, "GET", "/runs/..%2f..%2fetc%2fpasswd", nil, http.StatusNotFound},
		{"a link to the page", open, "GET", "/", setting("Sec-Fetch-Site", "cross-site"), http.StatusOK},
		{"a picture of a report", open, "GET", "/runs/" + id + "/report", setting("Sec-Fetch-Site", "cross-site"),
			http.StatusForbidden},
		{"the games, for another port", open, "GET", "/runs", setting("Sec-Fetch-Site", "same-site"),
			http.StatusForbidden},
		{"a foreign name with a port", open, "GET", "/", func(r *http.Request) { r.Host = "evil.example:80" },
			http.StatusMisdirectedRequest},
		{"a name that begins like ours", open, "GET", "/", func(r *http.Request) { r.Host = "localhost.evil.example" },
			http.StatusMisdirectedRequest},
		{"no name", open, "GET", "/", func(r *http.Request) { r.Host = "." }, http.StatusMisdirectedRequest},
		{"an address of this machine", open, "GET", "/", func(r *http.Request) { r.Host = "192.168.1.7:80" },
			http.StatusOK},
		{"our name in large letters", open, "GET", "/", func(r *http.Request) { r.Host = "LOCALHOST" }, http.StatusOK},
		{"the address of this machine", open, "GET", "/", func(r *http.Request) { r.Host = "[::1]:80" }, http.StatusOK},
		{"the token elsewhere", closed, "GET", "//evil.example/?token=secret", nil, http.StatusUnauthorized},
		{"the token as a password", closed, "GET", "/", setting("Authorization", "Bearer secret"),
			http.StatusUnauthorized},
		{"the token as a cookie", closed, "GET", "/", setting("Cookie", pass+"=secret"), http.StatusUnauthorized},
		{"an empty token", closed, "GET", "/?token=", setting("Cookie", pass+"="), http.StatusUnauthorized},
		{"the modules without it", closed, "GET", "/page/board.js", nil, http.StatusUnauthorized},
		{"the events without it", closed, "GET", "/live", nil, http.StatusUnauthorized},
	} {
		header := try.check(t, "")
		if header.Get("Access-Control-Allow-Origin") != "" || header.Get("X-Content-Type-Options") != "nosniff" ||
			header.Get("Referrer-Policy") != "no-referrer" ||
			header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: the header %v", try.name, header)
		}
	}
}

// listening is a server as the program runs it, what it sends by a connection of one's own, and what ends it.
func listening(t *testing.T, config Config) (address string, end func()) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	s := New(config)
	s.patience = 50 * time.Millisecond
	go func() { ended <- s.Serve(ctx, listener) }()
	end = func() {
		t.Helper()
		stop()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			ended <- nil
		case <-time.After(10 * time.Second):
			t.Error("the server does not end")
		}
	}
	t.Cleanup(end)
	return listener.Addr().String(), end
}

// say sends text over a connection and returns the first line of the answer.
func say(t *testing.T, address, text string) (status string, rest *bufio.Reader) {
	t.Helper()
	connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	if err := connection.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(connection, text); err != nil {
		t.Fatal(err)
	}
	rest = bufio.NewReader(connection)
	status, err = rest.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(status), rest
}

// TestConnectionsAreBounded speaks to the server by hand.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	address, end := listening(t, Config{Database: path, Searches: 1})
	const head = "Host: localhost\r\n"
	for _, try := range []struct{ name, text, want string }{
		{"a large header", "GET / HTTP/1.1\r\n" + head + "X: " + strings.Repeat("x", 64<<10) + "\r\n\r\n", "431"},
		{"two names", "GET / HTTP/1.1\r\n" + head + head + "\r\n", "400"},
		{"a web socket", "GET / HTTP/1.1\r\n" + head + "Connection: Upgrade\r\nUpgrade: websocket\r\n" +
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", "200"},
		{"what nobody asked for", "GET / HTTP/1.1\r\n" + head + "Content-Length: 99\r\n\r\n{", "200"},
		{"a stranger's question that never ends", "POST /ask HTTP/1.1\r\nHost: evil.example\r\n" +
			"Content-Length: 99\r\n\r\n{", "421"},
		{"a question that never ends", "POST /ask HTTP/1.1\r\n" + head +
			"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{", "408"},
	} {
		if status, _ := say(t, address, try.text); !strings.Contains(status, " "+try.want) {
			t.Errorf("%s: %s instead of %s", try.name, status, try.want)
		}
	}
	status, stream := say(t, address, "GET /live HTTP/1.1\r\n"+head+"\r\n")
	if !strings.Contains(status, "200") {
		t.Fatal(status)
	}
	for line := ""; !strings.Contains(line, "event: change"); {
		var err error
		if line, err = stream.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	end() // with the stream open
}

// TestSearchesWait asks for a third search while there may be two: it waits, and begins when one of them has left.
func TestSearchesWait(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(New(Config{Database: "none.db", Searches: 2}).handler())
	t.Cleanup(s.Close)
	const long = `{"do":"analyze","game":"pilastri","player":"alphabeta","seconds":3600,"lines":1}`
	first, leave := context.WithCancel(t.Context())
	defer leave()
	for _, ctx := range []context.Context{first, t.Context()} {
		running, err := s.Client().Do(newRequest(t, "POST", s.URL+"/ask", long).WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		defer running.Body.Close()
		if _, err := running.Body.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
	third, give := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer give()
	if waited, err := s.Client().Do(newRequest(t, "POST", s.URL+"/ask", question).WithContext(third)); err == nil {
		waited.Body.Close()
		t.Fatal("three searches run at once")
	}
	games := newRequest(t, "POST", s.URL+"/ask", `{"do":"games"}`)
	if code, _, _ := request(t, s.Client(), games); code != http.StatusOK {
		t.Errorf("what is no search waits too: %d", code)
	}
	leave()
	if code, body, _ := request(t, s.Client(), newRequest(t, "POST", s.URL+"/ask", question)); code != http.StatusOK ||
		!strings.Contains(body, "answer") {
		t.Errorf("after the first has left: %d %.100s", code, body)
	}
}
