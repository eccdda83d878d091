package pitofpillars

// How many patterns each group has along each of its sides.
const (
	stackCounts    = 13
	reserveCounts  = 7
	entryTargets   = 4
	pureHeights    = 7
	targetCounts   = 5
	landingCounts  = 6
	prizes         = 6
	lossHeights    = 5
	lastStacks     = 3
	maxLosses      = 2
	lastLosses     = 9
	pillarCounts   = 9
	hemmingCounts  = 5
	crowdingCounts = 5
	fixedCounts    = 4
	mobilities     = 14
	stuckCounts    = 3
	menCounts      = 21
	orders         = 2 // who has the next main step: the seat or its opponent
)

// The first pattern of each group.
const (
	firstStacks    = 0
	firstReserve   = firstStacks + stackCounts
	firstEntries   = firstReserve + reserveCounts
	firstMen       = firstEntries + 3*entryTargets
	firstPure      = firstMen + menCounts
	firstMixed     = firstPure + pureHeights*squareClasses
	firstPureRisk  = firstMixed + mixtures*squareClasses
	firstMixedRisk = firstPureRisk + orders*pureRisks
	firstPureLoss  = firstMixedRisk + orders*mixedRisks
	firstMixedLoss = firstPureLoss + orders*lossHeights
	firstTargets   = firstMixedLoss + orders*(lossHeights-1)
	firstLandings  = firstTargets + orders*targetCounts
	firstPrize     = firstLandings + orders*landingCounts
	firstLast      = firstPrize + orders*prizes
	firstPillars   = firstLast + orders*lastLosses
	firstPillar    = firstPillars + pillarCounts
	firstHemming   = firstPillar + squareClasses
	firstCrowding  = firstHemming + hemmingCounts
	firstFixed     = firstCrowding + crowdingCounts
	firstMobility  = firstFixed + fixedCounts
	firstStuck     = firstMobility + orders*mobilities
	firstStep      = firstStuck + stuckCounts
	patternCount   = firstStep + int(stepKinds)
)

// lastLoss numbers, by stacks left, the first pattern of losses among them: there are no more losses than stacks, and no more than maxLosses.
var lastLoss = [lastStacks + 1]uint8{0, 1, 3, 6}

// mobilityFrom is the least number of moves of each class of mobility.
var mobilityFrom = [mobilities]int{0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 28, 34, 41, 51}

// mobilityOf is the class of a number of moves, the last for all larger ones.
var mobilityOf = newMobilityOf()

func newMobilityOf() (table [64]uint8) {
	for moves := range table {
		for class, from := range mobilityFrom {
			if moves >= from {
				table[moves] = uint8(class)
			}
		}
	}
	return table
}
