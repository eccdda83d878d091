package main

import (
	"bufio"
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/pitofpillars"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// longTournament tells of more games than a pipe holds, so it cannot be done before its reader has seen the first of them.
var longTournament = []string{"tournament", "mcts:nodes=10", "greedy", "--option", "size=4", "--rounds", "600", "--workers", "2"}

// interrupted starts the tournament in a process of its own, interrupts it once it has stored so many games, and returns its exit code and messages.
func interrupted(t *testing.T, db string, after int) (code int, stderr string) {
	t.Helper()
	child := exec.Command("pillars", append(longTournament, "--json", "--db", db)...)
	var messages bytes.Buffer
	child.Stderr = &messages
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	games := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), `{"type":"game"`) {
			continue
		}
		if games++; games == after {
			if err := child.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = child.Wait()
	if err == nil {
		t.Fatalf("the tournament was done before it could be interrupted after %d games", after)
	}
	return child.ProcessState.ExitCode(), messages.String()
}

func TestInterruptedTournamentGoesOnByThePrintedCommand(t *testing.T) {
	folder := t.TempDir()
	db := filepath.Join(folder, "it's mine.db")
	code, stderr := interrupted(t, db, 3)
	if code != exitInterrupted || !strings.Contains(stderr, "finishing the games in play") || !strings.Contains(stderr, "pillars: interrupted: ") {
		t.Fatalf("exit code %d, messages:\n%s", code, stderr)
	}
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	command := strings.TrimSpace(lines[len(lines)-1])
	resumed := exec.Command("sh", "-c", command)
	if out, err := resumed.CombinedOutput(); err != nil || !strings.Contains(string(out), "goes on after ") {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	whole := filepath.Join(folder, "whole.db")
	if code, _, stderr := execute(append(longTournament, "--quiet", "--db", whole)...); code != exitDone {
		t.Fatal(stderr)
	}
	if got, want := movesIn(t, db), movesIn(t, whole); len(want) != 1200 || !maps.Equal(got, want) {
		t.Errorf("%d games after an interruption, %d without; want 1200 and the same moves", len(got), len(want))
	}
}

func TestSecondInterruptStopsAtOnce(t *testing.T) {
	db := filepath.Join(t.TempDir(), "games.db")
	child := exec.Command("pillars", "tournament", "alphabeta", "greedy", "--time", "1h", "--json", "--db", db)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	messages, err := child.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	interrupt := func() {
		if err := child.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
	if answers := bufio.NewScanner(out); !answers.Scan() || !strings.HasPrefix(answers.Text(), `{"type":"run"`) {
		t.Errorf("the run does not begin: %s", answers.Text())
	}
	interrupt()
	last := ""
	for lines := bufio.NewScanner(messages); lines.Scan(); last = lines.Text() {
		if strings.HasPrefix(lines.Text(), "finishing the games in play") {
			interrupt()
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() != exitInterrupted {
		t.Errorf("the tournament of hours ended by %v, want exit code %d", err, exitInterrupted)
	}
	if want := "  pillars tournament alphabeta greedy --db=" + db + " --json --time=1h0m0s"; last != want {
		t.Errorf("last message %q, want %q", last, want)
	}
}

// movesIn are the turns of all games of the only run of a database, by identity.
func movesIn(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := store.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, error %v; want one", len(runs), err)
	}
	moves := map[string]string{}
	for game, err := range db.Games(t.Context(), runs[0].ID) {
		if err != nil {
			t.Fatal(err)
		}
		moves[game.Identity] = strings.Join(game.Record.Turns, " ") + " " + string(game.Outcome.Reason)
	}
	return moves
}

func TestVerifyFindsFalseGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	if code, _, stderr := execute("tournament", "greedy", "random", "--option", "size=4", "--rounds", "2", "--quiet", "--db", path); code != exitDone {
		t.Fatal(stderr)
	}
	game, run := firstGame(t, path)
	falsehoods := map[string]struct {
		tell func(*tournament.Game)
		says string
	}{
		"illegal turn":  {func(g *tournament.Game) { g.Record.Turns[len(g.Record.Turns)-1] = "a1a9" }, "a1a9"},
		"other winner":  {func(g *tournament.Game) { g.Outcome.Scores[0] = 1 - g.Outcome.Scores[0]; g.Record.Outcome = g.Outcome }, "outcome"},
		"cut short":     {func(g *tournament.Game) { g.Turns--; g.Record.Turns, g.Record.Final = g.Record.Turns[:g.Turns], "" }, "goes on"},
		"other opening": {func(g *tournament.Game) { g.Record.Turns[0] = "@b1" }, "opening"},
		"other players": {func(g *tournament.Game) { g.Players = []string{"x", "y"} }, "players"},
		"other seeds":   {func(g *tournament.Game) { g.Record.Tags = nil }, "seeds"},
		"other draw":    {func(g *tournament.Game) { g.Outcome = engine.Draw(2, engine.TurnCap) }, "outcome"},
		"not planned":   {func(g *tournament.Game) { g.Identity = "1v2/3/1" }, "not planned"},
	}
	verifier, err := newVerifier(run)
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.check(game); err != nil {
		t.Fatalf("a true game: %v", err)
	}
	for name, falsehood := range falsehoods {
		changed := game
		changed.Record.Turns = append([]string(nil), game.Record.Turns...)
		falsehood.tell(&changed)
		if err := verifier.check(changed); err == nil || !strings.Contains(err.Error(), falsehood.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, falsehood.says)
		}
	}
}

// firstGame is a game of the only run of a database.
func firstGame(t *testing.T, path string) (tournament.Game, store.Run) {
	t.Helper()
	db, err := store.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, error %v; want one", len(runs), err)
	}
	game, err := db.Game(t.Context(), runs[0].ID, "1v2/1/1")
	if err != nil {
		t.Fatal(err)
	}
	return game, runs[0]
}

func TestStatusText(t *testing.T) {
	p := runner.Progress{Done: 30, Total: 120, Played: 20, Elapsed: 40 * time.Second}
	for i := range 4 {
		outcome := engine.Win(engine.Seat(i%2), "no stack left")
		players := []string{"alphabeta:nodes=500", "random"}
		if i%2 == 1 {
			players[0], players[1] = players[1], players[0]
		}
		p.Tally.Add(tournament.Result{Players: players, Outcome: outcome})
	}
	const want = "30/120 games, 30.0/min, 3m0s left, first seat 50 %, alphabeta:nodes=500 leads with 100 %"
	if got := statusText(p, 1000); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := statusText(p, 20); got != "30/120 games, 30.0/…" {
		t.Errorf("%q is not the beginning in 20 characters", got)
	}
	if got := statusText(runner.Progress{Total: 4}, 1000); got != "0/4 games, 0.0/min" {
		t.Errorf("%q before the first game", got)
	}
}

func TestReplayerObeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	if code, _, stderr := execute("tournament", "greedy", "random", "--option", "size=4", "--rounds", "1", "--quiet", "--db", path); code != exitDone {
		t.Fatal(stderr)
	}
	game, _ := firstGame(t, path)
	cmd := newReplayCommand()
	var out bytes.Buffer
	cmd.SetOut(&out)
	r, err := newReplayer(cmd, pitofpillars.Game, "run", game)
	if err != nil {
		t.Fatal(err)
	}
	r.in = bufio.NewScanner(strings.NewReader("\n\nb\n99\n5\nq\n"))
	if err := r.run(0); err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for line := range strings.Lines(out.String()) {
		if word, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ":"), ":"); word == "start" || strings.HasPrefix(line, "turn ") {
			drawn = append(drawn, word)
		}
	}
	if got := strings.Join(drawn, ", "); got != "start, turn 1, turn 2, turn 1, turn 5" {
		t.Errorf("drawn: %s", got)
	}
	if !strings.Contains(out.String(), "turns go from 0") {
		t.Error("a turn that is not there was not refused")
	}
}
