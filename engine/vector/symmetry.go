package vector

import "pillars/engine"

// Symmetry is a symmetry of the board as two lists of indices: number i of the image's observation is number
// Observation[i] of the position's, and its action i is legal if the position's action Actions[i] is.
type Symmetry struct {
	Observation []int32 `json:"observation"`
	Actions     []int32 `json:"actions"`
	SetUp       bool    `json:"set_up"` // whether it also maps legal steps to legal steps in the set-up
}

// Symmetries returns the symmetries of the board, the identity first.
func (v *View) Symmetries() (all []Symmetry) {
	mirrors, ok := v.ArrayRules.(engine.MirrorRules)
	symmetries, setUp := []engine.GridSymmetry{0}, 1
	if ok {
		symmetries, setUp = mirrors.Symmetries()
	}
	steps, actions := Actions(v)
	for number, g := range symmetries {
		y := Symmetry{Observation: make([]int32, v.size), Actions: make([]int32, len(steps)), SetUp: number < setUp}
		for action, step := range steps {
			if ok {
				step = mirrors.Image(step, g)
			}
			y.Actions[actions[step]] = int32(action)
		}
		v.mirror(g, y.Observation)
		all = append(all, y)
	}
	return all
}

// mirror writes the indices of [Symmetry].Observation.
func (v *View) mirror(g engine.GridSymmetry, indices []int32) {
	files, ranks := v.BoardSize()
	from := make([]int, v.square) // the square that g maps to each square
	for s := range from {
		file, rank := g.Map(s%files, s/files, files, ranks)
		from[rank*files+file] = s
	}
	for number, plane := range v.Described() {
		for s := range from {
			at := number*v.square + from[s]
			switch first := number * v.square; {
			case plane.Side == engine.NorthSide && s+files < v.square:
				at = wall(from[s], from[s+files], first, first+v.square)
			case plane.Side == engine.EastSide && (s+1)%files != 0:
				at = wall(from[s], from[s+1], first-v.square, first)
			case plane.Side != engine.NoSide:
				at = first + s // the edge of the board, a wall in every position
			}
			indices[number*v.square+s] = int32(at)
		}
	}
}

// wall returns the index of the wall between two squares, given where the planes of the north and east sides begin.
func wall(one, other, north, east int) int {
	if max(one, other) == min(one, other)+1 {
		return east + min(one, other)
	}
	return north + min(one, other)
}
