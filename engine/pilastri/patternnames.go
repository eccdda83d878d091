package pilastri

import (
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// orders are how a seat can be looked at: it acts next or waits.
const orders = 2

// The first pattern of each group.
const (
	firstLife    uint16 = 0
	firstCompany        = firstLife + orders*lives
	firstLead           = firstCompany + kinds*companies
	firstFew            = firstLead + races*leads
)

var orderNames, orderHelps = [orders]string{"next", "wait"}, [orders]string{"acts", "waits"}

var patternList = newPatternList()

func (r *rules) Patterns() []engine.Term { return patternList }

type patternWriter struct{ kit.Terms }

func newPatternWriter() *patternWriter {
	return &patternWriter{kit.Terms{Who: orderNames, Does: orderHelps}}
}

func newPatternList() []engine.Term {
	w := newPatternWriter()
	w.lives()
	w.companies()
	w.races()
	return w.List
}

func bounded(n, most int) string {
	if n == most {
		return strconv.Itoa(n) + "+"
	}
	return strconv.Itoa(n)
}

func kindName(kind int) string {
	if kind == 0 {
		return "1"
	}
	other := (kind - 1) & 1
	return bounded(2+(kind-1)/2, kindHeight) + "ot"[other:other+1]
}

const belowHelp = "the next piece below the top one own (o) or the opponent's (t)"

func (w *patternWriter) lives() {
	for order, who := range orderNames {
		for kind := range kinds {
			for moves := range moveCounts {
				for landings := range landingCounts {
					if !possible(kind, moves, landings) {
						continue
					}
					w.Name(fmt.Sprintf("life-%s-%s-%s-%s", who, kindName(kind), bounded(moves, moveCounts-1),
						bounded(landings, landingCounts-1)),
						"an own stack of that height, %s, with %d ways to move (3 for more), on which the opponent "+
							"has %d ways to land (2 for more), and the seat %s",
						belowHelp, moves, landings, orderHelps[order])
				}
			}
		}
	}
}

func (w *patternWriter) companies() {
	for kind := range kinds {
		for own := range 5 {
			for theirs := range 5 - own {
				for landings := range min(own, landingCounts-1) + 1 {
					w.Name(fmt.Sprintf("company-%s-%d-%d-%s", kindName(kind), own, theirs,
						bounded(landings, landingCounts-1)),
						"an own stack of that height, %s, with %d own neighbours and %d of the opponent's, and %d "+
							"ways for own pieces to land on it (2 for more)",
						belowHelp, own, theirs, landings)
				}
			}
		}
	}
}

func (w *patternWriter) races() {
	names := [races]string{raceSteps: "steps", raceMovable: "movable", raceSafe: "safe-steps"}
	helps := [races]string{raceSteps: "steps", raceMovable: "stacks that can move",
		raceSafe: "steps that no single step takes away"}
	for race, name := range names {
		for lead := -mostLead; lead <= mostLead; lead++ {
			w.Name(fmt.Sprintf("lead-%s%+d", name, lead),
				"the seat acts and has %d more %s than the opponent (bounded to %d)", lead, helps[race], mostLead)
		}
	}
	for race, name := range names {
		for own := 1 - race/raceSafe; own <= mostFew; own++ {
			for theirs := range fewCounts {
				w.Name(fmt.Sprintf("few-%s-%d-%d", name, own, theirs), "the seat acts and has %d %s, the opponent %d",
					own, helps[race], theirs)
			}
		}
	}
}
