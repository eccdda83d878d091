package training

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"

	"pillars/engine"
	"pillars/eval"
)

// Zero is the name of weights that are all 0, in place of a file.
const Zero = "zero"

// Current is the name of the weights that players use if they are told nothing.
const Current = "current"

// LoadWeights reads the weights of that name in the order of the layout: [Zero], [Current], [eval.HandMade], or a file.
func LoadWeights(name string, rules engine.Rules) ([]eval.Weight, error) {
	switch name {
	case Zero:
		layout, err := eval.NewLayout(rules)
		if err != nil {
			return nil, err
		}
		return make([]eval.Weight, layout.Len()), nil
	case Current:
		name = ""
	}
	linear, err := eval.Load(name, rules)
	if err != nil {
		return nil, err
	}
	return linear.Weights(), nil
}

// WriteWeights writes weights that are in the order of a layout, after a header of comments.
func WriteWeights(path string, layout *eval.Layout, weights []eval.Weight, header ...string) error {
	var b bytes.Buffer
	if err := eval.WriteWeights(&b, layout, layout.Named(weights), header...); err != nil {
		return err
	}
	return replaceFile(path, b.Bytes())
}

// readWeights reads a file that WriteWeights has written.
func readWeights(path string, layout *eval.Layout) ([]eval.Weight, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	weights, err := eval.ReadWeights(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return layout.Order(weights)
}

// Change is what a lesson has made of a weight.
type Change struct {
	Name          string
	Before, After eval.Weight
}

// size is by how much the weight has changed, early or late.
func (c Change) size() float64 {
	return max(math.Abs(c.After.Early-c.Before.Early), math.Abs(c.After.Late-c.Before.Late))
}

// MostChanged are the n weights that have changed most, in the order of the layout where they have changed alike.
func MostChanged(layout *eval.Layout, before, after []eval.Weight, n int) []Change {
	var changes []Change
	for i := range layout.Len() {
		if before[i] != after[i] {
			changes = append(changes, Change{layout.Term(i).Name, before[i], after[i]})
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(b.size(), a.size()) })
	return changes[:min(n, len(changes))]
}
