// Package client starts programs that speak UGI and makes players of them. A program is never trusted: what it prints is bounded, what it answers is
// judged by parsing, and whatever it does, or does not do, it ends in an error in bounded time and the program's process is ended with all that it
// started.
package client
