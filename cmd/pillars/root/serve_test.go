package root

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/engine/enginetest/require"
)

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
	require.NoError(t, err)
	r, err := http.NewRequestWithContext(t.Context(), method, link, strings.NewReader(question))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	client := &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
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
		{[]string{"--address", "0.0.0.0:0", "--token", "a word of sixteen"}, "a word of sixteen"},
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

// TestShortTokens serves to other machines with a token that they can guess.
func TestShortTokens(t *testing.T) {
	t.Parallel()
	cmd := newServeCommand()
	cmd.SetArgs([]string{"--db", filepath.Join(t.TempDir(), "none.db"), "--address", "0.0.0.0:0", "--token", "word"})
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	if err := cmd.ExecuteContext(t.Context()); !cli.Exits(err, cli.ExitUsage) {
		t.Errorf("a token of 4 characters: %v", err)
	}
}

// TestServedSearchesAreBounded asks for more than the flags allow, by default or as given.
func TestServedSearchesAreBounded(t *testing.T) {
	t.Parallel()
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
		{small, "alphabeta:table=8,threads=2", `"answer"`}, // after 10 ms, not after an hour
	} {
		question := `{"do":"decide","game":"pilastri","seconds":3600,"player":"` + try.player + `"}`
		if code, body := visit(t, "POST", try.at.String()+"ask", question); code != http.StatusOK ||
			!strings.Contains(body, try.want) {
			t.Errorf("%s: %d %s", try.player, code, body)
		}
	}
}
