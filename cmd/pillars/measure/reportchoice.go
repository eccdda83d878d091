package measure

import (
	"cmp"
	"fmt"
	"slices"

	"pillars/cmd/pillars/stored"
	"pillars/engine"
	"pillars/results/report"
	"pillars/tournament"
)

// mostShown is how many games can be shown.
const mostShown = 3

// chooseGames chooses games to be shown, at most so many and different ones: that of median length, the longest and the shortest. Games that a
// player's fault ended are left out.
func chooseGames(played []tournament.Game, wanted int, run string, rules engine.Game) ([]report.Shown, error) {
	sound := slices.DeleteFunc(slices.Clone(played), func(g tournament.Game) bool { return g.Faulted() })
	slices.SortStableFunc(sound, func(a, b tournament.Game) int { return cmp.Compare(a.Turns, b.Turns) })
	if len(sound) == 0 {
		return nil, nil
	}
	var shown []report.Shown
	for _, choice := range []struct {
		game tournament.Game
		why  string
	}{{sound[len(sound)/2], "one of median length"}, {sound[len(sound)-1], "the longest"}, {sound[0], "the shortest"}} {
		known := slices.ContainsFunc(shown, func(s report.Shown) bool { return s.Game.Identity == choice.game.Identity })
		if known || len(shown) == wanted {
			continue
		}
		history, err := choice.game.Record.Replay(rules)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", choice.game.Identity, err)
		}
		shown = append(shown, report.Shown{Name: run + "/" + choice.game.Identity, Why: choice.why, Game: choice.game, Turns: stored.PositionsAfterTurns(history)})
	}
	return shown, nil
}
