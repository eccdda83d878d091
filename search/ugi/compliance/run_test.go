package compliance_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/search/ugi/compliance"
)

// configOf returns an exam of the test program as an engine with a flaw.
func configOf(t *testing.T, flaw string) compliance.Exam {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	config := compliance.DefaultExam()
	config.Words, config.Games = []string{program, asEngine, flaw}, games.All()
	config.Plays, config.MoveTime, config.Overrun = 2, 20*time.Millisecond, 10*time.Second
	return config
}

// TestFlaws checks that each flaw fails the check made for it, with a text that names the flaw, and no other check.
func TestFlaws(t *testing.T) {
	for name, flaw := range flaws {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := configOf(t, name)
			switch name {
			case "slow":
				config.Overrun = 50 * time.Millisecond
			case "silent at depth":
				config.Patience.Decide = time.Second
			case "deaf to stop":
				config.Patience.Stop = time.Second
			case "stubborn":
				config.Patience.Quit = 50 * time.Millisecond
			}
			failed := false
			err := compliance.Run(t.Context(), config, func(finding compliance.Finding) {
				judge(t, flaw, finding)
				failed = failed || finding.Check == flaw.check
			})
			if err != nil || failed != (flaw.check != "") {
				t.Errorf("the flaw was met: %v; %v", failed, err)
			}
		})
	}
}

// judge compares a finding with the expected effect of a flaw.
func judge(t *testing.T, flaw flaw, finding compliance.Finding) {
	t.Helper()
	if want := flaw.check != finding.Check; finding.Passed != want && (!want || flaw.also != finding.Check) {
		t.Errorf("%s: passed %v: %s", finding.Check, finding.Passed, finding.Saw)
	}
	if finding.Check == flaw.check && !strings.Contains(finding.Saw, flaw.named) {
		t.Errorf("%s: saw %q, which does not name %q", finding.Check, finding.Saw, flaw.named)
	}
}

// TestUnusable checks an unknown game, which fails the greeting, and a context that has ended.
func TestUnusable(t *testing.T) {
	config := configOf(t, "faultless")
	config.Game = "draughts"
	saw := ""
	err := compliance.Run(t.Context(), config, func(finding compliance.Finding) { saw += finding.Saw })
	if err != nil || saw != `unknown game "draughts"` {
		t.Errorf("an unknown game gives %v, saw %s", err, saw)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	err = compliance.Run(ended, configOf(t, "faultless"), func(compliance.Finding) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context gives %v", err)
	}
}
