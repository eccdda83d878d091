package main

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/root"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/store"
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
	require.NoError(t, err)
	require.NoError(t, child.Start())
	games := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), `{"type":"game"`) {
			continue
		}
		if games++; games == after {
			require.NoError(t, child.Process.Signal(os.Interrupt))
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
	if got, want := gamesIn(t, db), gamesIn(t, whole); len(want) != 1200 || !maps.Equal(got, want) {
		t.Errorf("%d games after an interruption, %d without; want 1200 and the same games", len(got), len(want))
	}
}

func TestSecondInterruptStopsAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	child := exec.Command("pillars", "tournament", "alphabeta", "greedy", "--time", "1h", "--json", "--db", "games.db")
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	messages, err := child.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	interrupt := func() {
		if err := child.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
	if answers := bufio.NewScanner(out); !answers.Scan() || !strings.HasPrefix(answers.Text(), `{"type":"run"`) {
		t.Errorf("the run does not begin: %s", answers.Text())
	}
	interrupt()
	for lines := bufio.NewScanner(messages); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "finishing the games in play") {
			interrupt()
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() != cli.ExitInterrupted {
		t.Errorf("the tournament of hours ended by %v, want exit code %d", err, cli.ExitInterrupted)
	}
}

// gamesIn returns the turns, results and thoughts of all games of a database, but for times.
func gamesIn(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := store.OpenReadOnly(path)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs(t.Context())
	require.NoError(t, err)
	games := map[string]string{}
	for _, run := range runs {
		for game, err := range db.Find(t.Context(), run.ID, store.Filter{}) {
			require.NoError(t, err)
			for i := range game.Thoughts {
				game.Thoughts[i].Time = 0
			}
			games[run.ID+"/"+game.Identity] = fmt.Sprint(game.Record.Turns, game.Outcome, game.Thoughts)
		}
	}
	return games
}

// pillars runs a command line in this process and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = root.Run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}
