package pylyx

import "pillars/engine"

// Patterns are listed in patternnames.go, where each says what it means. What counts is how far each side is from gathering, as the lines stand
// now, and who acts next.

// AppendPatterns looks at both sides, then lists what each of them shows: nothing before the colours are chosen.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	if p.kind != mainStep {
		return
	}
	var camps [2]camp // the seat's that acts, then its opponent's
	own, next := p.mover(), p.seat&1
	camps[0].look(p, own)
	camps[1].look(p, own^1)
	for order := range camps {
		seat := next ^ engine.Seat(order)
		list := camps[order].appendGathering(lists[seat], uint16(order))
		lists[seat] = camps[order].appendPiles(list, p.rules.board.size)
	}
	lists[next] = appendRace(lists[next], &camps[0], &camps[1])
}

// Phase goes by stacks: each side begins with one a man, and when there are four or fewer on the board the end is near.
func (p *position) Phase() int {
	if p.kind != mainStep {
		return 0
	}
	men := 2 * p.rules.board.men
	stacks := p.stacks[white].count() + p.stacks[black].count()
	return min(engine.PhaseEnd, engine.PhaseEnd*(men-stacks)/(men-4))
}

// upTo is n, or limit if it is more.
func upTo(n, limit int) uint16 { return uint16(min(n, limit)) }

// appendGathering lists how far a side is from having all men in one stack.
func (c *camp) appendGathering(list []uint16, order uint16) []uint16 {
	s := c.best
	ready, helpers := 0, 0
	for a := range approaches {
		count := s.count(a)
		if count == 0 {
			continue
		}
		list = append(list, firstOf[a]+upTo(count-1, approachCounts[a]-1))
		switch a {
		case singleAtOnce, pairAtOnce, tripleAtOnce:
			ready += count
		}
		if a >= pairAtOnce && a < tallNear {
			helpers += count
		}
	}
	return append(list,
		firstStacks+order*stackCounts+upTo(c.count-2, stackCounts-1),
		firstMoves+order*moveCounts+upTo(s.moves()-1, moveCounts-1),
		firstReady+order*readyCounts+upTo(ready, readyCounts-1),
		firstOdd+upTo(s.count(singleOdd), oddCounts-1)*helperCounts+upTo(helpers, helperCounts-1),
		firstAccess+uint16(s.access()/accesses),
		firstAccess+accesses+uint16(s.access()%accesses),
		firstTarget+uint16(s.class()),
		firstMerges+order*mergeCounts+upTo(c.merges, mergeCounts-1),
		firstSingles+upTo(c.heights[0], maxMen-1),
		firstPairs+uint16(c.heights[1]),
		firstTriples+uint16(c.heights[2]),
		firstTallest+uint16(c.tallest-1),
	)
}

// appendPiles lists what each stack of a side shows: its height and square, and how far it can move as a whole, or three of its men.
func (c *camp) appendPiles(list []uint16, size int) []uint16 {
	class := &classes[size]
	for i := range c.all() {
		pile := &c.piles[i]
		height := uint16(min(pile.height, maxHeight) - 1)
		reach := uint16(reachOf[height/2&1][min(pile.reach(), len(reachOf[0])-1)])
		list = append(list, firstPile+height*squareClasses+uint16(class[pile.square]), firstReach+height*reaches+reach)
	}
	return list
}

// appendRace lists what the seat to act has against its opponent.
func appendRace(list []uint16, own, theirs *camp) []uint16 {
	moves, against := own.best.moves(), theirs.best.moves()
	list = append(list,
		firstLead+uint16(max(-mostLead, min(mostLead, against-moves))+mostLead),
		firstStackLead+uint16(max(-mostStackLead, min(mostStackLead, theirs.count-own.count))+mostStackLead),
	)
	if moves <= mostFew && against <= mostFew {
		list = append(list, firstFew+uint16((moves-1)*mostFew+against-1))
	}
	return list
}
