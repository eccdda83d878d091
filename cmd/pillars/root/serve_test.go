package root

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"pillars/cmd/pillars/tournaments"
	"pillars/web/server"
)

// TestInvitationCanBeVisited checks that the printed address leads to the server, whatever address it listens on.
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
		if got := try.config.Invitation(at); got != try.want {
			t.Errorf("at %s: %s instead of %s", try.at, got, try.want)
		}
	}
	everywhere := &net.TCPAddr{IP: net.IPv6unspecified, Port: 80}
	if got := (server.Config{}).Invitation(everywhere); strings.Contains(got, "[::]") {
		t.Errorf("nobody can visit %s", got)
	}
}

// start runs the command until the test ends and returns the link that it prints.
func start(t *testing.T, flags ...string) *url.URL {
	t.Helper()
	cmd := newServeCommand()
	cmd.SetArgs(append([]string{"--db", filepath.Join(t.TempDir(), "none.db")}, flags...))
	out, printed := io.Pipe()
	cmd.SetOut(printed)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		err := cmd.ExecuteContext(ctx)
		printed.CloseWithError(io.EOF)
		ended <- err
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("%v: %v", flags, err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	text, is := strings.CutPrefix(strings.TrimSpace(line), "open ")
	link, wrong := url.Parse(text)
	if err != nil || !is || wrong != nil {
		t.Fatalf("%v: %q is printed, %v, %v", flags, line, err, wrong)
	}
	return link
}

// visit sends a request as a new visitor on this machine and returns the status and the answer.
func visit(t *testing.T, method, link, question string) (int, string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, link, strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	client := &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// TestOtherMachinesNeedAToken serves to this machine and to others: only this machine may visit without a token.
func TestOtherMachinesNeedAToken(t *testing.T) {
	t.Parallel()
	given := map[string]bool{}
	for _, try := range []struct {
		flags []string
		token string // "random" for one that nobody has given
	}{
		{[]string{"--address", "127.0.0.1:0"}, ""},
		{[]string{"--address", "127.0.0.1:0", "--token", "word"}, "word"},
		{[]string{"--address", "0.0.0.0:0"}, "random"},
		{[]string{"--address", "127.0.0.1:0", "--allow-runs"}, "random"},
		{[]string{"--address", "0.0.0.0:0"}, "random"},
		{[]string{"--address", "0.0.0.0:0", "--token", "word"}, "word"},
	} {
		link := start(t, try.flags...)
		token := link.Query().Get("token")
		if try.token == "random" && (len(token) < 26 || given[token]) || try.token != "random" && token != try.token {
			t.Errorf("%v: the token is %q", try.flags, token)
		}
		given[token] = true
		link.Host = net.JoinHostPort("127.0.0.1", link.Port())
		if code, _ := visit(t, "GET", link.String(), ""); code != http.StatusOK {
			t.Errorf("%v: the link leads to %d", try.flags, code)
		}
		want := http.StatusUnauthorized
		if try.token == "" {
			want = http.StatusOK
		}
		link.RawQuery = ""
		if code, _ := visit(t, "GET", link.String(), ""); code != want {
			t.Errorf("%v: without a token %d instead of %d", try.flags, code, want)
		}
	}
}

// TestServedSearchesAreBounded asks for more than the flags allow, given or by default.
func TestServedSearchesAreBounded(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]string{"searches": "2", "max-time": "1m0s", "max-table": "256",
		"max-threads": "1", "address": "127.0.0.1:7455", "token": "", "allow-runs": "false"} {
		if got := newServeCommand().Flags().Lookup(flag).DefValue; got != want {
			t.Errorf("--%s is %q if it is not given, instead of %q", flag, got, want)
		}
	}
	usual := start(t, "--address", "127.0.0.1:0")
	small := start(t, "--address", "127.0.0.1:0", "--max-time", "10ms", "--max-table", "8", "--max-threads", "2")
	for _, try := range []struct {
		at           *url.URL
		player, want string
	}{
		{usual, "alphabeta:table=257", "more than the 256"},
		{usual, "mcts:memory=257", "more than the 256"},
		{usual, "alphabeta:threads=2", "more than the 1"},
		{usual, "alphabeta:table=256,nodes=10", `"answer"`},
		{small, "alphabeta:table=9", "more than the 8"},
		{small, "alphabeta:threads=3", "more than the 2"},
		{small, "alphabeta:table=8,threads=2", `"answer"`}, // after 10 ms, not after an hour
	} {
		question := `{"do":"decide","game":"pilastri","seconds":3600,"player":"` + try.player + `"}`
		if code, body := visit(t, "POST", try.at.String()+"ask", question); code != http.StatusOK ||
			!strings.Contains(body, try.want) {
			t.Errorf("%s: %d %s", try.player, code, body)
		}
	}
}

// TestWrongFlags gives flags wrong values. A command that accepts them would end at once.
func TestWrongFlags(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	for flag, want := range map[string]string{
		"--address=nowhere":  "--address nowhere",
		"--searches=0":       "--searches 0: must be 1 or more",
		"--max-time=-1s":     "--max-time -1s: must be 0s or more",
		"--max-table=-1":     "--max-table -1: must be 0 or more",
		"--max-threads=-1":   "--max-threads -1: must be 0 or more",
		"--workers=0":        "--workers 0: must be 1 or more",
		"--address=[::1]:-1": "--address [::1]:-1",
	} {
		cmd := newServeCommand()
		cmd.SetArgs([]string{"--address=127.0.0.1:0", flag})
		cmd.SetOut(io.Discard)
		cmd.SetErr(io.Discard)
		if err := cmd.ExecuteContext(ended); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

// TestCommandsGoOnWithRunsOfThePage starts a tournament as the page does, and checks that "pillars tournament" with the
// same settings finds its run.
func TestCommandsGoOnWithRunsOfThePage(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "test.db")
	link := start(t, "--address", "127.0.0.1:0", "--allow-runs", "--token", "word", "--db", file)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}
	ask := func(method, address, body string) io.ReadCloser {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+link.Host)
		answer, err := client.Do(r)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(address, answer, err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		return answer.Body
	}
	ask("GET", link.String(), "")
	lines := bufio.NewScanner(ask("GET", "http://"+link.Host+"/live", ""))
	var begun struct{ Run string }
	if err := json.NewDecoder(ask("POST", "http://"+link.Host+"/play/start", `{"kind":"tournament",
		"game":"pit-of-pillars","options":{"size":"4"},"players":["random","greedy"],"rounds":3,"seed":9}`)).Decode(
		&begun); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(lines.Text(), begun.Run) || !strings.Contains(lines.Text(), `"playing":false`) {
		if !lines.Scan() {
			t.Fatal("the stream ends before the run", lines.Err())
		}
	}
	cmd := tournaments.NewTournamentCommand()
	cmd.SetArgs([]string{"random", "greedy", "--game=pit-of-pillars", "--option=size=4", "--rounds=3", "--seed=9",
		"--db", file})
	var said bytes.Buffer
	cmd.SetOut(io.Discard)
	cmd.SetErr(&said)
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := "run " + begun.Run + " in " + file + " is complete"; !strings.Contains(said.String(), want) {
		t.Errorf("the command says %q, without %q", said.String(), want)
	}
}
