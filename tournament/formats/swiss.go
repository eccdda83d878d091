package formats

import (
	"cmp"
	"math"
	"slices"
)

// MatchScore is a function that returns the points of the two players of a match in the games from the openings first
// to after-1, numbered from 0. It also returns how many of these games have results.
type MatchScore func(match [2]int, first, after int) (points [2]float64, games int)

// Stage is a set of matches that can be played at the same time. Each is played from the openings First to After-1, in
// two games per opening with the seats exchanged.
type Stage struct {
	Matches      [][2]int
	First, After int
}

// Swiss is a tournament in which every player has a match in every round, against an opponent with nearly the same
// points. Two players meet twice only if that cannot be avoided. With an odd number of players one player has a bye in
// each round, which counts as a match won in all games.
//
// All matches of round r, from 0, use the openings r*MatchPairs to (r+1)*MatchPairs-1. The pairings do not depend on
// the number of rounds, so more rounds extend a run.
type Swiss struct {
	Players            []string
	Rounds, MatchPairs int
}

// Schedule returns the standings and the stages of all rounds that can be paired. The standings are ordered by points,
// then Buchholz, then number. A round can be paired when all rounds before it are finished. The results of a paired
// round count in the standings as they arrive, and its bye counts at once.
func (s Swiss) Schedule(score MatchScore) ([]SwissRow, []Stage) {
	n, matchGames := len(s.Players), 2*s.MatchPairs
	field := swissField{make([]float64, n), make([][]int, n)}
	for i := range field.met {
		field.met[i] = make([]int, n+1) // with the bye
	}
	var stages []Stage
	for round := range s.Rounds {
		stage := Stage{First: round * s.MatchPairs, After: (round + 1) * s.MatchPairs}
		finished := true
		for _, match := range field.pair() {
			points, games := [2]float64{float64(matchGames)}, matchGames // for a bye, as if all games were won
			if isBye := match[1] == n; !isBye {
				stage.Matches = append(stage.Matches, match)
				points, games = score(match, stage.First, stage.After)
				field.points[match[1]] += points[1]
				field.met[match[1]][match[0]]++
			}
			field.points[match[0]] += points[0]
			field.met[match[0]][match[1]]++
			finished = finished && games == matchGames
		}
		stages = append(stages, stage)
		if !finished {
			break
		}
	}
	return s.table(field), stages
}

// SwissRow is the score of one player in a Swiss tournament.
type SwissRow struct {
	Place  int     // from 1; players with equal points and equal Buchholz share it
	Number int     // number of the player in the spec, from 1
	Player string  // full name
	Points float64 // 1 for a won game, 1/2 for a draw
	// Buchholz is the sum of the points of all opponents so far, each counted once per match. A bye counts as an
	// opponent with the player's own points, like the dummy opponent of the FIDE Tie-Break Regulations (FIDE Handbook
	// C.07).
	Buchholz float64
	Matches  int // number of matches paired so far, without byes
	Byes     int
}

func (s Swiss) table(field swissField) []SwissRow {
	rows := make([]SwissRow, len(s.Players))
	for i, player := range s.Players {
		byes := field.met[i][len(rows)] // matches against player n; see [swissField]
		rows[i] = SwissRow{Number: i + 1, Player: player, Points: field.points[i], Byes: byes}
		rows[i].Buchholz = float64(byes) * field.points[i] // a bye counts like an opponent with the player's own points
		for opponent, points := range field.points {
			rows[i].Matches += field.met[i][opponent]
			rows[i].Buchholz += float64(field.met[i][opponent]) * points
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

// compare sorts better rows first.
func (r SwissRow) compare(other SwissRow) int {
	return cmp.Or(cmp.Compare(other.Points, r.Points), cmp.Compare(other.Buchholz, r.Buchholz))
}

// swissField is the state of a Swiss tournament of n players between two rounds. A bye is a match against player n,
// which is not a real player.
type swissField struct {
	points []float64 // by real player
	met    [][]int   // met[i][j] is the number of matches in which player i has met player j, or of byes if j is n
}

// pair returns the matches of the next round, with the better player first. A bye is a match against player n. The
// matches are a [pairing] of the whole field at low cost. The cost has four parts, which are compared in this order:
//
//  1. the sum over all matches of the earlier meetings of the two players or, for a bye, of its player's earlier byes;
//  2. the points of the player with the bye;
//  3. the sum of the squared differences of points within the matches;
//  4. the sum over all matches of a squared distance, in places of the standings. For two players with different
//     points, it is the distance between them. If both are among k players with equal points, it is their distance
//     minus k/2, so that the upper half of these players meets the lower half. For a bye, it is the distance of its
//     player from the last player.
//
// In the standings, players with equal points have the order of the spec: in the first round of 8 players the first
// meets the fifth, the second the sixth. The pairing does not look ahead to later rounds.
func (f swissField) pair() (matches [][2]int) {
	n := len(f.points)
	standing := make([]int, n)   // players; once sorted, the best first
	sharers := map[float64]int{} // the number of players with the same points, by points
	for player, points := range f.points {
		standing[player] = player
		sharers[points]++
	}
	slices.SortStableFunc(standing, func(a, b int) int { return cmp.Compare(f.points[b], f.points[a]) })
	standing = append(standing, n)  // the bye comes last
	costOf := func(a, b int) cost { // of a match between the players at places a and b of the standings
		a, b = min(a, b), max(a, b)
		better, worse, distance := standing[a], standing[b], int64(b-a)
		if isBye := worse == n; isBye {
			return cost{int64(f.met[better][n]), f.halfPoints(better), 0, (distance - 1) * (distance - 1)}
		}
		difference := f.halfPoints(better) - f.halfPoints(worse)
		if difference == 0 {
			distance -= int64(sharers[f.points[better]] / 2)
		}
		return cost{int64(f.met[better][worse]), 0, difference * difference, distance * distance}
	}
	for place, mate := range pairing(n+n%2, costOf) { // with the bye only if n is odd
		if place < mate {
			matches = append(matches, [2]int{standing[place], standing[mate]})
		}
	}
	return matches
}

func (f swissField) halfPoints(player int) int64 { return int64(math.Round(2 * f.points[player])) }

// pairing divides the vertices 0 to n-1 into pairs of low total cost, where n must be even. It returns for each vertex
// the vertex that it is paired with. CostOf must be symmetric, and no part of a cost may be negative. Equal arguments
// give equal pairings.
//
// A depth-first search pairs the first free vertex with each other free vertex, by rising cost. It leaves a branch that
// costs at least as much as the best pairing so far. The search is complete for up to 14 vertices and, in practice, for
// about 20. After [mostBranches] branches it keeps the best pairing so far; the first pairing it finds is the greedy
// one. Then pairs exchange vertices as long as an exchange between two pairs lowers the cost.
//
// If the first part of a cost counts earlier meetings, there is no rematch after r < n/2 rounds. Suppose that a and b
// are paired although they have met. They and any other pair (c, d) can change to (a, c) and (b, d), or to (a, d) and
// (b, c). Such a change lowers the cost if it contains no rematch. If both changes contain one, two of the four new
// pairs have met. But a and b have each met at most r-1 others, 2(r-1) in all. This rules out at most r-1 of the n/2-1
// other pairs (c, d), so a change that lowers the cost remains.
func pairing(n int, costOf func(a, b int) cost) []int {
	s := search{costs: make([][]cost, n), order: make([][]int, n), mates: slices.Repeat([]int{-1}, n)}
	for v := range n {
		for u := range n {
			s.costs[v] = append(s.costs[v], cost{})
			if u != v {
				s.costs[v][u] = costOf(v, u)
				s.order[v] = append(s.order[v], u)
			}
		}
		slices.SortStableFunc(s.order[v], func(a, b int) int { return s.costs[v][a].compare(s.costs[v][b]) })
	}
	s.extend(0, cost{})
	for s.exchange() {
	}
	return s.best
}

// mostBranches bounds the search to about 0.1 s.
const mostBranches = 100_000

// search is the state of [pairing].
type search struct {
	costs    [][]cost
	order    [][]int // for each vertex, the others by rising cost
	mates    []int   // the pairs so far: for each vertex its mate, or -1 for a free vertex
	branches int     // number of branches entered so far
	best     []int   // the cheapest pairing so far, as mates; nil before the first
	least    cost    // the cost of best
}

// extend tries all ways to pair the free vertices, of which none is below v. Sum is the cost of the pairs so far.
func (s *search) extend(v int, sum cost) {
	for v < len(s.mates) && s.mates[v] >= 0 {
		v++
	}
	if v == len(s.mates) {
		s.best, s.least = slices.Clone(s.mates), sum
		return
	}
	for _, u := range s.order[v] {
		if s.mates[u] >= 0 {
			continue
		}
		total := sum.plus(s.costs[v][u])
		giveUp := s.branches > mostBranches || !total.less(s.least)
		if s.best != nil && giveUp {
			continue
		}
		s.branches++
		s.mates[v], s.mates[u] = u, v
		s.extend(v+1, total)
		s.mates[v], s.mates[u] = -1, -1
	}
}

// exchange changes pairs (a, b) and (c, d) of the best pairing to (a, c) and (b, d) wherever that lowers the cost. It
// reports whether it changed any.
func (s *search) exchange() (improved bool) {
	for a := range s.best {
		for c := range a {
			b, d := s.best[a], s.best[c]
			before, after := s.costs[a][b].plus(s.costs[c][d]), s.costs[a][c].plus(s.costs[b][d])
			if b != c && after.less(before) {
				s.best[a], s.best[c], s.best[b], s.best[d] = c, a, d, b
				improved = true
			}
		}
	}
	return improved
}

// cost is a list of whole numbers that are compared in order: a number counts only if all numbers before it are equal.
type cost [4]int64

func (c cost) plus(d cost) cost {
	for i := range c {
		c[i] += d[i]
	}
	return c
}

func (c cost) compare(d cost) int { return slices.Compare(c[:], d[:]) }
func (c cost) less(d cost) bool   { return c.compare(d) < 0 }
