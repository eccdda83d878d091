package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// interruptible is a context that ends when the user interrupts the program.
func interruptible(ctx context.Context) (context.Context, func()) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// tellInterrupted turns an error into that of an interrupt, if the user interrupted what failed. It is for a deferred call.
func tellInterrupted(ctx context.Context, err *error, text string) {
	if *err != nil && ctx.Err() != nil {
		*err = &exitError{exitInterrupted, errors.New(text)}
	}
}
