//go:build linux || freebsd

package client

import "syscall"

// endWithParent has the kernel end a program when the runner is killed.
func endWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
