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

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/root"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
)

// longTournament prints more games than fit into a pipe, so it cannot end before its reader has seen the first ones.
var longTournament = []string{
	"tournament", "mcts:nodes=10", "greedy", "--option", "size=4", "--rounds", "600", "--workers", "2",
}

// interrupted starts the tournament in a process, interrupts it as soon as it has stored the given number of games, and
// returns its exit code and messages.
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
	if code != cli.ExitInterrupted || !strings.Contains(stderr, "finishing the games in play") ||
		!strings.Contains(stderr, "pillars: interrupted: ") {
		t.Fatalf("exit code %d, messages:\n%s", code, stderr)
	}
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	command := strings.TrimSpace(lines[len(lines)-1])
	resumed := exec.Command("sh", "-c", command)
	if out, err := resumed.CombinedOutput(); err != nil || !strings.Contains(string(out), "goes on after ") {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	whole := filepath.Join(folder, "whole.db")
	if code, _, stderr := pillars(append(longTournament, "--quiet", "--db", whole)...); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	if got, want := movesIn(t, db), movesIn(t, whole); len(want) != 1200 || !maps.Equal(got, want) {
		t.Errorf("%d games after an interruption, %d without; want 1200 and the same moves", len(got), len(want))
	}
}

func TestSecondInterruptStopsAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	child := exec.Command("pillars", "tournament", "alphabeta", "greedy", "--time", "1h", "--json", "--db", "games.db")
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
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() != cli.ExitInterrupted {
		t.Errorf("the tournament of hours ended by %v, want exit code %d", err, cli.ExitInterrupted)
	}
	if want := "  pillars tournament alphabeta greedy --db=games.db --json --time=1h0m0s"; last != want {
		t.Errorf("last message %q, want %q", last, want)
	}
}

// TestInterruptedStartOfAnEngine interrupts a tournament twice while an engine does not answer its greeting.
func TestInterruptedStartOfAnEngine(t *testing.T) {
	db := filepath.Join(t.TempDir(), "games.db")
	child := exec.Command("pillars", "tournament", "ugi:sleep 600", "greedy", "--db", db)
	messages, err := child.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(messages); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "run ") || strings.HasPrefix(lines.Text(), "finishing the games in play") {
			if err := child.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() != cli.ExitInterrupted {
		t.Errorf("the tournament ended by %v, want exit code %d", err, cli.ExitInterrupted)
	}
}

// movesIn returns the turns of all games of the only run of a database, by identity.
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
	for game, err := range db.Find(t.Context(), runs[0].ID, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		moves[game.Identity] = strings.Join(game.Record.Turns, " ") + " " + string(game.Outcome.Reason)
	}
	return moves
}

// pillars runs a command line in this process and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = root.Run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// endless stores a game whose decisions would take its players years, and returns the database and the run.
func endless(t *testing.T) (path, id string) {
	t.Helper()
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := tournament.Spec{
		Game: "pit-of-pillars", Players: []string{"alphabeta:nodes=1000000000000000", "greedy"}, Rounds: 1, Seed: 1,
	}.Settle(game, players.Recorded)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "endless.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run, err := db.CreateRun(t.Context(), store.Run{
		Kind: "tournament", Hash: spec.Hash(), Spec: spec.String(), Total: 2, Program: "another",
	})
	if err != nil {
		t.Fatal(err)
	}
	forged := tournament.Game{Result: tournament.Result{
		Identity: "1v2/1/1", Pair: "1v2/1", Pairing: "1v2", Opening: 1, Players: spec.Players,
		Outcome: engine.Draw(2, engine.TurnCap),
	}}
	if err := db.Append(t.Context(), run.ID, forged); err != nil {
		t.Fatal(err)
	}
	return path, run.ID
}

// TestInterruptedVerification interrupts a verification that would take years, as soon as its note shows that it has
// begun.
func TestInterruptedVerification(t *testing.T) {
	path, id := endless(t)
	child := exec.Command("pillars", "verify", id, "--decisions", "--db", path)
	messages, err := child.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	last := ""
	for lines := bufio.NewScanner(messages); lines.Scan(); last = lines.Text() {
		if strings.HasPrefix(lines.Text(), "note: run "+id+" was played by other programs (another)") {
			if err := child.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() != cli.ExitInterrupted {
		t.Errorf("it ended by %v, want exit code %d", err, cli.ExitInterrupted)
	}
	if !strings.HasPrefix(last, "pillars: interrupted: ") {
		t.Errorf("last message %q", last)
	}
}
