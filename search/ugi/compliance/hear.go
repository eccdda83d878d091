package compliance

import (
	"fmt"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
)

// infos are figures of the info lines of all checks.
type infos struct {
	lines, wrong int
	example      string // of what was wrong
}

// goTurn asks for a turn within limits, and reports it with the time it took.
func (t *trial) goTurn(h *engine.History, limits search.Limits) ([]engine.Step, time.Duration, error) {
	within := t.Patience.Decide + limits.Time
	defer t.talk.Within(within, "bestmove")()
	t.talk.Allow(t.Patience.Volume)
	began := time.Now()
	if err := t.send(t.position(h), ugi.GoLine(limits)); err != nil {
		return nil, 0, err
	}
	steps, err := t.hearTurn(h)
	return steps, time.Since(began), err
}

// hearTurn reads up to the bestmove, which must be legal.
func (t *trial) hearTurn(h *engine.History) ([]engine.Step, error) {
	for {
		line, err := t.next()
		if err != nil {
			return nil, err
		}
		switch key, rest, _ := strings.Cut(line, " "); key {
		case "bestmove":
			return legalTurn(h, rest)
		case "info":
			t.heard.note(h.Position(), rest)
		}
	}
}

// legalTurn is the turn that follows the word bestmove.
func legalTurn(h *engine.History, rest string) ([]engine.Step, error) {
	text, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	steps, err := engine.ParseTurn(h.Position(), text)
	if err != nil {
		return nil, fmt.Errorf("bestmove %q is no legal turn: %w", text, err)
	}
	return steps, nil
}

// note counts an info line.
func (i *infos) note(p engine.Position, rest string) {
	i.lines++
	if _, err := ugi.ParseInfo(p, rest); err != nil {
		if i.wrong++; i.example == "" {
			i.example = fmt.Sprintf("%q: %v", "info "+rest, err)
		}
	}
}
