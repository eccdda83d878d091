//go:build unix

package lifeline

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"testing"
	"time"
)

// role is set in a run of this test binary as the test to be killed or as one of its descendants.
const role = "LIFELINE_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "test":
		Tie()
		os.Setenv(role, "child")
		child := exec.Command("sh", "-c", `"$0"; exit`, os.Args[0]) // a process between the two, which is not tied
		child.Stdout = os.Stdout
		_ = child.Run()
	case "child":
		Tie()
		os.Stdout.WriteString("alive\n")
		interrupt := make(chan os.Signal, 1)
		signal.Notify(interrupt, os.Interrupt)
		<-interrupt // which never comes
	}
}

// TestTie kills a test that has a grandchild. Standard output ends when the last process has ended.
func TestTie(t *testing.T) {
	test := exec.Command(os.Args[0])
	test.Env = append(os.Environ(), role+"=test")
	out, err1 := test.StdoutPipe()
	if err := errors.Join(err1, test.Start()); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); line != "alive\n" {
		t.Fatal(line, err)
	}
	if err := test.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = out.(*os.File).SetReadDeadline(time.Now().Add(time.Minute)) // for a test that fails
	if _, err := lines.ReadByte(); err != io.EOF {
		t.Errorf("it lives on: %v", err)
	}
	_ = test.Wait()
}
