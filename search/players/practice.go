package players

import (
	_ "embed"
	"flag"
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/search"
)

// Levels is how many levels of strength the practice player has in every game, from 1, the weakest, on.
const Levels = 10

// DefaultLevel is the level of the practice player who is told none.
const DefaultLevel = 5

// Practice is the text of the practice player on a level.
func Practice(level int) string { return fmt.Sprintf("practice:level=%d", level) }

//go:embed levels.txt
var levels string

func bindPractice(flags *flag.FlagSet) maker {
	level := flags.Int("level", DefaultLevel,
		fmt.Sprintf("strength from 1 to %d, 100 to 250 Elo from one to the next", Levels))
	return func(name string, rules engine.Rules) (search.Player, error) {
		text, err := levelText(rules.Game().Name(), *level)
		if err != nil {
			return nil, err
		}
		_, make, err := parse(text)
		if err != nil {
			return nil, err
		}
		return make(name, rules)
	}
}

func levelText(game string, level int) (string, error) {
	if level < 1 || level > Levels {
		return "", fmt.Errorf("level=%d: must be from 1 to %d", level, Levels)
	}
	row := fmt.Sprintf("%s %d ", game, level)
	for line := range strings.Lines(levels) {
		if text, found := strings.CutPrefix(line, row); found {
			return strings.TrimSpace(text), nil
		}
	}
	return "", fmt.Errorf("%s has no level %d", game, level)
}
