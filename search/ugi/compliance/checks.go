package compliance

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/search/ugi"
)

var checks = []check{
	{"greeting", `"ugi" is answered with id and option lines and then "ugiok", and "isready" with "readyok"`, greeting},
	{"identity", `the greeting holds "id name ..." and "id author ..."`, identity},
	{"options", `every option line reads "option name N type T default D", with T one of check, spin, combo, string, ` +
		`button, and "var V" for every value of a combo; no name is declared twice`, options},
	{"new game", `"uginewgame" is heeded, and "isready" after it answered with "readyok"`, newGame},
	{"unknown requests", `requests that mean nothing to it are passed over, or answered with "info string ..."`,
		unknownRequests},
	{"query", `"query gameover", "query result" and "query p1turn" are answered with "response" and true or false, ` +
		`or p1win, p2win, draw, none`, query},
	{"go nodes", `"go nodes N" is answered with "bestmove" and a legal turn, whole and in the game's text`, goNodes},
	{"go depth", `"go depth N" is answered with a legal bestmove`, goDepth},
	{"go movetime", `"go movetime MS" is answered with a legal bestmove after about that many milliseconds, or sooner`,
		goMoveTime},
	{"go with clocks", `"go p1time MS p2time MS p1inc MS p2inc MS" is answered with a legal bestmove before the ` +
		`clock runs out`, goClocks},
	{"stop", `"stop" brings the bestmove at once`, stopSoon},
	{"go infinite", `"go infinite" is answered after "stop", not before; "isready" is answered meanwhile`, goInfinite},
	{"idle stop", `"stop" with nothing to stop is passed over`, idleStop},
	{"positions", `"position fen F" sets any position of the game, "moves" play whole turns from it`, fromTexts},
	{"games", `whole games are played with legal turns only`, wholeGames},
	{"info", `info lines read "info depth N score cp N nodes N time MS pv TURNS", each part optional, the turns legal`,
		infoLines},
	{"quit", `"quit" ends the program, with exit status 0`, quit},
	{"end of input", `the end of its input ends the program`, endOfInput},
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

// ask asks a query. An engine that does not answer it is found out by its answer to isready.
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

func quit(t *trial) (string, error) {
	t.sent = append(t.sent, "quit")
	leaving := t.talk
	t.talk = nil
	return "", leaving.Quit(t.Patience.Quit)
}

func endOfInput(t *trial) (string, error) {
	leaving := t.talk
	t.talk = nil
	return "", leaving.HangUp("", t.Patience.Quit)
}
