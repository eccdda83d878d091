package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
)

// The steps of Stones. Steps 1, 2 and 3 take that many stones.
const (
	StonesMore    engine.Step = iota + 4 // takes one more stone after two
	StonesDecline                        // takes no more stone after two
	StonesHold                           // takes no stone; see Stones.Holds
	stonesSteps
)

// The reasons why games of Stones end.
const (
	lastStone  engine.Reason = "last stone taken"
	outOfSteps engine.Reason = "out of steps"
)

// Stones is a small game of two seats with a known theory. The seats in turn take one, two or three stones from a pile.
// A seat takes three stones in two steps: after taking two, it may take one more or decline. The seat that takes the
// last stone wins. Without further rules, the seat to act loses if and only if the pile is a multiple of four.
//
// Two rules can be added. First, at some sizes of the pile a seat may hold: it takes nothing and turns its own marker
// over, so positions repeat. Second, the game may be drawn after a number of steps. The number of steps played is then
// part of the position, so that lines of different lengths lead to different positions.
type Stones struct {
	Pile  int   // stones at the start
	Holds []int // sizes of the pile at which a seat may hold
	Steps int   // steps until the game is drawn; 0 for no such draw
	Cap   int   // the turn cap; 0 for none
	Draws int   // how often a position must occur to draw the game; 0 for no such draw
}

// textless is the name of a game without options and position texts. Only Go code can make its rules.
type textless string

// errNoText is the error for asking a textless game for rules or positions.
var errNoText = errors.New("this game has no text")

func (g textless) Name() string                                          { return string(g) }
func (g textless) Title() string                                         { return string(g) }
func (g textless) Options() []engine.Option                              { return nil }
func (g textless) New(engine.Settings) (engine.Rules, error)             { return nil, errNoText }
func (g textless) Read(string, engine.Settings) (engine.Position, error) { return nil, errNoText }

func (r *Stones) Game() engine.Game         { return textless("stones") }
func (r *Stones) Settings() engine.Settings { return nil }
func (r *Stones) Seats() int                { return 2 }
func (r *Stones) SeatNames() []string       { return []string{"One", "Two"} }
func (r *Stones) StepKinds() []string       { return []string{"first", "second"} }
func (r *Stones) StepSpace() int            { return int(stonesSteps) }
func (r *Stones) Repetition() int           { return r.Draws }
func (r *Stones) TurnCap() int              { return r.Cap }
func (r *Stones) Start() engine.Position {
	return &StonesPosition{rules: r, pile: r.Pile, common: common{turn: 1}}
}

// StonesWeights is a file of weights for [Stones]. With it, the evaluation of a position equals its only feature.
const StonesWeights = "noise 1\n"

// StonesEven is a file of weights for [Stones]. With it, all evaluations are 0, so only results of games guide a
// search.
const StonesEven = "noise 0\n"

// Features describes the only feature of Stones, which looks random.
func (r *Stones) Features() []engine.Term {
	return []engine.Term{{Name: "noise", Help: "a number from -60 to 60 derived from the position's hash"}}
}

func (r *Stones) holds(pile int) bool { return slices.Contains(r.Holds, pile) }

// common implements methods of [engine.Position] for the small games.
type common struct {
	seat engine.Seat
	turn int
	end  engine.Outcome
}

func (p *common) Seat() engine.Seat       { return p.seat }
func (p *common) Turn() int               { return p.turn }
func (p *common) InOpening() bool         { return false }
func (p *common) Over() bool              { return p.end.Over() }
func (p *common) Outcome() engine.Outcome { return p.end }
func (p *common) Reversible() int         { return 0 }
func (p *common) Diagram() engine.Diagram { return engine.Diagram{} }

// StonesPosition is a position of [Stones].
type StonesPosition struct {
	common
	rules      *Stones
	pile       int
	markers    [2]bool // whether the marker of each seat is turned over
	second     bool    // whether the seat to act has taken two stones and may take one more
	steps      int     // number of steps since the start
	reversible int
}

func (p *StonesPosition) Rules() engine.Rules { return p.rules }
func (p *StonesPosition) StartsTurn() bool    { return !p.second }

func (p *StonesPosition) StepKind() engine.StepKind {
	if p.second {
		return 1
	}
	return 0
}

func (p *StonesPosition) AppendSteps(steps []engine.Step) []engine.Step {
	if p.Over() {
		return steps
	}
	if p.second {
		return append(steps, StonesDecline, StonesMore)
	}
	for k := 1; k <= min(3, p.pile); k++ {
		steps = append(steps, engine.Step(k))
	}
	if p.rules.holds(p.pile) {
		steps = append(steps, StonesHold)
	}
	return steps
}

func (p *StonesPosition) DeclineStep() engine.Step {
	if p.second && !p.Over() {
		return StonesDecline
	}
	return engine.NoStep
}

func (p *StonesPosition) CountSteps() int { return len(p.AppendSteps(nil)) }

func (p *StonesPosition) Play(step engine.Step) {
	p.steps++
	switch step {
	case StonesHold:
		p.markers[p.seat] = !p.markers[p.seat]
		p.reversible++
	case StonesMore:
		p.pile--
	case StonesDecline:
	default:
		p.pile -= int(step)
		p.reversible = 0
	}
	switch {
	case p.pile == 0:
		p.end = engine.Win(p.seat, lastStone)
	case p.rules.Steps > 0 && p.steps >= p.rules.Steps:
		p.end = engine.Draw(2, outOfSteps)
	}
	p.second = step == 2 && p.pile > 0
	if !p.second {
		p.seat = 1 - p.seat
		p.turn++
	}
}

func (p *StonesPosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *StonesPosition) CopyFrom(other engine.Position) { *p = *other.(*StonesPosition) }

func (p *StonesPosition) Clone() engine.Position {
	clone := *p
	return &clone
}

// Hash implements [engine.Position]. It includes the number of steps only if the rules limit it.
func (p *StonesPosition) Hash() uint64 {
	key := uint64(p.pile)<<4 | uint64(p.seat)
	for i, flag := range [3]bool{p.markers[0], p.markers[1], p.second} {
		if flag {
			key |= 2 << i
		}
	}
	if p.rules.Steps > 0 {
		key |= uint64(p.steps) << 32
	}
	return scramble(key)
}

// scramble spreads a key over all bits. It is a bijection (the finisher of SplitMix64: Steele, Lea and Flood, 2014).
func scramble(key uint64) uint64 {
	key += 0x9e3779b97f4a7c15
	key = (key ^ key>>30) * 0xbf58476d1ce4e5b9
	key = (key ^ key>>27) * 0x94d049bb133111eb
	return key ^ key>>31
}

func (p *StonesPosition) Reversible() int { return p.reversible }

// StepText returns "1", "2" or "3" for taking stones, "+1" for one more, "-" for declining, and "hold".
func (p *StonesPosition) StepText(step engine.Step) string {
	return [stonesSteps]string{"", "1", "2", "3", "+1", engine.Decline, "hold"}[step]
}

func (p *StonesPosition) String() string {
	return fmt.Sprintf("pile %d seat %s second %t markers %t turn %d", p.pile, p.seat, p.second, p.markers, p.turn)
}

func (p *StonesPosition) AppendNoisy(steps []engine.Step) []engine.Step {
	switch {
	case p.Over() || p.pile > 3:
	case !p.second:
		return append(steps, engine.Step(p.pile))
	case p.pile == 1:
		return append(steps, StonesMore)
	}
	return steps
}

func (p *StonesPosition) OrderingScores(steps []engine.Step, scores []int32) {
	for i, step := range steps {
		scores[i] = 0
		if int(step) == p.pile || step == StonesMore && p.pile == 1 {
			scores[i] = 1000
		}
	}
}

// Features writes a number from -60 to 60, which depends only on the hash, for the first seat, and minus that number
// for the second seat.
func (p *StonesPosition) Features(seat engine.Seat, features []int32) {
	features[0] = int32(p.Hash()>>8%121) - 60
	if seat == 1 {
		features[0] = -features[0]
	}
}
