package compliance

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/search/ugi"
	"pillars/search/ugi/client"
)

// trial is an engine being tried.
type trial struct {
	Config
	talk      *client.Conversation // nil when the program does not run
	rules     engine.Rules
	known     bool // the engine knows the start of the game
	positions ugi.PositionWriter
	unusable  error    // why the settings cannot be tried
	sent      []string // the last requests
	heard     infos
}

// ensure starts the program, if it does not run, and settles the rules.
func (t *trial) ensure() error {
	if t.talk != nil {
		return nil
	}
	t.sent = []string{"ugi"}
	talk, err := client.Greet(t.Words, t.Patience)
	if err != nil {
		return err
	}
	if t.talk = talk; t.rules == nil {
		if t.rules, t.unusable = t.chooseRules(); t.unusable != nil {
			return t.unusable
		}
	}
	requests, known, err := t.talk.Settings(t.rules)
	if err != nil {
		return err
	}
	t.known = known
	return t.ready(nil, requests...)
}

// chooseRules are those asked for, or those that the engine plays by default.
func (t *trial) chooseRules() (engine.Rules, error) {
	name := t.Game
	if option, declared := t.talk.Has(ugi.GameOption); name == "" && declared {
		name = option.Default
	}
	for _, game := range t.Games {
		if game.Name() == name || name == "" {
			return game.New(t.Settings)
		}
	}
	return nil, fmt.Errorf("unknown game %q", name)
}

// end ends the program, however.
func (t *trial) end() {
	if t.talk != nil {
		t.talk.Kill(errors.New("was ended"))
		t.talk = nil
	}
}

// send sends requests, and remembers them.
func (t *trial) send(requests ...string) error {
	const kept = 16
	t.sent = append(t.sent, requests...)
	t.sent = t.sent[max(0, len(t.sent)-kept):]
	return t.talk.Send([]byte(strings.Join(requests, "\n") + "\n"))
}

// ready sends requests and waits for "readyok". Lines before it are handed to hear, if not nil.
func (t *trial) ready(hear func(string), requests ...string) error {
	defer t.talk.Within(t.Patience.Start, "readyok")()
	t.talk.Allow(t.Patience.Volume)
	if err := t.send(append(requests, "isready")...); err != nil {
		return err
	}
	for {
		line, err := t.next()
		if err != nil || line == "readyok" {
			return err
		}
		if hear != nil {
			hear(line)
		}
	}
}

func (t *trial) next() (string, error) {
	line, err := t.talk.Next()
	return string(bytes.TrimSpace(line)), err
}

// byText begins to tell positions by their text, or else by the start and the turns since, if the engine knows the start.
func (t *trial) byText(always bool) { t.positions = ugi.PositionWriter{Texts: always || !t.known} }

// position is the request that tells the game in h.
func (t *trial) position(h *engine.History) string { return string(t.positions.Line(h)) }

// play plays a turn.
func play(h *engine.History, steps []engine.Step) error {
	for _, step := range steps {
		if err := h.Play(step); err != nil {
			return err
		}
	}
	return nil
}

// randomGame is a game that has gone on for some random turns, fewer if it would be over.
func (t *trial) randomGame(seed uint64, turns int) *engine.History {
	random := engine.NewRandom(engine.DeriveSeed(t.Seed, "compliance", fmt.Sprint(seed)))
	h := engine.NewHistory(t.rules.Start())
	for range turns {
		before := h.Clone()
		for first := true; !h.Outcome().Over() && (first || !h.Position().StartsTurn()); first = false {
			if err := h.Play(h.Position().RandomStep(random)); err != nil {
				return before
			}
		}
		if h.Outcome().Over() {
			return before
		}
	}
	return h
}
