package pit

import "pillars/engine"

// Left lists the seats that are out, the first to leave first.
func (p *position) Left() []engine.Seat {
	var left []engine.Seat
	for place := p.rules.seats; place > p.stillIn(); place-- {
		for s := range p.rules.seats {
			if int(p.place[s]) == place {
				left = append(left, engine.Seat(s))
			}
		}
	}
	return left
}
