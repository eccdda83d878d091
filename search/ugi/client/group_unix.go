//go:build unix

package client

import (
	"io"
	"os/exec"
	"strconv"
	"sync/atomic"
	"syscall"
)

// group is a process group, which is ended as a whole and which an interrupt at the terminal does not reach. A guardian
// process reads from a pipe of this process: when the pipe breaks, this process was killed, and the guardian ends the
// group.
type group struct {
	guardian atomic.Pointer[io.WriteCloser]
}

func (*group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func (g *group) join(cmd *exec.Cmd) {
	guardian := exec.Command("/bin/sh", "-c", `read -r ended || kill -9 "-$0"`, strconv.Itoa(cmd.Process.Pid))
	guardian.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if pipe, err := guardian.StdinPipe(); err == nil && guardian.Start() == nil { // without one the program serves too
		g.guardian.Store(&pipe)
		go func() { _ = guardian.Wait() }()
	}
}

func (*group) lives(cmd *exec.Cmd) bool { return syscall.Kill(-cmd.Process.Pid, 0) == nil }

func (g *group) kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Process.Kill()
	if pipe := g.guardian.Swap(nil); pipe != nil {
		_, _ = io.WriteString(*pipe, "ended\n")
		_ = (*pipe).Close()
	}
}
