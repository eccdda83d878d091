package pit

import "pillars/engine"

// Settled is the score of a player who is out, though the others may play on: the share of opponents who went out before. It reports false while the
// player is in.
func (p *position) Settled(of engine.Seat) (score float64, settled bool) {
	place := int(p.place[of&3])
	if place == 0 {
		return 0, false
	}
	return float64(p.rules.seats-place) / float64(p.rules.seats-1), true
}
