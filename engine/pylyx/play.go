package pylyx

import "pillars/engine"

func (p *position) Play(step engine.Step) {
	switch {
	case isMove(step):
		p.move(moved(step))
	case p.kind == setUpStep:
		p.place(step)
	case p.kind == mainStep:
		p.pass()
	default:
		p.choose(step)
	}
	checkInvariants(p)
}

func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.state = p.state
	next.Play(step)
}

// move moves the top k men of a stack, and ends the game if that brings all men of the colour together.
func (p *position) move(from, to square, k uint8) {
	own := p.mover()
	there := p.heights[to] + k
	p.restack(own, from, p.heights[from]-k)
	p.restack(own, to, there)
	p.endTurn(mainStep, p.owner, 0)
	if int(there) == p.rules.board.men {
		p.end = gathered
	}
}

func (p *position) restack(c color, s square, height uint8) {
	keys := &zobrist.stack[c&1]
	old := p.heights[s]
	p.hash ^= keys[old][s] ^ keys[height][s]
	p.put(c, s, height)
}

// place puts a checker of the set-up on a vacant square. The last one ends the turn.
func (p *position) place(step engine.Step) {
	c := white
	if step&(1<<squareShift-1) == placeBlack {
		c = black
	}
	p.restack(c, placed(step), 1)
	if c == black && p.stacks[black].count() == p.rules.board.men {
		p.endTurn(choiceStep, unsettled, 0)
		p.reversible = 0
	}
}

// choose settles who moves first or who plays White. A player who chooses a colour leaves the first move to the other.
func (p *position) choose(step engine.Step) {
	switch step {
	case chooseFirst:
		p.endTurn(colorStep, unsettled, 0)
	case chooseWhite:
		p.endTurn(mainStep, ownerOf(white, p.seat), 0)
	default:
		p.endTurn(mainStep, ownerOf(black, p.seat), 0)
	}
	p.reversible = 0
}

// pass ends the turn, and the game after a pass of the other player.
func (p *position) pass() {
	again := p.passes > 0
	p.endTurn(mainStep, p.owner, 1)
	if again {
		p.end = twoPasses
	}
}

// endTurn hands the turn to the other seat.
func (p *position) endTurn(kind engine.StepKind, o owner, passes uint8) {
	p.hash ^= p.stageKey()
	p.seat ^= 1
	p.kind, p.owner, p.passes = kind, o, passes
	p.hash ^= p.stageKey()
	p.turn++
	p.reversible++
}

// stageKey is the part of the hash that everything but the board makes.
func (p *position) stageKey() uint64 {
	return zobrist.stage[p.kind&3][p.seat&1][p.owner&3][p.passes&1]
}

func (p *position) hashFromScratch() uint64 {
	key := p.stageKey()
	for c := range p.stacks {
		var own list
		own.fill(&p.stacks[c])
		for _, s := range own.all() {
			key ^= zobrist.stack[c][p.heights[s]][s]
		}
	}
	return key
}
