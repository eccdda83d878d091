package recorder

// Spread lists the turns that are chosen.
func Spread(wanted, of int) (chosen []int) {
	s := spread(wanted, of)
	for turn := range of {
		if s.has(turn) {
			chosen = append(chosen, turn)
		}
	}
	return chosen
}

var (
	DrawTurns  = drawTurns
	WholeTurns = wholeTurns
	Playouts   = playouts
	Sightings  = sightings
)
