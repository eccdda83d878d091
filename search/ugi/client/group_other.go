//go:build !unix

package client

import "os/exec"

// group is the program alone, on systems without process groups.
type group struct{}

func (group) prepare(*exec.Cmd) {}

func (group) join(*exec.Cmd) {}

func (group) lives(*exec.Cmd) bool { return false }
func (group) kill(cmd *exec.Cmd)   { _ = cmd.Process.Kill() }
