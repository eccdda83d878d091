package certificate_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search/proof/certificate"
	"pillars/search/proof/prover"
	"pillars/search/proof/solver"
)

func rulesOf(t *testing.T, files, ranks int) engine.Rules {
	t.Helper()
	return enginetest.Rules(t, "pilastri", fmt.Sprint("files=", files), fmt.Sprint("ranks=", ranks))
}

// members returns the texts of the members of a certificate for all first turns.
func members(t *testing.T, rules engine.Rules, turns int) (texts []string) {
	t.Helper()
	p, err := prover.New(rules, prover.Options{Memory: 1 << 22, Threads: 2})
	require.NoError(t, err)
	err = p.Members(context.Background(), turns, true, func(text string) error {
		texts = append(texts, text)
		return nil
	})
	require.NoError(t, err)
	return texts
}

func build(t *testing.T, rules engine.Rules, turns int, members []string) *certificate.Certificate {
	t.Helper()
	c, err := certificate.New(rules, turns)
	require.NoError(t, err)
	for _, text := range members {
		require.NoError(t, c.Add(text))
	}
	c.Sort()
	return c
}

func check(c certificate.Proof) error {
	return certificate.Check(context.Background(), c, 2, func(int) {})
}

func file(t *testing.T, c certificate.Proof) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, c.Write(&file))
	return file.Bytes()
}

// TestCertificates writes certificates with and without their last turns, reads and checks them, and compares their
// values with the results of the general solver.
func TestCertificates(t *testing.T) {
	for _, shape := range [][2]int{{2, 2}, {2, 3}, {2, 6}, {3, 4}} {
		rules := rulesOf(t, shape[0], shape[1])
		solution, err := solver.Solve(context.Background(), rules.Start(),
			solver.Limits{Positions: 1 << 20})
		require.NoError(t, err)
		for _, turns := range []int{0, 2, 6} {
			c, err := certificate.Read(bytes.NewReader(file(t, build(t, rules, turns, members(t, rules, turns)))))
			require.NoError(t, err)
			if err := check(c); err != nil {
				t.Fatalf("%v without %d turns: %v", shape, turns, err)
			}
			compare(t, c, solution)
		}
	}
}

func compare(t *testing.T, c certificate.Proof, solution *solver.Solution) {
	t.Helper()
	value, turns := certificate.Values(c, c.Rules().Start())
	if string(value) != solution.Value || len(turns) != len(solution.FirstTurns) {
		t.Errorf("%s: %s with %d turns, want %s with %d", solution.Options, value, len(turns), solution.Value,
			len(solution.FirstTurns))
	}
	for _, turn := range turns {
		if !slices.ContainsFunc(solution.FirstTurns, func(f solver.FirstTurn) bool {
			return f.Turn == turn.Turn && f.Value == string(turn.Value)
		}) {
			t.Errorf("%s: %s is a %s", solution.Options, turn.Turn, turn.Value)
		}
	}
}

var placed = regexp.MustCompile("^(line|after line|member) [0-9]+")

// TestEveryBitCounts flips each bit of a file.
func TestEveryBitCounts(t *testing.T) {
	rules := rulesOf(t, 2, 4)
	whole := file(t, build(t, rules, 0, members(t, rules, 0)))
	for i := range 8 * len(whole) {
		flipped := slices.Clone(whole)
		flipped[i/8] ^= 1 << (i % 8)
		c, err := certificate.Read(bytes.NewReader(flipped))
		if err == nil && !bytes.Equal(file(t, c), whole) {
			t.Errorf("byte %d bit %d: read as another certificate", i/8, i%8)
		}
		if err != nil && !placed.MatchString(err.Error()) {
			t.Errorf("byte %d bit %d: %v names no place", i/8, i%8, err)
		}
	}
}
