package pylyx

import "pillars/engine"

// The kinds of step, in the order of a game.
const (
	setUpStep  engine.StepKind = iota // One places a checker
	choiceStep                        // Two chooses to move first, or a colour
	colorStep                         // One chooses a colour
	mainStep                          // a move or a pass
	stepKinds
)

var stepKindNames = [stepKinds]string{"set-up", "choice", "colour", "main"}

// Steps are packed into 16 bits: a square in the upper eight, then four bits of form, then the distance of a move. The form of a move is its
// direction, with 8 added if three men move; one man moves in the first four directions, two in the others. Distance 0 is left for
// all other steps: placing a checker, where the form tells its colour, choices, and passing. There, the square a1, which no board has, keeps all
// numbers above 0.
const (
	formShift               = 4
	squareShift             = 8
	stepSpace               = squares << squareShift
	threeMen    engine.Step = 8 << formShift

	placeWhite  engine.Step = 1 << formShift
	placeBlack  engine.Step = 2 << formShift
	chooseFirst engine.Step = 3 << formShift
	chooseWhite engine.Step = 4 << formShift
	chooseBlack engine.Step = 5 << formShift
	passStep    engine.Step = 6 << formShift
)

func placeStep(c color, s square) engine.Step {
	return engine.Step(s)<<squareShift + placeWhite + engine.Step(c)<<formShift
}

// movesOf is the common part of the moves of k men from a square in a direction that they have; the distance is to be added.
func movesOf(from square, d direction, k int) engine.Step {
	step := engine.Step(from)<<squareShift | engine.Step(d)<<formShift
	if k == 3 {
		step |= threeMen
	}
	return step
}

// isMove reports whether a step moves men.
func isMove(step engine.Step) bool { return step&(1<<formShift-1) != 0 }

// moved takes a move apart: the squares it leaves and reaches and the number of men.
func moved(step engine.Step) (from, to square, k uint8) {
	from = square(step >> squareShift)
	d := direction(step>>formShift) & 7
	to = square(int16(from) + offset[d]*int16(step&(1<<formShift-1)))
	k = 1 + uint8(d>>2) // one man on diagonals, two on the others
	if step&threeMen != 0 {
		k = 3
	}
	return from, to, k
}

// placed is the square of a checker placed.
func placed(step engine.Step) square { return square(step >> squareShift) }
