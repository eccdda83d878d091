package training

import (
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/eval/tune"
)

// ExampleCollector takes examples for a network out of games. Unlike [Collector] it also takes repeated positions and
// positions within turns, which a search evaluates too.
type ExampleCollector struct {
	Train     *tune.Examples
	Held      *tune.Examples // of the games held back
	Counts    Counts
	Rules     engine.Rules // of the network; games may be of other options, such as sizes of the board
	Selection Selection

	lists engine.PatternLists
}

// open accepts games whose positions have the same patterns.
func (c *ExampleCollector) open(of engine.Rules) error {
	same := func(a, b engine.Term) bool { return a.Name == b.Name }
	patterned, ok := of.(engine.PatternRules)
	wanted := c.Rules.(engine.PatternRules).Patterns()
	if !ok || of.Seats() != 2 || !slices.EqualFunc(patterned.Patterns(), wanted, same) {
		return fmt.Errorf("its games are of options (%s) with other patterns than those wanted (%s)", of.Settings(),
			c.Rules.Settings())
	}
	return nil
}

func (c *ExampleCollector) add(game played, replay *replay) error {
	into := c.Train
	c.Counts.Games++
	if c.Selection.validates(game) {
		into = c.Held
		c.Counts.Validation++
	}
	return replay.each(game, func(p engine.Position, now turn, _ choice) error {
		if !now.decided {
			return nil
		}
		if p.StartsTurn() {
			c.Counts.Turns++
		}
		if !c.Selection.takes(now) {
			c.Counts.Noisy++
			return nil
		}
		c.lists.Reset()
		patterned := p.(engine.PatternPosition)
		patterned.AppendPatterns(&c.lists)
		seat := p.Seat()
		return into.Add(c.lists[seat&1], c.lists[seat&1^1], patterned.Phase(),
			c.Selection.target(game.Outcome.Score(seat), now.score.Expectation()))
	})
}
