package pitofpillars

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// squareClasses is how many kinds of squares there are; see [kit.SquareClass].
const squareClasses = 9

var classNames = kit.SquareClasses(maxSize)

// lastStacks is up to how many stacks the lost ones among them are counted.
const lastStacks = 3

// patternGroups are the patterns of positions, and by group the number of its first or that for each count. Groups of
// two hold the patterns of the seat with the next main step, then those of its opponent.
type patternGroups struct {
	kit.Terms
	stacks, reserve, men, pillars, hemming, crowding, fixed, stuck kit.Group
	entries                                                        [3]kit.Group    // by men in reserve
	loss                                                           [2][2]kit.Group // of pure and of mixed stacks
	targets, landings, prize                                       [2]kit.Group
	last                                                           [2][lastStacks + 1]kit.Group
	mobility                                                       [2]kit.Ranges
	pureRisk, mixedRisk                                            [2]uint16
	pure, mixed, pillar, step                                      uint16
}

var patterns = newPatterns()

func (r *rules) Patterns() []engine.Term { return patterns.List }

func newPatterns() (w patternGroups) {
	w.Orders = [2]kit.Value{{"next", "has the next main step"}, {"wait", "awaits the opponent's main step"}}
	w.stacks = w.Open("stacks", 0, 13, 1, "%s stacks controlled")
	w.reserve = w.Open("reserve", 0, 7, 1, "%s men in reserve")
	for i, men := range []kit.Value{{"1", "one man"}, {"2", "two men"}, {"3+", "three men or more"}} {
		w.entries[i] = w.Open("entries-"+men[0], 0, 4, 1,
			men[1]+" in reserve, and %s stacks that one of them captures by entering")
	}
	w.men = w.Open("men", 0, 21, 1, "%s men on the board, up to 7 in a stack of one colour, and in reserve")
	w.pure = w.Each("pure-%s-%s", "an own stack of %s men of one colour (7 for more) on a square like %s",
		kit.Numbers("%d", 1, 7), classNames)
	w.mixed = w.Each("mixed-%s-%s", "an own mixed stack on a square like %[2]s, its men from bottom to top own (o) or "+
		"the opponent's (t)", kit.Named("to", "oto", "too", "tto", "ooto", "otoo", "otto", "tooo", "toto", "ttoo",
		"ttto", "more"), classNames)
	w.pureRisk, w.mixedRisk = w.risks("pure", maxSlack), w.risks("mixed", maxSlack-1)
	w.threats()
	w.pillars = w.Open("pillars", 0, 9, 1, "%s pillars")
	w.pillar = w.Each("pillar-%s", "a pillar on a square like %s", classNames)
	w.hemming = w.Open("hemming", 0, 5, 1, "%s pillars next to stacks of the opponent's")
	w.crowding = w.Open("crowding", 0, 5, 1, "%s pillars next to own stacks")
	w.fixed = w.Open("fixed", 0, 4, 1, "%s pillars, of one or more, that cannot move")
	for order, who := range w.Orders {
		w.mobility[order] = w.Ranges("mobility-"+who[0], []int{0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 28, 34, 41, 51},
			"%d to %s moves of stacks, and the seat "+who[1])
	}
	w.stuck = w.Open("stuck-stacks", 1, 3, 1, "%s own stacks with no open square next to them")
	w.step = w.Each("step-%s", "the seat has the next main step, and the step to come is of the kind %s",
		kit.Named(stepKindNames[:]...))
	return w
}

// The dangers of a stack, each worse than the one before: what the opponent could do to it with a main step.
const (
	dangerNone     = iota
	dangerAnswered // land on it, where a move of its owner's could land as well
	dangerCovered  // land on it
	dangerCapture
	dangers
)

var dangerValues = []kit.Value{
	{"safe", "that no move of the opponent's reaches"},
	{"answered", "that a move of the opponent's reaches, as does an own one"},
	{"covered", "that a move of the opponent's reaches, and no own one"},
	{"hit", "that the opponent attacks"},
}

// The slack of a stack is how many men more its square could hold, bounded here. From a slack of 0 down whatever lands
// there captures.
const (
	minSlack = -2
	maxSlack = 3
)

func (w *patternGroups) risks(kind string, largest int) (first [2]uint16) {
	for order, who := range w.Orders {
		name := "slack-" + who[0] + "-" + kind + "%s-%s"
		help := "an own " + kind + " stack with a slack (capacity less height) of %s, bounded to -2..3, %s, and the " +
			"seat " + who[1]
		first[order] = w.Each(name, help, kit.Numbers("%+d", minSlack, 0),
			[]kit.Value{dangerValues[dangerNone], dangerValues[dangerCapture]})
		w.Each(name, help, kit.Numbers("%+d", 1, largest), dangerValues)
	}
	return first
}

func (w *patternGroups) threats() {
	for mixed, kind := range [2]string{"pure", "mixed"} {
		for order, who := range w.Orders {
			w.loss[mixed][order] = w.Open("loss-"+who[0]+"-"+kind, 1+mixed, 5-mixed, 1,
				"an own "+kind+" stack of %s men that the opponent attacks, and the seat "+who[1])
		}
	}
	w.targets = w.Ordered("targets", 0, 5, 1, "%s stacks with a man of the opponent's that a main step could capture")
	w.landings = w.Ordered("landings", 0, 6, 1, "%s stacks of the opponent's that a move could land on")
	w.prize = w.Ordered("prize", 0, 6, 1, "%s men of the opponent's in the best stack that a main step could capture")
	for order, who := range w.Orders {
		for stacks := range lastStacks + 1 {
			w.last[order][stacks] = w.Counts(fmt.Sprintf("last-%s-%d", who[0], stacks), 0, min(stacks, 2)+1, 1,
				fmt.Sprintf("%d stacks left, %%s of them (2 for more) attacked, and the seat %s", stacks, who[1]))
		}
	}
}
