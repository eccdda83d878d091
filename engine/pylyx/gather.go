package pylyx

// gathering is how far a colour is from having all its men in one stack.
type gathering struct {
	stacks list
	target square // the own stack that the others reach in the fewest moves
	travel int    // those moves, counted on an empty board
}

// gather finds the best gathering square among a colour's stacks, of which there must be one.
func (p *position) gather(g *gathering, own color) {
	g.stacks.fill(&p.stacks[own&1])
	all := g.stacks.all()
	var heights [16]uint8
	for i, s := range all {
		heights[i&15] = p.heights[s]
	}
	g.travel = 1 << 30
	for _, target := range all {
		sum := 0
		for i, s := range all {
			sum += p.rules.travel.moves(s, target, heights[i&15])
		}
		if sum < g.travel {
			g.target, g.travel = target, sum
		}
	}
}

// moves is how many moves bring a whole stack from one square to another on an empty board. A single man on a square of the other colour cannot get there
// alone; a move more than three men together would need stands for the help he takes. Higher stacks move in parts of three and two.
func (t *travel) moves(from, to square, height uint8) int {
	switch height {
	case 1:
		if (from.parity()^to.parity())&1 != 0 {
			return int(t[2][from][to]) + 1
		}
		return int(t[0][from][to])
	case 2:
		return int(t[1][from][to])
	case 3:
		return int(t[2][from][to])
	}
	threes, rest := int(height)/3, height%3
	if rest == 1 {
		threes-- // 4 = 2 + 2
		return threes*int(t[2][from][to]) + 2*int(t[1][from][to])
	}
	return threes*int(t[2][from][to]) + int(rest)/2*int(t[1][from][to])
}

// alone reports whether a single man stands on a square of another colour than the target.
func (p *position) alone(s, target square) bool {
	return p.heights[s] == 1 && (s.parity()^target.parity())&1 != 0
}

// ready counts the stacks that can move as a whole onto the target at once.
func (p *position) ready(own color, target square) (count int) {
	for a := range axes {
		l := p.slide(own, target, a)
		for d, length := range [2]int{l.forward, l.back} {
			if length == 0 {
				continue
			}
			s := square(int16(target) + offset[2*direction(a)+direction(d)]*int16(length))
			if p.stacks[own&1].has(s) && movesWhole(p.heights[s], a) {
				count++
			}
		}
	}
	return count
}

// movesWhole reports whether a stack of the height can move as a whole along an axis.
func movesWhole(height uint8, a axis) bool {
	first, end := powers(int(height))
	return height <= 3 && first <= a && a < end
}

// walled reports whether an opponent's stack stands between two squares that a line joins.
func (p *position) walled(own color, s, target square) bool {
	for a := range axes {
		from, to := places[s][a], places[target][a]
		if from.line != to.line {
			continue
		}
		low, high := min(from.bit, to.bit)&15, max(from.bit, to.bit)&15
		between := uint16(1)<<high - uint16(2)<<low
		return p.lines[own^1][from.line]&between != 0
	}
	return false
}
