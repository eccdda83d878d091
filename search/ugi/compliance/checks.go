package compliance

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
)

// checks lists all checks in their order.
var checks = []check{
	{"greeting", `"ugi" is answered with id and option lines and then "ugiok", and "isready" with "readyok"`, greeting},
	{"identity", `the greeting holds "id name ..." and "id author ..."`, identity},
	{"options", `every option line reads "option name N type T default D", with T one of check, spin, combo, string, ` +
		`button, and "var V" for every value of a combo; no name is declared twice`, options},
	{"new game", `"uginewgame" is heeded, and "isready" after it answered with "readyok"`, newGame},
	{"unknown requests", `requests that mean nothing to it are passed over, or answered with "info string ..."`,
		unknownRequests},
	{"query", `"query gameover", "query result", "query p1turn", "query p2turn" and so on for every seat are ` +
		`answered with "response" and true or false, or p1win, p2win, draw, none`, query},
	{"go nodes", `"go nodes N" is answered with "bestmove" and a legal turn, whole and in the game's text`,
		within(search.Limits{Nodes: 100}, "for 100 nodes")},
	{"go depth", `"go depth N" is answered with a legal bestmove`, within(search.Limits{Depth: 2}, "at depth 2")},
	{"go movetime", `"go movetime MS" is answered with a legal bestmove after about that many milliseconds, or sooner`,
		goMoveTime},
	{"go with clocks", `"go p1time MS p2time MS p1inc MS p2inc MS" is answered with a legal bestmove before the ` +
		`clock runs out`, goClocks},
	{"stop", `"stop" brings the bestmove at once`,
		func(t *trial) (string, error) { return t.stopAfter("go movetime 600000", true) }},
	{"go infinite", `"go infinite" is answered after "stop", not before; "isready" is answered meanwhile`,
		func(t *trial) (string, error) { return t.stopAfter("go infinite", false) }},
	{"idle stop", `"stop" with nothing to stop is passed over`,
		func(t *trial) (string, error) { return "", t.quiet(idleStop, "stop") }},
	{"positions", `"position fen F" sets any position of the game, "moves" play whole turns from it`, fromTexts},
	{"games", `whole games are played with legal turns only`, wholeGames},
	{"info", `info lines read "info depth N score cp N nodes N time MS pv TURNS", each part optional, the turns legal`,
		infoLines},
	{"quit", `"quit" ends the program, with exit status 0, and all that it has started`,
		func(t *trial) (string, error) { return t.leave("quit") }},
	{"end of input", `the end of its input ends the program, and all that it has started`,
		func(t *trial) (string, error) { return t.leave() }},
}

func greeting(t *trial) (string, error) {
	if err := t.ready(nil); err != nil {
		return "", err
	}
	return fmt.Sprintf("it plays %s with %d options declared", t.rules.Game().Title(), len(t.talk.Options)), nil
}

func identity(t *trial) (string, error) {
	switch {
	case t.talk.Title == "":
		return "", errors.New(`there is no line "id name ..."`)
	case t.talk.Author == "":
		return "", errors.New(`there is no line "id author ..."`)
	}
	return fmt.Sprintf("%s by %s", t.talk.Title, t.talk.Author), nil
}

// options checks that the engine's options can be read and have different names. It returns their names.
func options(t *trial) (string, error) {
	if len(t.talk.Wrong) > 0 {
		return "", t.talk.Wrong[0]
	}
	names := map[string]bool{}
	var list []string
	for _, option := range t.talk.Options {
		if names[strings.ToLower(option.Name)] {
			return "", fmt.Errorf("option %s is declared twice", option.Name)
		}
		names[strings.ToLower(option.Name)] = true
		list = append(list, option.Name)
	}
	if len(list) == 0 {
		return "none", nil
	}
	return strings.Join(list, ", "), nil
}

func newGame(t *trial) (string, error) {
	for range 2 {
		if err := t.ready(nil, "uginewgame"); err != nil {
			return "", err
		}
	}
	return "", nil
}

func unknownRequests(t *trial) (string, error) {
	requests := []string{
		"xyzzy", "", "setoption name No Such Option value 7", "setoption", "position", "position fen",
		"position startpos moves nonsense", "query weather",
	}
	for _, request := range requests {
		if err := t.ready(nil, request); err != nil {
			return "", fmt.Errorf("after %q: %w", request, err)
		}
	}
	return fmt.Sprintf("%d survived", len(requests)), nil
}

// query compares the engine's answers about a new, a begun and a finished game with the rules.
func query(t *trial) (string, error) {
	games := []*engine.History{t.randomGame(0, 0), t.randomGame(1, 5), t.finishedGame()}
	for _, h := range games {
		over := h.Outcome().Over()
		if err := t.ready(nil, t.position(h)); err != nil {
			return "", err
		}
		answers := map[string]string{"gameover": strconv.FormatBool(over), "result": ugi.ResultWord(h.Outcome())}
		for seat := range engine.Seat(t.rules.Seats()) {
			if !over {
				answers["p"+seat.String()+"turn"] = strconv.FormatBool(h.Position().Seat() == seat)
			}
		}
		for what, want := range answers {
			got, err := t.ask(what)
			if err == nil && got != want {
				err = fmt.Errorf("the answer is %q, right is %q", got, want)
			}
			if err != nil {
				return "", fmt.Errorf("query %s in position %s: %w", what, h.Position(), err)
			}
		}
	}
	return fmt.Sprintf("right in %d positions, one of them the end of a game", len(games)), nil
}

// ask sends a query and returns the response. An "isready" ends the wait for an engine that does not respond.
func (t *trial) ask(what string) (answer string, err error) {
	err = t.ready(func(line string) {
		if rest, found := strings.CutPrefix(line, "response "); found {
			answer = strings.TrimSpace(rest)
		}
	}, "query "+what)
	return answer, err
}

func infoLines(t *trial) (string, error) {
	if t.heard.wrong > 0 {
		return "", fmt.Errorf("%d of %d info lines are not right, the first of them %s",
			t.heard.wrong, t.heard.lines, t.heard.example)
	}
	if t.heard.lines == 0 {
		return "none heard, none needed", nil
	}
	return fmt.Sprintf("%d lines, all understood", t.heard.lines), nil
}

// leave sends the requests, if there are any, and ends the engine's input. It checks that the engine then ends.
func (t *trial) leave(requests ...string) (string, error) {
	t.remember(requests...)
	leaving := t.talk
	t.talk = nil
	return "", leaving.HangUp(strings.Join(append(requests, ""), "\n"), t.Patience.Quit)
}

// tryTurns asks for a turn in three positions of random games. It returns the longest time that a turn took.
func (t *trial) tryTurns(limits search.Limits) (longest time.Duration, err error) {
	for _, played := range []int{0, 4, 11} {
		used, err := t.playTurn(t.randomGame(uint64(played), played), limits)
		if err != nil {
			return 0, err
		}
		longest = max(longest, used)
	}
	return longest, nil
}

// within returns a check that asks for turns within limits on nodes or depth. Words describes the limits in the report.
func within(limits search.Limits, words string) func(*trial) (string, error) {
	return func(t *trial) (string, error) {
		longest, err := t.tryTurns(limits)
		return fmt.Sprintf("3 legal turns %s, the longest took %v", words, tidy(longest)), err
	}
}

func goMoveTime(t *trial) (string, error) {
	longest, err := t.tryTurns(search.Limits{Time: t.MoveTime})
	if over := longest - t.MoveTime; err == nil && over > t.Overrun {
		err = fmt.Errorf("a turn took %v, %v more than the %v allowed; %v more is tolerated",
			tidy(longest), tidy(over), t.MoveTime, t.Overrun)
	}
	return fmt.Sprintf("3 legal turns, the longest took %v of %v", tidy(longest), t.MoveTime), err
}

func goClocks(t *trial) (string, error) {
	var limits search.Limits
	left := 10 * t.MoveTime
	for seat := range t.rules.Seats() {
		limits.Clock.Left[seat], limits.Clock.Increment[seat] = left, t.MoveTime/10
	}
	longest, err := t.tryTurns(limits)
	if err == nil && longest > left {
		err = fmt.Errorf("a turn took %v with %v left on the clock", tidy(longest), left)
	}
	return fmt.Sprintf("3 legal turns, the longest took %v with %v left on the clock", tidy(longest), left), err
}

func tidy(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }

// stopAfter sends a go request, waits for a while, sends "stop" and checks that the engine then plays a legal turn. If
// mayAnswer is false, the engine must not answer before the stop.
func (t *trial) stopAfter(request string, mayAnswer bool) (string, error) {
	h := t.randomGame(2, 3)
	best := ""
	listen := func(line string) {
		if strings.HasPrefix(line, "bestmove") {
			best = line
		}
	}
	requests := []string{t.position(h), request}
	for began := time.Now(); time.Since(began) < t.watch; time.Sleep(t.watch / 10) {
		if err := t.ready(listen, requests...); err != nil {
			return "", fmt.Errorf("while it thinks: %w", err)
		}
		requests = nil // from now on only "isready"
	}
	if best != "" && !mayAnswer {
		return "", fmt.Errorf("%q came before stop", best)
	}
	defer t.talk.Within(t.Patience.Stop, "bestmove after stop")()
	began := time.Now()
	if err := t.send("stop"); err != nil {
		return "", err
	}
	if rest, answered := strings.CutPrefix(best, "bestmove"); answered {
		turn, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		_, err := legalTurn(h, turn)
		return "it had answered before", errors.Join(err, t.quiet(idleStop))
	}
	_, err := t.hearTurn(h)
	return fmt.Sprintf("the bestmove came %v after stop", tidy(time.Since(began))), err
}

// idleStop is the beginning of the error about an engine that answers a stop when there is nothing to stop.
const idleStop = "a stop without a go is answered with"

// quiet sends requests and checks that no bestmove comes before readyok. The error begins with wrongly.
func (t *trial) quiet(wrongly string, requests ...string) (wrong error) {
	err := t.ready(func(line string) {
		if strings.HasPrefix(line, "bestmove") {
			wrong = fmt.Errorf("%s %q", wrongly, line)
		}
	}, requests...)
	return errors.Join(err, wrong)
}

// fromTexts checks that the engine plays from positions given as texts, with and without turns after them.
func fromTexts(t *trial) (string, error) {
	const positions = 6
	for i := range uint64(positions) {
		h := engine.NewHistory(t.randomGame(100+i, int(3*i)).Position())
		t.asTexts = true
		for turns := 0; turns < 2 && !h.Outcome().Over(); turns++ {
			if _, err := t.playTurn(h, search.Limits{Nodes: 50}); err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("%d positions with the turns after them", positions), nil
}

// wholeGames lets the engine play all seats of whole games. In every other game it sends the start position as a text.
func wholeGames(t *trial) (string, error) {
	const maxTurns = 300 // of a game that does not end
	ended, played, longest := 0, 0, time.Duration(0)
	limits := search.Limits{Nodes: 100, Time: t.MoveTime / 4}
	for game := range t.Plays {
		fault := func(err error) error { return fmt.Errorf("game %d of seed %d: %w", game+1, t.Seed, err) }
		if err := t.ready(nil, "uginewgame"); err != nil {
			return "", fault(err)
		}
		h := t.randomGame(uint64(1000+game), game%8)
		t.asTexts = game%2 == 1
		if t.asTexts { // the text of a position does not contain the turns before it
			h = engine.NewHistory(h.Position())
		}
		for turns := 0; turns < maxTurns && !h.Outcome().Over(); turns++ {
			used, err := t.playTurn(h, limits)
			if err != nil {
				return "", fault(fmt.Errorf("turn %d: %w", h.Position().Turn(), err))
			}
			played++
			longest = max(longest, used)
		}
		if h.Outcome().Over() {
			ended++
		}
	}
	return fmt.Sprintf("%d games, %d of them to the end, %d legal turns, the longest took %v",
		t.Plays, ended, played, tidy(longest)), nil
}
