//go:build !unix

package main

import "syscall"

// Other systems cannot stop a process for a while: it is ended.
const (
	stop = syscall.SIGKILL
	goOn = syscall.SIGKILL
)
