package pit

import "pillars/engine"

// The kinds of step, in the order of a game.
const (
	placeStep   engine.StepKind = iota // a player's pawn
	actionStep                         // replace, move or enter
	barrierStep                        // a barrier at the cell just reached
	stepKinds
)

var stepKindNames = [stepKinds]string{"place", "action", "barrier"}

// Steps are packed with their form in the upper bits. An action holds the cells where it starts and ends; what is placed or entered has no start, and
// its cell stands for both. A barrier holds a cell and its side.
const (
	formShift               = 16
	formAction  engine.Step = 1 << formShift
	formBarrier engine.Step = 2 << formShift
	stepSpace               = 2<<formShift + 256*int(directions)
)

func moveStep(from, to cell) engine.Step { return formAction | engine.Step(from)<<8 | engine.Step(to) }

func enterStep(to cell) engine.Step { return moveStep(to, to) }

func wallStep(at cell, side direction) engine.Step {
	return formBarrier | engine.Step(at)<<2 | engine.Step(side)
}

func isBarrier(step engine.Step) bool { return step&formBarrier != 0 }

// moved takes an action apart.
func moved(step engine.Step) (from, to cell) { return cell(step >> 8), cell(step) }

// walled takes a barrier apart.
func walled(step engine.Step) (at cell, side direction) { return cell(step >> 2), direction(step & 3) }
