// Package compliance tests whether an engine follows the protocol of package ugi and the rules of its game. The table
// of exchanges says what is sent and what must come back. Every finding reports what the protocol requires, what the
// engine did wrong, and the last requests, so that the engine's author can repeat them.
package compliance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	Seed     uint64          // for random positions
	Patience client.Patience
	watch    time.Duration // how long an engine may search before it is stopped
}

// DefaultExam returns an exam of a few games.
func DefaultExam() Exam {
	patience := client.DefaultPatience()
	patience.Decide = 10 * time.Second
	return Exam{Plays: 4, MoveTime: 200 * time.Millisecond, Overrun: 500 * time.Millisecond, Seed: 1,
		Patience: patience, watch: 200 * time.Millisecond}
}

// exchange is one check of an engine: what is sent, and what must come back.
type exchange struct {
	name, wants string
	hold        func(*trial) error // an error is a fault of the engine
}

var exchanges = []exchange{
	{"greeting", `"ugi" is answered with id and option lines and then "ugiok", and "isready" with "readyok"`,
		(*trial).greet},
	{"new game", `"uginewgame" is heeded, and "isready" after it answered with "readyok"`,
		survive("uginewgame", "uginewgame")},
	{"unknown requests", `requests that mean nothing to it are passed over, or answered with "info string ..."`,
		survive("xyzzy", "", "setoption name No Such Option value 7", "setoption", "position", "position fen",
			"position startpos moves nonsense", "query weather")},
	{"idle stop", `"stop" with nothing to stop is passed over`, survive("stop")},
	{"query", `"query gameover", "query result", "query p1turn", "query p2turn" and so on for every seat are ` +
		`answered with "response" and true or false, or p1win, p2win, draw, none`, (*trial).query},
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
	{"stop", `"stop" brings the bestmove at once`, stop("go movetime 600000")},
	{infinite, `"go infinite" is answered after "stop", not before; "isready" is answered meanwhile`,
		stop("go infinite")},
	{"games", `whole games are played with legal turns only; "position fen F" sets any position of the game, and ` +
		`"moves" play whole turns from it`, (*trial).wholeGames},
	{"info", `info lines read "info depth N score cp N nodes N time MS pv TURNS", each part optional, the turns legal`,
		func(t *trial) error { return t.wrongInfo }},
	{"quit", `"quit" ends the program, with exit status 0, and all that it has started`, leave("quit\n")},
	{"end of input", `the end of its input ends the program, and all that it has started`, leave("")},
}

const infinite = "go infinite"

// survive returns an exchange that sends requests, each with "isready". No bestmove may come before a "readyok".
func survive(requests ...string) func(*trial) error {
	return func(t *trial) error {
		for _, request := range requests {
			if err := t.ready(nil, request); err != nil {
				return fmt.Errorf("after %q: %w", request, err)
			}
		}
		return nil
	}
}

// decide returns an exchange that asks for turns in three positions of random games, within limits and at most a time.
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

// clocks returns limits by the clocks of all seats, and the time left on each.
func (t *trial) clocks() (limits search.Limits, left time.Duration) {
	left = 10 * t.MoveTime
	for seat := range t.rules.Seats() {
		limits.Clock.Left[seat], limits.Clock.Increment[seat] = left, t.MoveTime/10
	}
	return limits, left
}

// stop returns an exchange that sends a go request, waits for a while, sends "stop" and wants a legal turn. An engine
// that answers before the stop must not answer the stop again, and not answer before it if the request is infinite.
func stop(request string) func(*trial) error {
	return func(t *trial) error {
		h, best := t.randomGame(2, 3), ""
		listen := func(turn string) { best = turn }
		requests := []string{t.position(h), request}
		for began := time.Now(); time.Since(began) < t.watch; time.Sleep(t.watch / 10) {
			if err := t.ready(listen, requests...); err != nil {
				return fmt.Errorf("while it thinks: %w", err)
			}
			requests = nil // from now on only "isready"
		}
		if best != "" && request == infinite {
			return fmt.Errorf("bestmove %q came before stop", best)
		}
		defer t.talk.Within(t.Patience.Stop, "bestmove after stop")()
		if best != "" {
			_, err := legalTurn(h, best)
			return errors.Join(err, t.ready(nil, "stop"))
		}
		if err := t.send("stop"); err != nil {
			return err
		}
		_, err := t.hearTurn(h)
		return err
	}
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

// greet checks what the engine says of itself: its name, its author, and options of different names.
func (t *trial) greet() error {
	t.saw = fmt.Sprintf("%s by %s plays %s", t.talk.Title, t.talk.Author, t.rules.Game().Title())
	switch {
	case t.talk.Title == "":
		return errors.New(`there is no line "id name ..."`)
	case t.talk.Author == "":
		return errors.New(`there is no line "id author ..."`)
	case len(t.talk.Wrong) > 0:
		return t.talk.Wrong[0]
	}
	names := map[string]bool{}
	for _, option := range t.talk.Options {
		name := strings.ToLower(option.Name)
		if names[name] {
			return fmt.Errorf("option %s is declared twice", option.Name)
		}
		names[name] = true
	}
	return nil
}

// query compares the engine's answers about a new, a begun and a finished game with the rules.
func (t *trial) query() error {
	for i, turns := range []int{0, 5, toTheEnd} {
		h := t.randomGame(i, turns)
		over := h.Outcome().Over()
		answers := map[string]string{"gameover": strconv.FormatBool(over), "result": ugi.ResultWord(h.Outcome())}
		for seat := range engine.Seat(t.rules.Seats()) {
			if !over {
				answers["p"+seat.String()+"turn"] = strconv.FormatBool(h.Position().Seat() == seat)
			}
		}
		for what, want := range answers {
			got := ""
			err := t.readyHearing(func(line string) {
				if rest, found := strings.CutPrefix(line, "response "); found {
					got = strings.TrimSpace(rest)
				}
			}, t.position(h), "query "+what)
			if err == nil && got != want {
				err = fmt.Errorf("the answer is %q, right is %q", got, want)
			}
			if err != nil {
				return fmt.Errorf("query %s in position %s: %w", what, h.Position(), err)
			}
		}
	}
	return nil
}

// wholeGames lets the engine play all seats of whole games. In every other game it sends the start position as a text.
func (t *trial) wholeGames() error {
	const maxTurns = 300 // of a game that does not end
	limits := search.Limits{Nodes: 100, Time: t.MoveTime / 4}
	for game := range t.Plays {
		err := t.ready(nil, "uginewgame")
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

// trial is the state of a test.
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
	Saw    string   // the fault and its place; or which engine it is
	Sent   []string // the last requests before a failure
}

// Run tests the engine and passes each finding to report. It returns an error if ctx ends. If the first check fails,
// Run makes no other check.
func Run(ctx context.Context, exam Exam, report func(Finding)) (passed bool, err error) {
	t := &trial{Exam: exam, ctx: ctx}
	defer t.end()
	passed = true
	for i, e := range exchanges {
		finding := t.run(e)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		report(finding)
		passed = passed && finding.Passed
		if i == 0 && !passed {
			break // the engine does not answer "ugi", so no other check can run
		}
	}
	return passed, nil
}

// run carries out an exchange. If the last one failed, it uses a new process, so that one failure does not cause
// another.
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
	return t.ready(nil, requests...)
}

// chooseRules returns the rules of the exam's game, else of the engine's default, else of the first game.
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

// ready sends requests and waits for "readyok". It passes the turn of a bestmove before that to hear; if hear is nil,
// such a bestmove is a fault.
func (t *trial) ready(hear func(turn string), requests ...string) (wrong error) {
	err := t.readyHearing(func(line string) {
		rest, best := strings.CutPrefix(line, "bestmove")
		turn, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		switch {
		case best && hear == nil:
			wrong = fmt.Errorf("%q came, which answers no go", line)
		case best:
			hear(turn)
		}
	}, requests...)
	return errors.Join(err, wrong)
}

// readyHearing sends requests and waits for "readyok". It passes the lines before that to hear.
func (t *trial) readyHearing(hear func(line string), requests ...string) error {
	t.remember(append(requests, "isready")...)
	return t.talk.Ready(t.ctx, hear, requests...)
}

func (t *trial) position(h *engine.History) string {
	return ugi.PositionLine(h, t.asTexts || !t.startKnown)
}

// playTurn asks the engine for a turn and plays the turn in h. It returns the time that the engine took.
func (t *trial) playTurn(h *engine.History, limits search.Limits) (time.Duration, error) {
	defer t.talk.Within(t.Patience.Decide+limits.Time, "bestmove")()
	if err := t.ready(nil, t.position(h)); err != nil {
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
	return legalTurn(h, best)
}

func legalTurn(h *engine.History, text string) ([]engine.Step, error) {
	steps, err := engine.ParseTurn(h.Position(), text)
	if err != nil {
		return nil, fmt.Errorf("bestmove %q is no legal turn: %w", text, err)
	}
	return steps, nil
}

// toTheEnd is a number of turns that no random game reaches.
const toTheEnd = 5000

// randomGame returns a game after the given number of random turns, or after fewer if the game would end. With toTheEnd
// it returns a finished game.
func (t *trial) randomGame(seed, turns int) *engine.History {
	random := engine.NewRandom(engine.DeriveSeed(t.Seed, "compliance", fmt.Sprint(seed)))
	h := engine.NewHistory(t.rules.Start())
	for range turns {
		before := h.Clone()
		if engine.RandomTurn(h, random) != nil || h.Outcome().Over() {
			if turns < toTheEnd {
				h = before
			}
			break
		}
	}
	return h
}
