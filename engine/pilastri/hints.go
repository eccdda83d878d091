package pilastri

import "pillars/engine"

// What a step promises, roughly in hundredths of a logit.
const (
	hintWin      = 10000
	hintCover    = 20 // for covering a piece of the opponent's
	hintRevealed = 20 // against leaving him one on top
	hintBacked   = 5  // for leaving one's own on top
	hintLevel    = 4  // for every level that the piece climbs beyond the first
)

// Hints values wins, what a step covers and what it leaves behind.
func (p *position) Hints(steps []engine.Step, hints []int32) {
	var r replies
	few := r.find(p)
	for i, step := range steps {
		from, to := ends(step)
		if few && r.leavesNone(p, from, to) {
			hints[i] = hintWin
			continue
		}
		hints[i] = p.hint(from, to)
	}
}

func (p *position) hint(from, to square) int32 {
	level, reached := int(p.board.heights[from&63])-1, int(p.board.heights[to&63])
	hint := -hintLevel * int32(reached-level-1)
	if p.board.tops[p.seat.other()&1].has(to) {
		hint += hintCover
	}
	switch {
	case level == 0:
	case p.board.owner(from, level-1) == p.seat:
		hint += hintBacked
	default:
		hint -= hintRevealed
	}
	return hint
}
