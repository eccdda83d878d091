package recorder

// spreadOver lists the turns that are chosen.
func spreadOver(wanted, of int) (chosen []int) {
	s := spread(wanted, of)
	for turn := range of {
		if s(turn) {
			chosen = append(chosen, turn)
		}
	}
	return chosen
}
