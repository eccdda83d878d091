package client

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"pillars/search/ugi"
)

// Process is a running program that is spoken to in lines. One goroutine reads; any may send, end or kill.
type Process struct {
	program string // its name, for messages
	cmd     *exec.Cmd
	stdin   *os.File
	stdout  *os.File
	lines   *ugi.LineReader
	said    *lastLines // on the standard error
	exited  chan struct{}

	sending sync.Mutex
	mu      sync.Mutex
	cause   error // why it was killed
}

// Find reports whether a program can be found, by path or as a command.
func Find(program string) error {
	if _, err := exec.LookPath(program); err != nil && !errors.Is(err, exec.ErrDot) {
		return fmt.Errorf("no program %s: %w", program, err)
	}
	return nil
}

// Start starts a program with its arguments, in a process group of its own where there are such.
func Start(words []string) (*Process, error) {
	if err := Find(words[0]); err != nil {
		return nil, err
	}
	p := &Process{program: filepath.Base(words[0]), cmd: exec.Command(words[0], words[1:]...), exited: make(chan struct{})}
	if errors.Is(p.cmd.Err, exec.ErrDot) {
		p.cmd.Err = nil // a program of the current directory, named without a path: asked for in as many words
	}
	ownGroup(p.cmd)
	if err := p.start(); err != nil {
		return nil, fmt.Errorf("program %s did not start: %w", words[0], err)
	}
	return p, nil
}

// start connects pipes and starts the program. The pipes are this package's own, so that waiting for the program closes none of them.
func (p *Process) start() error {
	var mine, theirs [3]*os.File
	for i := range mine {
		read, write, err := os.Pipe()
		if err != nil {
			closeAll(mine[:], theirs[:])
			return err
		}
		if mine[i], theirs[i] = read, write; i == 0 {
			mine[i], theirs[i] = write, read
		}
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	if err := p.cmd.Start(); err != nil {
		closeAll(mine[:], theirs[:])
		return err
	}
	closeAll(theirs[:])
	p.stdin, p.stdout = mine[0], mine[1]
	p.lines = ugi.NewLineReader(p.stdout, ugi.MaxLine)
	p.said = keepLast(mine[2])
	go func() {
		_ = p.cmd.Wait() // how it ended shows in ProcessState
		close(p.exited)
	}()
	return nil
}

func closeAll(files ...[]*os.File) {
	for _, some := range files {
		for _, file := range some {
			if file != nil {
				file.Close()
			}
		}
	}
}

// Send sends lines, each of which ends itself with a line feed.
func (p *Process) Send(lines []byte) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	if _, err := p.stdin.Write(lines); err != nil {
		return p.obituary()
	}
	return nil
}

// Allow sets how many bytes may be read from now on; 0 for any number.
func (p *Process) Allow(volume int64) { p.lines.Allow(volume) }

// Next is the next line the program prints, valid until the next call. A line too long, too many of them, and the end of the program are errors,
// after which the program has ended.
func (p *Process) Next() ([]byte, error) {
	line, err := p.lines.Next()
	switch {
	case err == nil:
		return line, nil
	case errors.Is(err, ugi.ErrLongLine), errors.Is(err, ugi.ErrFlood):
		p.Kill(fmt.Errorf("printed %w", err))
	}
	return nil, p.obituary()
}

// Within kills the program unless release is called in time.
func (p *Process) Within(d time.Duration, what string) (release func()) {
	timer := time.AfterFunc(d, func() { p.Kill(fmt.Errorf("gave no %s within %v", what, d)) })
	return func() { timer.Stop() }
}

// Kill ends the program and all it has started, and wakes whoever reads or sends. The first cause is the one that is told.
func (p *Process) Kill(cause error) {
	p.mu.Lock()
	if p.cause == nil {
		p.cause = cause
	}
	p.mu.Unlock()
	select {
	case <-p.exited:
	default:
		killGroup(p.cmd)
	}
	p.stdin.Close()
	p.stdout.Close()
}
