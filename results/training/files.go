package training

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"pillars/engine"
	"pillars/eval"
)

// Names of weights in place of a file: all 0, and those that players use if they are told nothing.
const (
	zero    = "zero"
	Current = "current"
)

// LoadWeights reads weights in the order of the layout: zero, [Current], [eval.HandMade], or a file.
func LoadWeights(name string, rules engine.Rules) ([]eval.Weight, error) {
	switch name {
	case zero:
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

// Change is what a training run has made of a weight.
type Change struct {
	Name          string
	Before, After eval.Weight
}

// MostChanged are the n weights that have changed most, in the order of the layout where they have changed alike.
func MostChanged(layout *eval.Layout, before, after []eval.Weight, n int) []Change {
	var changes []Change
	for i := range layout.Len() {
		if before[i] != after[i] {
			changes = append(changes, Change{layout.Term(i).Name, before[i], after[i]})
		}
	}
	size := func(c Change) float64 {
		return max(math.Abs(c.After.Early-c.Before.Early), math.Abs(c.After.Late-c.Before.Late))
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(size(b), size(a)) })
	return changes[:min(n, len(changes))]
}

// enterFolder makes the folder of a plan, which plan.json keeps, or checks that it is of the same plan and returns the
// stored one, whose players may have former names. A new folder gets start first, so that one with a plan has both.
func enterFolder[P any](folder string, wanted P, start []byte, current func(P) P) (P, error) {
	text, err := json.MarshalIndent(wanted, "", "  ")
	if err != nil {
		return wanted, err
	}
	path := filepath.Join(folder, "plan.json")
	found, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(folder, 0o755)
		if err == nil && start != nil {
			err = replaceFile(filepath.Join(folder, fmt.Sprintf(weightsFile, 0)), start)
		}
		if err == nil {
			err = replaceFile(path, text)
		}
		return wanted, err
	}
	var stored P
	if err == nil {
		err = json.Unmarshal(found, &stored)
	}
	if err != nil {
		return wanted, fmt.Errorf("%s: %w", path, err)
	}
	now, err := json.Marshal(current(stored))
	asked, errAsked := json.Marshal(current(wanted))
	if err = errors.Join(err, errAsked); err == nil && !bytes.Equal(now, asked) {
		err = fmt.Errorf("%s is of other settings than those wanted; give those again, or name another folder", path)
	}
	return stored, err
}

// replaceFile leaves either the old or the new contents there at any time.
func replaceFile(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
