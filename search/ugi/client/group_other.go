//go:build !unix

package client

import "os/exec"

// ownGroup does nothing: there are no process groups here (Windows), or no processes (js).
func ownGroup(*exec.Cmd) {}

// killGroup ends the program. What it has started is left to itself.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
