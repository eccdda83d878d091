package tournament

import (
	"fmt"
	"io"
	"slices"

	"pillars/tournament/formats"
)

// RoundRobin is the format in which all possible groups of players meet. A group has one player for each seat. It plays
// every opening in every order of [formats.Seatings]. The spec's Rounds is the number of openings.
type RoundRobin struct{ grouped }

// Gauntlet is a round robin of the groups that include a challenger.
type Gauntlet struct {
	grouped
	Challengers int `json:"challengers,omitempty"` // number of challengers, which are the first players; 0 means 1
}

// Sequential is the format in which two players meet as in [Mixed], from at most Rounds openings, until a test ends.
type Sequential struct {
	Mixed
	Test
}

// Mixed is the format in which two players play games of any number of seats. Every opening is played in all ways to
// fill the seats with copies of both players; see [formats.MixedSeatings]. The spec's Rounds is the number of openings.
type Mixed struct{ grouped }

// Test is a sequential test of whether the first player is stronger than the second by Elo0 or by Elo1.
type Test struct {
	Elo0  float64 `json:"elo0" toml:"elo0"`
	Elo1  float64 `json:"elo1" toml:"elo1"`   // above Elo0
	Alpha float64 `json:"alpha" toml:"alpha"` // probability of accepting Elo1 if Elo0 is true
	Beta  float64 `json:"beta" toml:"beta"`   // probability of accepting Elo0 if Elo1 is true
	Model string  `json:"model" toml:"model"` // "normalized" or "logistic" Elo
}

// grouped is embedded by the formats in which fixed groups of players play every opening.
type grouped struct{}

func (grouped) Traits() Traits { return Traits{} }

func (grouped) layout(s Spec, seats int) layout {
	players := len(s.Players)
	return layout{orders: formats.Seatings(seats), groups: func() [][]int { return formats.Groups(players, seats) },
		games: formats.GameCount(players, seats, s.Rounds), openings: s.Rounds}
}

func (grouped) checkPlayers(s *Spec, seats int) error {
	if len(s.Players) < seats {
		return fmt.Errorf("%d players given; %s with these options has %d seats and needs as many different players "+
			"or more; two players meet in the format %s", len(s.Players), s.Game, seats, Mixed{})
	}
	return nil
}

func (grouped) Describe(s Spec, seats, games int) string {
	orders := s.RoundGames(seats)
	groups := games / max(1, s.Rounds) / orders
	if seats == 2 {
		return fmt.Sprintf("%s, %s of games for each", Counted(groups, "pairing"), Counted(s.Rounds, "pair"))
	}
	return fmt.Sprintf("%s of %d, %s in %d orders for each", Counted(groups, "group"), seats,
		Counted(s.Rounds, "opening"), orders)
}

func (RoundRobin) String() string                              { return "round-robin" }
func (f RoundRobin) settle(s *Spec, seats int) (Format, error) { return f, f.checkPlayers(s, seats) }

func (Gauntlet) String() string { return "gauntlet" }

func (f Gauntlet) Describe(s Spec, seats, games int) string {
	return "gauntlet, " + f.grouped.Describe(s, seats, games)
}

func (f Gauntlet) settle(s *Spec, seats int) (Format, error) {
	if f.Challengers == 0 {
		f.Challengers = 1
	}
	switch {
	case f.Challengers < 0:
		return f, fmt.Errorf("challengers: %d: must be 0 or more", f.Challengers)
	case f.Challengers >= len(s.Players):
		return f, fmt.Errorf("challengers: %d of %d players; leave at least one for them to meet", f.Challengers,
			len(s.Players))
	}
	return f, f.checkPlayers(s, seats)
}

func (f Gauntlet) layout(s Spec, seats int) layout {
	all, players := f.grouped.layout(s, seats), len(s.Players)
	all.games -= formats.GameCount(players-f.Challengers, seats, s.Rounds)
	all.groups = func() [][]int { return formats.GauntletGroups(players, f.Challengers, seats) }
	return all
}

func (Sequential) String() string                 { return "sprt" }
func (f Sequential) Traits() Traits               { return Traits{Shortens: true, EndsEarly: true, Test: &f.Test} }
func (Sequential) Describe(Spec, int, int) string { return "a sequential test" }

func (f Sequential) settle(s *Spec, _ int) (Format, error) {
	switch t := f.Test; {
	case len(s.Players) != 2:
		return f, fmt.Errorf("a sequential test needs two players; given: %d", len(s.Players))
	case !(t.Elo0 < t.Elo1):
		return f, fmt.Errorf("elo0 %v must be below elo1 %v", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < .5) || !(t.Beta > 0 && t.Beta < .5):
		return f, fmt.Errorf("alpha %v and beta %v must be above 0 and below 0.5", t.Alpha, t.Beta)
	case t.Model != "normalized" && t.Model != "logistic":
		return f, fmt.Errorf("model %q: must be normalized or logistic", t.Model)
	}
	return f, nil
}

func (Mixed) String() string { return "mixed" }

func (Mixed) Describe(s Spec, seats, _ int) string {
	return fmt.Sprintf("mixed seatings, %s in %d orders", Counted(s.Rounds, "opening"), s.RoundGames(seats))
}

func (f Mixed) settle(s *Spec, _ int) (Format, error) {
	if len(s.Players) != 2 {
		return f, fmt.Errorf("format %s is for two players, in any number of seats; given: %d", f, len(s.Players))
	}
	return f, nil
}

func (Mixed) layout(s Spec, seats int) layout {
	orders := formats.MixedSeatings(seats)
	return layout{orders: orders, groups: func() [][]int { return [][]int{{0, 1}} },
		games: product(s.Rounds, len(orders)), openings: s.Rounds}
}

// Swiss is the format of a Swiss tournament; see [formats.Swiss]. The spec's Rounds is the number of rounds.
type Swiss struct {
	MatchPairs int `json:"match_pairs,omitempty"` // pairs of games in a match; 0 means 1
}

// KnockOut is the format of a knock-out tournament: see [formats.KnockOut]. The number of players decides the
// number of rounds.
type KnockOut struct {
	MatchPairs int `json:"match_pairs,omitempty"` // pairs of games in a match; 0 means 1
}

// settleMatch checks a format with matches. It returns the pairs of games in a match: pairs or, if pairs is 0, 1.
func settleMatch(f Format, pairs, seats int) (int, error) {
	switch {
	case pairs < 0:
		return pairs, fmt.Errorf("%d pairs of a match: must be 0 or more", pairs)
	case seats != 2:
		return pairs, fmt.Errorf("format %s is for games of two seats; this one has %d", f, seats)
	}
	return max(1, pairs), nil
}

func (Swiss) String() string { return "swiss" }
func (Swiss) Traits() Traits { return Traits{Staged: true} }

func (f Swiss) Describe(s Spec, _, _ int) string {
	return fmt.Sprintf("Swiss, %s, matches of %s", Counted(s.Rounds, "round"), Counted(f.MatchPairs, "pair"))
}

func (f Swiss) settle(_ *Spec, seats int) (_ Format, err error) {
	f.MatchPairs, err = settleMatch(f, f.MatchPairs, seats)
	return f, err
}

func (f Swiss) layout(s Spec, seats int) layout {
	return layout{orders: formats.Seatings(seats), games: product(s.Rounds, len(s.Players)/2, f.MatchPairs, 2),
		openings: product(s.Rounds, f.MatchPairs)}
}

func (f Swiss) known(p Plan, results map[string]Result) []Planned {
	_, stages := f.tournament(p.Spec).Schedule(p.scores(results))
	return p.stageGames(stages)
}

func (f Swiss) tournament(s Spec) formats.Swiss {
	return formats.Swiss{Players: s.Players, Rounds: s.Rounds, MatchPairs: f.MatchPairs}
}

// Table returns the standings of a plan in this format, given the results by identity. See [formats.Swiss.Schedule].
func (f Swiss) Table(p Plan, results map[string]Result) []formats.SwissRow {
	rows, _ := f.tournament(p.Spec).Schedule(p.scores(results))
	return rows
}

func (KnockOut) String() string { return "knock-out" }
func (KnockOut) Traits() Traits { return Traits{Staged: true, TieBreaks: true} }

func (f KnockOut) Describe(Spec, int, int) string {
	return "knock-out, matches of " + Counted(f.MatchPairs, "pair")
}

func (f KnockOut) settle(s *Spec, seats int) (_ Format, err error) {
	s.Rounds = 1
	f.MatchPairs, err = settleMatch(f, f.MatchPairs, seats)
	return f, err
}

func (f KnockOut) layout(s Spec, seats int) layout {
	return layout{orders: formats.Seatings(seats), games: product(len(s.Players)-1, f.MatchPairs, 2),
		openings: f.tournament(s).Openings()}
}

func (f KnockOut) known(p Plan, results map[string]Result) []Planned {
	_, stages := f.tournament(p.Spec).Schedule(p.scores(results))
	return p.stageGames(stages)
}

func (f KnockOut) tournament(s Spec) formats.KnockOut {
	return formats.KnockOut{Players: s.Players, MatchPairs: f.MatchPairs}
}

// Bracket returns the bracket of a plan in this format, given the results by identity. See [formats.KnockOut.Schedule].
// Seed s is player s of the spec.
func (f KnockOut) Bracket(p Plan, results map[string]Result) [][]formats.Match {
	rounds, _ := f.tournament(p.Spec).Schedule(p.scores(results))
	return rounds
}

// WriteBracket writes a bracket that [KnockOut.Bracket] returned for the plan, as a tree.
func (f KnockOut) WriteBracket(w io.Writer, p Plan, bracket [][]formats.Match) error {
	return f.tournament(p.Spec).Write(w, bracket)
}

// stageGames returns the games of stages. The games of an opening are adjacent, so that a run that is stopped at any
// point has played about the same share of every match. In the first game of each pair, the lower player number has
// the first seat.
func (p Plan) stageGames(stages []formats.Stage) []Planned {
	var games []Planned
	for _, stage := range stages {
		for opening := stage.First; opening < stage.After; opening++ {
			for _, match := range stage.Matches {
				for order := range p.orders {
					games = append(games, p.groupGame(rising(match), opening, order, p.openings.At(opening)))
				}
			}
		}
	}
	return games
}

// scores returns a function that adds up the points of the two players of a match, given results by identity. The
// points are multiples of 1/2, so the sums are exact. A game that a fault makes void counts, but gives no points.
func (p Plan) scores(results map[string]Result) formats.MatchScore {
	return func(match [2]int, first, after int) (points [2]float64, games int) {
		group := rising(match)
		for opening := first; opening < after; opening++ {
			pair := pairText(group, opening)
			for n, order := range p.orders {
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

// rising returns the group of a match: its players, the lower number first.
func rising(match [2]int) []int { return []int{min(match[0], match[1]), max(match[0], match[1])} }
