package batched

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// root is the state of a search at the root of a game.
type root struct {
	ready bool      // whether the other fields belong to the current search
	bias  []float64 // for each edge: with Gumbel, noise plus logit; otherwise the prior with its noise
	begun []uint32  // the visits of each edge before this search
	alive []uint32  // the edges that this phase visits, with Gumbel the best first at its beginning
	at    int       // index in alive of the next edge
	turns int       // how often this phase still visits each edge of alive, with the current one
	part  int       // what sequential halving divides by the number of edges in alive
}

// Noise at the root of PUCT, as in Silver et al., A general reinforcement learning algorithm that masters chess, shogi
// and Go through self-play, 2018. The parameter of the Dirichlet distribution is about 10 / actions there.
const (
	noiseShare = 0.25
	noiseTotal = 10
)

// prepare begins a search at the root, which has a node.
func (s *Search) prepare(g *game) {
	r, edges := &g.root, g.tree.edgesOf(&g.tree.nodes[0])
	r.ready, r.at = true, 0
	r.begun, r.bias, r.alive = r.begun[:0], r.bias[:0], r.alive[:0]
	for k := range edges {
		r.begun, r.alive = append(r.begun, edges[k].visits), append(r.alive, uint32(k))
	}
	if !s.config.Gumbel {
		r.bias = appendPriors(r.bias, edges, g.random, s.config.Noise)
		return
	}
	for k := range edges {
		r.bias = append(r.bias, float64(edges[k].logit))
		if s.config.Noise {
			r.bias[k] -= math.Log(rand.New(g.random).ExpFloat64()) // adds standard Gumbel noise
		}
	}
	r.sort(r.bias)
	r.alive = r.alive[:min(len(edges), s.config.Considered, max(1, g.left))]
	phases := max(1, bits.Len(uint(len(r.alive)-1))) // the binary logarithm, rounded up
	r.part = g.left / phases
	r.turns = max(1, r.part/len(r.alive))
}

// sort puts the edges in alive with the largest scores first.
func (r *root) sort(scores []float64) {
	slices.SortStableFunc(r.alive, func(a, b uint32) int { return cmp.Compare(scores[b], scores[a]) })
}

// chooseAtRoot returns the number of the root's edge for the next simulation. With Gumbel it returns false if that
// depends on leaves without an evaluation: at the end of each round through the edges of a phase.
func (s *Search) chooseAtRoot(w *worker, g *game) (at uint32, ok bool) {
	n := &g.tree.nodes[0]
	if !s.config.Gumbel {
		return n.first + s.puct(g.tree.edgesOf(n), g.root.bias, n), true
	}
	r := &g.root
	if r.at == len(r.alive) {
		if len(g.leaves) > 0 {
			return 0, false
		}
		r.at = 0
		if r.turns--; r.turns == 0 {
			s.halve(w, g)
		}
	}
	r.at++
	return n.first + r.alive[r.at-1], true
}

// halve begins the next phase of sequential halving with the better half of the edges, but at least two.
func (s *Search) halve(w *worker, g *game) {
	r := &g.root
	r.sort(s.rootScores(w, g))
	r.alive = r.alive[:min(len(r.alive), max(2, len(r.alive)/2))]
	r.turns = max(1, r.part/len(r.alive))
}

// rootScores returns for each edge of the root the sum of Gumbel noise, logit and transformed value.
func (s *Search) rootScores(w *worker, g *game) []float64 {
	scores := s.completed(w, &g.tree, &g.tree.nodes[0])
	for k := range scores {
		scores[k] += g.root.bias[k]
	}
	return scores
}

// best returns the number of the edge to play. With Gumbel this is the edge with the best score among the edges that
// this search has visited most, with PUCT the edge with the most visits and, of several, the largest prior.
func (s *Search) best(w *worker, g *game) uint32 {
	n, scores := &g.tree.nodes[0], g.root.bias
	visits := func(k uint32) uint32 { return g.tree.edges[n.first+k].visits }
	if s.config.Gumbel {
		scores = s.rootScores(w, g)
		visits = func(k uint32) uint32 { return g.tree.edges[n.first+k].visits - g.root.begun[k] }
	}
	return n.first + slices.MaxFunc(g.root.alive, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(visits(a), visits(b)), cmp.Compare(scores[a], scores[b]))
	})
}

// choose returns the number of the edge to visit next from a node below the root. If it has no visits, it moves behind
// the edges with visits.
func (s *Search) choose(w *worker, t *tree, n *node) uint32 {
	edges := t.edgesOf(n)
	visited := 0
	for visited < len(edges) && edges[visited].visits > 0 {
		visited++
	}
	if visited < len(edges) { // of the edges without visits, both rules choose the one with the largest prior
		best := visited
		for k := visited + 1; k < len(edges); k++ {
			if edges[k].prior > edges[best].prior {
				best = k
			}
		}
		edges[visited], edges[best] = edges[best], edges[visited]
		edges = edges[:visited+1]
	}
	if s.config.Gumbel {
		return n.first + s.byPolicy(w, edges, n)
	}
	return n.first + s.puct(edges, nil, n)
}

// puct returns the index of the edge with the largest sum of its mean value and c · prior · sqrt(visits) / (1 + its
// visits), where visits is the sum over all edges. An edge without visits has the value of its node. The slice priors
// replaces the priors of the edges unless it is nil.
func (s *Search) puct(edges []edge, priors []float64, n *node) (best uint32) {
	visits := uint32(0)
	for k := range edges {
		visits += edges[k].visits
	}
	scale, highest := s.config.CPUCT*math.Sqrt(float64(max(1, visits))), math.Inf(-1)
	for k := range edges {
		e := &edges[k]
		prior, value := float64(e.prior), float64(n.value)
		if priors != nil {
			prior = priors[k]
		}
		if e.visits > 0 {
			value = e.total / float64(e.visits)
		}
		if score := value + scale*prior/float64(1+e.visits); score > highest {
			best, highest = uint32(k), score
		}
	}
	return best
}

// byPolicy returns the index of the edge whose share of the visits lags most behind the improved policy. Of the edges
// without visits, the given ones contain only the first.
func (s *Search) byPolicy(w *worker, edges []edge, n *node) (best uint32) {
	q, scale, visits := s.mixed(edges, n)
	visitedPrior, shift := 0.0, 0.0 // shift keeps exp from overflowing
	w.weights = w.weights[:0]
	for k := range edges {
		e, gain := &edges[k], 0.0 // gain is the transformed value less the one of edges without visits
		if e.visits > 0 {
			gain = scale * (e.total/float64(e.visits) - q)
			visitedPrior += float64(e.prior)
			shift = max(shift, gain)
		}
		w.weights = append(w.weights, gain)
	}
	sum := max(0, 1-visitedPrior) * math.Exp(-shift)
	for k := range edges {
		w.weights[k] = float64(edges[k].prior) * math.Exp(w.weights[k]-shift)
		if edges[k].visits > 0 {
			sum += w.weights[k]
		}
	}
	highest := math.Inf(-1)
	for k := range edges {
		if lag := w.weights[k]/sum - float64(edges[k].visits)/float64(1+visits); lag > highest {
			best, highest = uint32(k), lag
		}
	}
	return best
}

// mixed returns the value that edges without visits get, which mixes the value of the node with those of its edges
// (Danihelka et al., appendix D), the factor by which a value from -1 to 1 is added to logits, and the sum of visits.
func (s *Search) mixed(edges []edge, n *node) (value, scale float64, visits uint32) {
	most, prior, weighted := uint32(0), 0.0, 0.0
	for k := range edges {
		e := &edges[k]
		if e.visits == 0 {
			continue
		}
		visits += e.visits
		most = max(most, e.visits)
		p := math.Max(float64(e.prior), math.SmallestNonzeroFloat32)
		prior, weighted = prior+p, weighted+p*e.total/float64(e.visits)
	}
	value = float64(n.value)
	if visits > 0 {
		value = (value + float64(visits)*weighted/prior) / float64(1+visits)
	}
	// σ(q) = (cVisit + most visits) · cScale · q for q from 0 to 1; our values, from -1 to 1, have twice that range
	return value, (s.config.CVisit + float64(most)) * s.config.CScale / 2, visits
}

// completed returns the transformed completed values σ(q) of a node's edges, up to a constant: σ of the mean value of
// an edge with visits, and of the value mixed for the others. The slice is valid until the next call.
func (s *Search) completed(w *worker, t *tree, n *node) []float64 {
	edges := t.edgesOf(n)
	q, scale, _ := s.mixed(edges, n)
	w.weights = w.weights[:0]
	for k := range edges {
		gain := 0.0
		if e := &edges[k]; e.visits > 0 {
			gain = scale * (e.total/float64(e.visits) - q)
		}
		w.weights = append(w.weights, gain)
	}
	return w.weights
}

// improved returns the policy that a search has found for a node: the softmax of logits and transformed completed
// values or, without Gumbel, the shares of the visits. The slice is valid until the next call.
func (s *Search) improved(w *worker, t *tree, n *node) []float64 {
	edges, sum := t.edgesOf(n), 0.0
	weights := s.completed(w, t, n)
	if s.config.Gumbel {
		for k := range edges {
			weights[k] += float64(edges[k].logit)
		}
		largest := slices.Max(weights)
		for k := range edges {
			weights[k] = math.Exp(weights[k] - largest)
			sum += weights[k]
		}
	} else {
		for k := range edges {
			weights[k] = float64(edges[k].visits)
			sum += weights[k]
		}
	}
	for k := range weights {
		weights[k] /= max(sum, 1)
	}
	return weights
}

// appendPriors appends the priors of edges, mixed with noise from a symmetric Dirichlet distribution if noise is set.
func appendPriors(priors []float64, edges []edge, random *rand.PCG, noise bool) []float64 {
	for k := range edges {
		priors = append(priors, float64(edges[k].prior))
	}
	if !noise {
		return priors
	}
	draws, sum := make([]float64, len(edges)), 0.0
	for k := range draws {
		draws[k] = gamma(random, noiseTotal/float64(len(edges)))
		sum += draws[k]
	}
	for k, draw := range draws {
		priors[k] += noiseShare * (draw/sum - priors[k])
	}
	return priors
}

// gamma draws from the gamma distribution with the given shape and the scale 1 (Marsaglia and Tsang, A simple method
// for generating gamma variables, 2000).
func gamma(source *rand.PCG, shape float64) float64 {
	random := rand.New(source)
	if shape < 1 {
		return gamma(source, shape+1) * math.Pow(1-random.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	for {
		x := random.NormFloat64()
		v := math.Pow(1+x/math.Sqrt(9*d), 3)
		if v > 0 && math.Log(1-random.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
