//go:build unix

package main

import "syscall"

// Signals that stop a process for a while.
const (
	stop = syscall.SIGSTOP
	goOn = syscall.SIGCONT
)
