package tournament

import (
	"fmt"
	"io"
	"slices"

	"pillars/tournament/formats"
)

// Swiss is the format of a Swiss tournament; see [formats.Swiss]. The spec's Rounds is the number of rounds.
type Swiss struct {
	MatchPairs int `json:"match_pairs,omitempty"` // pairs of games in a match; 0 means 1
}

// KnockOut is the format of a knock-out tournament: see [formats.KnockOut]. The number of players decides the number of
// rounds.
type KnockOut struct {
	MatchPairs int `json:"match_pairs,omitempty"` // pairs of games in a match; 0 means 1
}

// settleMatch returns the number of pairs of games in a match: pairs or, if pairs is 0, 1. It returns an error for a
// negative number, or if the games do not have two seats.
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
	_, stages := f.of(p.Spec).Play(p.scores(results))
	return p.stageGames(stages)
}

func (f Swiss) of(s Spec) formats.Swiss {
	return formats.Swiss{Players: s.Players, Rounds: s.Rounds, MatchPairs: f.MatchPairs}
}

// Table returns the standings of a plan in this format, given the results by identity. See [formats.Swiss.Play].
func (f Swiss) Table(p Plan, results map[string]Result) []formats.SwissRow {
	rows, _ := f.of(p.Spec).Play(p.scores(results))
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
		openings: f.of(s).Openings()}
}

func (f KnockOut) known(p Plan, results map[string]Result) []Planned {
	_, stages := f.of(p.Spec).Play(p.scores(results))
	return p.stageGames(stages)
}

func (f KnockOut) of(s Spec) formats.KnockOut {
	return formats.KnockOut{Players: s.Players, MatchPairs: f.MatchPairs}
}

// Bracket returns the bracket of a plan in this format, given the results by identity. See [formats.KnockOut.Play].
// Seed s is player s of the spec.
func (f KnockOut) Bracket(p Plan, results map[string]Result) [][]formats.Match {
	rounds, _ := f.of(p.Spec).Play(p.scores(results))
	return rounds
}

// WriteBracket writes a bracket that [KnockOut.Bracket] returned for the plan, as a tree.
func (f KnockOut) WriteBracket(w io.Writer, p Plan, bracket [][]formats.Match) error {
	return f.of(p.Spec).Write(w, bracket)
}

// stageGames returns the games of stages. The games of an opening are adjacent, so that a run that is stopped at any
// point has played about the same share of every match. In the first game of each pair, the player with the lower
// number has the first seat.
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

// scores returns a function that adds up the points of the two players of a match, given results by identity. Points
// are multiples of 1/2, so the sums are exact. In a game that a fault makes void nobody gets points.
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

func rising(match [2]int) []int { return []int{min(match[0], match[1]), max(match[0], match[1])} }
