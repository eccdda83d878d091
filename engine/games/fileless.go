package games

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
)

// FindFileless returns a game by its name, as [Find] does, whose options name no files: it is for settings that come
// from outside. Options of free text, which are boards, take the default and lines with / between.
func FindFileless(name string) (engine.Game, error) {
	game, err := Find(name)
	return fileless{game}, err
}

type fileless struct{ engine.Game }

// New is [engine.Game.New].
func (g fileless) New(settings engine.Settings) (engine.Rules, error) {
	if err := g.check(settings); err != nil {
		return nil, err
	}
	return g.Game.New(settings)
}

// Read is [engine.Game.Read].
func (g fileless) Read(text string, settings engine.Settings) (engine.Position, error) {
	if err := g.check(settings); err != nil {
		return nil, err
	}
	return g.Game.Read(text, settings)
}

func (g fileless) check(settings engine.Settings) error {
	for _, s := range settings {
		free := func(o engine.Option) bool {
			return o.Name == s.Name && o.Max == 0 && len(o.Values) == 0 && o.Default != s.Value
		}
		if slices.ContainsFunc(g.Options(), free) && strings.Trim(s.Value, ".o1234/") != "" {
			return fmt.Errorf("%s=%s: give the lines of a board with / between, no file", s.Name, s.Value)
		}
	}
	return nil
}
