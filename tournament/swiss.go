package tournament

import "math"

// A Swiss tournament: in every round everybody plays a match against somebody with as nearly the same points as possible, and nobody meets anybody
// twice while that can be helped. With an odd number of players one has a bye in each round, which is worth all points of a match.
//
// Round r, from 0, uses the openings r*MatchPairs to (r+1)*MatchPairs-1 in all its matches. So the identity of a game tells its round, and
// players who meet again play other games. How many rounds there will be has no influence on the pairing: more rounds extend a run.

// swissRound is who meets whom in a round. Players are numbered from 0.
type swissRound struct {
	matches [][2]int // by the standing of the better player before the round
	bye     int      // who has no opponent, nobody for none
}

// nobody stands where a player's number could.
const nobody = -1

// swissGames lists the games of all rounds that can be paired, as far as the results go.
func (p Plan) swissGames(results map[string]Result) []Planned {
	rounds, _ := p.swissRounds(results)
	var games []Planned
	for n, round := range rounds {
		games = append(games, p.matchGames(round.matches, n*p.Spec.MatchPairs, (n+1)*p.Spec.MatchPairs)...)
	}
	return games
}

// swissRounds pairs rounds, each when all before it are finished, and returns the field with everything that these rounds brought so far. Results of
// other games are not looked at.
func (p Plan) swissRounds(results map[string]Result) ([]swissRound, *swissField) {
	field := newSwissField(len(p.Spec.Players))
	var rounds []swissRound
	for n := range p.Spec.Rounds {
		round := field.pair()
		rounds = append(rounds, round)
		if !p.enterSwissRound(field, n, round, results) {
			break
		}
	}
	return rounds, field
}

// enterSwissRound adds what the round has brought to the field, and reports whether all its games are finished.
func (p Plan) enterSwissRound(field *swissField, n int, round swissRound, results map[string]Result) bool {
	pairs := p.Spec.MatchPairs
	finished := true
	for _, match := range round.matches {
		points, games := p.matchScore(match, n*pairs, (n+1)*pairs, results)
		field.enter(match, points)
		finished = finished && games == 2*pairs
	}
	if round.bye != nobody {
		field.enterBye(round.bye, float64(2*pairs))
	}
	return finished
}

// swissCount is the number of games of all rounds.
func (p Plan) swissCount() int {
	return product(p.Spec.Rounds, len(p.Spec.Players)/2, p.Spec.MatchPairs, 2)
}

// swissField is what the pairing of the next round depends on.
type swissField struct {
	points    []float64
	byes      []int
	opponents [][]int // of each player, in the order of the rounds; himself for a bye
	met       [][]int // how often two players have met
}

func newSwissField(players int) *swissField {
	f := &swissField{
		points: make([]float64, players), byes: make([]int, players), opponents: make([][]int, players), met: make([][]int, players),
	}
	for i := range f.met {
		f.met[i] = make([]int, players)
	}
	return f
}

// enter adds a match.
func (f *swissField) enter(match [2]int, points [2]float64) {
	for i, player := range match {
		opponent := match[1-i]
		f.points[player] += points[i]
		f.met[player][opponent]++
		f.opponents[player] = append(f.opponents[player], opponent)
	}
}

// enterBye adds a bye.
func (f *swissField) enterBye(player int, points float64) {
	f.points[player] += points
	f.byes[player]++
	f.opponents[player] = append(f.opponents[player], player)
}

// buchholz is the sum of the points of all opponents a player has met so far, each as often as met. A bye counts as an opponent with the player's own
// points, like the dummy opponent of the FIDE Tie-Break Regulations (FIDE Handbook C.07).
func (f *swissField) buchholz(player int) float64 {
	sum := 0.0
	for _, opponent := range f.opponents[player] {
		sum += f.points[opponent]
	}
	return sum
}

// halfPoints are a player's points in whole halves.
func (f *swissField) halfPoints(player int) int64 { return int64(math.Round(2 * f.points[player])) }
