// Package compliance tests whether an engine follows the protocol of package ugi and the rules of its game. Every check
// reports what the protocol requires, what the engine did, and the last requests, so that the engine's author can
// repeat them.
package compliance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
	"pillars/search/ugi/client"
)

// trial is the state of a test.
type trial struct {
	Exam
	ctx        context.Context
	talk       *client.Conversation // nil when the program does not run
	rules      engine.Rules
	startKnown bool     // whether the engine knows the start position of the rules as "startpos"
	asTexts    bool     // whether to send the start position as text even if the engine knows it
	unusable   error    // why the settings of the exam are invalid; nil if they are valid
	sent       []string // the last requests, for the report
	heard      struct { // counts of the info lines during all checks
		lines, wrong int
		example      string // the first wrong line and its fault
	}
}

// ensure starts the engine and sets the rules, unless the engine already runs.
func (t *trial) ensure() error {
	if t.talk != nil {
		return nil
	}
	t.sent = []string{"ugi"}
	talk, err := client.Greet(t.ctx, t.Words, t.Patience)
	if err != nil {
		return err
	}
	if t.talk = talk; t.rules == nil {
		if t.rules, t.unusable = t.chooseRules(); t.unusable != nil {
			return t.unusable
		}
	}
	requests, startKnown, err := t.talk.Settings(t.rules)
	if err != nil {
		return err
	}
	t.startKnown = startKnown
	return t.ready(nil, requests...)
}

// chooseRules returns the rules of the exam's game, else of the engine's default, else of the first game.
func (t *trial) chooseRules() (engine.Rules, error) {
	name := t.Game
	if option, declared := t.talk.Option(ugi.GameOption); name == "" && declared {
		name = option.Default
	}
	for _, game := range t.Games {
		if game.Name() == name || name == "" {
			return game.New(t.Settings)
		}
	}
	return nil, fmt.Errorf("unknown game %q", name)
}

func (t *trial) end() {
	if t.talk != nil {
		t.talk.Kill(errors.New("was ended"))
		t.talk = nil
	}
}

// remember adds requests to t.sent, which holds only the last requests.
func (t *trial) remember(requests ...string) {
	const kept = 16
	t.sent = append(t.sent, requests...)
	t.sent = t.sent[max(0, len(t.sent)-kept):]
}

func (t *trial) send(requests ...string) error {
	t.remember(requests...)
	return t.talk.Send(strings.Join(requests, "\n") + "\n")
}

// ready sends requests and waits for "readyok". It passes the lines before "readyok" to hear, unless hear is nil.
func (t *trial) ready(hear func(string), requests ...string) error {
	t.remember(append(requests, "isready")...)
	return t.talk.Ready(t.ctx, hear, requests...)
}

func (t *trial) position(h *engine.History) string {
	return ugi.PositionLine(h, t.asTexts || !t.startKnown)
}

// playTurn asks the engine for a turn and plays the turn in h. It returns the time that the engine took.
func (t *trial) playTurn(h *engine.History, limits search.Limits) (time.Duration, error) {
	defer t.talk.Within(t.Patience.Decide+limits.Time, "bestmove")()
	if err := t.quiet("a go is answered with a second", t.position(h)); err != nil {
		return 0, err
	}
	t.talk.Allow(t.Patience.Volume)
	began := time.Now()
	if err := t.send(ugi.GoLine(limits)); err != nil {
		return 0, err
	}
	steps, err := t.hearTurn(h)
	used := time.Since(began)
	if err == nil {
		err = h.PlayAll(steps)
	}
	return used, err
}

// hearTurn reads the engine's answer to a go, which must be a legal turn, and counts the info lines before it.
func (t *trial) hearTurn(h *engine.History) ([]engine.Step, error) {
	best, err := t.talk.Bestmove(func(info string) {
		t.heard.lines++
		if _, err := ugi.ParseInfo(h.Position(), info); err != nil {
			if t.heard.wrong++; t.heard.example == "" {
				t.heard.example = fmt.Sprintf("%q: %v", "info "+info, err)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return legalTurn(h, best)
}

func legalTurn(h *engine.History, text string) ([]engine.Step, error) {
	steps, err := engine.ParseTurn(h.Position(), text)
	if err != nil {
		return nil, fmt.Errorf("bestmove %q is no legal turn: %w", text, err)
	}
	return steps, nil
}

// randomGame returns a game after the given number of random turns, or after fewer if the game would end.
func (t *trial) randomGame(seed uint64, turns int) *engine.History {
	random := engine.NewRandom(engine.DeriveSeed(t.Seed, "compliance", fmt.Sprint(seed)))
	h := engine.NewHistory(t.rules.Start())
	for range turns {
		before := h.Clone()
		if engine.RandomTurn(h, random) != nil || h.Outcome().Over() {
			return before
		}
	}
	return h
}

// finishedGame returns a random game played to its end, or to 5000 turns.
func (t *trial) finishedGame() *engine.History {
	const most = 5000 // turns
	random := engine.NewRandom(engine.DeriveSeed(t.Seed, "compliance", "finished"))
	h := engine.NewHistory(t.rules.Start())
	for range most {
		if h.Outcome().Over() || engine.RandomTurn(h, random) != nil {
			break
		}
	}
	return h
}

// An Exam says which engine to test, and how.
type Exam struct {
	Words    []string        // the program and its arguments
	Games    []engine.Game   // the games that the engine may play
	Game     string          // the game to play; empty for the engine's default or, without one, the first known game
	Settings engine.Settings // rule options of the game
	Plays    int             // number of whole games to play
	MoveTime time.Duration   // the time limit for a turn in checks of time
	Overrun  time.Duration   // how far a turn may exceed its time limit
	Seed     uint64          // for random positions
	Patience client.Patience
	watch    time.Duration // how long an engine may search before it is stopped
}

// DefaultExam returns an exam of a few games.
func DefaultExam() Exam {
	patience := client.DefaultPatience()
	patience.Start, patience.Decide = 10*time.Second, 10*time.Second
	return Exam{Plays: 4, MoveTime: 200 * time.Millisecond, Overrun: 500 * time.Millisecond, Seed: 1,
		Patience: patience, watch: 200 * time.Millisecond}
}

// A Finding is the result of one check.
type Finding struct {
	Check  string // name of the check
	Passed bool
	Wants  string   // what the protocol requires
	Saw    string   // what the engine did: measurements, or the fault and its place
	Sent   []string // the last requests before a failure
}

// check is one check of an engine.
type check struct {
	name, wants string
	try         func(*trial) (saw string, err error) // returns Saw of the finding; an error is a fault of the engine
}

// Run tests the engine and passes each finding to report. It returns an error if ctx ends or the settings of the exam
// are invalid. If the first check fails, Run makes no other check.
func Run(ctx context.Context, config Exam, report func(Finding)) (passed bool, err error) {
	t := &trial{Exam: config, ctx: ctx}
	defer t.end()
	passed = true
	for i, c := range checks {
		finding := t.run(c)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if t.unusable != nil {
			return false, t.unusable
		}
		report(finding)
		passed = passed && finding.Passed
		if i == 0 && !passed {
			break // the engine does not answer "ugi", so no other check can run
		}
	}
	return passed, nil
}

// run carries out a check. If the last check failed, it uses a new process, so that one failure does not cause another.
func (t *trial) run(c check) Finding {
	finding := Finding{Check: c.name, Wants: c.wants}
	t.sent = nil
	err := t.ensure()
	if err == nil {
		t.asTexts = false
		talk := t.talk
		forget := context.AfterFunc(t.ctx, func() { talk.Kill(errors.New("was given up")) })
		finding.Saw, err = c.try(t)
		forget()
	}
	if finding.Passed = err == nil; !finding.Passed {
		finding.Saw, finding.Sent = err.Error(), t.sent
		t.end()
	}
	return finding
}
