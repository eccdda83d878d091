package formats

import (
	"cmp"
	"math"
	"slices"
)

// MatchScore tells what the two players of a match have from the openings with numbers from first (0 is the first
// opening) to before after: their points, in the order of the match, and how many of the games have results.
type MatchScore func(match [2]int, first, after int) (points [2]float64, games int)

// Stage is what can be played at once: matches, each from the openings first to before after. A match takes two games
// from each opening, with the seats swapped.
type Stage struct {
	Matches      [][2]int
	First, After int
}

// Swiss is a tournament in which everybody plays a match in every round against somebody with as nearly the same points
// as possible, and nobody meets anybody twice while that can be helped. With an odd number of players one has a bye in
// each round, which is worth all points of a match.
//
// Round r, from 0, uses the openings r*MatchPairs to (r+1)*MatchPairs-1 in all its matches. The number of rounds has no
// influence on the pairing: more rounds extend a run.
type Swiss struct {
	Players            []string
	Rounds, MatchPairs int
}

type swissRound struct {
	matches [][2]int // by the standing of the better player before the round
	bye     int      // who has no opponent, nobody for none
}

const nobody = -1

// Play is the standing, the best first, by points, then Buchholz, then number, and the rounds that can be paired: each
// when all before it are finished. Rounds count as soon as they are paired: their games as results come in, a bye with
// all points of a match at once.
func (s Swiss) Play(score MatchScore) ([]SwissRow, []Stage) {
	players := len(s.Players)
	field := &swissField{make([]float64, players), make([]int, players), make([][]int, players), make([][]int, players)}
	for i := range field.met {
		field.met[i] = make([]int, players)
	}
	var stages []Stage
	for n := range s.Rounds {
		round := field.pair()
		stage := Stage{round.matches, n * s.MatchPairs, (n + 1) * s.MatchPairs}
		stages = append(stages, stage)
		finished := true
		for _, match := range stage.Matches {
			points, games := score(match, stage.First, stage.After)
			field.enter(match, points)
			finished = finished && games == 2*s.MatchPairs
		}
		if round.bye != nobody {
			field.points[round.bye] += float64(2 * s.MatchPairs)
			field.byes[round.bye]++
			field.opponents[round.bye] = append(field.opponents[round.bye], round.bye)
		}
		if !finished {
			break
		}
	}
	return s.table(field), stages
}

type swissField struct {
	points    []float64
	byes      []int
	opponents [][]int // of each player, in the order of the rounds; the player itself for a bye
	met       [][]int // how often two players have met
}

func (f *swissField) enter(match [2]int, points [2]float64) {
	for i, player := range match {
		opponent := match[1-i]
		f.points[player] += points[i]
		f.met[player][opponent]++
		f.opponents[player] = append(f.opponents[player], opponent)
	}
}

// SwissRow is what one player of a Swiss tournament has.
type SwissRow struct {
	Place  int    // from 1; players with equal points and equal Buchholz share it
	Number int    // of the player in the spec, from 1
	Player string // full name
	Points float64
	// the sum of the points of all opponents so far, each as often as met; a bye counts as an opponent with the
	// player's own points, like the dummy opponent of the FIDE Tie-Break Regulations (FIDE Handbook C.07)
	Buchholz float64
	Matches  int // begun or due, without byes
	Byes     int
}

func (s Swiss) table(field *swissField) []SwissRow {
	rows := make([]SwissRow, len(s.Players))
	for i, player := range s.Players {
		rows[i] = SwissRow{
			Number: i + 1, Player: player, Points: field.points[i],
			Matches: len(field.opponents[i]) - field.byes[i], Byes: field.byes[i],
		}
		for _, opponent := range field.opponents[i] {
			rows[i].Buchholz += field.points[opponent]
		}
	}
	slices.SortStableFunc(rows, SwissRow.compare)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && rows[i-1].compare(rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

func (r SwissRow) compare(other SwissRow) int {
	return cmp.Or(cmp.Compare(other.Points, r.Points), cmp.Compare(other.Buchholz, r.Buchholz))
}

// pair is the next round: the [matching] of the whole field that costs least. Costs are compared in turn:
//
//  1. how often the players of each match have met before, and the byes of the player with the bye, summed up;
//  2. the points of the player with the bye;
//  3. the squared differences of points within the matches, summed up;
//  4. the squared distances in standing from what is customary, summed up: among k players with equal points the first
//     meets the k/2-th after, so that the upper half meets the lower half; of players with different points, those who
//     stand next to each other meet; the bye is for the last in the standing.
//
// The standing is by points, equals in the order in which the spec names the players: in the first round of 8 players
// the first meets the fifth, the second the sixth. What makes later rounds repeat matches is not looked at.
func (f *swissField) pair() swissRound {
	size := len(f.points)
	standing, level := make([]int, size), map[int64]int{} // the best first; how many players have so many halves
	for player := range standing {
		standing[player] = player
		level[f.halves(player)]++
	}
	slices.SortStableFunc(standing, func(a, b int) int { return cmp.Compare(f.points[b], f.points[a]) })
	costOf := func(a, b int) cost { // of places; the one after the last is the bye
		a, b = min(a, b), max(a, b)
		better := standing[a]
		if b == size {
			distance := int64(b - 1 - a)
			return cost{int64(f.byes[better]), f.halves(better), 0, distance * distance}
		}
		difference, distance := f.halves(better)-f.halves(standing[b]), int64(b-a)
		if difference == 0 {
			distance -= int64(level[f.halves(better)] / 2)
		}
		return cost{int64(f.met[better][standing[b]]), 0, difference * difference, distance * distance}
	}
	round := swissRound{bye: nobody}
	for place, mate := range matching(size+size%2, costOf) {
		switch {
		case place == size || place > mate:
		case mate == size:
			round.bye = standing[place]
		default:
			round.matches = append(round.matches, [2]int{standing[place], standing[mate]})
		}
	}
	return round
}

// halves are a player's points in whole halves.
func (f *swissField) halves(player int) int64 { return int64(math.Round(2 * f.points[player])) }
