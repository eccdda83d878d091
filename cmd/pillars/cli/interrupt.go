package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible is a context that ends when the user interrupts the program.
func Interruptible(ctx context.Context) (context.Context, func()) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// TellInterrupted turns an error into that of an interrupt, if the user interrupted what failed. It is for a deferred call.
func TellInterrupted(ctx context.Context, err *error, text string) {
	if *err != nil && ctx.Err() != nil {
		*err = Exit(ExitInterrupted, errors.New(text))
	}
}
