package client

import (
	"os/exec"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object. It ends when its only handle is closed, which also happens when this process is killed.
// Processes that a program starts before it has joined the job stay outside.
type group struct{ job atomic.Uintptr }

func (*group) prepare(*exec.Cmd) {}

func (g *group) join(cmd *exec.Cmd) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	g.job.Store(uintptr(job))
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	_, _ = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	_ = cmd.Process.WithHandle(func(program uintptr) {
		_ = windows.AssignProcessToJobObject(job, windows.Handle(program))
	})
}

// lives returns false: whether processes are left is not known here.
func (*group) lives(*exec.Cmd) bool { return false }

func (g *group) kill(cmd *exec.Cmd) {
	if job := g.job.Swap(0); job != 0 {
		_ = windows.CloseHandle(windows.Handle(job))
	}
	_ = cmd.Process.Kill()
}
