package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// crashFile names the environment variable with the database into which a child process, which is this test binary run
// again, plays a tournament until it is killed.
const crashFile = "STORE_TEST_CRASH_FILE"

const crashRounds = 10

func TestMain(m *testing.M) {
	if path := os.Getenv(crashFile); path != "" {
		if err := playInto(context.Background(), path, tellParent); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// ahead is how many games the child may store before the parent has read about the first: enough for the kill to come
// at any moment, and too few for the run to end before it.
const ahead = 3

// tellParent reports that a game is stored, and waits for permission to continue.
func tellParent(identity string) {
	fmt.Println(identity)
	os.Stdin.Read(make([]byte, 1)) // whatever comes of it: without a parent there is nothing to wait for
}

// playInto begins or resumes the run and calls told after every game that was stored.
func playInto(ctx context.Context, path string, told func(identity string)) error {
	plan, err := planned(crashRounds)
	if err != nil {
		return err
	}
	s, err := Open(path)
	if err != nil {
		return err
	}
	defer s.Close()
	run, err := s.FindRun(ctx, plan.Spec.Hash())
	if err != nil {
		if run, err = s.CreateRun(ctx, runOf(plan)); err != nil {
			return err
		}
	}
	earlier, err := collect(s.Results(ctx, run.ID))
	if err != nil {
		return err
	}
	runner := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake, Workers: 2,
		Earlier: plantest.Earlier(earlier), Sink: func(game tournament.Game) error {
			if err := s.Append(ctx, run.ID, game); err != nil {
				return err
			}
			told(game.Identity)
			return nil
		}}
	_, err = runner.Run(ctx)
	return err
}

// playAndKill plays in a child process and kills it when it has stored a number of games. It returns the games that the
// child reported as stored.
func playAndKill(t *testing.T, path string, after int) []string {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashFile+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	leave, err := child.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	leave.Write(make([]byte, ahead))
	var told []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		told = append(told, lines.Text())
		if len(told) == after {
			require.NoError(t, child.Process.Kill())
		}
		leave.Write(make([]byte, 1)) // fails once the child is killed
	}
	if err := child.Wait(); err == nil {
		t.Fatalf("the child was done before it could be killed after %d games", after)
	}
	return told
}

func TestKilledRunResumesToTheSameGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	plan, err := planned(crashRounds)
	require.NoError(t, err)
	stored := map[string]bool{}
	for _, after := range []int{1, 7, 2, 13} {
		for _, identity := range playAndKill(t, path, after) {
			if stored[identity] {
				t.Errorf("game %s was played again though it was stored", identity)
			}
			stored[identity] = true
		}
		checkKept(t, path, plan.Spec.Hash(), stored)
	}
	require.NoError(t, playInto(t.Context(), path, func(string) {}))

	s, err := OpenReadOnly(path)
	require.NoError(t, err)
	defer s.Close()
	got, whole := storedGames(t, s, plan.Spec.Hash()), played(t, plan)
	if len(got) != len(whole) {
		t.Errorf("%d games after resuming, %d in an uninterrupted run", len(got), len(whole))
	}
	for _, game := range whole {
		if !sameGame(got[game.Identity], game) {
			t.Errorf("game %s differs from that of an uninterrupted run", game.Identity)
		}
	}
}

// checkKept checks that the database of a killed process has every game that was reported as stored.
func checkKept(t *testing.T, path, run string, acknowledged map[string]bool) {
	t.Helper()
	s, err := OpenReadOnly(path)
	require.NoError(t, err)
	defer s.Close()
	kept := storedGames(t, s, run)
	for identity := range acknowledged {
		if _, ok := kept[identity]; !ok {
			t.Errorf("game %s was acknowledged and is lost", identity)
		}
	}
}
