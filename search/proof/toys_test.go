package proof

import (
	"strconv"

	"pillars/engine"
)

// nim is a game with a known theory: the seats in turn take one to three counters from a pile, and who takes the last
// one wins. With n counters the seat to act wins exactly if 4 does not divide n. A step takes one counter, and from the
// second on a seat may decline, so a turn has up to four steps. It has only what exact search needs.
type nim struct {
	engine.Position // nil
	rules           nimRules
	left, taken     int
	seat            engine.Seat
	turn            int
}

type nimRules struct {
	engine.Rules // nil
	turnCap      int
	seats        int
}

func (r nimRules) Seats() int        { return r.seats }
func (r nimRules) TurnCap() int      { return r.turnCap }
func (r nimRules) StepSpace() int    { return 3 }
func (r nimRules) Game() engine.Game { return nimGame{} }

type nimGame struct{ engine.Game }

func (nimGame) Title() string { return "Nim" }

const (
	take engine.Step = 1
	stop engine.Step = 2
)

func newNim(left int) *nim {
	return &nim{rules: nimRules{seats: 2}, left: left, turn: 1}
}

func (n *nim) Rules() engine.Rules    { return n.rules }
func (n *nim) Seat() engine.Seat      { return n.seat }
func (n *nim) Turn() int              { return n.turn }
func (n *nim) StartsTurn() bool       { return n.taken == 0 }
func (n *nim) Over() bool             { return n.left == 0 }
func (n *nim) Hash() uint64           { return uint64(n.left*16+n.taken*4+int(n.seat)) * 0x9e3779b97f4a7c15 }
func (n *nim) String() string         { return strconv.Itoa(n.left) }
func (n *nim) Clone() engine.Position { clone := *n; return &clone }

func (n *nim) CopyFrom(other engine.Position) { *n = *other.(*nim) }

func (n *nim) Outcome() engine.Outcome {
	if n.left > 0 {
		return engine.Outcome{}
	}
	seats := engine.Seat(n.rules.seats)
	outcome := engine.Outcome{Reason: "nothing left", Seats: n.rules.seats}
	outcome.Scores[(n.seat+seats-1)%seats] = 1
	return outcome
}

func (n *nim) AppendSteps(steps []engine.Step) []engine.Step {
	if n.left > 0 {
		steps = append(steps, take)
	}
	if n.taken > 0 {
		steps = append(steps, stop)
	}
	return steps
}

func (n *nim) OrderingScores(steps []engine.Step, scores []int32) { clear(scores) }

func (n *nim) PlayInto(step engine.Step, child engine.Position) {
	c := child.(*nim)
	*c = *n
	if step == take {
		c.left--
		c.taken++
	}
	if step == stop || c.taken == 3 || c.left == 0 {
		c.seat, c.taken, c.turn = (c.seat+1)%engine.Seat(c.rules.seats), 0, c.turn+1
	}
}
