package tournament

import (
	"fmt"
	"strings"

	"pillars/tournament/formats"
	"pillars/tournament/openings"
)

// Format is who meets whom.
type Format string

// The formats. RoundRobin is the zero value.
const (
	RoundRobin Format = ""         // every group of players; Rounds are the openings of each
	Gauntlet   Format = "gauntlet" // every group with a challenger in it
	// matches of equals, in Rounds rounds; nobody meets anybody twice while that can be helped
	Swiss      Format = "swiss"
	KnockOut   Format = "knock-out" // who loses a match is out
	Sequential Format = "sprt"      // two players, until a sequential test is decided; Rounds are the pairs at most
	SelfPlay   Format = "self-play" // every player meets itself; Rounds are the openings of each
	// a player meets itself with other node limits, until the seats are even; Rounds are the stages
	Odds Format = "odds"
)

// Formats lists the formats by their names.
func Formats() []string {
	var names []string
	for _, format := range allFormats {
		names = append(names, format.String())
	}
	return names
}

var allFormats = []Format{RoundRobin, Gauntlet, Swiss, KnockOut, Sequential, SelfPlay, Odds}

// String is the format's name.
func (f Format) String() string {
	if f == RoundRobin {
		return "round-robin"
	}
	return string(f)
}

// Mirrored reports whether players meet nobody but themselves.
func (f Format) Mirrored() bool { return f == SelfPlay || f == Odds }

// staged reports whether later games follow from the results of earlier ones.
func (f Format) staged() bool { return f.matched() || f == Odds }

func (f Format) matched() bool { return f == Swiss || f == KnockOut }

// ParseFormat reads a format's name.
func ParseFormat(text string) (Format, error) {
	for _, f := range allFormats {
		if f.String() == text {
			return f, nil
		}
	}
	return "", fmt.Errorf("format %q is not known; there are %s", text, strings.Join(Formats(), ", "))
}

// Test is what a sequential test tests: is the first player stronger than the second by Elo1 rather than by Elo0?
type Test struct {
	Elo0  float64 `json:"elo0" toml:"elo0"`
	Elo1  float64 `json:"elo1" toml:"elo1"`
	Alpha float64 `json:"alpha" toml:"alpha"` // the chance of accepting Elo1 at Elo0
	Beta  float64 `json:"beta" toml:"beta"`   // the chance of accepting Elo0 at Elo1
	Model string  `json:"model" toml:"model"` // "normalized" or "logistic" Elo
}

func (s *Spec) checkFormat(seats int) error {
	if s.Format != Gauntlet && s.Challengers != 0 {
		return fmt.Errorf("challengers: only a gauntlet has them, not a %s", s.Format)
	}
	if s.Format != Sequential && s.Test != (Test{}) {
		return fmt.Errorf("a sequential test belongs to the format %s, not to %s", Sequential, s.Format)
	}
	if !s.Format.matched() && s.MatchPairs != 0 {
		return fmt.Errorf("pairs of a match: only a Swiss and a knock-out tournament have matches, not a %s", s.Format)
	}
	if s.Challengers < 0 || s.MatchPairs < 0 {
		return fmt.Errorf("%d challengers and %d pairs of a match: neither can be below 0", s.Challengers, s.MatchPairs)
	}
	if !s.Format.Mirrored() && s.Spread != 0 {
		return fmt.Errorf("spread of the node limits: only players that meet themselves have it, not a %s", s.Format)
	}
	switch s.Format {
	case RoundRobin:
	case SelfPlay, Odds:
		return s.checkMirror(seats)
	case Gauntlet:
		s.Challengers = max(1, s.Challengers)
		if s.Challengers >= len(s.Players) {
			return fmt.Errorf("challengers: %d of %d players; somebody must be left to meet", s.Challengers,
				len(s.Players))
		}
	case Swiss, KnockOut, Sequential:
		if seats != 2 {
			return fmt.Errorf("format %s is for games of two seats, this one has %d", s.Format, seats)
		}
		if s.Format.matched() {
			s.MatchPairs = max(1, s.MatchPairs)
		}
		if s.Format == KnockOut {
			s.Rounds = 1
		}
	default:
		_, err := ParseFormat(string(s.Format))
		return err
	}
	if s.Format == Sequential {
		return s.checkTest()
	}
	return nil
}

func (s *Spec) checkTest() error {
	switch t := s.Test; {
	case len(s.Players) != 2:
		return fmt.Errorf("%d players given; a sequential test is between two", len(s.Players))
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("elo0 %v must be below elo1 %v", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < .5) || !(t.Beta > 0 && t.Beta < .5):
		return fmt.Errorf("alpha %v and beta %v must be above 0 and below 0.5", t.Alpha, t.Beta)
	case t.Model != "normalized" && t.Model != "logistic":
		return fmt.Errorf("model %q is not known; there are normalized and logistic", t.Model)
	}
	return nil
}

// Players that meet themselves. In the formats [SelfPlay] and [Odds] every player sits in all seats of its games, so
// that whatever the seats score is due to the seats. A player that decides by its node limit alone would play the same
// game again and again from one start. What makes games differ is [Spec.Spread]: every decision has a node limit of
// its own, drawn near that of all. The draws of a player in a game depend on the seed, the name of the pair and its
// number in the pair only.
//
// From the start of the game every round is one game. From openings a round is a block of games, one in every order of
// [Seatings], in which the draws change seats with the players.

const maxSpread = 4

// checkMirror checks what these formats need beyond the usual, for a game of so many seats.
func (s *Spec) checkMirror(seats int) error {
	switch {
	case s.Format == Odds && (seats != 2 || len(s.Players) != 1):
		return fmt.Errorf("format %s is for one player and games of two seats; there are %d and %d", s.Format,
			len(s.Players), seats)
	case s.Format == Odds && s.Openings.Kind != openings.None:
		return fmt.Errorf("format %s begins at the start of the game and takes no openings", s.Format)
	case s.Spread != 0 && !(s.Spread >= 1 && s.Spread <= maxSpread):
		return fmt.Errorf("spread %v of the node limits: give a factor from 1 to %d, or 0 for none", s.Spread,
			maxSpread)
	case s.Limits.Nodes == 0 && (s.Spread != 0 || s.Format == Odds):
		return fmt.Errorf("format %s varies a limit by nodes; give one", s.Format)
	}
	return nil
}

// RoundGames is the number of games that a group plays from one opening or, in an [Odds] run, in a stage.
func (s Spec) RoundGames(seats int) int {
	switch {
	case s.Format == Odds:
		return formats.OddsStage
	case s.Format == SelfPlay && s.Openings.Kind == openings.None:
		return 1
	}
	return len(formats.Seatings(seats))
}
