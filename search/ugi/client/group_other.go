//go:build !unix

package client

import "os/exec"

// group stands for a program alone, because this system has no process groups.
type group struct{}

func (group) prepare(*exec.Cmd)  {}
func (group) join(*exec.Cmd)     {}
func (group) kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
