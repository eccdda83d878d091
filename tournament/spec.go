package tournament

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
)

// Bounds of what a Spec may ask for.
const (
	MaxRounds       = 1_000_000
	MaxOpeningTurns = 1000
)

// Spec says all that decides which games are played and how: two runs with equal specs are the same run. How fast they are played (workers) is not
// part of it. A player's fault ends a game, with that player in the last place among those still in: see [Referee].
type Spec struct {
	Game         string          // [engine.Game.Name]
	Options      engine.Settings // rule options; [Spec.Settle] fills in those left out
	Players      []string        // different player texts, at least as many as the game has seats
	Rounds       int             // openings that each group of players plays, every one in all orders of [Seatings]
	OpeningTurns int             // random turns that an opening plays after the set-up stage
	Seed         uint64          // all randomness derives from it
	Limits       search.Limits   // hold for every player, together with its own
	Margin       time.Duration   // how far a turn may overstep Limits.Time before it loses the game
}

// Factory makes a player from its text; search/players has one.
type Factory func(text string, rules engine.Rules) (search.Player, error)

// Settle checks the spec, and returns it in canonical form: every rule option given, every player under its full name.
func (s Spec) Settle(game engine.Game, newPlayer Factory) (Spec, error) {
	if err := s.check(); err != nil {
		return s, err
	}
	if game.Name() != s.Game {
		return s, fmt.Errorf("the tournament is of %q, not of %q", s.Game, game.Name())
	}
	rules, err := game.New(s.Options)
	if err != nil {
		return s, err
	}
	if len(s.Players) < rules.Seats() {
		return s, fmt.Errorf("%d players given; %s with these options has %d seats and needs as many different players or more",
			len(s.Players), s.Game, rules.Seats())
	}
	s.Options = rules.Settings()
	if s.Limits.Time == 0 {
		s.Margin = 0
	}
	s.Players, err = fullNames(s.Players, rules, newPlayer)
	return s, err
}

// check looks at the parts that need neither game nor player to be judged.
func (s Spec) check() error {
	switch {
	case len(s.Players) < 2:
		return fmt.Errorf("%d player given; a tournament needs at least 2", len(s.Players))
	case s.Rounds < 1 || s.Rounds > MaxRounds:
		return fmt.Errorf("rounds: %d is not from 1 to %d", s.Rounds, MaxRounds)
	case s.OpeningTurns < 0 || s.OpeningTurns > MaxOpeningTurns:
		return fmt.Errorf("opening turns: %d is not from 0 to %d", s.OpeningTurns, MaxOpeningTurns)
	case s.Limits.Time < 0:
		return fmt.Errorf("time limit: %v is below 0", s.Limits.Time)
	case s.Limits.Depth < 0:
		return fmt.Errorf("depth limit: %d is below 0", s.Limits.Depth)
	case s.Margin < 0:
		return fmt.Errorf("time margin: %v is below 0", s.Margin)
	}
	return nil
}

// fullNames makes every player once, to hear how it names itself.
func fullNames(texts []string, rules engine.Rules, newPlayer Factory) ([]string, error) {
	names := make([]string, len(texts))
	var errs []error
	seen := map[string]string{}
	for i, text := range texts {
		player, err := makePlayer(newPlayer, strings.TrimSpace(text), rules)
		if err != nil {
			errs = append(errs, fmt.Errorf("player %d: %w", i+1, err))
			continue
		}
		names[i] = player.Name()
		if earlier, twice := seen[names[i]]; twice {
			errs = append(errs, fmt.Errorf("player %d: %q is the same player as %q; leave one out", i+1, text, earlier))
		}
		seen[names[i]] = text
	}
	return names, errors.Join(errs...)
}
