package pitofpillars

// appendPillars lists a seat's pillars.
func (v *view) appendPillars(list []uint16, s seat) []uint16 {
	pillars := v.p.pillars[s&1]
	list = append(list, firstPillars+upTo(pillars.count(), pillarCounts-1))
	if pillars == 0 {
		return list
	}
	class := &classes[v.p.rules.board.size]
	for rest := pillars; rest != 0; rest &= rest - 1 {
		list = append(list, firstPillar+uint16(class[rest.first()&63]))
	}
	own, theirs := v.p.control[s&1].orthogonalSpread(), v.p.control[s.other()&1].orthogonalSpread()
	return append(list,
		firstHemming+upTo((pillars&theirs).count(), hemmingCounts-1),
		firstCrowding+upTo((pillars&own).count(), crowdingCounts-1),
		firstFixed+upTo((pillars&^v.p.vacant().spread()).count(), fixedCounts-1),
	)
}
