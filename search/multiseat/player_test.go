package multiseat

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
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

// TestSameGame plays whole games twice with each mode and every idea on and off: equal players play the same game.
func TestSameGame(t *testing.T) {
	plain := func(c *Config) {
		c.Window, c.Killers, c.History, c.Reduction, c.Pruning, c.Quiescence = false, false, false, false, false, false
	}
	all := func(c *Config) {
		c.Window, c.Killers, c.History, c.Reduction, c.Pruning, c.Quiescence = true, true, true, true, true, true
	}
	rules := &enginetest.Strikes{Tokens: []int{4, 5, 4}}
	for _, mode := range modes {
		for _, change := range []func(*Config){plain, all} {
			player := newPlayer(t, rules, mode, change)
			game := func() []engine.Step {
				player.NewGame(1)
				h := engine.NewHistory(rules.Start())
				for !h.Outcome().Over() {
					for _, step := range decide(t, player, h.Position(), search.Limits{Nodes: 300}).Steps {
						if err := h.Play(step); err != nil {
							t.Fatal(err)
						}
					}
				}
				return h.Steps()
			}
			if first, second := game(), game(); !slices.Equal(first, second) {
				t.Errorf("%s plays two different games:\n%v\n%v", mode, first, second)
			}
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
				player := newPlayer(t, rules, mode, func(c *Config) {
					c.Window, c.Killers, c.History = on,
						on, on
				})
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

// TestRefusals checks that invalid values and a finished game are refused.
func TestRefusals(t *testing.T) {
	for key, spoil := range map[string]func(*Config){
		"mode":    func(c *Config) { c.Mode = "kind" },
		"table":   func(c *Config) { c.Table = 0 },
		"multipv": func(c *Config) { c.MultiPV = 0 },
		"depth":   func(c *Config) { c.Limits.Depth = -1 },
		"time":    func(c *Config) { c.Limits.Time = -time.Second },
		"no/such": func(c *Config) { c.Weights = "no/such/file" },
	} {
		config := DefaultConfig()
		spoil(&config)
		if _, err := New("test", large(), config); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: the error %v does not name it", key, err)
		}
	}
	h := engine.NewHistory((&enginetest.Strikes{Tokens: []int{1, 1}}).Start())
	if err := h.Play(2); err != nil {
		t.Fatal(err)
	}
	player := newPlayer(t, &enginetest.Strikes{Tokens: []int{1, 1}}, maxN, nil)
	if _, err := player.Decide(t.Context(), h, search.Limits{}, nil); err == nil ||
		!strings.Contains(err.Error(), "over") {
		t.Errorf("deciding in a finished game gives the error %v", err)
	}
}
