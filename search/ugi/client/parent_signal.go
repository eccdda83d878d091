//go:build linux || freebsd

package client

import "syscall"

// endWithParent makes the kernel end a program when this process is killed.
func endWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
