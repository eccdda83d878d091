package tournament

import (
	"errors"
	"io"
	"slices"

	"pillars/tournament/formats"
	"pillars/tournament/openings"
)

func (s Spec) swiss() formats.Swiss {
	return formats.Swiss{Players: s.Players, Rounds: s.Rounds, MatchPairs: s.MatchPairs}
}

func (s Spec) knockOut() formats.KnockOut {
	return formats.KnockOut{Players: s.Players, MatchPairs: s.MatchPairs}
}

// SwissTable is the standing of a Swiss tournament, see [formats.Swiss.Table]. Results are by identity; those of games
// that do not follow from earlier ones are not looked at. It fails for a plan of another format.
func SwissTable(plan Plan, results map[string]Result) ([]formats.SwissRow, error) {
	if plan.Spec.Format != Swiss {
		return nil, errors.New("only a Swiss tournament has this table, not a " + plan.Spec.Format.String())
	}
	return plan.Spec.swiss().Table(plan.scores(results)), nil
}

// Bracket is a knock-out tournament as far as results decide it, see [formats.KnockOut.Play]. Results are by identity.
// Seed s is player s of the spec. It fails for a plan of another format.
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

// stageGames lists the games of stages. The order is opening by opening, so that a run broken off has given all matches
// nearly the same work. The lower number of a match sits first in its first game, whatever the order in which the match
// names its players.
func (p Plan) stageGames(stages []formats.Stage) []Planned {
	var games []Planned
	for _, stage := range stages {
		for opening := stage.First; opening < stage.After; opening++ {
			for _, match := range stage.Matches {
				games = append(games, p.block(rising(match), opening)...)
			}
		}
	}
	return games
}

// scores adds up what results bring the two players of a match. A game that a fault makes void has a result, but brings
// nobody points. Scores of two seats are halves, whose sums are exact.
func (p Plan) scores(results map[string]Result) formats.Score {
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

// oddsGames lists the games of all stages that can be planned, as far as the results go. Every game is by itself: it
// has a start, limits and seeds of its own.
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

// firstMean is the mean score of the first seat in games, one half where all were ended by faults, and whether they are
// finished.
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
