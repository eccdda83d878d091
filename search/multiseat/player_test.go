package multiseat

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	"pillars/search"
)

// large returns a game too long to be searched to its end.
func large() engine.Rules { return &enginetest.Strikes{Tokens: []int{12, 12, 12, 12}} }

// TestNodeLimit checks that a decision uses all nodes of its limit and no more.
func TestNodeLimit(t *testing.T) {
	for _, mode := range modes {
		player := newPlayer(t, large(), mode, nil)
		for _, nodes := range []uint64{1, 2, 3, 100, 5000} {
			player.NewGame(0)
			if decision := decide(t, player, large().Start(),
				search.Limits{Nodes: nodes}); decision.Info.Nodes != nodes {
				t.Errorf("%s: %d nodes where %d were allowed", mode, decision.Info.Nodes, nodes)
			}
		}
	}
}

// TestDepthLimit counts the nodes of a search of depth 1, which are the legal steps, and checks that depth 4 is reached
// and not exceeded.
func TestDepthLimit(t *testing.T) {
	for _, mode := range modes {
		player := newPlayer(t, large(), mode, func(c *Config) { c.Quiescence = false })
		first := decide(t, player, large().Start(), search.Limits{Depth: 1})
		if first.Info.Depth != 1 || first.Info.Nodes != 3 {
			t.Errorf("%s: depth %d with %d nodes, want 1 with 3", mode, first.Info.Depth, first.Info.Nodes)
		}
		if fourth := decide(t, player, large().Start(), search.Limits{Depth: 4}); fourth.Info.Depth != 4 {
			t.Errorf("%s: depth %d, want 4", mode, fourth.Info.Depth)
		}
	}
}

// TestEndedContext checks that a player whose context has ended answers almost without thinking.
func TestEndedContext(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, mode := range modes {
		decision, err := newPlayer(t, large(), mode, nil).Decide(ended, engine.NewHistory(large().Start()),
			search.Limits{}, nil)
		if err != nil || len(decision.Steps) == 0 || decision.Info.Nodes > 1024 {
			t.Errorf("%s: %v with %d nodes, %v", mode, decision.Steps, decision.Info.Nodes, err)
		}
	}
}

// TestIdeasKeepTheValue searches to the end of the game with and without the ideas that should only make it faster: the
// score must be the same.
func TestIdeasKeepTheValue(t *testing.T) {
	rules := &enginetest.Strikes{Tokens: []int{3, 4, 3}}
	random := engine.NewRandom(3)
	for _, mode := range modes {
		p := rules.Start()
		for !p.Over() {
			var scores []search.Score
			for _, on := range []bool{false, true} {
				player := newPlayer(t, rules, mode, func(c *Config) { c.Window, c.Killers, c.History = on, on, on })
				scores = append(scores, decide(t, player, p, search.Limits{}).Info.Score)
			}
			if scores[0] != scores[1] {
				t.Errorf("%s: score %v without ideas, %v with them: %s", mode, scores[0], scores[1], p)
			}
			p.Play(engine.RandomStep(p, random))
		}
	}
}

// TestLines checks that several lines begin with different steps, come in the order of their scores and are all
// reported at every depth.
func TestLines(t *testing.T) {
	for _, mode := range modes {
		player := newPlayer(t, large(), mode, func(c *Config) { c.MultiPV = 5 })
		var infos []search.Info
		report := func(info search.Info) { infos = append(infos, info) }
		if _, err := player.Decide(t.Context(), engine.NewHistory(large().Start()), search.Limits{Depth: 4},
			report); err != nil {
			t.Fatal(err)
		}
		if len(infos) != 4*3 {
			t.Fatalf("%s: %d reports, want three lines at each of four depths", mode, len(infos))
		}
		for i, info := range infos {
			if info.Line != i%3+1 || info.Depth != i/3+1 {
				t.Errorf("%s: report %d is line %d of depth %d", mode, i, info.Line, info.Depth)
			}
			if i%3 > 0 && (info.Score > infos[i-1].Score || info.Principal[0] == infos[i-1].Principal[0]) {
				t.Errorf("%s: line %d is %v %v after %v %v", mode, info.Line, info.Principal, info.Score,
					infos[i-1].Principal, infos[i-1].Score)
			}
		}
	}
}

// TestModeBySeats checks which mode auto selects, and that a given mode is used.
func TestModeBySeats(t *testing.T) {
	for seats, want := range map[int]string{2: Paranoid, 3: Paranoid, 4: bestReply} {
		for _, mode := range append(modes, auto) {
			config := DefaultConfig()
			config.Mode = mode
			expected := mode
			if mode == auto {
				expected = want
			}
			if got := config.modeFor(seats); got != expected {
				t.Errorf("%d seats, mode %q: mode %q, want %q", seats, mode, got, expected)
			}
		}
	}
}

// TestNoAllocation compares a short and a long search: what a decision allocates must not grow with its nodes.
func TestNoAllocation(t *testing.T) {
	rules := &enginetest.Strikes{Tokens: []int{12, 12, 12}}
	weights := enginetest.File(t, enginetest.StrikesWeights)
	for _, mode := range modes {
		config := DefaultConfig()
		config.Mode, config.Table, config.Weights = mode, 1, weights
		evaluator, err := eval.Load(weights, rules)
		if err != nil {
			t.Fatal(err)
		}
		s, h := newSearcher(&config, rules, evaluator, newTable()), engine.NewHistory(rules.Start())
		s.Begin(t.Context(), h, search.Limits{Nodes: 20000}, nil)
		s.Deepen()
		allocs := testing.AllocsPerRun(5, func() {
			s.Begin(t.Context(), h, search.Limits{Depth: 7}, nil)
			s.Table.Clear()
			if mode == maxN {
				s.searchVector(0, 7, rival{least: -1})
			} else {
				s.search(0, 7, -search.MaxScore, search.MaxScore)
			}
		})
		if allocs != 0 || s.Nodes < 100 {
			t.Errorf("%s: %v allocations in %d nodes", mode, allocs, s.Nodes)
		}
	}
}
