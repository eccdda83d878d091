package vector

import (
	"fmt"

	"pillars/engine"
)

// View is the rules of a game, and how observations show its positions. An observation has the planes of the latest
// positions, one position for each step, the latest first; planes are 0 for positions before the start. If results
// depend on them, a plane for repetition and then one for the turn cap follow.
type View struct {
	engine.ArrayRules
	positions int // in an observation
	own       int // numbers in the planes of a position
	square    int // number of squares of the board
	repeats   int // the rules' repetition
	cap       int // and turn cap
	size      int // numbers in an observation
}

// NewView returns a view of rules that shows the given number of positions.
func NewView(rules engine.ArrayRules, positions int) View {
	files, ranks := rules.BoardSize()
	v := View{ArrayRules: rules, positions: positions, square: files * ranks, repeats: rules.Repetition(),
		cap: rules.TurnCap()}
	v.own, v.size = len(rules.Planes())*v.square, len(v.Described())*v.square
	return v
}

// Size returns the number of numbers in an observation.
func (v *View) Size() int { return v.size }

// Described describes the planes of an observation.
func (v *View) Described() (planes []engine.Plane) {
	for back := range v.positions {
		for _, plane := range v.Planes() {
			if back > 0 {
				plane.Name = fmt.Sprintf("%s, %d before", plane.Name, back)
			}
			planes = append(planes, plane)
		}
	}
	if v.repeats > 0 {
		planes = append(planes, engine.Plane{Name: "repetitions",
			Help: "how many earlier turns began with this position, 255 at most; 0 within a turn"})
	}
	if v.cap > 0 {
		planes = append(planes, engine.Plane{Name: "turns left",
			Help: "number of turns before the cap ends the game, with this one, 255 at most"})
	}
	return planes
}

// Write writes an observation, as a seat sees it, of position p and the positions before it; see [View.Recall].
// occurrences is the number of turns that have begun with p. The slice must be all 0, or written by Write before.
func (v *View) Write(p engine.Position, earlier []engine.Position, seat engine.Seat, occurrences int, planes []uint8) {
	v.WritePlanes(p, seat, planes[:v.own])
	v.writePast(p, earlier, seat, occurrences, planes[v.own:])
}

// writePast writes the planes after those of p.
func (v *View) writePast(p engine.Position, earlier []engine.Position, seat engine.Seat, occurrences int,
	planes []uint8,
) {
	if v.positions > 1 {
		for _, before := range earlier {
			v.WritePlanes(before, seat, planes[:v.own])
			planes = planes[v.own:]
		}
		missing := (v.positions - 1 - len(earlier)) * v.own
		clear(planes[:missing])
		planes = planes[missing:]
	}
	if v.repeats > 0 {
		if occurrences > 1 && (!p.StartsTurn() || p.Over()) {
			occurrences = 1
		}
		fill(planes[:v.square], occurrences-1)
		planes = planes[v.square:]
	}
	if v.cap > 0 {
		fill(planes, v.cap-p.Turn()+1)
	}
}

// fill sets all numbers of a plane, which are equal. It does not write them again if they stay the same.
func fill(plane []uint8, number int) {
	if value := uint8(min(max(number, 0), 255)); plane[0] != value {
		for i := range plane {
			plane[i] = value
		}
	}
}

// Recall returns the positions before the step that follows p, the latest first, as far as observations show them.
func (v *View) Recall(earlier []engine.Position, p engine.Position) []engine.Position {
	if v.positions == 1 {
		return nil
	}
	return append([]engine.Position{p.Clone()}, earlier[:min(len(earlier), v.positions-2)]...)
}

// Earlier returns the positions before the current one of h.
func (v *View) Earlier(h *engine.History) (earlier []engine.Position) {
	if v.positions == 1 {
		return nil
	}
	p := h.Start().Clone()
	steps := h.Steps()
	for i, step := range steps {
		if len(steps)-i < v.positions {
			earlier = v.Recall(earlier, p)
		}
		p.Play(step)
	}
	return earlier
}
