//go:build unix

package runner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/lifeline"
	"pillars/engine/games"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// stoppedRun is an environment variable. It is set if this test binary runs as a child process, which plays games and
// is stopped in the first of them.
const stoppedRun = "RUNNER_TEST_STOPPED"

const (
	turnLimit = 2 * time.Second // which no sound player oversteps on a busy machine
	turnStill = 100 * time.Millisecond
	timeStood = 3 * time.Second // what the child stands still for: longer than a turn may take
)

func TestMain(m *testing.M) {
	lifeline.Tie()
	if os.Getenv(stoppedRun) == "" {
		os.Exit(m.Run())
	}
	if err := playStopped(); err != nil {
		fmt.Println(err)
	}
	os.Exit(0)
}

// waiter is a player that in its very first decision prints a line, and then waits for one.
type waiter struct {
	search.Player
	waited *atomic.Bool
	begun  *atomic.Int64
}

func (w *waiter) NewGame(seed uint64) {
	w.begun.Add(1)
	w.Player.NewGame(seed)
}

func (w *waiter) Decide(
	ctx context.Context, h *engine.History, l search.Limits, report func(search.Info),
) (search.Decision, error) {
	if !w.waited.Swap(true) {
		fmt.Println("thinking")
		bufio.NewReader(os.Stdin).ReadString('\n') // whatever comes of it
	}
	return w.Player.Decide(ctx, h, l, report)
}

func playStopped() error {
	spec := plantest.Small("random", "random b")
	spec.Limits.Time = turnLimit
	game, err := games.Find(spec.Game)
	if err != nil {
		return err
	}
	if spec, err = spec.Settle(game, plantest.NewFake); err != nil {
		return err
	}
	plan, err := tournament.NewPlan(spec, game)
	if err != nil {
		return err
	}
	var waited atomic.Bool
	var begun atomic.Int64
	runner := Runner{Plan: plan, still: turnStill}
	runner.NewPlayer = func(text string, rules engine.Rules) (search.Player, error) {
		fake, err := plantest.NewFake(text, rules)
		return &waiter{fake, &waited, &begun}, err
	}
	progress, err := runner.Run(context.Background())
	fmt.Printf("done %d of %d, %d lost, again %v\n", progress.Done, progress.Total, progress.Faults,
		begun.Load() > int64(2*progress.Total))
	return err
}

// TestStoppedProcess stops a process that plays games with a time limit, in the middle of a turn and for longer than
// the turn may take, and continues it. The process must play the game again, and no player may lose on time.
func TestStoppedProcess(t *testing.T) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), stoppedRun+"=1")
	in, err1 := child.StdinPipe()
	out, err2 := child.StdoutPipe()
	if err := errors.Join(err1, err2, child.Start()); err != nil {
		t.Fatal(err)
	}
	guardian := exec.Command("sh", "-c", `read -r ended || kill -9 "$0"`, strconv.Itoa(child.Process.Pid))
	ended, err := guardian.StdinPipe() // which breaks off when this test is killed while the child stands still
	if err := errors.Join(err, guardian.Start()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		child.Process.Kill() // it has ended, unless the test fails
		io.WriteString(ended, "ended\n")
		guardian.Wait()
	}()
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); line != "thinking\n" {
		t.Fatal(line, err)
	}
	var status syscall.WaitStatus
	err = syscall.Kill(child.Process.Pid, syscall.SIGSTOP)
	if err == nil {
		_, err = syscall.Wait4(child.Process.Pid, &status, syscall.WUNTRACED, nil)
	}
	if err != nil || !status.Stopped() {
		t.Fatal(status, err)
	}
	if err := out.(*os.File).SetReadDeadline(time.Now().Add(timeStood)); err != nil {
		t.Fatal(err)
	}
	if line, err := lines.ReadString('\n'); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("stopped it says %q, error %v", line, err)
	}
	err = errors.Join(out.(*os.File).SetReadDeadline(time.Time{}), syscall.Kill(child.Process.Pid, syscall.SIGCONT))
	if _, errIn := io.WriteString(in, "\n"); errors.Join(err, errIn) != nil {
		t.Fatal(err, errIn)
	}
	said, err := lines.ReadString('\n')
	if !strings.HasSuffix(said, ", 0 lost, again true\n") {
		t.Errorf("it ends with %q, error %v", said, err)
	}
	child.Wait()
}
