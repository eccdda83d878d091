// Package compliance tries a stranger's engine step by step: whether it keeps to the protocol of package ugi and to the
// rules of its game. Every check says what it wants, what it saw, and what had been sent, so that the engine's author
// can send the same.
package compliance

import (
	"context"
	"errors"
	"time"

	"pillars/engine"
	"pillars/search/ugi/client"
)

// Config says what is tried and how.
type Config struct {
	Words    []string      // the program and its arguments
	Games    []engine.Game // that are known
	Game     string        // to play; empty for the engine's own default, or else the first one known
	Settings engine.Settings
	Plays    int           // whole games
	MoveTime time.Duration // for a turn where time is limited
	Overrun  time.Duration // beyond a limit by time that is tolerated
	Seed     uint64        // of the positions
	Patience client.Patience
	watch    time.Duration // how long to watch an engine that must not answer yet
}

// DefaultConfig tries a program with a few games.
func DefaultConfig() Config {
	patience := client.DefaultPatience()
	patience.Start, patience.Decide = 10*time.Second, 10*time.Second
	return Config{
		Plays: 4, MoveTime: 200 * time.Millisecond, Overrun: 500 * time.Millisecond, Seed: 1, Patience: patience,
		watch: 200 * time.Millisecond,
	}
}

// Finding is the result of one check.
type Finding struct {
	Check  string
	Passed bool
	Wants  string   // what the protocol wants
	Saw    string   // what the engine did: figures, or what is wrong and where
	Sent   []string // if it failed, the last requests
}

type check struct {
	name, wants string
	try         func(*trial) (saw string, err error)
}

// Run tries the engine and reports every check, and whether all passed. The error is that of a context that ended, or
// of settings that cannot be.
func Run(ctx context.Context, config Config, report func(Finding)) (passed bool, err error) {
	t := &trial{Config: config}
	defer t.end()
	passed = true
	for i, c := range checks {
		finding := t.run(ctx, c)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if t.unusable != nil {
			return false, t.unusable
		}
		report(finding)
		passed = passed && finding.Passed
		if i == 0 && !passed {
			break // nothing else can be tried
		}
	}
	return passed, nil
}

// run tries one check. After one that failed the program is started anew, so that no failure causes another.
func (t *trial) run(ctx context.Context, c check) Finding {
	finding := Finding{Check: c.name, Wants: c.wants}
	t.sent = nil
	err := t.ensure()
	if err == nil {
		t.byText(false)
		talk := t.talk
		forget := context.AfterFunc(ctx, func() { talk.Kill(errors.New("was given up")) })
		finding.Saw, err = c.try(t)
		forget()
	}
	if finding.Passed = err == nil; !finding.Passed {
		finding.Saw, finding.Sent = err.Error(), t.sent
		t.end()
	}
	return finding
}
