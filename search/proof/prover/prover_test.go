package prover

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

func newProver(t *testing.T, files, ranks, threads int) *Prover {
	t.Helper()
	p, err := New(rulesOf(t, files, ranks), Options{Memory: 1 << 24, Threads: threads})
	require.NoError(t, err)
	return p
}

func firstWins(ctx context.Context, p *Prover) (bool, error) { return p.wins(ctx, *start(p.shape)) }

// TestValues proves the values of small boards, on one thread and on several, and compares them with the results of an
// independent program.
func TestValues(t *testing.T) {
	boards := [][2]int{{2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {2, 7}, {3, 4}, {4, 4}}
	if enginetest.Long() {
		boards = append(boards, [2]int{2, 8}, [2]int{3, 6}, [2]int{4, 5})
	}
	for _, shape := range boards {
		for _, threads := range []int{1, 4} {
			first, err := firstWins(t.Context(), newProver(t, shape[0], shape[1], threads))
			if want := shape != [2]int{2, 3}; err != nil || first != want {
				t.Errorf("%v on %d threads: the first player wins: %t, %v; want %t", shape, threads, first, err, want)
			}
		}
	}
}

// TestSmallTable proves with a table of four positions, which forgets nearly all values.
func TestSmallTable(t *testing.T) {
	p, err := New(rulesOf(t, 3, 4), Options{Memory: 1, Threads: 2})
	require.NoError(t, err)
	if first, err := firstWins(t.Context(), p); err != nil || !first {
		t.Errorf("the first player wins: %t, %v", first, err)
	}
}

func TestNewRefuses(t *testing.T) {
	_, err := New(rulesOf(t, 6, 6), Options{Memory: 1, Threads: 1})
	require.ErrorContains(t, err, "at most 32 squares; this one has 36", "6 x 6")
	if _, err := New(enginetest.Rules(t, "pylyx"), Options{}); err == nil ||
		err.Error() != "the prover knows only pilastri, not pylyx" {
		t.Errorf("pylyx: %v", err)
	}
}

// TestResume reads the values of an earlier proof from a file whose end is damaged, as after a kill.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	whole := newProver(t, 4, 4, 1)
	require.NoError(t, whole.Keep(path))
	if _, err := whole.wins(t.Context(), *start(whole.shape)); err != nil {
		t.Fatal(err)
	}
	// The values of this board take too few nodes to be kept.
	for i := range uint64(3) {
		whole.log.addIfLarge(hash{i + 1, i}, newValue(i == 1, logFrom))
	}
	require.NoError(t, whole.Close())
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, file[:len(file)-5], 0o600))
	for range 2 { // the first call cuts the part of a record off
		p := newProver(t, 4, 4, 1)
		require.NoError(t, p.Keep(path))
		if kept, err := os.ReadFile(path); err != nil || len(kept) != len(p.title)+1+2*recordSize {
			t.Fatalf("%d bytes are kept, %v; want two values", len(kept), err)
		}
		if v, known := p.table.probe(hash{2, 1}); !v.win() || v.nodes() != logFrom || !known {
			t.Errorf("a value came back as %t after %d nodes, %t", v.win(), v.nodes(), known)
		}
		require.NoError(t, p.Close())
	}
	require.ErrorContains(t, newProver(t, 3, 4, 1).Keep(path), "is of another proof", "the log of another board")
}

// TestCancel ends a proof that would take hours.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p, err := New(rulesOf(t, 4, 8), Options{Memory: 1 << 20, Threads: 2, Report: func(text func() string) {
		if strings.Contains(text(), " positions searched") {
			cancel()
		}
	}})
	require.NoError(t, err)
	if _, err := firstWins(ctx, p); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// TestSameMembers lists the members of a proof on one thread and on several, with much memory and with little.
func TestSameMembers(t *testing.T) {
	var wanted []string
	for _, options := range []Options{
		{Memory: 1 << 24, Threads: 1}, {Memory: 1 << 24, Threads: 3}, {Memory: 1 << 10, Threads: 2},
	} {
		for _, all := range []bool{true, false} {
			p, err := New(rulesOf(t, 3, 4), options)
			require.NoError(t, err)
			var texts []string
			if err := p.Members(t.Context(), 4, all, func(text string) error {
				texts = append(texts, text)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if all && wanted == nil {
				wanted = texts
			}
			if all && !slices.Equal(texts, wanted) || !all && len(texts) >= len(wanted) {
				t.Errorf("%+v, all turns %t: %d members, want the same %d, or fewer", options, all, len(texts),
					len(wanted))
			}
		}
	}
}
