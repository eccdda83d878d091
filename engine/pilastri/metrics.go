package pilastri

import (
	"math"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

var metricList = []engine.Metric{
	{Name: "stacks", Help: "stacks of both sides"},
	{Name: "dead stacks", Help: "stacks alone on their rank and file: nothing will ever move from or to them"},
	{Name: "highest stack", Help: "pieces in the highest stack"},
	{Name: "levels", Help: "levels of all pieces, summed; every move adds to it"},
}

func (r *rules) Metrics() []engine.Metric { return metricList }

func (p *position) AppendMetrics(values []int, _ engine.Position, _ []engine.Step) []int {
	var s survey
	s.find(&p.board, p.vacant())
	highest, levels := 0, 0
	for rest := p.board.occupied(); rest != 0; rest &= rest - 1 {
		height := int(p.board.heights[rest.first()&63])
		highest = max(highest, height)
		levels += height * (height + 1) / 2
	}
	return append(values, p.board.occupied().count(), s.dead.count(), highest, levels)
}

// PositionBound counts the heights that add up to the pieces, one to a square, the colours of the pieces, half of each,
// and who acts.
func (r *rules) PositionBound() float64 {
	squares := float64(r.shape.squares.count())
	return (kit.LogChoose(2*squares-1, squares) + kit.LogChoose(squares, squares/2) + math.Ln2) / math.Ln10
}
