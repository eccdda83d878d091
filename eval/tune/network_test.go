package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/eval"
)

const toyPatterns = 4

// toys returns positions that are likely won if exactly one of the patterns 0 and 1 is shown, which no sum of weights
// can express. The patterns of the opponent mean nothing.
func toys(t *testing.T, n int, seed uint64) *Examples {
	t.Helper()
	random, examples := rand.New(rand.NewPCG(seed, 1)), NewExamples(toyPatterns)
	for range n {
		var own, other []uint16
		for pattern := range uint16(2) {
			if random.IntN(2) == 0 {
				own = append(own, pattern)
			}
			if random.IntN(2) == 0 {
				other = append(other, pattern+2)
			}
		}
		target := .1
		if len(own) == 1 {
			target = .9
		}
		examples.Add(own, other, random.IntN(65), target)
	}
	return examples
}

var toyOptions = NetworkOptions{Units: 32, Epochs: 12, Batch: 1024, Rate: .02, Decay: .01, Seed: 1, Workers: 2}

func toyStart() *eval.Parameters {
	return &eval.Parameters{Units: 32, Linear: make([]eval.Weight, toyPatterns)}
}

// TestNetworkLearns checks that training learns an interaction, up to the entropy of the targets.
func TestNetworkLearns(t *testing.T) {
	p, track, err := FitNetwork(t.Context(), toys(t, 30_000, 1), toys(t, 3_000, 2), toyStart(), toyOptions,
		func(Track) {})
	if err != nil {
		t.Fatal(err)
	}
	entropy := -.1*math.Log(.1) - .9*math.Log(.9)
	before, after := track.Losses[0].Validation, track.Least().Validation
	if !(after <= entropy+.01 && before >= entropy+.2) {
		t.Errorf("the loss fell from %.4f to %.4f; the least possible is %.4f", before, after, entropy)
	}
	if len(p.Rows) != 2*toyPatterns*32 || len(p.Linear) != toyPatterns {
		t.Errorf("%d numbers in rows, %d patterns", len(p.Rows), len(p.Linear))
	}
}

// TestNetworkIsTheSameForAnyWorkers trains twice, and stops a training. The networks must be the same bit by bit.
func TestNetworkIsTheSameForAnyWorkers(t *testing.T) {
	train, held := toys(t, 10_000, 1), toys(t, 1_000, 2)
	run := func(ctx context.Context, workers int, watch func(Track)) (*eval.Parameters, error) {
		options := toyOptions
		options.Workers = workers
		network, _, err := FitNetwork(ctx, train, held, toyStart(), options, watch)
		return network, err
	}
	one, err1 := run(t.Context(), 1, func(Track) {})
	three, err3 := run(t.Context(), 3, func(Track) {})
	if err1 != nil || err3 != nil || !reflect.DeepEqual(one, three) {
		t.Errorf("three workers came to another network than one: %v, %v", err1, err3)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := run(ctx, 2, func(Track) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("training that was broken off returned %v", err)
	}
}

// TestNetworkGradient compares the derivatives with differences of the loss.
func TestNetworkGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	from := toyStart()
	for i := range from.Linear {
		from.Linear[i] = eval.Weight{Early: random.NormFloat64() * 50, Late: random.NormFloat64() * 50}
	}
	point := startNetwork(from, 32, 7)
	n := viewNetwork(point, toyPatterns, 32)
	for i := range n.rows {
		n.rows[i] *= 5 // some units are cut off at both ends
	}
	for _, e := range []example{
		{rows: []uint16{0, 2, 2, 5, 7}, phase: .3, target: .8},
		{rows: []uint16{0, 2, 2, 5, 7}, setUp: true, target: .8},
	} {
		checkGradient(t, n, &e)
	}
}

func checkGradient(t *testing.T, n *network, e *example) {
	t.Helper()
	point := n.all
	loss := func() float64 { return crossEntropy(n.forward(e), float64(e.target)) }
	g := viewNetwork(make([]float32, len(point)), toyPatterns, 32)
	n.backward(g, e, float32(sigmoid(n.forward(e)))-e.target)
	counted := 0
	for i, x := range point {
		const step = .001
		point[i] = x + step
		above := loss()
		point[i] = x - step
		below := loss()
		point[i] = x
		slope := (above - below) / (2 * step)
		near.Check(t, float64(g.all[i]), slope, .002+.02*math.Abs(slope), "the derivative by number ", i)
		if slope != 0 {
			counted++
		}
	}
	if counted < 100 {
		t.Errorf("%d numbers change the loss; the test means to see more", counted)
	}
}

// TestExamples checks that all examples come back once each, chunk by chunk, in random order.
func TestExamples(t *testing.T) {
	const n = chunkExamples + 1000
	examples := NewExamples(300)
	for i := range n {
		own, other := []uint16{uint16(i % 300), 7}, []uint16{uint16(i / 300)}
		examples.Add(own, other, i%65, float64(i%2))
	}
	seen, inOrder := map[[2]uint16]int{}, true
	all, last := 0, -1
	for chunk := range examples.shuffled(rand.New(rand.NewPCG(1, 1))) {
		all += len(chunk)
		for _, e := range chunk {
			i := int(e.rows[2]-300)*300 + int(e.rows[0])
			if e.target != float32(i%2) || e.phase != float32(i%65)/64 || e.rows[1] != 7 {
				t.Fatalf("example %d is %v", i, e)
			}
			inOrder = inOrder && i > last
			last = i
			seen[[2]uint16{e.rows[0], e.rows[2]}]++
		}
	}
	if all != n || len(seen) != n || inOrder {
		t.Errorf("%d examples, %d of them different, want %d; in order: %t", all, len(seen), n, inOrder)
	}
}
