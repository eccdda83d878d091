package server

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestServerRefuses tries methods, headers and origins that pages of this server do not use.
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

// listening starts a server as the program does. It returns its address and a function that ends it.
func listening(t *testing.T, config Config) (address string, end func()) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- New(config).Serve(ctx, listener) }()
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

// TestConnectionsAreBounded sends requests as raw text over connections.
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
