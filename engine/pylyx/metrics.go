package pylyx

import (
	"math"
	"slices"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

var metricList = []engine.Metric{
	{Name: "stacks", Help: "stacks of both colours"},
	{Name: "largest stack", Help: "men in the largest stack"},
	{Name: "passes", Help: "turns that were passes", Event: true},
}

// Metrics lists what people follow in the game. There is no more than all men.
func (r *rules) Metrics() []engine.Metric {
	list := slices.Clone(metricList)
	list[0].Most, list[1].Most = 2*r.board.men, r.board.men
	return list
}

func (p *position) AppendMetrics(values []int, _ engine.Position, turn []engine.Step) []int {
	largest := uint8(0)
	for _, height := range p.heights {
		largest = max(largest, height)
	}
	passed := 0
	if len(turn) == 1 && turn[0] == passStep {
		passed = 1
	}
	return append(values, p.stacks[white].count()+p.stacks[black].count(), int(largest), passed)
}

// PositionBound counts the ways to put up to all men of each colour on the squares, whatever the other colour does,
// times stages, owners, passes and who acts.
func (r *rules) PositionBound() float64 {
	squares, men := float64(r.board.size*r.board.size-4), float64(r.board.men)
	oneColor := kit.LogChoose(squares+men, men)
	return (2*oneColor + math.Log(float64(stepKinds)*3*2*2)) / math.Ln10
}
