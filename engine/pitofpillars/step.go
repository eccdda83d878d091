package pitofpillars

import "pillars/engine"

// The kinds of step, in the order of a game.
const (
	openingStep   engine.StepKind = iota // White's first man
	adjoiningStep                        // a man next to the opponent's last
	isolatedStep                         // a man with vacant neighbours
	mainStep                             // a move or an entry
	pillarStep                           // a pillar's move, or none
	stepKinds
)

var stepKindNames = [stepKinds]string{"opening", "adjoining", "isolated", "main", "pillar"}

// Steps are packed with their form in the upper bits. An entry holds its square; a move holds where it starts, its direction and how many men
// move (which is how far); a pillar's move holds where it starts and ends.
const (
	formShift               = 12
	formEnter   engine.Step = 1 << formShift
	formMove    engine.Step = 2 << formShift
	formPillar  engine.Step = 3 << formShift
	declineStep engine.Step = 4 << formShift
	stepSpace               = 4<<formShift + 1
)

func enterStep(to square) engine.Step { return formEnter | engine.Step(to) }

func moveStep(from square, d direction, k int) engine.Step {
	return formMove | engine.Step(from)<<5 | engine.Step(d)<<3 | engine.Step(k)
}

func slideStep(from, to square) engine.Step {
	return formPillar | engine.Step(from)<<6 | engine.Step(to)
}

func form(step engine.Step) engine.Step { return step &^ (1<<formShift - 1) }

// entered is the square of an entry.
func entered(step engine.Step) square { return square(step & 63) }

// moved takes a move apart: the squares it leaves and reaches and the number of men.
func moved(step engine.Step) (from, to square, k uint8) {
	from, k = square(step>>5&63), uint8(step&7)
	to = square(int8(from) + offset[step>>3&3]*int8(k))
	return from, to, k
}

// slid takes a pillar's move apart.
func slid(step engine.Step) (from, to square) { return square(step >> 6 & 63), square(step & 63) }
