package server

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/search/ugi"
)

// options are all that can be set: the game, the rules' options of every game, the seed, the player's keys.
func (s *server) options() []ugi.Option {
	game := ugi.Option{Name: ugi.GameOption, Type: "combo", Default: s.Game.Name()}
	seed := ugi.Option{Name: ugi.SeedOption, Type: "string", Default: strconv.FormatUint(s.seed, 10)}
	var rules, keys []ugi.Option
	for _, g := range s.Games {
		game.Values = append(game.Values, g.Name())
		for _, option := range g.Options() {
			if !slices.ContainsFunc(rules, func(o ugi.Option) bool { return o.Name == option.Name }) {
				rules = append(rules, ugi.Option{Name: option.Name, Type: "string", Default: s.setting(option.Name)})
			}
		}
	}
	s.visitKeys(func(key *flag.Flag) {
		option := ugi.Option{Name: key.Name, Type: "string", Default: key.Value.String()}
		if b, is := key.Value.(interface{ IsBoolFlag() bool }); is && b.IsBoolFlag() {
			option.Type = "check"
		}
		keys = append(keys, option)
	})
	return slices.Concat([]ugi.Option{game, seed}, rules, keys)
}

func (s *server) setting(name string) string {
	if value, given := s.Settings.Get(name); given {
		return value
	}
	for _, option := range s.Game.Options() {
		if option.Name == name {
			return option.Default
		}
	}
	return ""
}

func (s *server) visitKeys(visit func(*flag.Flag)) {
	if s.Keys != nil {
		s.Keys.VisitAll(visit)
	}
}

// setOption sets an option. Whether the rules' options agree with each other shows when they are used.
func (s *server) setOption(rest string) error {
	name, value, err := ugi.ParseSetOption(rest)
	if err != nil {
		return err
	}
	switch {
	case strings.EqualFold(name, ugi.GameOption):
		return s.setGame(value)
	case strings.EqualFold(name, ugi.SeedOption):
		seed, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return fmt.Errorf("option %s: %q is not a whole number of 0 or more", ugi.SeedOption, value)
		}
		s.seed = seed
		return nil
	}
	for _, option := range s.Game.Options() {
		if strings.EqualFold(name, option.Name) {
			s.Settings = s.Settings.With(option.Name, value)
			s.changeRules()
			return nil
		}
	}
	return s.setKey(name, value)
}

func (s *server) setGame(name string) error {
	i := slices.IndexFunc(s.Games, func(g engine.Game) bool { return g.Name() == name })
	if i < 0 {
		return fmt.Errorf("option %s: unknown game %q", ugi.GameOption, name)
	}
	s.Game, s.Settings = s.Games[i], nil
	s.changeRules()
	return nil
}

func (s *server) changeRules() {
	s.positions = ugi.PositionReader{Game: s.Game, Settings: s.Settings}
	s.history, s.lost = nil, false
}

func (s *server) setKey(name, value string) error {
	var key *flag.Flag
	s.visitKeys(func(k *flag.Flag) {
		if strings.EqualFold(name, k.Name) {
			key = k
		}
	})
	if key == nil {
		return fmt.Errorf("unknown option %q in %s; ugi lists all options", name, s.Game.Name())
	}
	if strings.Contains(value, ",") {
		return fmt.Errorf("option %s: the value %q must hold no comma", key.Name, value)
	}
	before := key.Value.String()
	if err := key.Value.Set(value); err != nil {
		_ = key.Value.Set(before) // a failed Set may have changed the value
		return fmt.Errorf("option %s: the value %q: %w", key.Name, value, err)
	}
	return nil
}
