package pylyx

import "pillars/engine"

// Starts implements [engine.StartRules] with a set-up that saves placing all men: the black men mirror the white ones,
// so that neither colour is better. One plays White and moves first.
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

// evenRank returns the rank of the white man on a file. The number of men is even, so doubling modulo the next number
// gives every man a rank of his own.
func evenRank(file, men int) int { return 2 * file % (men + 1) }
