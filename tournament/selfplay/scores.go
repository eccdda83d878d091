package selfplay

import (
	"fmt"

	"pillars/engine"
	"pillars/eval/tune"
	"pillars/search"
)

// ScoreCollector takes out of files what players expected at the start of turns, and what came of it. What a random
// turn followed does not count.
type ScoreCollector struct {
	Scores map[string][]tune.Scored // by the kind of player
	Games  map[string]int

	rules engine.Rules
}

// NewScoreCollector makes an empty collector of files of exactly these rules.
func NewScoreCollector(rules engine.Rules) *ScoreCollector {
	return &ScoreCollector{map[string][]tune.Scored{}, map[string]int{}, rules}
}

func (c *ScoreCollector) add(header fileHeader, game storedGame) error {
	player, err := search.ParseSpec(header.Player)
	if err != nil || !player.Calibrated() {
		return fmt.Errorf("its games are of %s; calibrations are of players without keys but for limits", header.Player)
	}
	kind := player.Kind
	c.Games[kind]++
	random, turn := 0, 0 // the turns up to the last random one
	for i, note := range game.notes {
		if !note.flags.has(flagDecided) {
			random = i + 1
		}
	}
	return game.replay(c.rules, func(p engine.Position, note turnNote, _ choice) error {
		if !p.StartsTurn() {
			return nil
		}
		if turn++; turn > random && !note.score.Decided() {
			c.Scores[kind] = append(c.Scores[kind], tune.Scored{Game: c.Games[kind], Score: float64(note.score),
				Phase: engine.PhaseOf(p), Result: game.score(p.Seat())})
		}
		return nil
	})
}
