package host

import (
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/search"
)

// TestLimits checks that the limits of a question are lowered to the host's bounds, and that a search without limits is
// an error.
func TestLimits(t *testing.T) {
	t.Parallel()
	bounded := &Host{MaxTime: time.Minute}
	for _, try := range []struct {
		host *Host
		q    searchQuestion
		want search.Limits
	}{
		{bounded, searchQuestion{Player: "alphabeta"}, search.Limits{Time: time.Minute}},
		{bounded, searchQuestion{Player: "alphabeta", Seconds: 3600}, search.Limits{Time: time.Minute}},
		{bounded, searchQuestion{Player: "alphabeta", Seconds: 59.5}, search.Limits{Time: 59500 * time.Millisecond}},
		{bounded, searchQuestion{Player: "alphabeta", Nodes: 7}, search.Limits{Nodes: 7, Time: time.Minute}},
		{bounded, searchQuestion{Player: "alphabeta", Seconds: 1e-300, Lines: 10}, search.Limits{Time: 1}},
		{&Host{}, searchQuestion{Player: "alphabeta", Seconds: 86400}, search.Limits{Time: 24 * time.Hour}},
		{&Host{}, searchQuestion{Player: "mcts", Nodes: 1}, search.Limits{Nodes: 1}},
		{&Host{}, searchQuestion{Player: "alphabeta:time=1h"}, search.Limits{}}, // it has its own
		{&Host{}, searchQuestion{Player: "random"}, search.Limits{}},            // it needs none
	} {
		if got, err := try.host.limits(try.q); err != nil || got != try.want {
			t.Errorf("%+v in %+v: %+v (%v) instead of %+v", try.q, *try.host, got, err, try.want)
		}
	}
	for _, player := range []string{"alphabeta", "mcts", "uct", "multiseat", "mcts:reuse=false"} {
		_, err := new(Host).limits(searchQuestion{Player: player})
		if err == nil {
			t.Errorf("%s without limits: %v", player, err)
		}
	}
}

// TestReviewsAreBounded checks that a whole review takes at most half an hour if a decision may take a minute.
func TestReviewsAreBounded(t *testing.T) {
	t.Parallel()
	bounded := &Host{MaxTime: time.Minute}
	for _, try := range []struct {
		host    *Host
		seconds float64
		turns   int
		want    time.Duration
	}{
		{bounded, 0, 0, time.Minute}, {bounded, 0, 30, time.Minute}, {bounded, 0, 60, 30 * time.Second},
		{bounded, 20, 60, 20 * time.Second}, {bounded, 60, 5000, 360 * time.Millisecond},
		{&Host{}, 60, 5000, time.Minute},
	} {
		q := searchQuestion{Player: "alphabeta", Seconds: try.seconds}
		if got, err := try.host.reviewLimits(q, try.turns); err != nil || got.Time != try.want {
			t.Errorf("%d turns of %g s each: %v (%v) instead of %v", try.turns, try.seconds, got.Time, err, try.want)
		}
	}
}

// TestPlayersWithinBounds checks that a player may set tables, threads and lines up to the host's bounds, and that
// defaults do not exceed them.
func TestPlayersWithinBounds(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri")
	small := &Host{MaxTable: 8, MaxThreads: 2}
	for _, try := range []struct {
		host        *Host
		asked, want string // a name or "" for a refusal
	}{
		{small, "alphabeta", "alphabeta:table=8"},
		{small, "alphabeta:nodes=5", "alphabeta:nodes=5,table=8"},
		{small, "alphabeta:table=4,threads=2,multipv=10", "alphabeta:multipv=10,table=4,threads=2"},
		{small, "alphabeta:table=8", "alphabeta:table=8"},
		{small, "alphabeta:table=9", ""}, {small, "alphabeta:table=1m", ""}, {small, "alphabeta:threads=3", ""},
		{small, "mcts", "mcts:memory=8"},
		{small, "mcts:memory=9", ""}, {small, "mcts:multipv=11", ""},
		{small, "multiseat:table=9", ""}, {small, "multiseat:multipv=11", ""},
		{small, "random", "random"},
		{&Host{MaxTable: 300, MaxThreads: 1}, "mcts", "mcts"},
		{&Host{}, "alphabeta:table=64,threads=3", "alphabeta:table=64,threads=3"},
		{&Host{}, "alphabeta:multipv=11", ""},
	} {
		got := ""
		if player, err := try.host.Player(try.asked, rules); err == nil {
			got = player.Name()
		}
		if got != try.want {
			t.Errorf("%s in %+v: %q instead of %q", try.asked, *try.host, got, try.want)
		}
	}
}
