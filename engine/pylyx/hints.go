package pylyx

import "pillars/engine"

// What a step promises, roughly in hundredths of a logit. Passing is worth 0, as declining is in every game, and every quiet move more: so the pass
// comes last.
const (
	hintWin    = 10000
	hintQuiet  = 40   // for any move
	hintMerge  = 25   // for a stack less
	hintSplit  = 15   // against a stack more
	hintTarget = 15   // for landing on the gathering square
	hintLeave  = 20   // against taking men off it
	hintNearer = 8    // for every move that the men have less to go
	hintPass   = -300 // a pass helps nobody gather
	hintMost   = 95   // bounds all but wins from above
)

// Hints values moves by what they do for gathering the men. Placements and choices are worth 0 each.
func (p *position) Hints(steps []engine.Step, hints []int32) {
	if p.kind != mainStep || p.end != ongoing {
		clear(hints[:len(steps)])
		return
	}
	var g gathering
	p.gather(&g, p.mover())
	for i, step := range steps {
		hints[i] = hintPass
		if isMove(step) {
			hints[i] = p.moveHint(step, &g)
		}
	}
}

func (p *position) moveHint(step engine.Step, g *gathering) int32 {
	from, to, k := moved(step)
	here, there := p.heights[from], p.heights[to]
	if int(there+k) == p.rules.board.men {
		return hintWin
	}
	travel := p.rules.travel
	hint := int32(hintQuiet)
	if there > 0 && k == here {
		hint += hintMerge
	}
	if there == 0 && k < here {
		hint -= hintSplit
	}
	switch g.target {
	case to:
		hint += hintTarget
	case from:
		return max(1, hint-hintLeave)
	}
	before := travel.moves(from, g.target, here)
	after := travel.moves(to, g.target, there+k)
	if k < here {
		after += travel.moves(from, g.target, here-k)
	}
	if there > 0 {
		before += travel.moves(to, g.target, there)
	}
	return max(1, min(hintMost, hint+hintNearer*int32(before-after)))
}
