//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// group is a process group, to be ended as one; an interrupt at the terminal does not reach it.
type group struct{}

func (group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
}

func (group) join(*exec.Cmd) {}

func (group) lives(cmd *exec.Cmd) bool { return syscall.Kill(-cmd.Process.Pid, 0) == nil }

func (group) kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Process.Kill()
}
