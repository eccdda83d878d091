package compliance

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
)

// tryTurns asks for turns within limits in some positions, and tells the longest time.
func (t *trial) tryTurns(limits search.Limits) (longest time.Duration, turns int, err error) {
	for _, random := range []int{0, 4, 11} {
		h := t.randomGame(uint64(random), random)
		_, used, err := t.goTurn(h, limits)
		if err != nil {
			return 0, 0, err
		}
		longest, turns = max(longest, used), turns+1
	}
	return longest, turns, nil
}

func goNodes(t *trial) (string, error) {
	longest, turns, err := t.tryTurns(search.Limits{Nodes: 100})
	return fmt.Sprintf("%d legal turns for 100 nodes, the longest took %v", turns, tidy(longest)), err
}

func goDepth(t *trial) (string, error) {
	longest, turns, err := t.tryTurns(search.Limits{Depth: 2})
	return fmt.Sprintf("%d legal turns at depth 2, the longest took %v", turns, tidy(longest)), err
}

func goMoveTime(t *trial) (string, error) {
	longest, turns, err := t.tryTurns(search.Limits{Time: t.MoveTime})
	if over := longest - t.MoveTime; err == nil && over > t.Overrun {
		err = fmt.Errorf("a turn took %v, %v more than the %v allowed; %v more is tolerated", tidy(longest), tidy(over), t.MoveTime, t.Overrun)
	}
	return fmt.Sprintf("%d legal turns, the longest took %v of %v", turns, tidy(longest), t.MoveTime), err
}

func goClocks(t *trial) (string, error) {
	var limits search.Limits
	left := 10 * t.MoveTime
	for seat := range t.rules.Seats() {
		limits.Clock.Left[seat], limits.Clock.Increment[seat] = left, t.MoveTime/10
	}
	longest, turns, err := t.tryTurns(limits)
	if err == nil && longest > left {
		err = fmt.Errorf("a turn took %v with %v left on the clock", tidy(longest), left)
	}
	return fmt.Sprintf("%d legal turns, the longest took %v with %v left on the clock", turns, tidy(longest), left), err
}

// tidy rounds a time to what is worth telling.
func tidy(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }

// stopSoon stops a long think.
func stopSoon(t *trial) (string, error) {
	return t.stopAfter("go movetime 600000", func(string) error { return nil })
}

func goInfinite(t *trial) (string, error) {
	return t.stopAfter("go infinite", func(line string) error {
		if strings.HasPrefix(line, "bestmove") {
			return fmt.Errorf("%q came before stop", line)
		}
		return nil
	})
}

// stopAfter lets the engine think for a while, hands what it says meanwhile to hear, and stops it.
func (t *trial) stopAfter(request string, hear func(line string) error) (string, error) {
	h := t.randomGame(2, 3)
	best, early := "", error(nil)
	listen := func(line string) {
		if strings.HasPrefix(line, "bestmove") {
			best = line
		}
		early = errors.Join(early, hear(line))
	}
	requests := []string{t.position(h), request}
	for began := time.Now(); time.Since(began) < t.Watch; time.Sleep(t.Watch / 10) {
		if err := t.ready(listen, requests...); err != nil {
			return "", fmt.Errorf("while it thinks: %w", err)
		}
		requests = nil
	}
	if early != nil {
		return "", early
	}
	return t.stopNow(h, best)
}

// stopNow stops an engine that may have answered already, and judges the answer.
func (t *trial) stopNow(h *engine.History, best string) (string, error) {
	defer t.talk.Within(t.Patience.Stop, "bestmove after stop")()
	began := time.Now()
	if err := t.send("stop"); err != nil {
		return "", err
	}
	if rest, answered := strings.CutPrefix(best, "bestmove"); answered {
		_, err := legalTurn(h, rest)
		return "it had answered before", errors.Join(err, t.silence())
	}
	_, err := t.hearTurn(h)
	return fmt.Sprintf("the bestmove came %v after stop", tidy(time.Since(began))), err
}

func idleStop(t *trial) (string, error) {
	if err := t.send("stop"); err != nil {
		return "", err
	}
	return "", t.silence()
}

// silence checks that no turn comes before the answer to isready.
func (t *trial) silence() (wrong error) {
	err := t.ready(func(line string) {
		if strings.HasPrefix(line, "bestmove") {
			wrong = fmt.Errorf("a stop without a go is answered with %q", line)
		}
	})
	return errors.Join(err, wrong)
}

// fromTexts tells positions by their text, with and without turns behind.
func fromTexts(t *trial) (string, error) {
	const positions = 6
	for i := range uint64(positions) {
		h := engine.NewHistory(t.randomGame(100+i, int(3*i)).Position())
		t.byText(true)
		for range 2 {
			if h.Outcome().Over() {
				break
			}
			steps, _, err := t.goTurn(h, search.Limits{Nodes: 50})
			if err == nil {
				err = play(h, steps)
			}
			if err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("%d positions with the turns after them", positions), nil
}

func infoLines(t *trial) (string, error) {
	if t.heard.wrong > 0 {
		return "", fmt.Errorf("%d of %d info lines are not right, the first of them %s", t.heard.wrong, t.heard.lines, t.heard.example)
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
	return "", leaving.HangUp(t.Patience.Quit)
}
