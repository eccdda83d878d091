package alphabeta

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/dfs"
)

// solve computes the true score of every position reachable from the start of a game of stones. It works backwards
// until nothing changes, with wins by the shortest way. A position that remains open is neither won nor lost: play can
// continue endlessly, which the repetition rule makes a draw.
func solve(start *enginetest.StonesPosition) map[uint64]search.Score {
	positions := map[uint64]*enginetest.StonesPosition{}
	collect(start, positions)
	scores := map[uint64]search.Score{}
	for changed := true; changed; {
		changed = false
		next := map[uint64]search.Score{}
		for key, p := range positions {
			next[key] = backedUp(p, scores)
			changed = changed || next[key] != scores[key]
		}
		scores = next
	}
	return scores
}

func collect(p *enginetest.StonesPosition, positions map[uint64]*enginetest.StonesPosition) {
	if _, known := positions[p.Hash()]; known || p.Over() {
		return
	}
	positions[p.Hash()] = p
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone().(*enginetest.StonesPosition)
		child.Play(step)
		collect(child, positions)
	}
}

// backedUp returns the best score of a position's steps, given the scores of the positions after them.
func backedUp(p *enginetest.StonesPosition, scores map[uint64]search.Score) search.Score {
	best := -search.MaxScore
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		score := search.Score(0)
		switch known := scores[child.Hash()]; {
		case child.Over():
			score = search.WinIn(1)
		case known > search.Proven:
			score = known - 1
		case known < -search.Proven:
			score = known + 1
		}
		if !child.Over() && child.Seat() != p.Seat() {
			score = -score
		}
		best = max(best, score)
	}
	return best
}

// TestSolvedGames compares searches of games of stones, in which the losing side can sometimes hold endlessly, with
// their theory. Only results guide the search. A precise search on one thread must find the shortest way; any other a
// correct one.
func TestSolvedGames(t *testing.T) {
	t.Parallel()
	even := weights(t, enginetest.StonesEven)
	seen := map[string]int{}
	for _, holds := range [][]int{nil, {4}, {8}, {4, 8}, {3}, {5}, {3, 4}, {2, 6}, {4, 5, 6}} {
		for pile := 1; pile <= 11; pile++ {
			rules := &enginetest.Stones{Pile: pile, Holds: holds, Draws: 3}
			want := solve(rules.Start().(*enginetest.StonesPosition))[rules.Start().Hash()]
			seen[kindOf(want)]++
			for name, mode := range map[string]func(*Config){
				"precise": precise, "with every idea": func(*Config) {}, "on threads": threads(3),
				"precise on threads": func(c *Config) { c.Sound, c.Threads = true, 3 },
			} {
				limits := search.Limits{Depth: 24, Nodes: 100_000}
				got := decide(t, newPlayer(t, rules, mode, even), engine.NewHistory(rules.Start()), limits).Info
				if kindOf(got.Score) != kindOf(want) || got.Score.Decided() && got.Score.Steps() < want.Steps() ||
					name == "precise" && got.Score != want {
					t.Errorf("pile %d, holds at %v, %s: score %v, want %v; depth %d, %d nodes", pile, holds, name,
						got.Score, want, got.Depth, got.Nodes)
				}
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("the games are %v; the test means to see wins, draws and losses", seen)
	}
}

func kindOf(score search.Score) string {
	switch {
	case score > search.Proven:
		return "won"
	case score < -search.Proven:
		return "lost"
	}
	return "drawn"
}

// forcer finds, by trying all steps, whether a seat can force a win within a number of steps.
type forcer struct {
	seat  engine.Seat
	known map[question]bool
}

type question struct {
	hash  uint64
	steps int
}

func (f forcer) wins(p engine.Position, steps int) bool {
	switch {
	case p.Over():
		return p.Outcome().Score(f.seat) == 1
	case steps == 0:
		return false
	}
	asked := question{p.Hash(), steps}
	if answer, known := f.known[asked]; known {
		return answer
	}
	own := p.Seat() == f.seat
	answer := !own
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if f.wins(child, steps-1) == own {
			answer = own
			break
		}
	}
	f.known[asked] = answer
	return answer
}

// TestDecidedScores checks that decided scores at Pit of Pillars are true: a claimed win in a number of steps can be
// forced against every reply; and for a precise player, that no shorter way exists.
func TestDecidedScores(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "4")
	players := map[bool]*dfs.Player{false: newPlayer(t, rules), true: newPlayer(t, rules, precise)}
	wins, losses, long := 0, 0, 0
	for seed := range uint64(60) {
		h := enginetest.RandomGame(t, rules, seed, 30+int(seed)/2)
		for exact, player := range players {
			player.NewGame(0)
			score := decide(t, player, h, search.Limits{Nodes: 4000}).Info.Score
			n := score.Steps()
			if !score.Decided() || n > 7 {
				continue
			}
			f := forcer{h.Position().Seat(), map[question]bool{}}
			if score < 0 {
				losses++
				f.seat = 1 - f.seat
			} else {
				wins++
			}
			if n > 3 {
				long++
			}
			if !f.wins(h.Position(), n) {
				t.Errorf("precise %t: said to be %v, but it is not: %s", exact, score, h.Position())
			}
			if exact && f.wins(h.Position(), n-1) {
				t.Errorf("said to be %v, but there is a shorter way: %s", score, h.Position())
			}
		}
	}
	if wins < 10 || losses < 5 || long < 10 {
		t.Errorf("%d wins, %d losses, %d of more than 3 steps; the test means to see more", wins, losses, long)
	}
}
