package tournament

import "math/bits"

// A knock-out tournament: who loses a match is out. The players are seeded in the order in which the spec names them, so that the first two could
// meet only in the last round, the first four only in the last two, and so on. Where their number is no power of two the first ones have byes in
// the first round.
//
// A match is MatchPairs pairs of games. While it is tied it goes on by one pair at a time, up to TieBreakPairs; then the better seed goes on. Each
// round of the bracket has openings of its own, the same for all its matches, and so has each further pair: a round takes MatchPairs +
// TieBreakPairs of them, used or not. A stage is what can be played at once: the first pairs of a round, then each further pair of the tied matches.

// TieBreakPairs is the number of further pairs at most that a tied match of a knock-out tournament goes on with.
const TieBreakPairs = 8

// knockOutGames lists the games of all stages that are certain, as far as the results go.
func (p Plan) knockOutGames(results map[string]Result) []Planned {
	_, stages := p.playBracket(results)
	var games []Planned
	for _, stage := range stages {
		games = append(games, p.matchGames(stage.matches, stage.first, stage.after)...)
	}
	return games
}

// knockOutCount is the number of games without tie-breaks.
func (p Plan) knockOutCount() int { return product(len(p.Spec.Players)-1, p.Spec.MatchPairs, 2) }

// knockOutOpenings is the number of openings that may be needed.
func (p Plan) knockOutOpenings() int { return bracketRounds(len(p.Spec.Players)) * p.roundOpenings() }

// roundOpenings is the number of openings that are set aside for a round of the bracket.
func (p Plan) roundOpenings() int { return p.Spec.MatchPairs + TieBreakPairs }

// bracketRounds is how often a field has to be halved to leave one.
func bracketRounds(players int) int { return bits.Len(uint(players - 1)) }

// bracketStage is what can be played at once: matches, from the openings first to before after.
type bracketStage struct {
	matches      [][2]int // players, numbered from 0
	first, after int
}

// playBracket fills in the bracket as far as the results decide it, and lists the stages that these lead to.
func (p Plan) playBracket(results map[string]Result) ([][]Match, []bracketStage) {
	rounds := p.emptyBracket()
	var all []bracketStage
	for n := range rounds {
		stages, finished := p.playRound(rounds[n], n*p.roundOpenings(), results)
		all = append(all, stages...)
		if !finished {
			break
		}
		advance(rounds, n)
	}
	return rounds, all
}

// playRound lists the stages of a round of the bracket whose openings begin at start, and reports whether all its matches are decided.
func (p Plan) playRound(matches []Match, start int, results map[string]Result) ([]bracketStage, bool) {
	var stages []bracketStage
	first, after, end := start, start+p.Spec.MatchPairs, start+p.roundOpenings()
	for {
		stage, finished := p.playStage(matches, first, after, results)
		stages = append(stages, stage)
		if !finished {
			return stages, false
		}
		if decideMatches(matches, after == end) {
			return stages, true
		}
		first, after = after, after+1
	}
}

// playStage adds the results from some openings to all undecided matches, and reports whether they are complete.
func (p Plan) playStage(matches []Match, first, after int, results map[string]Result) (bracketStage, bool) {
	stage, finished := bracketStage{first: first, after: after}, true
	for i := range matches {
		match := &matches[i]
		if match.Winner != 0 {
			continue
		}
		players := [2]int{match.Seeds[0] - 1, match.Seeds[1] - 1}
		stage.matches = append(stage.matches, players)
		points, games := p.matchScore(players, first, after, results)
		match.enter(points, games)
		finished = finished && games == 2*(after-first)
	}
	return stage, finished
}

// decideMatches names the winners of finished matches that are not tied, after the last further pair those of all. It reports whether no match is
// left tied.
func decideMatches(matches []Match, lastPair bool) bool {
	all := true
	for i := range matches {
		match := &matches[i]
		if match.Winner == 0 {
			match.decide(lastPair)
		}
		all = all && match.Winner != 0
	}
	return all
}

// advance enters the winners of a round in the next one.
func advance(rounds [][]Match, n int) {
	if n+1 == len(rounds) {
		return
	}
	for i, match := range rounds[n] {
		rounds[n+1][i/2].Seeds[i%2] = match.Winner
	}
}
