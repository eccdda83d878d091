package certificate_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search/proof/certificate"
	"pillars/search/proof/solver"
)

// losses returns the members of a ranked certificate as lines of its file.
func losses(t *testing.T, p engine.Position) (lines []string) {
	t.Helper()
	err := solver.Losses(context.Background(), p, solver.Limits{Positions: 1 << 20}, func(text string, rank int) error {
		lines = append(lines, strconv.Itoa(rank)+" "+text)
		return nil
	})
	require.NoError(t, err)
	return lines
}

func ranked(t *testing.T, rules engine.Rules, lines []string) *certificate.Ranked {
	t.Helper()
	c, err := certificate.NewRanked(rules)
	require.NoError(t, err)
	for _, line := range lines {
		rank, text, _ := strings.Cut(line, " ")
		number, err := strconv.Atoi(rank)
		require.NoError(t, err)
		require.NoError(t, c.Add(text, number))
	}
	return c
}

// decided is a position of Pit of Pillars on a board of its own, in which Red wins in six turns and positions can
// repeat.
const decided = "x2/w,x3/x3,r/x2 w m 0/0 - 23"

// TestRanked writes, reads and checks proofs of a game with repetition and of a game without.
func TestRanked(t *testing.T) {
	for _, test := range []struct {
		game, position string
		options        []string
	}{
		{"pit-of-pillars", decided, []string{"size=4"}},
		{"pilastri", "", []string{"files=2", "ranks=4"}},
		{"pilastri", "", []string{"files=2", "ranks=3"}},
	} {
		rules := enginetest.Rules(t, test.game, test.options...)
		p := rules.Start()
		if test.position != "" {
			var err error
			if p, err = rules.Game().Read(test.position, rules.Settings()); err != nil {
				t.Fatal(err)
			}
		}
		solution, err := solver.Solve(context.Background(), p, solver.Limits{Positions: 1 << 20})
		require.NoError(t, err)
		c, err := certificate.Read(bytes.NewReader(file(t, ranked(t, rules, losses(t, p)))))
		require.NoError(t, err)
		if err := check(c); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		if value, _ := certificate.Values(c, p); string(value) != solution.Value {
			t.Errorf("%s: %s, want %s", p, value, solution.Value)
		}
		_, turns := certificate.Values(c, p)
		for steps, after := range engine.EachTurn(p) {
			text := engine.LineText(p, steps)
			i := slices.IndexFunc(turns, func(f certificate.FirstTurn) bool { return f.Turn == text })
			want := map[certificate.Value]certificate.Value{certificate.Win: certificate.Loss,
				certificate.Loss: certificate.Win}[turns[i].Value]
			if got, _ := certificate.Values(c, after); want != "" && !after.Over() && got != want {
				t.Errorf("%s, after a turn that is a %s: %s", after, turns[i].Value, got)
			}
		}
	}
}

// TestRankedRefuses spoils a proof: a member missing, a rank too low, a position that is not lost.
func TestRankedRefuses(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	p, err := rules.Game().Read(decided, rules.Settings())
	require.NoError(t, err)
	lines := losses(t, p)
	for i, line := range lines {
		rank, text, _ := strings.Cut(line, " ")
		if rank == "6" {
			continue // the position itself, which no other member needs
		}
		missing := slices.Delete(slices.Clone(lines), i, i+1)
		if check(ranked(t, rules, missing)) == nil {
			if value, _ := certificate.Values(ranked(t, rules, missing), p); value != certificate.Unknown {
				t.Errorf("without %s", line)
			}
		}
		if rank == "2" {
			continue // its replies end the game, so its rank does not count
		}
		low := slices.Clone(lines)
		low[i] = "1 " + text
		require.ErrorContains(t, check(ranked(t, rules, low)), "no reply to ", low[i])
	}
	for _, after := range engine.EachTurn(p) {
		p := after.Clone()
		p.(engine.Keyed).SetKey(after.(engine.Keyed).AppendCanonicalKey(nil)) // with White as the seat to act
		text := p.String()
		won := append(slices.Clone(lines), "9 "+text[:strings.LastIndexByte(text, ' ')])
		if check(ranked(t, rules, won)) == nil {
			t.Errorf("%s is accepted, which is not lost", after)
		}
	}
	short := ranked(t, enginetest.Rules(t, "pit-of-pillars", "size=4", "cap=3"), lines)
	if err := short.Write(io.Discard); err == nil || !strings.HasPrefix(err.Error(), "cap=3 would draw games") {
		t.Errorf("written with cap=3: %v", err)
	}
	text := string(file(t, ranked(t, rules, lines)))
	for old, changed := range map[string]string{
		"size=4": "size=5", "members ": "members 9", "pit-of-pillars": "pylyx",
	} {
		_, err := certificate.Read(strings.NewReader(strings.Replace(text, old, changed, 1)))
		require.ErrorContains(t, err, "line ", changed, old)
	}
}
