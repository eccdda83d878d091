//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the program the first of a process group, so that all it starts can be ended with it, and an interrupt
// at the terminal does not reach it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Process.Kill()
}
