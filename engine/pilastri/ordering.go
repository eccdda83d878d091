package pilastri

import "pillars/engine"

// What a step promises, roughly in hundredths of a logit.
const (
	scoreWin      = 10000
	scoreCover    = 20 // for covering a piece of the opponent's
	scoreRevealed = 20 // against leaving him one on top
	scoreBacked   = 5  // for leaving one's own on top
	scoreLevel    = 4  // for every level that the piece climbs beyond the first
)

// OrderingScores values wins, what a step covers and what it leaves behind.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	var r replies
	few := r.find(p)
	for i, step := range steps {
		from, to := ends(step)
		if few && r.leavesNone(p, from, to) {
			scores[i] = scoreWin
			continue
		}
		scores[i] = p.score(from, to)
	}
}

func (p *position) score(from, to square) int32 {
	level, reached := int(p.board.heights[from&63])-1, int(p.board.heights[to&63])
	score := -scoreLevel * int32(reached-level-1)
	if p.board.tops[p.seat.other()&1].has(to) {
		score += scoreCover
	}
	switch {
	case level == 0:
	case p.board.owner(from, level-1) == p.seat:
		score += scoreBacked
	default:
		score -= scoreRevealed
	}
	return score
}
