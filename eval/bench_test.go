package eval

import (
	"testing"

	"pillars/engine"
)

// BenchmarkEvaluate values four positions of Pit of Pillars per operation, by features only, by patterns only and by
// both.
func BenchmarkEvaluate(b *testing.B) {
	var positions []engine.Position
	for _, text := range []string{
		"r,w,w,r,x,r/W,x2,w,x,w,x2/r,x5,w,x/w,x3,r,W,x2/w,w,w,w,wr,x,w,x/x2,r,x,rw,x,r,r/" +
			"x,r,x,w,wrr,x,w,W/x4,w,x w m 2/1 - 137",
		"x5,w/r,x4,w,x,w/w,rwr,W,r,w,x3/x2,w,rr,x,R,x,rr/r,x,W,x,w,x3/x3,R,x,R,x2/x8/rw,x2,W,R,x w m 0/0 - 293",
		"x,r,r,r,x2/w,x,W,x,R,x3/x,R,r,rw,W,x3/w,x2,ww,x4/x2,R,x,w,x2,w/w,x,r,x,r,x3/x8/wr,x,W,W,x,w r m 1/3 - 370",
		"x4,r,x/w,x,R,rw,w,x3/R,r,w,x4,ww/x4,rrw,x,rrr,x/x,W,x6/x,r,x,R,x,W,x2/x2,w,x,r,x3/w,x4,r r p 0/0 - 430",
	} {
		positions = append(positions, readPosition(b, text))
	}
	layout, weights := randomWeights(b, positions[0].Rules(), 1)
	for name, uses := range map[string]func(i int) bool{
		"features": func(i int) bool { return i < layout.Features() },
		"patterns": func(i int) bool { return i >= layout.Features() },
		"both":     func(int) bool { return true },
	} {
		chosen := Weights{}
		for i := range layout.Len() {
			name := layout.Term(i).Name
			if chosen[name] = (Weight{}); uses(i) {
				chosen[name] = weights[name]
			}
		}
		linear := newLinear(b, chosen, positions[0].Rules())
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, p := range positions {
					linear.Evaluate(p, p.Seat())
				}
			}
		})
	}
}
