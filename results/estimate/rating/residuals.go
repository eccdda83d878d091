package rating

import (
	"cmp"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/stats"
)

// Residual compares what a player scored in some games with what the ratings expect.
type Residual struct {
	Player, Opponent int // Opponent is -1 for games against all players
	Games            int
	Scored, Expected float64 // points of Player
	Z                float64 // standardised residual; 0 if the fit forces the residual to 0
	P                float64 // probability of an absolute Z as large in any of the residuals listed together
}

// Misfit says how far the scores of a player against its opponents deviate from what the ratings expect.
type Misfit struct {
	Player int
	Square float64 // mean square of the standardised residuals of its pairings; about 1 if the ratings fit
	P      float64 // if the ratings fit: probability that some player has a mean square as unlikely as this one
}

// Fit says how well ratings describe the games of two seats from which they were estimated.
type Fit struct {
	Openings  int        // number of independent observations
	Pairings  []Residual // every two players that met, the one with the lower number as Player
	Firsts    []Residual // every player's games in the first seat
	Players   []Misfit   // players with a residual that can differ from 0
	Outliers  []Outlier  // both sides' points from each opening with several games; none for fewer than eight openings
	Square    float64    // mean square of the standardised residuals of pairings
	P         float64    // probability of a mean square as large if strengths are transitive
	Tested    bool       // whether there are openings and pairings enough for probabilities
	Deviation float64    // standard deviation of the advantage that openings give the first seat, in rating points
}

const replicates = 1999 // number of bootstrap samples

// cluster holds what the games of one opening contribute to the fit. Equal openings share a cluster.
type cluster struct {
	residuals []entry // residual of each quantity in these games; entry.index is the number of the quantity
	gradient  []entry // gradient of the log likelihood of these games; entry.index is the index of the parameter
	count     int     // number of openings with these results
}

// quantities holds sums of residuals over games: first one for each pairing, then one for each player's games in the
// first seat. The number of a quantity is its index.
type quantities struct {
	sums   []Residual
	slopes [][]entry // derivatives of the expected points by the parameters
}

// FitOf rates the players of a table and returns how well the ratings fit. It tests sums of residuals, which are scored
// minus expected points. The distribution of such a sum under the model comes from the score bootstrap with openings as
// clusters: every sample gives the efficient score of each opening a random sign. So openings may favour seats to any
// extent. (Kline and Santos, A score based approach to wild bootstrap inference, 2012; Liang and Zeger, Longitudinal
// data analysis using generalized linear models, 1986.) The probabilities of several residuals are adjusted by the
// distribution of the largest one. (Westfall and Young, Resampling-based multiple testing, 1993.) Equal tables give
// equal results.
func FitOf(t *Table, o Options) (Fit, error) {
	if t.seats != 2 {
		return Fit{}, errors.New("fit: games have more than two seats: their fit is not measured")
	}
	m := newModel(t, o)
	if err := m.fit(); err != nil {
		return Fit{}, err
	}
	link, err := m.fitLink()
	if err != nil {
		return Fit{}, err
	}
	q, clusters := m.quantities(link)
	f, pairings := Fit{}, len(q.sums)-t.players // after the pairings, q has a quantity for each player
	for _, c := range clusters {
		f.Openings += c.count
	}
	f.Deviation = link.deviation / m.options.Scale

	samples, observed := q.bootstrap(m, clusters)
	for g := range observed { // samples vary too little, because the fit follows the results
		observed[g] *= math.Sqrt(max(0, 1-1/float64(f.Openings)))
	}
	free := standardise(samples, observed)
	f.Tested = f.Openings >= stats.Fewest && slices.Contains(free[:pairings], true)
	adjust(q.sums[:pairings], observed[:pairings], samples, 0)
	adjust(q.sums[pairings:], observed[pairings:], samples, pairings)

	f.Pairings = q.sums[:pairings:pairings]
	f.Firsts = slices.DeleteFunc(q.sums[pairings:], func(r Residual) bool { return r.Games == 0 })
	f.setSquares(t.players, free, observed, samples)
	f.Outliers = m.outliers(link)
	return f, nil
}

// pairings returns the quantities, still without games, and the number of the quantity of each pairing. A pairing is
// given by its two players, the lower number first.
func (m *model) pairings() (q quantities, numbers map[[2]int]int) {
	component := m.pools.component
	for pairing := range m.table.cells {
		if a, b := pairing[0], pairing[1]; a != b && component[a] == component[b] {
			q.sums = append(q.sums, Residual{Player: a, Opponent: b})
		}
	}
	slices.SortFunc(q.sums, func(a, b Residual) int {
		return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Opponent, b.Opponent))
	})
	numbers = map[[2]int]int{}
	for i, r := range q.sums {
		numbers[[2]int{r.Player, r.Opponent}] = i
	}
	for p := range m.table.players {
		q.sums = append(q.sums, Residual{Player: p, Opponent: -1})
	}
	q.slopes = make([][]entry, len(q.sums))
	return q, numbers
}

// quantities returns the sums of residuals, and the clusters that contribute to them.
func (m *model) quantities(l openingLink) (quantities, []cluster) {
	q, numbers := m.pairings()
	kinds := make([]cluster, len(m.table.kinds)) // of one game of each kind
	m.duels(func(k int, _, games float64) {
		expected, steepness := l.scoreAt(m.logOdds(k))
		p, scored := m.table.seated(k), m.scored(k)
		first, second := int(p[0]), int(p[1])
		slopes := m.duelSlopes(k)
		for _, s := range slopes {
			kinds[k].gradient = append(kinds[k].gradient, entry{s.index, s.value * (scored - expected)})
		}
		if first == second {
			return
		}
		pairing, ofFirst := numbers[[2]int{min(first, second), max(first, second)}], len(numbers)+first
		sign := 1. // 1 if the Player of the pairing has the first seat, otherwise -1
		if first > second {
			sign = -1
			q.sums[pairing].add(games, 1-scored, 1-expected)
		} else {
			q.sums[pairing].add(games, scored, expected)
		}
		q.sums[ofFirst].add(games, scored, expected)
		for _, s := range slopes {
			change := games * steepness * s.value
			q.slopes[ofFirst] = append(q.slopes[ofFirst], entry{s.index, change})
			q.slopes[pairing] = append(q.slopes[pairing], entry{s.index, sign * change})
		}
		kinds[k].residuals = []entry{{pairing, sign * (scored - expected)}, {ofFirst, scored - expected}}
	})
	for g := range q.slopes {
		q.slopes[g] = merged(q.slopes[g])
	}
	return q, m.clusters(kinds)
}

// clusters returns the clusters of all openings, given for each kind the contribution of one game.
func (m *model) clusters(kinds []cluster) (all []cluster) {
	for k := range kinds {
		kinds[k].count = m.alone[k]
		if kinds[k].count > 0 && m.choices[k] != nil {
			all = append(all, kinds[k])
		}
	}
	for _, r := range m.shared {
		c := cluster{count: r.count}
		for _, k := range r.kinds {
			c.residuals = append(c.residuals, kinds[k].residuals...)
			c.gradient = append(c.gradient, kinds[k].gradient...)
		}
		c.residuals, c.gradient = merged(c.residuals), merged(c.gradient)
		all = append(all, c)
	}
	return all
}

func (r *Residual) add(games, scored, expected float64) {
	r.Games += int(games)
	r.Scored += games * scored
	r.Expected += games * expected
}

// bootstrap returns the residuals of all quantities, in the samples, where openings have random signs, and as observed.
func (q quantities) bootstrap(m *model, clusters []cluster) (samples [][]float64, observed []float64) {
	random := rand.New(rand.NewPCG(1, uint64(len(clusters)))) // equal tables give equal results
	samples = make([][]float64, replicates)
	for _, sum := range q.sums {
		observed = append(observed, sum.Scored-sum.Expected)
	}
	gradient := mat.NewVecDense(max(1, len(m.theta)), nil)
	for i := range samples {
		sample := make([]float64, len(q.sums))
		gradient.Zero()
		for _, c := range clusters {
			signs := sumOfSigns(random, c.count)
			for _, r := range c.residuals {
				sample[r.index] += signs * r.value
			}
			for _, s := range c.gradient {
				gradient.SetVec(s.index, gradient.AtVec(s.index)+signs*s.value)
			}
		}
		if m.hessian != nil { // a fit to the sample would change the expected points: subtract this change
			var step mat.VecDense
			if m.hessian.SolveVecTo(&step, gradient) == nil {
				for g, slopes := range q.slopes {
					for _, s := range slopes {
						sample[g] -= s.value * step.AtVec(s.index)
					}
				}
			}
		}
		samples[i] = sample
	}
	return samples, observed
}

// sumOfSigns returns the sum of n random numbers, each of which is 1 or -1 with equal probability. For large n it uses
// the normal approximation.
func sumOfSigns(random *rand.Rand, n int) float64 {
	if n > 64 {
		return math.Sqrt(float64(n)) * random.NormFloat64()
	}
	return float64(2*bits.OnesCount64(random.Uint64()>>(64-n)) - n)
}

// standardise divides every residual by its standard deviation in the samples. It reports which residuals can differ
// from 0, and sets the others, which the fit forces to 0, to exactly 0.
func standardise(samples [][]float64, observed []float64) (free []bool) {
	const least = 1e-9 // a smaller deviation is a rounding error
	free = make([]bool, len(observed))
	for g := range observed {
		square := 0.
		for _, sample := range samples {
			square += sample[g] * sample[g] / float64(len(samples))
		}
		free[g] = square > least*least
		factor := 0.
		if free[g] {
			factor = 1 / math.Sqrt(square)
		}
		observed[g] *= factor
		for _, sample := range samples {
			sample[g] *= factor
		}
	}
	return free
}

// adjust sets Z and P of residuals that are listed together. z holds their standardised values as observed. In each
// sample, their values begin at the index from. P is the share of samples whose largest absolute value is as large as
// the residual's.
func adjust(sums []Residual, z []float64, samples [][]float64, from int) {
	largest := make([]float64, len(samples)) // absolute value, by sample
	for i, sample := range samples {
		for _, x := range sample[from : from+len(sums)] {
			largest[i] = max(largest[i], math.Abs(x))
		}
	}
	slices.Sort(largest)
	for g := range sums {
		sums[g].Z, sums[g].P = z[g], shareAtLeast(largest, math.Abs(z[g]))
	}
}

// shareAtLeast returns the share of values that are at least x, in a sorted sample to which x itself is added.
func shareAtLeast(sorted []float64, x float64) float64 {
	below, _ := slices.BinarySearch(sorted, x-1e-9)
	return float64(1+len(sorted)-below) / float64(1+len(sorted))
}

// setSquares sets the mean squares of the standardised residuals with their probabilities, over all pairings and over
// the pairings of each player. free says which residuals can differ from 0; only these count.
func (f *Fit) setSquares(players int, free []bool, observed []float64, samples [][]float64) {
	meanSquare := func(belongs func(Residual) bool, z []float64) (square float64) {
		n := 0
		for g, r := range f.Pairings {
			if free[g] && belongs(r) {
				square += z[g] * z[g]
				n++
			}
		}
		return square / max(1, float64(n))
	}
	// bySample returns the mean square in each sample, by sample and sorted.
	bySample := func(belongs func(Residual) bool) (squares, sorted []float64) {
		for _, sample := range samples {
			squares = append(squares, meanSquare(belongs, sample))
		}
		return squares, slices.Sorted(slices.Values(squares))
	}

	all := func(Residual) bool { return true }
	f.Square = meanSquare(all, observed)
	_, sorted := bySample(all)
	f.P = shareAtLeast(sorted, f.Square)

	least := slices.Repeat([]float64{1}, len(samples)) // by sample: smallest probability of any player
	for p := range players {
		ofPlayer := func(r Residual) bool { return r.Player == p || r.Opponent == p }
		square := meanSquare(ofPlayer, observed)
		if square == 0 {
			continue
		}
		squares, sorted := bySample(ofPlayer)
		f.Players = append(f.Players, Misfit{p, square, shareAtLeast(sorted, square)})
		for i, x := range squares {
			least[i] = min(least[i], shareAtLeast(sorted, x))
		}
	}
	// The adjusted P of a player is the share of samples in which some player has a probability as small.
	slices.Sort(least)
	for i, player := range f.Players {
		asSmall, _ := slices.BinarySearch(least, player.P+1e-9)
		f.Players[i].P = float64(1+asSmall) / float64(1+len(least))
	}
}
