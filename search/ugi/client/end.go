package client

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// lingering is how long a program may take to end when its output has ended or it was killed.
const lingering = time.Second

// obituary is the error that tells how the program ended. It waits for the end, and makes one if none comes.
func (p *Process) obituary() error {
	if !p.ended(lingering) {
		p.Kill(errors.New("closed its standard output but did not end"))
		p.ended(lingering)
	}
	p.mu.Lock()
	cause := p.cause
	p.mu.Unlock()
	p.said.wait()
	if cause == nil {
		cause = fmt.Errorf("ended by itself (%s)", p.state())
	}
	return fmt.Errorf("%s %w%s", p.program, cause, p.said)
}

// state is how the program ended, such as "exit status 2".
func (p *Process) state() string {
	select {
	case <-p.exited:
		return p.cmd.ProcessState.String()
	default:
		return "still running"
	}
}

// ended waits for the program's end.
func (p *Process) ended(most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
}

// Quit asks the program to end, by "quit" and by closing its input, and kills it if it does not within a time. What it still prints is thrown away.
// An error tells what it did instead; the program has ended in any case.
func (p *Process) Quit(within time.Duration) error {
	return p.leave("quit\n", within, "end after quit")
}

// HangUp is [Process.Quit] without a word: it only closes the program's input.
func (p *Process) HangUp(within time.Duration) error {
	return p.leave("", within, "end after the end of its input")
}

// leave sees the program to its end, after a last word.
func (p *Process) leave(word string, within time.Duration, what string) error {
	defer p.Within(within, what)()
	go func() { _, _ = io.Copy(io.Discard, p.stdout) }()
	_ = p.Send([]byte(word)) // one that has ended already is no surprise
	p.stdin.Close()
	defer p.stdout.Close()
	if !p.ended(within + lingering) {
		return fmt.Errorf("%s cannot be ended", p.program)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.cause != nil:
		return fmt.Errorf("%s %w%s", p.program, p.cause, p.said)
	case !p.cmd.ProcessState.Success():
		return fmt.Errorf("%s ended with %s%s", p.program, p.state(), p.said)
	}
	return nil
}
