//go:build !unix && !windows

package client

import "os/exec"

// group stands for the program alone, on systems without processes (js) or without groups of processes.
type group struct{}

func (group) prepare(*exec.Cmd) {}

func (group) join(*exec.Cmd) {}

func (group) lives(*exec.Cmd) bool { return false }
func (group) kill(cmd *exec.Cmd)   { _ = cmd.Process.Kill() }
