package tournament

import "errors"

// Match is a match of a knock-out tournament.
type Match struct {
	Seeds  [2]int // of the players, from 1, as the bracket lists them; 0 for one not known yet, and for none in a bye
	Points [2]float64
	Games  int       // that have results, tie-breaks included
	Winner int       // the seed of who goes on, 0 while that is open
	By     WinReason // how the winner came about
}

// WinReason is why a player goes on to the next round.
type WinReason string

// The reasons. A match that goes on has none.
const (
	WinByPoints   WinReason = "points"      // ahead after the match or a further pair
	WinBySeed     WinReason = "better seed" // tied after the last further pair
	WinWithoutOne WinReason = "bye"         // no opponent
)

// enter adds what games have brought.
func (m *Match) enter(points [2]float64, games int) {
	m.Points[0] += points[0]
	m.Points[1] += points[1]
	m.Games += games
}

// decide names the winner, after the last further pair in any case.
func (m *Match) decide(lastPair bool) {
	switch {
	case m.Points[0] > m.Points[1]:
		m.Winner, m.By = m.Seeds[0], WinByPoints
	case m.Points[0] < m.Points[1]:
		m.Winner, m.By = m.Seeds[1], WinByPoints
	case lastPair:
		m.Winner, m.By = min(m.Seeds[0], m.Seeds[1]), WinBySeed
	}
}

// Bracket is a knock-out tournament as far as results decide it: rounds, each with its matches from the top of the bracket down. The
// winners of matches 2i and 2i+1 meet in match i of the next round. Results are by identity; those of games that do not follow from earlier ones
// are not looked at. Seed s is player s of the spec. It fails for a plan of another format.
func Bracket(plan Plan, results map[string]Result) ([][]Match, error) {
	if plan.Spec.Format != KnockOut {
		return nil, errors.New("only a knock-out tournament has a bracket, not a " + plan.Spec.Format.String())
	}
	rounds, _ := plan.playBracket(results)
	return rounds, nil
}

// emptyBracket is the bracket before the first game: the first round with its players, byes decided, and the second with those who have byes.
func (p Plan) emptyBracket() [][]Match {
	players := len(p.Spec.Players)
	lines := bracketSeeds(bracketRounds(players))
	rounds := make([][]Match, bracketRounds(players))
	for n := range rounds {
		rounds[n] = make([]Match, len(lines)>>(n+1))
	}
	for i := range rounds[0] {
		match := &rounds[0][i]
		for side, seed := range lines[2*i : 2*i+2] {
			if seed <= players {
				match.Seeds[side] = seed
			}
		}
		if match.Seeds[0] == 0 || match.Seeds[1] == 0 {
			match.Winner, match.By = match.Seeds[0]+match.Seeds[1], WinWithoutOne
		}
	}
	advance(rounds, 0)
	return rounds
}

// bracketSeeds lists the seeds from the top of a bracket of so many rounds down: 1 8 4 5 2 7 3 6 for three. It grows from the final by giving each
// seed the opponent with whom it adds up to one more than there are, so that better seeds never meet before worse ones have to.
func bracketSeeds(rounds int) []int {
	seeds := []int{1}
	for range rounds {
		var next []int
		for _, seed := range seeds {
			next = append(next, seed, 2*len(seeds)+1-seed)
		}
		seeds = next
	}
	return seeds
}
