package engine

// PerftTurns counts the sequences of exactly depth complete turns. A turn whose step ends the game is complete; from the middle of a turn, the
// rest of it counts as one.
func PerftTurns(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	return newTurnCounter(p).count(p, depth, 0)
}

// turnCounter keeps one position and one list of steps per level, so that counting allocates only at new depths.
type turnCounter struct {
	root   Position
	levels []turnLevel
}

type turnLevel struct {
	child Position
	steps []Step
}

func newTurnCounter(p Position) *turnCounter { return &turnCounter{root: p} }

func (c *turnCounter) count(p Position, depth, level int) uint64 {
	if level == len(c.levels) {
		c.levels = append(c.levels, turnLevel{child: c.root.Clone()})
	}
	child := c.levels[level].child
	steps := p.AppendSteps(c.levels[level].steps[:0])
	c.levels[level].steps = steps
	var total uint64
	for _, step := range steps {
		p.PlayInto(step, child)
		left := depth
		if child.Over() || child.StartsTurn() {
			left--
		}
		switch {
		case left == 0:
			total++
		case !child.Over():
			total += c.count(child, left, level+1)
		}
	}
	return total
}

// Divided is one step with the number of sequences that begin with it.
type Divided struct {
	Step  string
	Count uint64
}

// Divide splits a perft of depth 1 or more by its first step, in the order of the steps' texts. With turns, depth counts turns, and a first step that
// does not complete its turn leaves the rest of the turn to be counted.
func Divide(p Position, depth int, turns bool) []Divided {
	byText := map[string]uint64{}
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		byText[p.StepText(step)] = countAfter(child, depth, turns)
	}
	var divided []Divided
	for _, text := range StepTexts(p) {
		divided = append(divided, Divided{text, byText[text]})
	}
	return divided
}

func countAfter(child Position, depth int, turns bool) uint64 {
	if !turns {
		return child.Perft(depth - 1)
	}
	if child.Over() || child.StartsTurn() {
		depth--
	}
	return PerftTurns(child, depth)
}
