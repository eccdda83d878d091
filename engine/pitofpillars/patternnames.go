package pitofpillars

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

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
)

// lastLoss numbers, by stacks left, the first pattern of losses among them.
var lastLoss = [lastStacks + 1]uint8{0, 1, 3, 6}

// mobilityFrom is the least number of moves of each class of mobility.
var mobilityFrom = [mobilities]int{0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 28, 34, 41, 51}

var mobilityOf = newMobilityOf()

func newMobilityOf() (table [64]uint8) {
	kit.Classes(table[:], mobilityFrom[:])
	return table
}

var patternList = newPatternList()

func (r *rules) Patterns() []engine.Term { return patternList }

type patternWriter struct{ kit.Terms }

func newPatternList() []engine.Term {
	w := &patternWriter{kit.Terms{
		Who:  [2]string{"next", "wait"},
		Does: [2]string{"has the next main step", "awaits the opponent's main step"},
	}}
	w.Open("stacks", 0, stackCounts, 1, "%s stacks controlled")
	w.Open("reserve", 0, reserveCounts, 1, "%s men in reserve")
	for i, reserve := range [3]string{"1", "2", "3+"} {
		w.Open("entries-"+reserve, 0, entryTargets, 1, [3]string{"one man", "two men", "three men or more"}[i]+
			" in reserve, and %s stacks that one of them captures by entering")
	}
	w.Open("men", 0, menCounts, 1, "%s men on the board, up to 7 in a stack of one colour, and in reserve")
	w.stacks()
	w.threats()
	w.Open("pillars", 0, pillarCounts, 1, "%s pillars")
	for _, class := range classNames {
		w.Name("pillar-"+class, "a pillar on a square like %s", class)
	}
	w.Open("hemming", 0, hemmingCounts, 1, "%s pillars next to stacks of the opponent's")
	w.Open("crowding", 0, crowdingCounts, 1, "%s pillars next to own stacks")
	w.Open("fixed", 0, fixedCounts, 1, "%s pillars, of one or more, that cannot move")
	for order, who := range w.Who {
		w.Ranges("mobility-"+who, mobilityFrom[:], "%d to %s moves of stacks, and the seat "+w.Does[order])
	}
	w.Open("stuck-stacks", 1, stuckCounts, 1, "%s own stacks with no open square next to them")
	for _, kind := range stepKindNames {
		w.Name("step-"+kind, "the seat has the next main step, and the step to come is of the kind %s", kind)
	}
	return w.List
}

func (w *patternWriter) stacks() {
	for i := range pureHeights {
		for _, class := range classNames {
			w.Name(fmt.Sprintf("pure-%d-%s", i+1, class),
				"an own stack of %d men of one colour (7 for more) on a square like %s", i+1, class)
		}
	}
	for i := range mixtures {
		for _, class := range classNames {
			w.Name("mixed-"+mixtureName(i)+"-"+class,
				"an own mixed stack on a square like %s, its men from bottom to top own (o) or the opponent's (t)",
				class)
		}
	}
	w.risks("pure", maxSlack)
	w.risks("mixed", maxSlack-1)
}

func (w *patternWriter) risks(kind string, largest int) {
	for order, who := range w.Who {
		for slack := minSlack; slack <= largest; slack++ {
			for danger, name := range [dangers]string{"safe", "answered", "covered", "hit"} {
				if slack > 0 || danger == dangerNone || danger == dangerCapture {
					w.Name(fmt.Sprintf("slack-%s-%s%+d-%s", who, kind, slack, name),
						"an own %s stack with a slack (capacity less height) of %+d, bounded to -2..3, %s, and the "+
							"seat %s",
						kind, slack, dangerHelps[danger], w.Does[order])
				}
			}
		}
	}
}

var dangerHelps = [dangers]string{
	"that no move of the opponent's reaches",
	"that a move of the opponent's reaches, as does an own one",
	"that a move of the opponent's reaches, and no own one",
	"that the opponent attacks",
}

func mixtureName(mixture int) string {
	for code, number := range mixtureOf {
		if int(number) != mixture || code < 3 || code&(code-1) == 0 {
			continue
		}
		name := "o"
		for ; code > 1; code >>= 1 {
			name = string("ot"[code&1]) + name
		}
		return name
	}
	return "more"
}

func (w *patternWriter) threats() {
	for least, kind := range [2]string{"pure", "mixed"} {
		for order, who := range w.Who {
			w.Open("loss-"+who+"-"+kind, 1+least, lossHeights-least, 1,
				"an own "+kind+" stack of %s men that the opponent attacks, and the seat "+w.Does[order])
		}
	}
	w.Ordered("targets", 0, targetCounts, 1, "%s stacks with a man of the opponent's that a main step could capture")
	w.Ordered("landings", 0, landingCounts, 1, "%s stacks of the opponent's that a move could land on")
	w.Ordered("prize", 0, prizes, 1, "%s men of the opponent's in the best stack that a main step could capture")
	for order, who := range w.Who {
		for stacks := range lastStacks + 1 {
			for losses := range min(stacks, maxLosses) + 1 {
				w.Name(fmt.Sprintf("last-%s-%d-%d", who, stacks, losses),
					"%d stacks left, %d of them (%d for more) attacked, and the seat %s", stacks, losses, maxLosses,
					w.Does[order])
			}
		}
	}
}
