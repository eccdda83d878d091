//go:build unix

package client

import (
	"io"
	"os/exec"
	"pillars/engine/outside"
	"strconv"
	"sync/atomic"
	"syscall"
)

// group is a process group: a program and the processes that it starts. It can be killed as a whole, and an interrupt
// at the terminal does not reach it. A guardian process kills the group if this process dies: the guardian reads from a
// pipe of this process, and kills the group when the pipe breaks.
type group struct {
	guardian atomic.Pointer[io.WriteCloser] // this process's end of the pipe; nil without a guardian
}

// prepare makes the program, once it starts, the first process of a new group.
func (*group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// join starts the guardian of a program that has started. If the guardian does not start, the program runs without it.
func (g *group) join(cmd *exec.Cmd) {
	guardian := outside.Command("/bin/sh", "-c", `read -r ended || kill -9 "-$0"`, strconv.Itoa(cmd.Process.Pid))
	guardian.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if pipe, err := guardian.StdinPipe(); err == nil && guardian.Start() == nil {
		g.guardian.Store(&pipe)
		go func() { _ = guardian.Wait() }()
	}
}

// kill kills the group, and lets the guardian end.
func (g *group) kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Process.Kill()
	if pipe := g.guardian.Swap(nil); pipe != nil {
		_, _ = io.WriteString(*pipe, "ended\n")
		_ = (*pipe).Close()
	}
}
