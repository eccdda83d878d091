package pitofpillars

import "pillars/engine"

func (p *position) AppendForcing(steps []engine.Step) []engine.Step { return steps }
func (p *position) Hints(steps []engine.Step, hints []int32)        {}
func (p *position) Features(seat engine.Seat, features []int32)     {}
func (r *rules) Features() []engine.Feature                         { return nil }
