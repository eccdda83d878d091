package progress

import "time"

// Steps shows the parts of a work one after the other. A nil Steps shows none.
type Steps struct {
	parts Parts
	task  string  // name of the current part
	next  int     // index of the next part
	share float64 // share of the current part that this session does; the rest was done in an earlier one
}

// NewSteps returns the steps of the given parts.
func NewSteps(all []Part) *Steps { return &Steps{parts: Parts{All: all}} }

// Next begins the next part. If an earlier session has done some of it, the caller must then call Now.
func (s *Steps) Next(task string) {
	if s == nil {
		return
	}
	s.parts.Begin(s.next, s.share, time.Now())
	s.next, s.task, s.share = s.next+1, task, 1
}

// Now records how many of all items of the current part this session does.
func (s *Steps) Now(done, all int) { s.share = float64(done) / float64(max(1, all)) }

// State adds the current part and the whole work to a state.
func (s *Steps) State(state State) State {
	if s != nil {
		state.Task, state.Whole = s.task, &s.parts
	}
	return state
}
