package tune

import (
	"math/rand/v2"
	"slices"

	"pillars/eval"
	"pillars/eval/internal/rows"
)

// network holds all numbers of a network in floating point, as views of one slice.
type network struct {
	all               []float32
	rows, bias        []float32
	early, late       []float32 // outputs
	linEarly, linLate []float32 // by pattern, in logits
	patterns, units   int
	decaying          int       // how many of all, from the first on
	hidden, change    []float32 // scratch
}

func viewNetwork(all []float32, patterns, units int) *network {
	n := &network{all: all, patterns: patterns, units: units}
	rest := all
	take := func(size int) (part []float32) {
		part, rest = rest[:size:size], rest[size:]
		return part
	}
	n.rows, n.early, n.late = take(2*patterns*units), take(units), take(units)
	n.decaying = len(all) - len(rest)
	n.bias, n.linEarly, n.linLate = take(units), take(patterns), take(patterns)
	n.hidden, n.change = make([]float32, units), make([]float32, units)
	return n
}

func networkSize(patterns, units int) int { return 2*patterns*units + 3*units + 2*patterns }

// forward returns the worth in logits, and leaves the values of the hidden units in the network.
func (n *network) forward(e *example) float64 {
	copy(n.hidden, n.bias)
	rows.AddFloats(n.hidden, n.rows, e.rows)
	early, late := 1-e.phase, e.phase
	var sum float32
	for _, row := range e.rows {
		if number := int(row); number < n.patterns {
			sum += n.linEarly[number]*early + n.linLate[number]*late
		} else {
			number -= n.patterns
			sum -= n.linEarly[number]*early + n.linLate[number]*late
		}
	}
	for i, x := range n.hidden {
		x = max(0, min(1, x))
		sum += x * x * (n.early[i]*early + n.late[i]*late)
	}
	return float64(sum)
}

// backward adds the derivatives of the loss to g, for the example of the last call of forward.
func (n *network) backward(g *network, e *example, slope float32) {
	early, late := 1-e.phase, e.phase
	for i, x := range n.hidden {
		n.change[i] = 0
		if x <= 0 {
			continue
		}
		fired := min(1, x) * min(1, x)
		g.early[i] += slope * fired * early
		g.late[i] += slope * fired * late
		if x < 1 {
			n.change[i] = slope * 2 * x * (n.early[i]*early + n.late[i]*late)
			g.bias[i] += n.change[i]
		}
	}
	rows.Spread(g.rows, n.change, e.rows)
	for _, row := range e.rows {
		number, sign := int(row), slope
		if number >= n.patterns {
			number, sign = number-n.patterns, -slope
		}
		g.linEarly[number] += sign * early
		g.linLate[number] += sign * late
	}
}

// startNetwork returns an existing network, or one with a given linear part and hidden units that differ a little.
func startNetwork(from *eval.Parameters, units int, seed uint64) []float32 {
	n := viewNetwork(make([]float32, networkSize(len(from.Linear), units)), len(from.Linear), units)
	for i, w := range from.Linear {
		n.linEarly[i], n.linLate[i] = float32(w.Early/perLogit), float32(w.Late/perLogit)
	}
	if from.Rows != nil {
		copy(n.rows, from.Rows)
		copy(n.bias, from.Bias)
		for i, w := range from.Output {
			n.early[i], n.late[i] = float32(w.Early), float32(w.Late)
		}
		return n.all
	}
	random := rand.New(rand.NewPCG(seed, 0x6e6574776f726b))
	for i := range n.rows {
		n.rows[i] = float32(random.NormFloat64()) * .05
	}
	for i := range units {
		n.bias[i] = .3
		n.early[i], n.late[i] = float32(random.NormFloat64())*.1, float32(random.NormFloat64())*.1
	}
	return n.all
}

// Parameters returns the best network as package eval takes it. The rows of patterns that no position has shown are 0.
func (s *NetworkState) Parameters(patterns, units int) *eval.Parameters {
	n := viewNetwork(slices.Clone(s.Best), patterns, units)
	for i, square := range viewNetwork(s.Square, patterns, units).rows {
		if square == 0 {
			n.rows[i] = 0
		}
	}
	p := &eval.Parameters{Units: units, Rows: slices.Clone(n.rows), Bias: slices.Clone(n.bias)}
	for i := range units {
		p.Output = append(p.Output, eval.Weight{Early: float64(n.early[i]), Late: float64(n.late[i])})
	}
	p.Linear = Vector(interleave(n.linEarly, n.linLate)).Eval()
	return p
}

func interleave(early, late []float32) (both []float64) {
	for i, x := range early {
		both = append(both, float64(x), float64(late[i]))
	}
	return both
}
