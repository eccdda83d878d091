package compliance

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
)

// tryTurns asks for turns within limits in three positions, and tells the longest time.
func (t *trial) tryTurns(limits search.Limits) (longest time.Duration, err error) {
	for _, random := range []int{0, 4, 11} {
		used, err := t.playTurn(t.randomGame(uint64(random), random), limits)
		if err != nil {
			return 0, err
		}
		longest = max(longest, used)
	}
	return longest, nil
}

func goNodes(t *trial) (string, error) {
	longest, err := t.tryTurns(search.Limits{Nodes: 100})
	return fmt.Sprintf("3 legal turns for 100 nodes, the longest took %v", tidy(longest)), err
}

func goDepth(t *trial) (string, error) {
	longest, err := t.tryTurns(search.Limits{Depth: 2})
	return fmt.Sprintf("3 legal turns at depth 2, the longest took %v", tidy(longest)), err
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

func stopSoon(t *trial) (string, error) { return t.stopAfter("go movetime 600000", true) }

func goInfinite(t *trial) (string, error) { return t.stopAfter("go infinite", false) }

// stopAfter lets the engine think for a while, in which it may perhaps answer, and stops it.
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
		requests = nil
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
		for turns := 0; turns < 2 && !h.Outcome().Over(); turns++ {
			if _, err := t.playTurn(h, search.Limits{Nodes: 50}); err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("%d positions with the turns after them", positions), nil
}

type tally struct {
	games, ended, turns int
	longest             time.Duration
}

// wholeGames has the engine play all seats of some games, every other one from a position told by its text.
func wholeGames(t *trial) (string, error) {
	var sum tally
	for game := range t.Plays {
		if err := t.playGame(uint64(game), &sum); err != nil {
			return "", fmt.Errorf("game %d of seed %d: %w", game+1, t.Seed, err)
		}
	}
	return fmt.Sprintf("%d games, %d of them to the end, %d legal turns, the longest took %v",
		sum.games, sum.ended, sum.turns, tidy(sum.longest)), nil
}

func (t *trial) playGame(game uint64, sum *tally) error {
	const maxTurns = 300 // of a game that does not end
	if err := t.ready(nil, "uginewgame"); err != nil {
		return err
	}
	h := t.randomGame(1000+game, int(game)%8)
	if t.byText(game%2 == 1); game%2 == 1 {
		h = engine.NewHistory(h.Position())
	}
	limits := search.Limits{Nodes: 100, Time: t.MoveTime / 4}
	for turns := 0; turns < maxTurns && !h.Outcome().Over(); turns++ {
		used, err := t.playTurn(h, limits)
		if err != nil {
			return fmt.Errorf("turn %d: %w", h.Position().Turn(), err)
		}
		sum.turns++
		sum.longest = max(sum.longest, used)
	}
	if sum.games++; h.Outcome().Over() {
		sum.ended++
	}
	return nil
}
