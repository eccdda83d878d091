package pylyx

import (
	"pillars/engine"
)

// AppendNoisy appends the moves that bring all men of the seat to act together, and so win. Only a player with two
// stacks left has such moves.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.kind != mainStep || p.end != ongoing {
		return steps
	}
	own := p.mover()
	if p.stacks[own].count() != 2 {
		return steps
	}
	var both list
	both.fill(&p.stacks[own])
	for _, s := range both.all() {
		height := p.heights[s]
		for a := range axes {
			if !movesWhole(height, a) {
				continue
			}
			l := p.slide(own, s, a)
			for i, length := range [2]int{l.forward, l.back} {
				d := 2*direction(a) + direction(i)
				if p.landsOnOwn(own, s, d, length) > 0 {
					steps = append(steps, movesOf(s, d, int(height))+engine.Step(length))
				}
			}
		}
	}
	return steps
}

// What a step promises, roughly in hundredths of a logit. Passing is worth 0, as declining is in every game, and every
// quiet move more: so the pass comes last.
const (
	scoreWin    = 10000
	scoreQuiet  = 40   // for any move
	scoreMerge  = 25   // for a stack less
	scoreSplit  = 15   // against a stack more
	scoreTarget = 15   // for landing on the gathering square
	scoreLeave  = 20   // against taking men off it
	scoreNearer = 8    // for every move that the men have less to go
	scorePass   = -300 // a pass helps nobody gather
	scoreMost   = 95   // bounds all but wins from above
)

// OrderingScores values moves by what they do for gathering the men. Placements and choices are worth 0 each.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	if p.kind != mainStep || p.end != ongoing {
		clear(scores[:len(steps)])
		return
	}
	var g gathering
	p.gather(&g, p.mover())
	for i, step := range steps {
		scores[i] = scorePass
		if isMove(step) {
			scores[i] = p.moveScore(step, &g)
		}
	}
}

func (p *position) moveScore(step engine.Step, g *gathering) int32 {
	from, to, k := moved(step)
	here, there := p.heights[from], p.heights[to]
	if int(there+k) == p.rules.board.men {
		return scoreWin
	}
	travel := p.rules.travel
	score := int32(scoreQuiet)
	if there > 0 && k == here {
		score += scoreMerge
	}
	if there == 0 && k < here {
		score -= scoreSplit
	}
	switch g.target {
	case to:
		score += scoreTarget
	case from:
		return max(1, score-scoreLeave)
	}
	before := travel.moves(from, g.target, here)
	after := travel.moves(to, g.target, there+k)
	if k < here {
		after += travel.moves(from, g.target, here-k)
	}
	if there > 0 {
		before += travel.moves(to, g.target, there)
	}
	return max(1, min(scoreMost, score+scoreNearer*int32(before-after)))
}
