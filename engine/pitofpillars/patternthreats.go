package pitofpillars

// appendThreats lists what a seat attacks and what it may lose.
func (v *view) appendThreats(list []uint16, s seat) []uint16 {
	own, order := v.p.control[s&1], v.order(s)
	mine, theirs := &v.sides[s&1], &v.sides[s.other()&1]
	list = append(list,
		firstTargets+order*targetCounts+upTo(mine.hit.count(), targetCounts-1),
		firstLandings+order*landingCounts+upTo((mine.reach&v.p.control[s.other()&1]).count(), landingCounts-1),
		firstPrize+order*prizes+v.p.prize(s, mine.hit),
	)
	losses := own & theirs.hit
	if n := own.count(); n <= lastStacks {
		list = append(list, firstLast+order*lastLosses+uint16(lastLoss[n])+upTo(losses.count(), maxLosses))
	}
	for rest := losses; rest != 0; rest &= rest - 1 {
		at := rest.first()
		height := uint16(min(v.p.stacks[at&63].height, lossHeights))
		if v.p.mixed.has(at) {
			list = append(list, firstMixedLoss+order*(lossHeights-1)+height-2)
		} else {
			list = append(list, firstPureLoss+order*lossHeights+height-1)
		}
	}
	return list
}

// prize is the number of the opponent's men in the stack among those given that has most of them, bounded.
func (p *position) prize(s seat, stacks bitboard) uint16 {
	most := 0
	for k := prizes - 1; k > 0; k-- {
		if stacks&^p.mixed&p.atLeast(k) != 0 {
			most = k
			break
		}
	}
	for rest := stacks & p.mixed; rest != 0; rest &= rest - 1 {
		here := p.stacks[rest.first()&63]
		men := here.reds()
		if s == red {
			men = int(here.height) - men
		}
		most = max(most, men)
	}
	return upTo(most, prizes-1)
}
