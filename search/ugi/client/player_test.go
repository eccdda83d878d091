package client_test

import (
	"bufio"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/ugi/client"
)

// impatient gives up soon where the test is about giving up, and hardly ever elsewhere.
func impatient() client.Patience {
	p := client.DefaultPatience()
	p.Stop, p.Quit, p.Volume = 100*time.Millisecond, 20*time.Second, 1<<20
	return p
}

// newPlayer returns an engine with a flaw as a player.
func newPlayer(
	t testing.TB, rules engine.Rules, patience client.Patience, flaw string, args ...string,
) *client.Program {
	t.Helper()
	player, err := client.New("ugi:"+flaw, command(t, flaw, args...), rules, patience)
	require.NoError(t, err)
	t.Cleanup(func() { _ = player.Close() })
	return player
}

// decideAll plays turns of a game, up to the given number, until the player fails or the game is over.
func decideAll(ctx context.Context, player search.Player, rules engine.Rules, turns int) (*engine.History, error) {
	h := engine.NewHistory(rules.Start())
	for range turns {
		decision, err := player.Decide(ctx, h.Clone(), search.Limits{Nodes: 10}, nil)
		if err == nil {
			err = h.PlayAll(decision.Steps)
		}
		if err != nil || h.Outcome().Over() {
			return h, err
		}
	}
	return h, nil
}

// TestFaultless compares games of a faultless engine with games of the same player in this process.
func TestFaultless(t *testing.T) {
	for game, options := range map[string][]string{
		"pit-of-pillars": {"size=5"}, "pilastri": {"size=4"}, "pylyx": {"size=6"}, "pit": {"players=4"},
	} {
		rules := enginetest.Rules(t, game, options...)
		player := newPlayer(t, rules, impatient(), "none")
		direct, err := players.New("random", rules)
		require.NoError(t, err)
		for seed := range uint64(3) {
			player.NewGame(seed)
			direct.NewGame(seed)
			h, err := decideAll(t.Context(), player, rules, 40)
			if err != nil {
				t.Fatalf("%s: %v", game, err)
			}
			want := engine.NewHistory(rules.Start())
			for len(want.Steps()) < len(h.Steps()) {
				decision, err := direct.Decide(t.Context(), want, search.Limits{}, nil)
				require.NoError(t, err)
				require.NoError(t, want.Play(decision.Steps[0]))
			}
			if h.Position().String() != want.Position().String() {
				t.Errorf("%s: the engine comes to %s, the player to %s", game, h.Position(), want.Position())
			}
		}
		if facts := player.Facts(); len(facts) != 1 || facts[0] != (engine.Tag{Name: "Engine", Value: "Tame 1"}) {
			t.Errorf("facts %v", facts)
		}
		if err := player.Close(); err != nil {
			t.Errorf("%s: %v", game, err)
		}
	}
}

// TestFlaws checks that every flaw of an engine ends in an error that names it.
func TestFlaws(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri")
	for _, c := range []struct {
		flaw, named string
		args        []string
	}{
		{"crash at start", `exit status 7); its last words: "no licence found"`, nil},
		{"die", `exit status 2); its last words: "panic: out of ideas"`, []string{"uginewgame"}},
		{"die", `exit status 2); its last words: "panic: out of ideas"`, nil},
		{"leave quietly", "ended by itself (exit status 0)", nil},
		{"close output", "closed its standard output", nil},
		{"flood", "printed too many lines: more than 1048576 bytes", nil},
		{"bomb", "printed a line too long: more than 65536 bytes", nil},
		{"bomb", "line too long", []string{"ugi"}},
		{"flood", "too many lines", []string{"ugi"}},
		{"illegal", `bestmove "a1a1"`, nil},
		{"forty-one", `bestmove "` + strings.Repeat("z", 40) + `...": `, nil},
		{"empty", `bestmove ""`, nil},
		{"no turn", `bestmove "(none)"`, nil},
	} {
		t.Run(c.flaw+" "+strings.Join(c.args, ""), func(t *testing.T) {
			t.Parallel()
			player := newPlayer(t, rules, impatient(), c.flaw, c.args...)
			player.NewGame(1)
			_, err := decideAll(t.Context(), player, rules, 9)
			if err == nil || !strings.Contains(err.Error(), c.named) {
				t.Fatalf("the error %v does not name %q", err, c.named)
			}
			h := engine.NewHistory(rules.Start())
			if _, again := player.Decide(t.Context(), h, search.Limits{}, nil); again == nil {
				t.Error("a failed player decides on")
			}
			if err := player.Close(); err != nil {
				t.Errorf("closing a failed player: %v", err)
			}
		})
	}
}

// TestEnvironment checks that engines get the environment without the variables that have secrets.
func TestEnvironment(t *testing.T) {
	for _, name := range []string{"PILLARS_WORK", "PILLARS_DB", "PILLARS_OWN"} {
		t.Setenv(name, "set")
	}
	rules := enginetest.Rules(t, "pilastri")
	player := newPlayer(t, rules, impatient(), "environment")
	_, err := player.Decide(t.Context(), engine.NewHistory(rules.Start()), search.Limits{}, nil)
	if want := `work \"\", db \"\", own \"set\"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the engine's last words are %v, want %s", err, want)
	}
}

// TestRestart checks that a new game starts an engine that has failed again.
func TestRestart(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri")
	player := newPlayer(t, rules, impatient(), "die")
	for range 2 {
		player.NewGame(3)
		h, err := decideAll(t.Context(), player, rules, 9)
		if err == nil || len(h.Steps()) != 2 {
			t.Fatalf("after %d steps: %v", len(h.Steps()), err)
		}
	}
}

// TestSilence checks that an engine that does not answer is given up after the configured time.
func TestSilence(t *testing.T) {
	short := 50 * time.Millisecond
	for _, c := range []struct {
		flaw, named string
		args        []string
		set         func(*client.Patience)
	}{
		{"never answer", "gave no ugiok within 50ms", nil, func(p *client.Patience) { p.Start = short }},
		{"hang", "gave no ugiok within", []string{"ugi"}, func(p *client.Patience) { p.Start = short }},
		{"hang", "gave no turn within 100ms of being told to stop", []string{"go"},
			func(p *client.Patience) { p.Decide = short }},
		{"go deaf", "gave no turn within", []string{"go"}, func(p *client.Patience) { p.Decide = short }},
		{"garbage", "gave no turn within", []string{"go"}, func(p *client.Patience) { p.Decide = short }},
	} {
		t.Run(c.flaw+" "+strings.Join(c.args, ""), func(t *testing.T) {
			t.Parallel()
			patience := impatient()
			c.set(&patience)
			player := newPlayer(t, enginetest.Rules(t, "pilastri"), patience, c.flaw, c.args...)
			player.NewGame(1)
			_, err := decideAll(t.Context(), player, enginetest.Rules(t, "pilastri"), 9)
			require.ErrorContains(t, err, c.named)
		})
	}
}

// TestStop checks that an engine is told to stop when the context ends or a time limit has passed, and that its answer
// then counts.
func TestStop(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri")
	patience := impatient()
	patience.Stop = time.Minute
	patience.SetLate(20 * time.Millisecond)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		limits search.Limits
	}{
		{ended, search.Limits{}},
		{t.Context(), search.Limits{Time: time.Millisecond}},
		{t.Context(), search.Limits{Clock: search.Clock{
			Left: [engine.MaxSeats]time.Duration{time.Millisecond, time.Hour}}}},
	} {
		player := newPlayer(t, rules, patience, "wait for stop", "go")
		player.NewGame(1)
		decision, err := player.Decide(c.ctx, engine.NewHistory(rules.Start()), c.limits, nil)
		if err != nil || len(decision.Steps) != 1 || decision.Info.Nodes != 77 ||
			decision.Info.Score != -search.WinIn(2) || decision.Info.Depth != 5 {
			t.Errorf("%+v: decided on %+v, %v", c.limits, decision, err)
		}
	}
}

// TestIgnoresQuit checks that an engine that ignores quit is killed.
func TestIgnoresQuit(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri")
	patience := impatient()
	patience.Quit = 100 * time.Millisecond
	player := newPlayer(t, rules, patience, "ignore quit")
	player.NewGame(1)
	if _, err := decideAll(t.Context(), player, rules, 2); err != nil {
		t.Fatal(err)
	}
	require.ErrorContains(t, player.Close(), "gave no end after quit within 100ms", "closing it")
	if err := player.Close(); err != nil {
		t.Errorf("closing it again: %v", err)
	}
}

// heard starts a program that connects to an address and holds the connection. It calls end and checks that the program
// then ends.
func heard(t *testing.T, start func(address string) (end func())) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	end := start(listener.Addr().String())
	connection, err := listener.Accept()
	require.NoError(t, err)
	defer connection.Close()
	lines := bufio.NewReader(connection)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	end()
	_ = connection.SetReadDeadline(time.Now().Add(20 * time.Second)) // for a test that fails
	if _, err := lines.ReadByte(); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("it lives on")
	}
}

// TestOffspring checks that the processes that a hanging engine has started end with it.
func TestOffspring(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("there are no process groups here; offspring is left to itself")
		return
	}
	heard(t, func(address string) func() {
		rules := enginetest.Rules(t, "pilastri")
		player := newPlayer(t, rules, impatient(), "offspring", address)
		player.NewGame(1)
		return func() {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := decideAll(ctx, player, rules, 1)
			require.ErrorContains(t, err, "gave no turn", "the hanging engine gives")
		}
	})
}

// TestOffspringOfOneThatLeaves checks that the processes that an engine has started end with it even if it obeys quit.
func TestOffspringOfOneThatLeaves(t *testing.T) {
	heard(t, func(address string) func() {
		player := newPlayer(t, enginetest.Rules(t, "pilastri"), impatient(), "parent", address)
		player.NewGame(1)
		return func() {
			if err := player.Close(); err != nil {
				t.Errorf("closing it: %v", err)
			}
		}
	})
}

// TestKilledRunner checks that an engine that reads nothing, and the processes that it has started, end with the
// program that has started the engine.
func TestKilledRunner(t *testing.T) {
	for _, flaw := range []string{"hold", "nurse"} {
		heard(t, func(address string) func() {
			program, err := os.Executable()
			require.NoError(t, err)
			runner := exec.Command(program, asEngine, "runner", address, flaw)
			require.NoError(t, runner.Start())
			return func() {
				_ = runner.Process.Kill()
				_ = runner.Wait()
			}
		})
	}
}

// TestBeginGivesUp checks that Begin gives up when its context ends before the engine has answered.
func TestBeginGivesUp(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri")
	for _, flaw := range []string{"never answer", "hang"} {
		player := newPlayer(t, rules, impatient(), flaw, "isready")
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		search.Begin(ctx, player, 1)
		_, err := decideAll(t.Context(), player, rules, 1)
		require.ErrorContains(t, err, "given up", flaw)
	}
}

// TestOddAnswers plays against engines that write tabs, several blanks and carriage returns, and that answer a go
// twice: the second answer is not taken for the answer to the next go.
func TestOddAnswers(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	for _, flaw := range []string{"tabs", "twice"} {
		player := newPlayer(t, rules, impatient(), flaw)
		player.NewGame(1)
		if got, err := decideAll(t.Context(), player, rules, 999); err != nil || !got.Outcome().Over() {
			t.Errorf("%s: after %d steps: %v", flaw, len(got.Steps()), err)
		}
	}
}
