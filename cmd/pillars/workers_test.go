package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

var joining = regexp.MustCompile(`workers join with: pillars (work \S+)`)

// beside is the script command "beside 2 pillars sprt ... --listen 127.0.0.1:0". It runs the given command, and two
// processes of "pillars work" that join it, in separate folders. The output goes to stdout.txt and stderr.txt.
func beside(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 || args[1] != "pillars" {
		ts.Fatalf("usage: beside workers pillars args...")
	}
	workers, err := strconv.Atoi(args[0])
	ts.Check(err)
	command := process(ts, ts.MkAbs("."), args[2:]...)
	out, err := os.Create(ts.MkAbs("stdout.txt"))
	ts.Check(err)
	defer out.Close()
	command.Stdout = out
	messages, err := command.StderrPipe()
	ts.Check(err)
	ts.Check(command.Start())
	var said strings.Builder
	var playing sync.WaitGroup
	var joined []*exec.Cmd
	for lines := bufio.NewScanner(io.TeeReader(messages, &said)); lines.Scan(); {
		if found := joining.FindStringSubmatch(lines.Text()); found != nil && joined == nil {
			for n := range workers {
				worker := process(ts, ts.MkAbs("worker"+strconv.Itoa(n)), strings.Fields(found[1])...)
				ts.Check(worker.Start())
				joined = append(joined, worker)
				playing.Go(func() { _ = worker.Wait() }) // it is killed
			}
		}
	}
	err = command.Wait()
	for _, worker := range joined {
		_ = worker.Process.Kill()
	}
	playing.Wait()
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), []byte(said.String()), 0o600))
	if err != nil || len(joined) != workers {
		ts.Fatalf("%v, %d workers:\n%s", err, len(joined), &said)
	}
}

// process returns a command that runs the program with its own home folder.
func process(ts *testscript.TestScript, folder string, args ...string) *exec.Cmd {
	ts.Check(os.MkdirAll(filepath.Join(folder, "home"), 0o700))
	program, err := exec.LookPath("pillars")
	ts.Check(err)
	command := exec.Command(program, args...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "HOME="+filepath.Join(folder, "home"),
		"XDG_CACHE_HOME="+filepath.Join(folder, "home"))
	return command
}
