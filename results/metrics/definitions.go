package metrics

// Definition says what a measure is. Tables and pages print its words.
type Definition struct {
	Name     string // for programs
	Group    string // what it is about, one of the Groups
	Title    string // for people
	Unit     Unit
	Decimals int    // worth printing
	Counts   string // what N counts
	Meaning  string // the definition, one or two sentences
	Interval string // how the interval is made
	Source   string // who defined it
}

// Unit is what a measure is counted in.
type Unit string

// The units.
const (
	Share       Unit = "share" // from 0 to 1, printed in percent
	Score       Unit = "score" // from 0 to 1
	Turns       Unit = "turns"
	Steps       Unit = "steps"
	Choices     Unit = "choices"
	Logarithm   Unit = "log10"
	Number      Unit = "number"      // from 0
	Correlation Unit = "correlation" // from -1 to 1
	Rungs       Unit = "rungs"
	Micros      Unit = "microseconds"
)

// How intervals are made.
const (
	anytime        = "anytime, by game"
	anytimeOpening = "anytime, by opening"
	byOpening      = "Student, by opening"
	byJack         = "jackknife, by opening"
	none           = "none"
	fromBounds     = "bounds"
)

// Sources of definitions.
const (
	browne      = "Browne, Automatic generation and evaluation of recombination games, 2008"
	afterBrowne = "after " + browne
	ludii       = "Piette and others, General board game concepts, 2021"
	aiai        = "Tavener, reports of Ai Ai"
	own         = "this program"
)

// Groups of measures, in their order.
const (
	GroupResults    = "results"
	GroupLength     = "length"
	GroupChoice     = "choice"
	GroupPositions  = "positions"
	GroupTrajectory = "trajectory"
	GroupDepth      = "depth"
	GroupOpenings   = "openings"
	GroupRandom     = "random play"
	GroupQuantities = "quantities"
)

// definition is a Definition with what measures it.
type definition struct {
	Definition
	measure func(Sample) []Metric
}

// Definitions are all measures there are, in the order in which [Of] takes them.
func Definitions() []Definition {
	var all []Definition
	for _, d := range definitions {
		all = append(all, d.Definition)
	}
	return all
}

// definitions are the measures by group.
var definitions = slicesOf(resultDefinitions, lengthDefinitions, choiceDefinitions, positionDefinitions, trajectoryDefinitions, clarityDefinitions,
	depthDefinitions, openingDefinitions, randomDefinitions, quantityDefinitions)

func slicesOf(groups ...[]definition) (all []definition) {
	for _, group := range groups {
		all = append(all, group...)
	}
	return all
}
