package training

import (
	"fmt"

	"pillars/engine"
	"pillars/eval/tune"
	"pillars/search"
)

// ScoreCollector takes out of games what players expected at the start of turns, and the results. It leaves out
// positions before a random turn.
type ScoreCollector struct {
	Scores map[string][]tune.Scored // by the kind of player
	Games  map[string]int

	rules engine.Rules
}

// newScoreCollector makes an empty collector of games of exactly these rules.
func newScoreCollector(rules engine.Rules) *ScoreCollector {
	return &ScoreCollector{map[string][]tune.Scored{}, map[string]int{}, rules}
}

func (c *ScoreCollector) open(of engine.Rules) error { return sameOptions(c.rules, of) }

func (c *ScoreCollector) add(game played, replay *replay) error {
	player, err := search.ParseSpec(game.player)
	if err != nil || !player.Calibrated() {
		return fmt.Errorf("its games are of %s; calibrations are of players without keys but for limits", game.player)
	}
	kind := player.Kind
	c.Games[kind]++
	random := game.Record.Opening // the turns up to the last random one
	for i, thought := range game.Thoughts {
		if thought.Random {
			random = game.Record.Opening + i + 1
		}
	}
	number := 0
	return replay.each(game, func(p engine.Position, now turn, _ choice) error {
		if !p.StartsTurn() {
			return nil
		}
		if number++; number > random && !now.score.Decided() {
			c.Scores[kind] = append(c.Scores[kind], tune.Scored{Game: c.Games[kind], Score: float64(now.score),
				Phase: engine.PhaseOf(p), Result: game.Outcome.Score(p.Seat())})
		}
		return nil
	})
}
