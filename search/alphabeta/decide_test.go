package alphabeta

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
)

// nodeSlack is the number of nodes by which a search may exceed its limit, which is not checked within a quiescence
// search.
const nodeSlack = 100

// TestContextEndsInReport ends the context from within a report: the search has no other limit and must stop soon, with
// what it reported.
func TestContextEndsInReport(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "8")
	h := enginetest.RandomGame(t, rules, 6, 90)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last search.Info
	decision, err := newPlayer(t, rules).Decide(ctx, h, search.Limits{}, func(info search.Info) {
		if last = info; info.Depth == 3 {
			cancel()
		}
	})
	require.NoError(t, err)
	checkSteps(t, h, decision)
	const soon = 1024 + nodeSlack
	if decision.Info.Nodes > last.Nodes+soon || decision.Info.Depth < 3 {
		t.Errorf("%d nodes to depth %d; the context ended after %d", decision.Info.Nodes, decision.Info.Depth,
			last.Nodes)
	}
}

// TestCutOffProofs stops sound searches after few nodes. The wins and losses that they claim are those that they find
// with many.
func TestCutOffProofs(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "4")
	sound := func(c *Config) { c.Sound = true }
	claims := 0
	for seed := range uint64(40) {
		for _, steps := range []int{24, 36} {
			h := enginetest.RandomGame(t, rules, seed, steps)
			if h.Outcome().Over() {
				continue
			}
			truth := decide(t, newPlayer(t, rules, sound), h, search.Limits{Nodes: 20_000}).Info.Score
			for _, n := range []int{1, 2} {
				score := decide(t, newPlayer(t, rules, sound, threads(n)), h, search.Limits{Nodes: 60}).Info.Score
				if !score.Decided() {
					continue
				}
				if claims++; !truth.Decided() || (score > 0) != (truth > 0) {
					t.Errorf("%s: %d with %d threads, %d after many nodes", h.Position(), score, n, truth)
				}
			}
		}
	}
	if claims < 10 {
		t.Errorf("only %d claims", claims)
	}
}

// TestReportsOfThreads checks that the reports of two threads count ever more nodes, and that the last one is the
// decision.
func TestReportsOfThreads(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "6")
	for seed := range uint64(8) {
		var last search.Info
		decision, err := newPlayer(t, rules, threads(2)).Decide(t.Context(), enginetest.RandomGame(t, rules, seed, 40),
			search.Limits{Nodes: 3000}, func(info search.Info) {
				if info.Nodes < last.Nodes || info.Depth < last.Depth {
					t.Errorf("%+v after %+v", info, last)
				}
				last = info
			})
		require.NoError(t, err)
		if last.Depth != decision.Info.Depth || !slices.Equal(last.Principal, decision.Info.Principal) {
			t.Errorf("decided %+v, but reported %+v", decision.Info, last)
		}
	}
}

func threads(n int) func(*Config) { return func(c *Config) { c.Threads = n } }

// bomb is an evaluator that panics.
type bomb struct{}

func (bomb) Evaluate(engine.Position, engine.Seat) int { panic("bomb") }

// TestHelperPanics checks that a helper's panic ends an unlimited decision and reaches the caller.
func TestHelperPanics(t *testing.T) {
	rules := pillars(t, "8")
	config := DefaultConfig()
	config.Threads = 3
	made := 0
	thread := func(evaluator eval.Evaluator, table *dfs.Table) (*dfs.Tree, error) {
		if made++; made == config.Threads {
			evaluator = bomb{}
		}
		return &newSearcher(&config, rules, evaluator, nil, table).Tree, nil
	}
	player, err := dfs.NewPlayer("alphabeta", "alphabeta", rules, &config.Settings, config.Threads, true, thread)
	require.NoError(t, err)
	defer func() {
		if cause := recover(); cause != "bomb" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_, err = player.Decide(context.Background(), engine.NewHistory(rules.Start()), search.Limits{}, nil)
	t.Errorf("decided with the error %v", err)
}

// BenchmarkThreads searches twenty positions to depth 11 on one and on two threads.
func BenchmarkThreads(b *testing.B) {
	rules := pillars(b, "8")
	for _, n := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", n), func(b *testing.B) {
			player := newPlayer(b, rules, threads(n), func(c *Config) { c.Table = 16 })
			for b.Loop() {
				for seed := range 20 {
					player.NewGame(1)
					ctx, cancel := context.WithCancel(b.Context())
					_, err := player.Decide(ctx, enginetest.RandomGame(b, rules, uint64(seed), 60), search.Limits{},
						func(info search.Info) {
							if info.Depth == 11 {
								cancel()
							}
						})
					cancel()
					require.NoError(b, err)
				}
			}
		})
	}
}
