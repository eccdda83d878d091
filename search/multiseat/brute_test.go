package multiseat

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// forced returns the score that a seat can force against all others, with the distance from p if it is decided.
func forced(p engine.Position, seat engine.Seat, known map[uint64]search.Score) search.Score {
	if p.Over() {
		switch score := p.Outcome().Score(seat); score {
		case 1:
			return search.WinIn(0)
		case 0:
			return -search.WinIn(0)
		default:
			return search.FromExpectation(score)
		}
	}
	if value, found := known[p.Hash()]; found {
		return value
	}
	var values []search.Score
	for _, step := range p.AppendSteps(nil) {
		values = append(values, forced(play(p, step), seat, known).Later(1))
	}
	best := slices.Min(values)
	if p.Seat() == seat {
		best = slices.Max(values)
	}
	known[p.Hash()] = best
	return best
}

// TestParanoidIsForced searches small games to their ends: the score is what the player can force, wins are proven with
// their distance, losses only with two seats, and after the player's turn it can still force as much.
func TestParanoidIsForced(t *testing.T) {
	wins := 0
	for _, p := range positions(t) {
		known := map[uint64]search.Score{}
		want := forced(p, p.Seat(), known)
		decision := decide(t, newPlayer(t, p.Rules(), Paranoid, nil), p, search.Limits{})
		got := decision.Info.Score
		if lost := want < -search.Proven && p.Rules().Seats() > 2; lost &&
			(got.Decided() || got.Expectation() > 0.01) || !lost && got != want {
			t.Errorf("%s: score %v, can force %v", p, got, want)
		}
		if got > search.Proven {
			wins++
		}
		child := p.Clone()
		for _, step := range decision.Steps {
			child.Play(step)
		}
		if after := forced(child, p.Seat(), known).Later(len(decision.Steps)); after != want {
			t.Errorf("%s: could force %v, after %v only %v", p, want, decision.Steps, after)
		}
	}
	if wins < 5 {
		t.Fatalf("only %d forced wins; the test means to see more", wins)
	}
}

// bruteReply computes the score of a best-reply search to the end of the game in another way: before each round of the
// opponents it tries all turns of the round, the first, the second and so on, as the one whose seat chooses, while all
// others play the step with the best score, and takes the worst for the player. Before counts the opponents' turns
// until then.
func bruteReply(p engine.Position, player engine.Seat, before int) float64 {
	if p.Over() {
		return p.Outcome().Score(player)
	}
	own := p.Seat() == player
	steps := p.AppendSteps(nil)
	if !own && before != 0 {
		scores := make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		steps = []engine.Step{steps[slices.Index(scores, slices.Max(scores))]}
	}
	var values []float64
	for _, step := range steps {
		child := play(p, step)
		next := before
		if child.StartsTurn() {
			next--
		}
		if own && child.Seat() != player {
			values = append(values, bruteRound(child, player))
		} else {
			values = append(values, bruteReply(child, player, next))
		}
	}
	if own {
		return slices.Max(values)
	}
	return slices.Min(values)
}

// bruteRound tries which turn of a round to leave to its seat's choice.
func bruteRound(p engine.Position, player engine.Seat) float64 {
	const longest = 8
	worst := 1.0
	for before := range longest {
		worst = min(worst, bruteReply(p, player, before))
	}
	return worst
}

// TestBestReplyEqualsBruteForce searches small games to their ends. Only wins in the player's own turn are proofs.
func TestBestReplyEqualsBruteForce(t *testing.T) {
	optimists := 0
	for _, p := range positions(t) {
		decision := decide(t, newPlayer(t, p.Rules(), bestReply, nil), p, search.Limits{})
		got, want := decision.Info.Score.Expectation(), bruteReply(p, p.Seat(), 0)
		near.Check(t, got, want, 0.01, "what is expected at ", p)
		can := forced(p, p.Seat(), map[uint64]search.Score{}).Expectation()
		if decision.Info.Score.Decided() && can != 1 {
			t.Errorf("%s: claims %v, which cannot be forced", p, decision.Info.Score)
		}
		if want > can+0.01 {
			optimists++
		}
	}
	if optimists == 0 {
		t.Fatal("best replies are worth no more than forced scores anywhere; the test means to tell them apart")
	}
}

// The pawn of White, who acts, must fall into the hole, and the others play on.
const falls = "bt,x3,bp/x5/x,wp,o,x2/x5/wt,x2,rt,rp w a 5/5/5 - - 9"

// TestNothingLeftToSearch checks that a search ends where its seat leaves the game.
func TestNothingLeftToSearch(t *testing.T) {
	p := enginetest.Read(t, "pit", falls)
	for _, mode := range []string{Paranoid, bestReply} {
		config := DefaultConfig()
		config.Mode, config.Table = mode, 1
		player, err := New("test", p.Rules(), config)
		require.NoError(t, err)
		decision, err := player.Decide(t.Context(), engine.NewHistory(p), search.Limits{Nodes: 1000}, nil)
		if err != nil || decision.Info.Nodes != 1 || decision.Info.Score.Expectation() > 0.01 {
			t.Errorf("%s: %d nodes and score %v, %v; want 1 node and a loss", mode, decision.Info.Nodes,
				decision.Info.Score, err)
		}
	}
}
