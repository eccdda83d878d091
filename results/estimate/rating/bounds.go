package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pillars/results/estimate/stats"
)

// fewestPoints is how many points a player must have won, and how many lost, for the games to measure the error of the
// player's rating. With fewer points, chance misleads: if a player who loses one game in a thousand happens to lose one
// of a few, the rating is too low by more than its measured error says.
const fewestPoints = 3

// curve gives the expected points of a player or a seat as a function of its strength x, in log odds. The points are
// the sum of games/(1 + exp(-x - shift)) over groups of games. The shift of a group is the log odds that a player of
// strength 0 has in these games.
type curve struct {
	shifts        []float64 // by group of games: log odds of a player of strength 0
	games         []float64 // by group: number of games
	points, count float64   // points scored, and number of games
	together      float64   // number of games that share openings; each opening counts as one observation
	openings      int       // number of openings that several games share
}

// observations returns the number of independent observations of the mean score. In the curve of a seat, the games from
// a shared opening are one observation. In the curve of a player, each game is an observation, because an opening that
// favours a seat favours the player in that seat and the opponents in that seat alike.
func (c *curve) observations() float64 { return c.count - c.together + float64(c.openings) }

// add adds a group of games and the points scored in them. A player of strength x scores 1/(1 + exp(-x - shift)) points
// a game in the group; shift is greater if the opponents are weaker.
func (c *curve) add(shift, games, points float64) {
	c.shifts = append(c.shifts, shift)
	c.games = append(c.games, games)
	c.points += points
	c.count += games
}

// bracket returns an estimate in rating points with the given value. Its limits are the strengths at which the expected
// score equals the limits of the anytime interval of the score.
func (c *curve) bracket(value float64) stats.Estimate {
	if c.count == 0 {
		return stats.Estimate{}
	}
	observations := c.observations()
	limits := stats.Anytime(c.points/c.count*observations, observations, .95)
	return stats.Limited(value, c.strengthAt(limits.Low), c.strengthAt(limits.High))
}

// strengthAt returns the strength, in rating points, at which the mean expected score of a game is score.
func (c *curve) strengthAt(score float64) float64 {
	logOdds := math.Log(score) - math.Log1p(-score)
	if math.IsInf(logOdds, 0) {
		return logOdds
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, shift := range c.shifts {
		low, high = min(low, logOdds-shift), max(high, logOdds-shift)
	}
	return stats.Bisect(low-1, high+1, func(x float64) float64 {
		sum := 0.
		for i, shift := range c.shifts {
			sum += c.games[i] * stats.Sigmoid(x+shift)
		}
		return sum - score*c.count
	}) / logisticScale
}

// meetings returns the curve of a player's games against the opponents in one component, which [pools.against] names
// (see [pools]). played holds the indices in Counts.kinds of the player's games; values holds the ratings of all
// players, in points. If all places of a game are known, its score is the share of these opponents who are behind the
// player. Otherwise the score is 1 for a player ahead of all of them.
func (m *model) meetings(played []int, values []float64, player int) *curve {
	c := &curve{}
	pools := &m.pools
	for _, k := range played {
		seats := m.counts.seated(k)
		for seat, holder := range seats {
			if int(holder) != player {
				continue
			}
			var opponents []int // seats of the opponents
			var shifts []float64
			for other, opponent := range seats {
				if int(opponent) != player && pools.component[opponent] == pools.against(player) {
					opponents = append(opponents, other)
					shifts = append(shifts, m.effect(seat)-m.effect(other)-values[opponent]*logisticScale)
				}
			}
			complete := !slices.Contains(m.counts.kinds[k].ranks[:m.counts.seats], 0)
			c.addGames(&m.counts.kinds[k], seat, opponents, shifts, complete)
		}
	}
	return c
}

// addGames adds the games of kind k of a player in the given seat. opponents holds the seats of the opponents, and
// shifts the log odds of a player of strength 0 against each of them. complete says whether all places are known.
// opponents may leave out players of the game: in the model of [Rate], further players do not change the probability of
// being ahead of the opponents.
func (c *curve) addGames(k *kind, seat int, opponents []int, shifts []float64, complete bool) {
	count := float64(k.count)
	if complete {
		perOpponent := count / float64(len(opponents))
		for i, other := range opponents {
			score, _ := k.score(seat, other)
			c.add(shifts[i], perOpponent, perOpponent*score)
		}
		return
	}
	aheadOfAll, known := 1., false // 1 for a player ahead of all opponents, 1/2 for one tied with the best of them
	for _, other := range opponents {
		if score, ok := k.score(seat, other); ok {
			aheadOfAll, known = min(aheadOfAll, score), true
		}
	}
	if known {
		logOdds := make([]float64, len(shifts)) // log odds of each opponent against a player of strength 0
		floats.SubTo(logOdds, logOdds, shifts)
		c.add(-floats.LogSumExp(logOdds), count, count*aheadOfAll)
	}
}
