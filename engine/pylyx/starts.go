package pylyx

import "pillars/engine"

// Starts implements [engine.StartRules]. Its only start is a complete set-up, so that nobody has to place the men. The
// black men mirror the white ones, so that neither colour is better. One plays White and moves first.
func (r *rules) Starts() []engine.NamedStart {
	p := r.Start()
	men := r.board.men
	for file := 1; file <= men; file++ {
		p.Play(placeStep(white, squareAt(file, evenRank(file, men))))
	}
	for file := 1; file <= men; file++ {
		p.Play(placeStep(black, squareAt(file, evenRank(r.board.size-1-file, men))))
	}
	p.Play(chooseBlack)
	return []engine.NamedStart{{Title: "Even set-up", Position: p}}
}

// evenRank returns the rank of the white man on a file, both from 1 to men. The number of men is even, so doubling
// modulo the odd number men+1 gives every man a different rank.
func evenRank(file, men int) int { return 2 * file % (men + 1) }
