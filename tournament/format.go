package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"pillars/tournament/formats"
	"pillars/tournament/openings"
)

// Format says which players meet.
type Format string

// The formats. RoundRobin is the zero value.
const (
	RoundRobin Format = ""          // every group of players; Rounds are the openings of each
	Gauntlet   Format = "gauntlet"  // every group with a challenger in it
	Swiss      Format = "swiss"     // matches of equals, in Rounds rounds, against new opponents if possible
	KnockOut   Format = "knock-out" // the loser of a match is out
	Sequential Format = "sprt"      // two players, until a sequential test is decided; Rounds are the pairs at most
	SelfPlay   Format = "self-play" // every player meets itself; Rounds are the openings of each
	Odds       Format = "odds"      // a player meets itself with other node limits; Rounds are the stages
	Mixed      Format = "mixed"     // two players in all seatings with both of them; Rounds are the openings
)

// Formats lists the formats by their names.
func Formats() []string {
	var names []string
	for _, format := range allFormats {
		names = append(names, format.String())
	}
	return names
}

var allFormats = []Format{RoundRobin, Gauntlet, Swiss, KnockOut, Sequential, SelfPlay, Odds, Mixed}

// String is the format's name.
func (f Format) String() string { return cmp.Or(string(f), "round-robin") }

// Mirrored reports whether players meet nobody but themselves.
func (f Format) Mirrored() bool { return f == SelfPlay || f == Odds }

// Seatings are the orders in which a group plays an opening, see [formats.Seatings] and [formats.MixedSeatings].
func (f Format) Seatings(seats int) [][]int {
	if f == Mixed {
		return formats.MixedSeatings(seats)
	}
	return formats.Seatings(seats)
}

// EndsEarly reports whether runs are whole at any length, since what they measure may be looked at and stopped at any
// time.
func (f Format) EndsEarly() bool { return f.Shortens() || f == Odds }

// Shortens reports whether a plan makes do with as many openings as there are, and most rounds may never be played.
func (f Format) Shortens() bool { return f == Sequential || f == SelfPlay }

// Staged reports whether later games follow from the results of earlier ones.
func (f Format) Staged() bool { return f.matched() || f == Odds }

func (f Format) matched() bool { return f == Swiss || f == KnockOut }

// ParseFormat reads a format's name.
func ParseFormat(text string) (Format, error) {
	if n := slices.Index(Formats(), text); n >= 0 {
		return allFormats[n], nil
	}
	return "", fmt.Errorf("format %q: must be round-robin, gauntlet, swiss, knock-out or mixed", text)
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
	switch {
	case s.Format != Gauntlet && s.Challengers != 0:
		return fmt.Errorf("challengers: only a gauntlet has them, not a %s; leave them out", s.Format)
	case s.Format != Sequential && s.Test != (Test{}):
		return fmt.Errorf("a sequential test belongs to the format %s, not to %s", Sequential, s.Format)
	case !s.Format.matched() && s.MatchPairs != 0:
		return fmt.Errorf("pairs of a match: only Swiss and knock-out tournaments have matches, not a %s", s.Format)
	case s.Challengers < 0 || s.MatchPairs < 0:
		return fmt.Errorf("%d challengers and %d pairs of a match: both must be 0 or more", s.Challengers, s.MatchPairs)
	case !s.Format.Mirrored() && s.Spread != 0:
		return fmt.Errorf("spread of the node limits: only players that meet themselves have one, not a %s", s.Format)
	}
	switch s.Format {
	case RoundRobin:
	case Mixed:
		if len(s.Players) != 2 {
			return fmt.Errorf("format %s is for two players, in any number of seats; given: %d", Mixed, len(s.Players))
		}
	case SelfPlay, Odds:
		return s.checkMirror(seats)
	case Gauntlet:
		s.Challengers = max(1, s.Challengers)
		if s.Challengers >= len(s.Players) {
			return fmt.Errorf("challengers: %d of %d players; leave at least one for them to meet", s.Challengers,
				len(s.Players))
		}
	case Swiss, KnockOut, Sequential:
		if seats != 2 {
			return fmt.Errorf("format %s is for games of two seats; this one has %d", s.Format, seats)
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
		return fmt.Errorf("a sequential test needs two players; given: %d", len(s.Players))
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("elo0 %v must be below elo1 %v", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < .5) || !(t.Beta > 0 && t.Beta < .5):
		return fmt.Errorf("alpha %v and beta %v must be above 0 and below 0.5", t.Alpha, t.Beta)
	case t.Model != "normalized" && t.Model != "logistic":
		return fmt.Errorf("model %q: must be normalized or logistic", t.Model)
	}
	return nil
}

const maxSpread = 4

// checkMirror is for players that meet themselves. In the formats [SelfPlay] and [Odds] every player sits in all seats
// of its games, so that whatever the seats score is due to the seats. Games of a player limited by nodes differ by
// [Spec.Spread]: the draws of a player in a game depend on the seed, the name of the pair and its number in the pair
// only. From the start of the game every round is one game, from openings a block of games, one in every order of
// [formats.Seatings], in which the draws change seats with the players.
func (s *Spec) checkMirror(seats int) error {
	switch {
	case s.Format == Odds && (seats != 2 || len(s.Players) != 1):
		return fmt.Errorf("format %s is for one player and games of two seats; there are %d and %d", s.Format,
			len(s.Players), seats)
	case s.Format == Odds && s.Openings.Kind != openings.None:
		return fmt.Errorf("format %s begins at the start of the game and takes no openings", s.Format)
	case s.Spread != 0 && !(s.Spread >= 1 && s.Spread <= maxSpread):
		return fmt.Errorf("spread %v of the node limits: give a factor from 1 to %d (1 for none)", s.Spread, maxSpread)
	case s.Limits.Nodes == 0 && (s.Spread != 0 || s.Format == Odds):
		return fmt.Errorf("format %s varies a node limit; give one with --nodes", s.Format)
	}
	return s.Openings.CheckSeats()
}

// RoundGames is the number of games that a group plays from one opening or, in an [Odds] run, in a stage.
func (s Spec) RoundGames(seats int) int {
	switch {
	case s.Format == Odds:
		return formats.OddsStage
	case s.Format == SelfPlay && s.Openings.Kind == openings.None:
		return 1
	}
	return len(s.Format.Seatings(seats))
}

func (s Spec) swiss() formats.Swiss {
	return formats.Swiss{Players: s.Players, Rounds: s.Rounds, MatchPairs: s.MatchPairs}
}

func (s Spec) knockOut() formats.KnockOut {
	return formats.KnockOut{Players: s.Players, MatchPairs: s.MatchPairs}
}

// SwissTable is the standing of [formats.Swiss.Play] of results by identity, those that follow from earlier ones.
func SwissTable(plan Plan, results map[string]Result) ([]formats.SwissRow, error) {
	if plan.Spec.Format != Swiss {
		return nil, errors.New("only a Swiss tournament has this table, not a " + plan.Spec.Format.String())
	}
	rows, _ := plan.Spec.swiss().Play(plan.scores(results))
	return rows, nil
}

// Bracket is the bracket of [formats.KnockOut.Play] by results by identity. Seed s is player s of the spec.
func Bracket(plan Plan, results map[string]Result) ([][]formats.Match, error) {
	if plan.Spec.Format != KnockOut {
		return nil, errors.New("only a knock-out tournament has a bracket, not a " + plan.Spec.Format.String())
	}
	rounds, _ := plan.Spec.knockOut().Play(plan.scores(results))
	return rounds, nil
}

// WriteBracket writes a [Bracket] of the plan as a tree.
func WriteBracket(w io.Writer, plan Plan, bracket [][]formats.Match) error {
	return plan.Spec.knockOut().Write(w, bracket)
}

// stageGames lists the games of stages opening by opening, so that a run broken off has given all matches nearly the
// same work. The lower number of a match sits first in its first game.
func (p Plan) stageGames(stages []formats.Stage) []Planned {
	var games []Planned
	for _, stage := range stages {
		for opening := stage.First; opening < stage.After; opening++ {
			for _, match := range stage.Matches {
				for order := range p.orders {
					games = append(games, p.ofGroup(rising(match), opening, order, p.openings.At(opening)))
				}
			}
		}
	}
	return games
}

// scores adds up what results bring the two players of a match: halves, whose sums are exact. A game that a fault makes
// void brings nobody points.
func (p Plan) scores(results map[string]Result) formats.MatchScore {
	return func(match [2]int, first, after int) (points [2]float64, games int) {
		group := rising(match)
		for opening := first; opening < after; opening++ {
			pair := pairText(group, opening)
			for n, order := range formats.Seatings(2) {
				result, done := results[gameText(pair, n+1)]
				if !done {
					continue
				}
				games++
				if result.Faulted() && p.Spec.OnFault == FaultVoid {
					continue
				}
				for seat, member := range order {
					points[slices.Index(match[:], group[member])] += result.Outcome.Scores[seat]
				}
			}
		}
		return points, games
	}
}

func rising(match [2]int) []int { return []int{min(match[0], match[1]), max(match[0], match[1])} }

// oddsGames lists the games of all stages that follow from the results. Every game is by itself.
func (p Plan) oddsGames(results map[string]Result) []Planned {
	var games []Planned
	x := 0.
	for stage := range p.Spec.Rounds {
		group := []int{0, 0}
		pair := pairText(group, stage)
		for n := range formats.OddsStage {
			game := p.Spec.planned(pair, n+1, openings.Opening{}, group, []int{0, 1})
			game.Pair, game.Pairing = game.Identity, groupText(group)
			for seat, nodes := range formats.OddsNodes(p.Spec.Limits.Nodes, x, n) {
				game.Controls[seat].Limits.Nodes = nodes
			}
			games = append(games, p.Spec.varied(game, game.Identity, []int{0, 1}))
		}
		mean, finished := firstMean(games[len(games)-formats.OddsStage:], results)
		if !finished {
			break
		}
		x = formats.NextOdds(x, mean, stage)
	}
	return games
}

// firstMean is the mean score of the first seat in games without faults, one half without such games.
func firstMean(games []Planned, results map[string]Result) (mean float64, finished bool) {
	points, count := 0., 0
	for _, game := range games {
		result, done := results[game.Identity]
		if !done {
			return 0, false
		}
		if !result.Faulted() {
			points += result.Outcome.Score(0)
			count++
		}
	}
	if count == 0 {
		return .5, true
	}
	return points / float64(count), true
}

// NoShards is the error of what has no shards, since it depends on earlier results.
func NoShards(what string) error {
	return fmt.Errorf("%s earlier results, so there are no shards of it; use workers instead: give --listen, and "+
		"start pillars work on the other machines", what)
}

// CheckShard refuses shards of a run whose later games depend on earlier results.
func (s Spec) CheckShard() error {
	switch {
	case s.OnFault == FaultStops:
		return NoShards("when a run with --on-fault stop ends depends on")
	case s.Format == RoundRobin || s.Format == Gauntlet || s.Format == SelfPlay || s.Format == Mixed:
		return nil
	}
	return NoShards(fmt.Sprintf("the format %s pairs or stops by", s.Format))
}
