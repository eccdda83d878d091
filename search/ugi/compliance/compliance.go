// Package compliance tests whether an engine follows the protocol of package ugi and the rules of its game. The table
// of exchanges says what is sent and what must come back. Every finding reports what the protocol requires, what the
// engine did wrong, and the last requests, so that the engine's author can repeat them.
package compliance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
	"pillars/search/ugi/client"
)

// An Exam says which engine to test, and how.
type Exam struct {
	Words    []string        // the program and its arguments
	Games    []engine.Game   // the games that the engine may play
	Game     string          // the game to play; empty for the engine's default or, without one, the first known game
	Settings engine.Settings // rule options of the game
	Plays    int             // number of whole games to play
	MoveTime time.Duration   // the time limit for a turn in checks of time
	Overrun  time.Duration   // how far a turn may exceed its time limit
	Seed     uint64          // seed of the random positions
	Patience client.Patience
}

// DefaultExam returns an exam of a few games.
func DefaultExam() Exam {
	patience := client.DefaultPatience()
	patience.Decide = 10 * time.Second
	return Exam{Plays: 4, MoveTime: 200 * time.Millisecond, Overrun: 500 * time.Millisecond, Seed: 1,
		Patience: patience}
}

// exchange is one check of an engine: what is sent, and what must come back.
type exchange struct {
	name, wants string
	hold        func(*trial) error // makes the exchange; an error is a fault of the engine
}

var exchanges = []exchange{
	{"greeting", `"ugi" is answered with id and option lines and then "ugiok", and "isready" with "readyok"`,
		(*trial).greet},
	{"unknown requests", `requests that mean nothing to it, and "stop" with nothing to stop, are passed over, or ` +
		`answered with "info string ..."`, (*trial).ignore},
	{"go nodes", `"go nodes N" is answered with "bestmove" and a legal turn, whole and in the game's text`,
		decide(func(*trial) (search.Limits, time.Duration) { return search.Limits{Nodes: 100}, time.Hour })},
	{"go depth", `"go depth N" is answered with a legal bestmove`,
		decide(func(*trial) (search.Limits, time.Duration) { return search.Limits{Depth: 2}, time.Hour })},
	{"go movetime", `"go movetime MS" is answered with a legal bestmove after about that many milliseconds, or sooner`,
		decide(func(t *trial) (search.Limits, time.Duration) {
			return search.Limits{Time: t.MoveTime}, t.MoveTime + t.Overrun
		})},
	{"go with clocks", `"go p1time MS p2time MS p1inc MS p2inc MS" is answered with a legal bestmove before the ` +
		`clock runs out`, decide((*trial).clocks)},
	{"go infinite", `"go infinite" is answered at once after "stop", not before; "isready" is answered meanwhile`,
		(*trial).stop},
	{"games", `whole games are played with legal turns only; "position fen F" sets any position of the game, and ` +
		`"moves" play whole turns from it`, (*trial).wholeGames},
	{"info", `info lines read "info depth N score cp N nodes N time MS pv TURNS", each part optional, the turns legal`,
		func(t *trial) error { return t.wrongInfo }},
	{"quit", `"quit" ends the program, with exit status 0`, leave("quit\n")},
	{"end of input", `the end of its input ends the program`, leave("")},
}

// ignore sends requests that mean nothing to an engine, each followed by "isready".
func (t *trial) ignore() error {
	for _, request := range []string{"xyzzy", "", "setoption name No Such Option value 7", "setoption", "position",
		"position fen", "position startpos moves nonsense", "stop"} {
		if err := t.ready(request); err != nil {
			return fmt.Errorf("after %q: %w", request, err)
		}
	}
	return nil
}

// decide returns an exchange that asks for turns in three positions of random games. The function within returns the
// limits of a turn, and the most time that the engine may take for it.
func decide(within func(*trial) (limits search.Limits, most time.Duration)) func(*trial) error {
	return func(t *trial) error {
		limits, most := within(t)
		for _, played := range []int{0, 4, 11} {
			if used, err := t.playTurn(t.randomGame(played, played), limits); err != nil {
				return err
			} else if used > most {
				return fmt.Errorf("a turn took %v; %v is tolerated", used.Round(time.Millisecond), most)
			}
		}
		return nil
	}
}

// clocks returns limits in which all seats have clocks with the same time left, and this time.
func (t *trial) clocks() (limits search.Limits, left time.Duration) {
	left = 10 * t.MoveTime
	for seat := range t.rules.Seats() {
		limits.Clock.Left[seat], limits.Clock.Increment[seat] = left, t.MoveTime/10
	}
	return limits, left
}

// stop sends "go infinite", waits for a while and sends "stop". The engine must then answer with a legal turn.
func (t *trial) stop() error {
	h := t.randomGame(2, 3)
	err := t.ready(t.position(h), "go infinite")
	time.Sleep(t.MoveTime)
	if err = cmp.Or(err, t.ready()); err != nil {
		return fmt.Errorf("while it thinks: %w", err)
	}
	defer t.talk.Within(t.Patience.Stop, "bestmove after stop")()
	if err := t.send("stop"); err != nil {
		return err
	}
	_, err = t.hearTurn(h)
	return err
}

// leave returns an exchange that sends a last line, if there is one, and ends the engine's input. The engine must end.
func leave(last string) func(*trial) error {
	return func(t *trial) error {
		t.remember(strings.TrimSpace(last))
		leaving := t.talk
		t.talk = nil
		return leaving.HangUp(last, t.Patience.Quit)
	}
}

// greet checks what the engine says of itself: its name, its author and its options.
func (t *trial) greet() error {
	t.saw = fmt.Sprintf("%s by %s plays %s", t.talk.Title, t.talk.Author, t.rules.Game().Title())
	switch {
	case t.talk.Title == "":
		return errors.New(`there is no line "id name ..."`)
	case t.talk.Author == "":
		return errors.New(`there is no line "id author ..."`)
	}
	return errors.Join(t.talk.Wrong...)
}

// wholeGames lets the engine play all seats of whole games. In every other game it sends the start position as a text.
func (t *trial) wholeGames() error {
	const maxTurns = 300 // largest number of turns to play of a game that does not end
	limits := search.Limits{Nodes: 100, Time: t.MoveTime / 4}
	for game := range t.Plays {
		err := t.ready("uginewgame")
		h := t.randomGame(1000+game, 3*game%8)
		if t.asTexts = game%2 == 1; t.asTexts { // the text of a position does not contain the turns before it
			h = engine.NewHistory(h.Position())
		}
		for turns := 0; err == nil && turns < maxTurns && !h.Outcome().Over(); turns++ {
			_, err = t.playTurn(h, limits)
		}
		if err != nil {
			return fmt.Errorf("game %d of seed %d, turn %d: %w", game+1, t.Seed, h.Position().Turn(), err)
		}
	}
	return nil
}

// trial is the state of the test of one engine.
type trial struct {
	Exam
	ctx        context.Context
	talk       *client.Conversation // nil when the program does not run
	rules      engine.Rules
	startKnown bool     // whether the engine knows the start position of the rules as "startpos"
	asTexts    bool     // whether to send the start position as text even if the engine knows it
	saw        string   // what the engine says of itself, for the first finding
	sent       []string // the last requests, for the report
	wrongInfo  error    // the fault of the first wrong info line; nil if there was none
}

// A Finding is the result of one check.
type Finding struct {
	Check  string // name of the check
	Passed bool
	Wants  string   // what the protocol requires
	Saw    string   // the fault and its place or, in the passed check of the greeting, which engine it is
	Sent   []string // the last requests before a failure
}

// Run tests the engine and passes each finding to report. It returns an error if ctx ends. If the first check fails,
// Run makes no other check, because the engine does not answer "ugi".
func Run(ctx context.Context, exam Exam, report func(Finding)) error {
	t := &trial{Exam: exam, ctx: ctx}
	defer t.end()
	for i, e := range exchanges {
		finding := t.run(e)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(finding)
		if i == 0 && !finding.Passed {
			break
		}
	}
	return nil
}

// run carries out an exchange. If the previous exchange failed, run uses a new process, so that one failure does not
// cause another.
func (t *trial) run(e exchange) Finding {
	finding := Finding{Check: e.name, Wants: e.wants}
	t.saw, t.sent, t.asTexts = "", nil, false
	err := t.ensure()
	if err == nil {
		talk := t.talk
		forget := context.AfterFunc(t.ctx, func() { talk.Kill(errors.New("was given up")) })
		err = e.hold(t)
		forget()
	}
	if finding.Saw, finding.Passed = t.saw, err == nil; !finding.Passed {
		finding.Saw, finding.Sent = err.Error(), t.sent
		t.end()
	}
	return finding
}

// ensure starts the engine and sets the rules, unless the engine already runs.
func (t *trial) ensure() (err error) {
	if t.talk != nil {
		return nil
	}
	t.sent = []string{"ugi"}
	if t.talk, err = client.Greet(t.ctx, t.Words, t.Patience); err != nil {
		return err
	}
	if t.rules == nil {
		if t.rules, err = t.chooseRules(); err != nil {
			return err
		}
	}
	requests, startKnown, err := t.talk.Settings(t.rules)
	if err != nil {
		return err
	}
	t.startKnown = startKnown
	return t.ready(requests...)
}

// chooseRules returns the rules of the exam's game. If the exam names no game, it returns the rules of the engine's
// default game or, without such a game, of the first of t.Games.
func (t *trial) chooseRules() (engine.Rules, error) {
	name := t.Game
	if option, declared := t.talk.Option(ugi.GameOption); name == "" && declared {
		name = option.Default
	}
	i := slices.IndexFunc(t.Games, func(game engine.Game) bool { return game.Name() == name || name == "" })
	if i < 0 {
		return nil, fmt.Errorf("unknown game %q", name)
	}
	return t.Games[i].New(t.Settings)
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

func (t *trial) send(request string) error {
	t.remember(request)
	return t.talk.Send(request + "\n")
}

// ready sends requests and waits for "readyok". A bestmove before that is a fault.
func (t *trial) ready(requests ...string) (wrong error) {
	t.remember(append(requests, "isready")...)
	err := t.talk.Ready(t.ctx, func(line string) {
		if strings.HasPrefix(line, "bestmove") {
			wrong = fmt.Errorf("%q came, which nothing had asked for yet", line)
		}
	}, requests...)
	return errors.Join(err, wrong)
}

func (t *trial) position(h *engine.History) string {
	return ugi.PositionLine(h, t.asTexts || !t.startKnown)
}

// playTurn asks the engine for a turn and plays the turn in h. It returns the time that the engine took.
func (t *trial) playTurn(h *engine.History, limits search.Limits) (time.Duration, error) {
	defer t.talk.Within(t.Patience.Decide+limits.Time, "bestmove")()
	if err := t.ready(t.position(h)); err != nil {
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

// hearTurn reads the engine's answer to a go, which must be a legal turn, and checks the info lines before it.
func (t *trial) hearTurn(h *engine.History) ([]engine.Step, error) {
	best, err := t.talk.Bestmove(func(info string) {
		if _, err := ugi.ParseInfo(h.Position(), info); err != nil && t.wrongInfo == nil {
			t.wrongInfo = fmt.Errorf("%q: %w", "info "+info, err)
		}
	})
	if err != nil {
		return nil, err
	}
	steps, err := engine.ParseTurn(h.Position(), best)
	if err != nil {
		return nil, fmt.Errorf("bestmove %q is no legal turn: %w", best, err)
	}
	return steps, nil
}

// randomGame returns a game after the given number of random turns, or before the turn that would end it.
func (t *trial) randomGame(seed, turns int) *engine.History {
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
