// Package cli is what the commands share: exit codes, flags of games, players and limits, output, the status line, interrupts
// and completions.
package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Exit codes of the program.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2   // the command line, settings, positions or steps are wrong
	ExitFaults      = 3   // done, but games ended by a player's fault
	ExitInterrupted = 130 // stopped by the user with everything kept
)

// ExitError is an error that asks for an exit code of its own. Every other error means [ExitFailed].
type ExitError struct {
	Code int
	Err  error
}

// Exit is an error with an exit code.
func Exit(code int, err error) error { return &ExitError{code, err} }

func (e *ExitError) Error() string { return e.Err.Error() }

func (e *ExitError) Unwrap() error { return e.Err }

// Usagef is an error in what the user asked for. Its message names the place and the fix.
func Usagef(format string, args ...any) error {
	return Exit(ExitUsage, fmt.Errorf(format, args...))
}

// Execute runs a command line below a root command and returns the exit code.
func Execute(root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &checkedWriter{to: stdout}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	ran, err := root.ExecuteC()
	if err == nil {
		err = out.err
	}
	if err == nil {
		return ExitDone
	}
	fmt.Fprintf(stderr, "pillars: %v\n", err)
	var exit *ExitError
	if !errors.As(err, &exit) {
		return ExitFailed
	}
	if exit.Code == ExitUsage {
		fmt.Fprintf(stderr, "see %s --help\n", ran.CommandPath())
	}
	return exit.Code
}
