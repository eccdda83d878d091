package web

import (
	"net"
	"strings"
	"testing"

	"pillars/web/server"
)

// TestInvitationCanBeVisited wants the printed address to lead to the server, whatever it listens on.
func TestInvitationCanBeVisited(t *testing.T) {
	t.Parallel()
	lab := server.Config{Hosts: []string{"lab.example.org"}, Token: "a&b +"}
	for _, try := range []struct {
		at     string
		config server.Config
		want   string
	}{
		{"127.0.0.1:80", server.Config{}, "http://127.0.0.1:80/"},
		{"[::1]:80", lab, "http://[::1]:80/?token=a%26b+%2B"},
		{"[::]:80", lab, "http://lab.example.org:80/?token=a%26b+%2B"},
	} {
		at, err := net.ResolveTCPAddr("tcp", try.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := invitation(at, try.config); got != try.want {
			t.Errorf("at %s: %s instead of %s", try.at, got, try.want)
		}
	}
	everywhere := &net.TCPAddr{IP: net.IPv6unspecified, Port: 80}
	if got := invitation(everywhere, server.Config{}); strings.Contains(got, "[::]") {
		t.Errorf("nobody can visit %s", got)
	}
}
