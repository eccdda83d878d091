package tournament

import (
	"fmt"
	"io"
	"slices"

	"pillars/tournament/formats"
)

// Swiss is the format of matches of equals, in Rounds rounds, against new opponents if possible: see [formats.Swiss].
type Swiss struct {
	MatchPairs int `json:"match_pairs,omitempty"` // the pairs of games of a match; 1 for 0
}

// KnockOut is the format in which the loser of a match is out: see [formats.KnockOut]. It has as many rounds as it
// needs.
type KnockOut struct {
	MatchPairs int `json:"match_pairs,omitempty"` // the pairs of games of a match; 1 for 0
}

// settleMatch returns the number of pairs of a match, 1 for 0. It refuses a number below 0, and games whose seats are
// not two.
func settleMatch(f Format, pairs, seats int) (int, error) {
	switch {
	case pairs < 0:
		return pairs, fmt.Errorf("%d pairs of a match: must be 0 or more", pairs)
	case seats != 2:
		return pairs, twoSeats(f, seats)
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

// Table returns the standing of [formats.Swiss.Play] by the results, by identity, of a plan of the format.
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

// Bracket returns the bracket of [formats.KnockOut.Play] by the results, by identity, of a plan of the format. Seed s
// is player s of the spec.
func (f KnockOut) Bracket(p Plan, results map[string]Result) [][]formats.Match {
	rounds, _ := f.of(p.Spec).Play(p.scores(results))
	return rounds
}

// WriteBracket writes a [KnockOut.Bracket] of the plan as a tree.
func (f KnockOut) WriteBracket(w io.Writer, p Plan, bracket [][]formats.Match) error {
	return f.of(p.Spec).Write(w, bracket)
}

// stageGames lists the games of stages opening by opening, so that a run broken off has played about as much of every
// match. In the first game of a match the player with the lower number sits first.
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

// scores returns a function that adds up the points of the two players of a match, in halves, whose sums are exact. A
// game that a fault makes void brings nobody points.
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
