package pitofpillars

import (
	"math"

	"pillars/engine"
)

var metricList = []engine.Metric{
	{Name: "men on the board", Help: "men in all stacks"},
	{Name: "stacks", Help: "stacks of both sides"},
	{Name: "mixed stacks", Help: "stacks with men of both colours"},
	{Name: "reserves", Help: "men in both reserves"},
	{Name: "pillars", Help: "pillars of both sides"},
	{Name: "captures", Help: "stacks captured", Event: true},
	{Name: "pillar moves", Help: "pillar steps that were not declined", Event: true},
}

func (r *rules) Metrics() []engine.Metric { return metricList }

func (p *position) AppendMetrics(values []int, before engine.Position, turn []engine.Step) []int {
	pillars := p.pillars[white].Count() + p.pillars[red].Count()
	captures, moves := 0, 0
	if before != nil {
		earlier := before.(*position).pillars
		captures = pillars - earlier[white].Count() - earlier[red].Count()
	}
	for _, step := range turn {
		if form(step) == formPillar {
			moves++
		}
	}
	men := 0
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		men += int(p.stacks[rest.First()&63].height)
	}
	return append(values, men, p.occupied().Count(), p.mixed.Count(), int(p.reserve[white])+int(p.reserve[red]),
		pillars, captures, moves)
}

// PositionBound lets every square hold nothing, a pillar or a stack, mixed ones up to the largest capacity, of no more
// men than can enter; times the stages with the opponent's last man, and who acts.
func (r *rules) PositionBound() float64 {
	squares := r.board.squares.Count()
	men := squares + 2*int(r.reserve)
	ways := waysToFill(squares, men)
	total := 0.
	for onBoard, n := range ways {
		left := float64(men - onBoard)
		total += n * (left + 1) * (left + 2) / 2 // reserves of the two that add up to no more than the rest
	}
	return math.Log10(total * 2 * float64(int(stepKinds)+squares))
}

// waysToFill counts, by the number of men, what so many squares can hold.
func waysToFill(squares, men int) []float64 {
	const highestMixed = 4
	square := make([]float64, men+1)
	for height := range square {
		switch {
		case height == 0:
			square[height] = 3
		case height <= highestMixed:
			square[height] = float64(int(1) << height)
		default:
			square[height] = 2
		}
	}
	ways := make([]float64, men+1)
	ways[0] = 1
	for range squares {
		next := make([]float64, men+1)
		for had, n := range ways {
			for more := range square[:men+1-had] {
				next[had+more] += n * square[more]
			}
		}
		ways = next
	}
	return ways
}
