package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// MaxRounds is the most rounds that a Spec may ask for.
const MaxRounds = 1_000_000

// Spec says all that decides which games are played and how: two runs whose specs differ in nothing but Rounds are the
// same run, the one with more rounds its extension. How fast games are played (workers) is not part of it.
type Spec struct {
	Game        string          // [engine.Game.Name]
	Options     engine.Settings // rule options; [Spec.Settle] fills in those left out
	Players     []string        // different player texts, at least as many as the game has seats
	Format      Format          // who meets whom
	Challengers int             // of a gauntlet: how many players, from the first on, meet all others
	// openings that each group of players plays; of a Swiss tournament its rounds; a knock-out has as many as it needs
	Rounds       int
	MatchPairs   int             // of a Swiss and a knock-out tournament: the pairs of games of a match
	Openings     openings.Source // what the games begin with
	Seed         uint64          // all randomness derives from it
	Limits       search.Limits   // hold for every player, together with the limits of its text
	Clock        Clock           // of every player without one of its own
	Own          []Control       // further restrictions by player, as many as players or none
	Margin       time.Duration   // how far a limit by time or a clock may be overstepped before the game is lost
	Adjudication Adjudication    // when games are ended before the rules end them
	OnFault      FaultRule       // what a game that a player's fault ended counts
	Test         Test            // of a sequential test: what it tests
	// of players that meet themselves: the factor by which every decision's limit is drawn around that by nodes; 0 for
	// none
	Spread float64
}

// Settle checks the spec, and returns it in canonical form: every rule option given, every player under its full name.
func (s Spec) Settle(game engine.Game, newPlayer guard.Factory) (Spec, error) {
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
	if err := s.checkFormat(rules.Seats()); err != nil {
		return s, err
	}
	if err := s.Adjudication.checkSeats(rules.Seats()); err != nil {
		return s, err
	}
	if len(s.Players) < rules.Seats() && !s.Format.Mirrored() {
		return s, fmt.Errorf("%d players given; %s with these options has %d seats and needs as many different "+
			"players or more",
			len(s.Players), s.Game, rules.Seats())
	}
	s.Options = rules.Settings()
	if !s.Timed() {
		s.Margin = 0
	}
	s.Players, err = fullNames(s.Players, rules, newPlayer)
	return s, err
}

// Former is the spec with its players named as they were when the old words were in use; a run of that time is stored
// under its hash.
func (s Spec) Former() Spec {
	s.Players = slices.Clone(s.Players)
	for i, player := range s.Players {
		s.Players[i] = search.FormerText(player)
	}
	return s
}

// check looks at the parts that need neither game nor player to be judged.
func (s Spec) check() error {
	switch {
	case len(s.Players) == 0:
		return errors.New("no player given; name one")
	case len(s.Players) < 2 && !s.Format.Mirrored():
		return fmt.Errorf("%d player given; a tournament needs at least 2", len(s.Players))
	case s.Rounds < 1 || s.Rounds > MaxRounds:
		return fmt.Errorf("rounds: %d is not from 1 to %d", s.Rounds, MaxRounds)
	case s.Margin < 0 || s.Margin > maxTime:
		return fmt.Errorf("time margin: %v is not from 0 to %v", s.Margin, maxTime)
	case len(s.Own) != 0 && len(s.Own) != len(s.Players):
		return fmt.Errorf("%d players have %d controls of their own; give one to each or none at all", len(s.Players),
			len(s.Own))
	}
	if err := s.control().check(); err != nil {
		return err
	}
	for i, own := range s.Own {
		if err := own.check(); err != nil {
			return fmt.Errorf("player %d: %w", i+1, err)
		}
	}
	return errors.Join(s.Openings.Check(), s.Adjudication.check(), s.OnFault.check())
}

// fullNames makes every player once, to hear how it names itself.
func fullNames(texts []string, rules engine.Rules, newPlayer guard.Factory) ([]string, error) {
	names := make([]string, len(texts))
	var errs []error
	seen := map[string]string{}
	for i, text := range texts {
		player, err := guard.Make(newPlayer, strings.TrimSpace(text), rules)
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
