package compliance

import (
	"fmt"
	"time"

	"pillars/engine"
	"pillars/search"
)

// maxTurns bounds a game that does not end.
const maxTurns = 300

// tally is what whole games came to.
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
	return fmt.Sprintf("%d games, %d of them to the end, %d legal turns, the longest took %v", sum.games, sum.ended, sum.turns, tidy(sum.longest)), nil
}

// playGame plays a game that begins with some random turns.
func (t *trial) playGame(game uint64, sum *tally) error {
	if err := t.ready(nil, "uginewgame"); err != nil {
		return err
	}
	h := t.randomGame(1000+game, int(game)%8)
	if t.byText(game%2 == 1); game%2 == 1 {
		h = engine.NewHistory(h.Position())
	}
	limits := search.Limits{Nodes: 100, Time: t.MoveTime / 4}
	for range maxTurns {
		if h.Outcome().Over() {
			sum.ended++
			break
		}
		steps, used, err := t.goTurn(h, limits)
		if err == nil {
			err = play(h, steps)
		}
		if err != nil {
			return fmt.Errorf("turn %d: %w", h.Position().Turn(), err)
		}
		sum.turns++
		sum.longest = max(sum.longest, used)
	}
	sum.games++
	return nil
}
