package client

import (
	"os/exec"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object: a program and the processes that the program starts after it has joined the job. The system
// ends the job when the job's only handle is closed, which also happens when this process dies.
type group struct{ job atomic.Uintptr }

func (*group) prepare(*exec.Cmd) {}

// join puts a program that has started into a new job. If that fails, kill ends only the program itself.
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

// lives returns false, because it is unknown whether processes of the job still run.
func (*group) lives(*exec.Cmd) bool { return false }

func (g *group) kill(cmd *exec.Cmd) {
	if job := g.job.Swap(0); job != 0 {
		_ = windows.CloseHandle(windows.Handle(job))
	}
	_ = cmd.Process.Kill()
}
