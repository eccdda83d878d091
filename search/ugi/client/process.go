package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search/ugi"
)

// process is a running program that reads and writes lines. One goroutine reads its output. Any goroutine may send
// lines to it, end it or kill it.
type process struct {
	*ugi.LineReader // reads the program's output

	program string // the program's name, for messages
	cmd     *exec.Cmd
	group   group // the program and all processes that it starts
	stdin   io.WriteCloser
	stdout  *os.File
	said    lastWords     // the end of the program's standard error
	exited  chan struct{} // closed when the program has ended

	sending sync.Mutex // locked while lines are written

	killed context.Context // ends at the first Kill, with the cause given to Kill
	kill   context.CancelCauseFunc
}

// lingering is how long a program may take to end after it closed its output or was killed.
const lingering = time.Second

// Find returns an error if a program, given by a path or as a command, cannot be found or may not be run.
func Find(program string) error {
	_, err := exec.LookPath(program)
	if execErr, ok := errors.AsType[*exec.Error](err); ok {
		err = execErr.Err
	}
	switch {
	case err == nil || errors.Is(err, exec.ErrDot): // start also runs a program of the current directory
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s is not executable: make it so, or name what runs it, as in ugi:python3 FILE: %w", program,
			err)
	}
	return fmt.Errorf("there is no program %s; check its name, or write its path", program)
}

// start starts a program, given the words of its command line.
func start(words []string) (*process, error) {
	if err := Find(words[0]); err != nil {
		return nil, err
	}
	p := &process{program: filepath.Base(words[0]), exited: make(chan struct{})}
	p.killed, p.kill = context.WithCancelCause(context.Background())
	p.cmd = outside.Command(words[0], words[1:]...)
	if errors.Is(p.cmd.Err, exec.ErrDot) {
		p.cmd.Err = nil // the user named a program of the current directory without a path
	}
	p.group.prepare(p.cmd)
	p.cmd.Stderr = &p.said
	p.cmd.WaitDelay = lingering / 4 // processes that the program has started may keep its standard error open
	if err := p.connect(); err != nil {
		return nil, fmt.Errorf("program %s did not start: %w", words[0], err)
	}
	go func() {
		_ = p.cmd.Wait()    // ProcessState has the exit status
		p.group.kill(p.cmd) // ends the processes that the program left behind
		close(p.exited)
	}()
	return p, nil
}

// connect starts the program with pipes for its input and output. It makes the pipe for the output itself, because Wait
// would close a pipe of os/exec before all output is read.
func (p *process) connect() (err error) {
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer write.Close()
	p.stdout, p.LineReader, p.cmd.Stdout = read, ugi.NewLineReader(read, ugi.MaxLine), write
	if err = p.cmd.Start(); err != nil {
		read.Close()
		return err
	}
	p.group.join(p.cmd)
	return nil
}

// Send sends lines, each of which must end with a line feed.
func (p *process) Send(lines string) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	return p.write(lines)
}

// write does the work of Send for callers that have locked p.sending.
func (p *process) write(lines string) error {
	if _, err := io.WriteString(p.stdin, lines); err != nil {
		return p.endError()
	}
	return nil
}

// next returns the next line of the output, as [ugi.LineReader.Next] does. It returns an error at the end of the
// output, or if there is too much output. After an error the program has ended.
func (p *process) next() (string, error) {
	line, err := p.Next()
	switch {
	case err == nil:
		return string(line), nil
	case errors.Is(err, ugi.ErrLongLine), errors.Is(err, ugi.ErrFlood):
		p.Kill(fmt.Errorf("printed %w", err))
	}
	return "", p.endError()
}

// Within kills the program after the time d, unless release is called before. The argument what names the missing
// answer.
func (p *process) Within(d time.Duration, what string) (release func()) {
	timer := time.AfterFunc(d, func() { p.Kill(fmt.Errorf("gave no %s within %v", what, d)) })
	return func() { timer.Stop() }
}

// Kill ends the program and all processes that it has started. Later errors report the cause of the first Kill.
func (p *process) Kill(cause error) {
	p.kill(cause)
	if !parallel.Closed(p.exited) {
		p.group.kill(p.cmd)
	}
	p.stdin.Close()
	p.stdout.Close()
}

// HangUp ends the program and all processes that it has started. It sends the last lines, which may be empty, closes
// the program's input, and kills the program if it does not end in time. It returns an error if the program had to be
// killed or ended with a failure.
func (p *process) HangUp(last string, within time.Duration) error {
	defer p.Within(within, "end after "+cmp.Or(strings.TrimSpace(last), "the end of its input"))()
	go func() { _, _ = io.Copy(io.Discard, p.stdout) }() // so that the program can write until it ends
	_ = p.Send(last)                                     // fails if the program has already ended, which is fine
	p.stdin.Close()
	defer p.stdout.Close()
	if !p.ended(within + lingering) {
		return fmt.Errorf("%s cannot be ended", p.program)
	}
	switch cause := context.Cause(p.killed); {
	case cause != nil:
		return fmt.Errorf("%s %w%s", p.program, cause, &p.said)
	case !p.cmd.ProcessState.Success():
		return fmt.Errorf("%s ended with %s%s", p.program, p.cmd.ProcessState, &p.said)
	}
	return nil
}

// ended waits until the program has ended, but at most the given time. It reports whether the program has ended.
func (p *process) ended(most time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(most):
		return false
	}
}

// endError returns an error that says how the program ended. It waits for the end, and if necessary kills the program.
func (p *process) endError() error {
	if !p.ended(lingering) {
		p.Kill(errors.New("closed its standard output but did not end"))
		p.ended(lingering)
	}
	if cause := context.Cause(p.killed); cause != nil {
		return fmt.Errorf("%s %w%s", p.program, cause, &p.said)
	}
	return fmt.Errorf("%s ended by itself (%s)%s", p.program, p.cmd.ProcessState, &p.said)
}

// lastWords is a writer that keeps the last 4 KiB written to it.
type lastWords struct {
	mu   sync.Mutex
	tail []byte
}

// Write implements [io.Writer]. It returns no error.
func (l *lastWords) Write(data []byte) (int, error) {
	const kept = 4 << 10
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, data...)
	l.tail = slices.Clone(l.tail[max(0, len(l.tail)-kept):])
	return len(data), nil
}

// lines returns the last lines written, at most ten.
func (l *lastWords) lines() []string {
	const most = 10
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(l.tail), "?"))
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	return lines[max(0, len(lines)-most):]
}

// failure is an error of a program, with the last lines that the program wrote to its standard error.
type failure struct {
	error
	said []string
}

// Unwrap returns the error without the last lines.
func (f *failure) Unwrap() error { return f.error }

// Said returns the last lines that the program wrote to its standard error.
func (f *failure) Said() []string { return f.said }

// String returns the end of an error message with the last line written, or "" if nothing was written.
func (l *lastWords) String() string {
	const most = 400 // largest length of the quoted line, in bytes
	lines := l.lines()
	if len(lines) == 0 {
		return ""
	}
	line := lines[len(lines)-1]
	return fmt.Sprintf("; its last words: %q", strings.ToValidUTF8(line[:min(len(line), most)], "?"))
}
