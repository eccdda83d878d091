// Package rating estimates the strengths of many players from their games, together with the effects of the seats and,
// for games of two seats, the draw rate. Its functions are pure functions of counts, as in package stats.
package rating

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/stats"
)

// logisticScale is ln 10/400, the logistic scale of Elo ratings: 400 points are odds of ten to one.
const logisticScale = math.Ln10 / 400

// Mark says how a player's rating is determined. A pool is a group of players whom games connect.
type Mark uint8

const (
	Rated      Mark = iota // estimated on the scale of the pool
	OnlyWins               // lower bound for a player that won every game against the rated players of the pool
	OnlyLosses             // upper bound for a player that lost every game against the rated players of the pool
	apart                  // estimated on the scale of a group whose games against the other players were one-sided
	Anchored               // given as an anchor
	Reference              // set to 0, as the zero of the scale of a pool in which all games are one-sided
	Unrated                // unknown: the player has no game against a rated player
)

// String returns the mark in a few words for a table. The text of [Rated] is empty.
func (m Mark) String() string {
	return [...]string{OnlyWins: "only wins", OnlyLosses: "only losses", apart: "rated apart", Anchored: "anchor",
		Reference: "zero of the scale", Unrated: "not rated"}[m]
}

// Rating is one player's rating.
type Rating struct {
	stats.Estimate
	Mark Mark
	Pool int    // number of the scale, from 0; ratings are comparable if their Pool is equal; -1 for Unrated
	rank [2]int // pool and level of the player; players are sorted by these first, then by rating
}

// Ratings holds the ratings of all players, from one fit.
type Ratings struct {
	Players   []Rating
	Seats     []stats.Estimate // by seat: advantage over seat 1, in points; absent if the games do not determine it
	Advantage stats.Estimate   // advantage of the first of two seats, in points
	DrawRate  stats.Estimate   // for two seats: share of draws between players and seats of equal strength
	Pools     int              // number of pools, each with its own scale

	SeatsFitted bool // whether the effects of seats were fitted; otherwise all seats are taken as equal

	model  *model
	values []float64 // by player: the fitted rating
	cov    sandwich  // covariance of the ratings, in points squared; rows are players, columns parameters (model.index)
}

// Rate fits the strengths th of all players and the effects eta of all seats together, by maximum likelihood in the
// model of Plackett and Luce with seat effects:
//
//	P(order) = prod_j e^(th(j) + eta(seat j)) / sum_{l >= j} e^(th(l) + eta(seat l))
//
// where j runs over the places from the first. (Plackett, The analysis of permutations, 1975; Luce, Individual choice
// behavior, 1959; Hunter, MM algorithms for generalized Bradley-Terry models, 2004.) The product leaves out the factors
// of unknown places, and is then the exact probability of the known places. A tie counts as all orders of the tied
// players in equal parts, as a draw is half a win and half a loss. The effect of seat 1 is 0.
//
// For two seats, the expected score of player i in the first seat against player j is
//
//	E = 1/(1 + exp(-b (R_i - R_j + W)))
//
// where b is the scale, R the rating and W the first seat's advantage. The fit makes the expected points of every
// player, and of the first seat, equal to the points scored. (Zermelo, Die Berechnung der Turnier-Ergebnisse, 1929;
// Bradley and Terry, Rank analysis of incomplete block designs, 1952; with the order effect of Davidson and Beaver, On
// extending the Bradley-Terry model to incorporate within-pair order effects, 1977; as in Ballicora's Ordo.) The draw
// rate is fitted afterwards, with the fitted strengths. With two seats, the errors allow for draws, which reduce the
// variance of scores. With more seats they do not allow for ties, which makes them somewhat too large.
//
// Finite ratings on one scale exist only for players whom chains of won or drawn games connect in both directions. The
// [Mark] of a rating says which players are not so connected, such as a player who won every game. If the games do not
// determine the effects of the seats, Rate takes the seats as equal. If one of two seats won all games, Rate gives a
// bound of the advantage.
//
// anchors holds given ratings by player, none beyond [MostAnchor]. On a scale without anchors, ratings average 0.
//
// Rate returns an error if too few games connect the players.
func Rate(c *Counts, anchors map[int]float64) (*Ratings, error) {
	m := newModel(c, anchors)
	if err := m.fit(); err != nil {
		return nil, err
	}
	if c.seats == 2 {
		draws, _ := m.observedDraws()
		m.draws = m.drawRateFor(draws)
		m.dispersion = m.drawDispersion() // depends on m.draws
	}
	return m.ratings()
}

// MostAnchor is the greatest absolute value of an anchor's rating. It keeps exponentials of differences finite.
const MostAnchor = 10000

// Order returns the players, the strongest first. It sorts them by pool, then by the order that one-sided games decide,
// then by rating.
func (r *Ratings) Order() []int {
	order := make([]int, len(r.Players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		p, q := r.Players[a], r.Players[b]
		return cmp.Or(slices.Compare(p.rank[:], q.rank[:]), cmp.Compare(q.position(), p.position()))
	})
	return order
}

// position returns the number by which players are sorted: the value, the bound if there is no value, or minus
// infinity. It is in whole millionths of a point, so that rounding errors do not change the order of equal players.
func (r Rating) position() float64 {
	position := math.Inf(-1)
	switch {
	case r.HasValue():
		position = r.Value
	case r.Kind == stats.AtLeast:
		position = r.Low
	case r.Kind == stats.AtMost:
		position = r.High
	}
	return math.Round(position * 1e6)
}

// ratings returns the results of the fitted model, in points.
func (m *model) ratings() (*Ratings, error) {
	cov, err := m.covariance()
	if err != nil {
		return nil, err
	}
	n := len(m.index)
	out := &Ratings{Players: make([]Rating, n), SeatsFitted: m.seats[1] >= 0, values: m.values(), model: m}
	if len(m.theta) > 0 {
		out.cov = sandwich{m.ofRatings(cov.inverse), m.ofRatings(cov.half)}
	}
	played := make([][]int, n) // indices of the kinds of a player's games, by player
	for k := range m.counts.kinds {
		for _, p := range slices.Compact(slices.Sorted(slices.Values(m.counts.seated(k)))) { // each player once
			played[p] = append(played[p], k)
		}
	}
	for p := range n {
		out.Players[p] = m.rating(out, p, played[p])
	}
	m.assignPools(out)
	for seat := range m.seats {
		out.Seats = append(out.Seats, m.seatEffect(seat, cov))
	}
	if m.counts.seats == 2 {
		out.Advantage, out.DrawRate = out.Seats[1].Mirrored(0), m.drawRate() // Seats[1] is about the second seat
	}
	return out, nil
}

// floating reports whether a player's component has no anchor. The ratings of such a component average 0.
func (m *model) floating(player int) bool { return m.pools.anchorsIn[m.pools.component[player]] == 0 }

// values returns the ratings in points by player.
func (m *model) values() []float64 {
	values, means := make([]float64, len(m.index)), make([]float64, len(m.index)) // by player; means by component
	for p, c := range m.pools.component {
		values[p] = m.strength(p) / logisticScale
		means[c] += values[p] / float64(m.pools.size[c])
	}
	for p, c := range m.pools.component {
		if m.floating(p) {
			values[p] -= means[c]
		}
	}
	for p, rating := range m.given {
		values[p] = rating // the given rating, which multiplying by the scale may have rounded
	}
	return values
}

// ofRatings converts a matrix with a row for each parameter, in log odds, to a matrix with a row for each player, in
// points. Players without a parameter have a row of zeros. In components without anchors, whose ratings average 0, the
// mean row of the component is then subtracted.
func (m *model) ofRatings(parameters *mat.Dense) *mat.Dense {
	_, columns := parameters.Dims()
	component, perPoint := m.pools.component, float64(logisticScale)
	out := mat.NewDense(len(m.index), columns, nil)
	means := mat.NewDense(slices.Max(component)+1, columns, nil)
	for p, i := range m.index {
		if i >= 0 {
			copy(out.RawRowView(p), parameters.RawRowView(i))
			floats.AddScaled(means.RawRowView(component[p]), 1/float64(m.pools.size[component[p]]), out.RawRowView(p))
		}
	}
	for p, c := range component {
		if m.floating(p) {
			floats.Sub(out.RawRowView(p), means.RawRowView(c))
		}
		floats.Scale(1/perPoint, out.RawRowView(p))
	}
	return out
}

// modelVariance returns the variance of a player's rating according to the model alone, from H^-1 of [sandwich].
func (m *model) modelVariance(ratings sandwich, player int) (variance float64) {
	if ratings.inverse == nil {
		return 0
	}
	row, component := ratings.inverse.RawRowView(player), m.pools.component // row: in points, by parameter
	if i := m.index[player]; i >= 0 {
		variance = row[i] / logisticScale
	}
	for p, i := range m.index {
		if i >= 0 && component[p] == component[player] && m.floating(player) {
			variance -= row[i] / float64(m.pools.size[component[p]]) / logisticScale
		}
	}
	return variance
}

// rating returns the rating of player p with its mark. played holds the indices in Counts.kinds of the player's games.
func (m *model) rating(all *Ratings, p int, played []int) Rating {
	value, variance := all.values[p], all.cov.at(p, p)
	switch {
	case m.anchored(p):
		return Rating{Estimate: stats.Estimate{Kind: stats.Fixed, Value: value}, Mark: Anchored}
	case m.pools.size[m.pools.component[p]] > 1: // rated within the component
		measured := spread{variance: max(0, variance), byModel: m.dispersion * m.modelVariance(all.cov, p),
			openings: m.sharedOf[p]}
		rating := Rating{Estimate: stats.Symmetric(value, measured.half95())}
		games := m.meetings(played, all.values, p)
		oneSided := min(games.points, games.count-games.points) < fewestPoints
		if oneSided || measured.tooUniform() {
			rating.Estimate = games.bracket(value)
		}
		if !m.pools.isReference(p) {
			rating.Mark = apart
		}
		return rating
	case m.pools.isReference(p) && m.pools.members[m.pools.pool[p]] > 1:
		return Rating{Estimate: stats.Estimate{Kind: stats.Fixed, Value: value}, Mark: Reference}
	}
	// The player is alone in a component, so all games against the rated players were won, or all lost.
	games, mark := m.meetings(played, all.values, p), OnlyLosses
	switch {
	case games.count == 0:
		mark = Unrated
	case games.points > 0:
		mark = OnlyWins
	}
	return Rating{Estimate: games.bracket(value), Mark: mark}
}

// assignPools sets the rank of every player and the number of the player's scale, and counts the scales. A player with
// only a bound belongs to the scale on which the bound is given.
func (m *model) assignPools(all *Ratings) {
	for p := range all.Players {
		all.Players[p].rank = [2]int{m.pools.pool[p], m.pools.level[p]}
	}
	scales := map[int]int{}         // by component: number of its scale
	for _, p := range all.Order() { // the order depends on the ranks
		rating, component := &all.Players[p], m.pools.component[p]
		switch rating.Mark {
		case Unrated:
			rating.Pool = -1
			continue
		case OnlyWins, OnlyLosses:
			component = m.pools.reference[m.pools.pool[p]]
		}
		if _, ok := scales[component]; !ok {
			scales[component] = all.Pools
			all.Pools++
		}
		rating.Pool = scales[component]
	}
}
