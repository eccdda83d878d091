package enginetest

import (
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
)

// The steps of Stones. Steps 1, 2 and 3 take that many stones.
const (
	StonesMore    engine.Step = iota + 4 // takes one more stone after two
	StonesDecline                        // takes no more stone after two
	StonesHold                           // takes no stone; see Stones.Holds
	stonesSteps
)

// Stones is a small game for two to four seats, which brute force can solve. The seats in turn take one, two or three
// stones from a pile. A seat takes three stones in one step or in two: after taking two, it may take one more or
// decline. The seat that takes the last stone puts the next seat out, and a new pile begins. The last seat in wins, and
// the others are placed in the reverse order of going out. So with two seats, the seat that takes the last stone wins,
// and without further rules the seat to act loses if and only if the pile is a multiple of four.
//
// Two rules can be added. First, at some sizes of the pile a seat may hold: it takes nothing and turns its own marker
// over, so positions repeat. Second, the game may be drawn after a number of steps. The number of steps played is then
// part of the position, so that lines of different lengths lead to different positions.
type Stones struct {
	Players int   // number of seats; 0 for 2
	Pile    int   // stones of a new pile
	Holds   []int // sizes of the pile at which a seat may hold
	Steps   int   // steps until the game is drawn; 0 for no such draw
	Cap     int   // the turn cap; 0 for none
	Draws   int   // how often a position must occur to draw the game; 0 for no such draw
	Leaves  bool  // whether the seat that takes the last stone goes out itself; every turn then has a single step
}

// Pile is the game of [Stones] in which the seat that takes the last stone goes out.
type Pile struct{}

func (Pile) Name() string  { return "pile" }
func (Pile) Title() string { return "Pile" }

func (Pile) Options() []engine.Option {
	return []engine.Option{
		{Name: "players", Default: "3", Min: 2, Max: 4}, {Name: "pile", Default: "9", Min: 1, Max: 99},
	}
}

func (g Pile) New(settings engine.Settings) (engine.Rules, error) {
	settled, err := engine.Settle(g, settings)
	return &Stones{Players: settled.Int("players"), Pile: settled.Int("pile"), Leaves: true}, err
}

// Read implements [engine.Game]. It accepts only the text of the start, since records need no other.
func (g Pile) Read(text string, settings engine.Settings) (engine.Position, error) {
	rules, err := g.New(settings)
	if err != nil {
		return nil, err
	}
	if start := rules.Start(); start.String() == text {
		return start, nil
	}
	return nil, fmt.Errorf("%q is not the start", text)
}

func (r *Stones) Game() engine.Game   { return Pile{} }
func (r *Stones) Seats() int          { return max(2, r.Players) }
func (r *Stones) SeatNames() []string { return []string{"A", "B", "C", "D"}[:r.Seats()] }
func (r *Stones) StepKinds() []string { return []string{"first", "second"} }
func (r *Stones) StepSpace() int      { return int(stonesSteps) }
func (r *Stones) Repetition() int     { return r.Draws }
func (r *Stones) TurnCap() int        { return r.Cap }

// Settings implements [engine.Rules]. The settings have only what [Pile] has as options.
func (r *Stones) Settings() engine.Settings {
	return engine.Settings{{Name: "players", Value: strconv.Itoa(r.Seats())},
		{Name: "pile", Value: strconv.Itoa(r.Pile)}}
}

func (r *Stones) Start() engine.Position { return &StonesPosition{rules: r, pile: r.Pile, turn: 1} }

// Files of weights for [Stones].
const (
	StonesWeights = "noise 1\n" // the evaluation of a position equals its only feature
	StonesEven    = "noise 0\n" // all evaluations are 0, so only results of games guide a search
)

// Features describes the only feature of Stones, which looks random.
func (r *Stones) Features() []engine.Term {
	return []engine.Term{{Name: "noise", Help: "a number from -60 to 60 derived from the position's hash"}}
}

// StonesPosition is a position of [Stones].
type StonesPosition = stonesPosition

type stonesPosition struct {
	rules      *Stones
	pile       int
	seat       engine.Seat
	turn       int
	end        engine.Outcome
	markers    [engine.MaxSeats]bool // whether the marker of each seat is turned over
	gone       [engine.MaxSeats]int  // by seat: 0 if it is in, 1 if it went out first, 2 if second, and so on
	out        int                   // number of seats that are out
	second     bool                  // whether the seat to act has taken two stones and may take one more
	steps      int                   // number of steps since the start
	reversible int
}

func (p *stonesPosition) Rules() engine.Rules     { return p.rules }
func (p *stonesPosition) Seat() engine.Seat       { return p.seat }
func (p *stonesPosition) Turn() int               { return p.turn }
func (p *stonesPosition) InOpening() bool         { return false }
func (p *stonesPosition) Over() bool              { return p.end.Over() }
func (p *stonesPosition) Outcome() engine.Outcome { return p.end }
func (p *stonesPosition) Reversible() int         { return p.reversible }
func (p *stonesPosition) Diagram() engine.Diagram { return engine.Diagram{} }
func (p *stonesPosition) StartsTurn() bool        { return !p.second }

func (p *stonesPosition) StepKind() engine.StepKind {
	if p.second {
		return 1
	}
	return 0
}

// Settled implements [engine.Leaver].
func (p *stonesPosition) Settled(seat engine.Seat) (float64, bool) {
	return float64(p.gone[seat]-1) / float64(p.rules.Seats()-1), p.gone[seat] > 0
}

func (p *stonesPosition) AppendSteps(steps []engine.Step) []engine.Step {
	if p.Over() {
		return steps
	}
	if p.second {
		return append(steps, StonesDecline, StonesMore)
	}
	for k := 1; k <= min(3, p.pile); k++ {
		steps = append(steps, engine.Step(k))
	}
	if slices.Contains(p.rules.Holds, p.pile) {
		steps = append(steps, StonesHold)
	}
	return steps
}

func (p *stonesPosition) DeclineStep() engine.Step {
	if p.second && !p.Over() {
		return StonesDecline
	}
	return engine.NoStep
}

func (p *stonesPosition) CountSteps() int {
	var steps [stonesSteps]engine.Step
	return len(p.AppendSteps(steps[:0]))
}

func (p *stonesPosition) Play(step engine.Step) {
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
	p.second = step == 2 && p.pile > 0 && !p.rules.Leaves
	if p.pile == 0 {
		p.putOut()
	}
	if !p.Over() && p.rules.Steps > 0 && p.steps >= p.rules.Steps {
		p.end = engine.Draw(p.rules.Seats(), "out of steps")
	}
	if !p.second {
		p.seat = p.next()
		p.turn++
	}
}

// next returns the seat after the one to act that is in; after the game, the seat after it.
func (p *stonesPosition) next() engine.Seat {
	for seat := p.seat; ; {
		seat = (seat + 1) % engine.Seat(p.rules.Seats())
		if p.gone[seat] == 0 || p.Over() {
			return seat
		}
	}
}

// putOut puts out a seat because the pile is empty, and begins a new pile unless only one seat is in. A seat scores the
// fraction of its opponents that went out before it.
func (p *stonesPosition) putOut() {
	seats, loser := p.rules.Seats(), p.seat
	if !p.rules.Leaves {
		loser = p.next()
	}
	p.out++
	p.gone[loser] = p.out
	if p.out < seats-1 {
		p.pile = p.rules.Pile
		return
	}
	p.end = engine.Outcome{Reason: "last in", Seats: seats}
	for seat := range seats {
		p.end.Scores[seat] = 1
		if p.gone[seat] > 0 {
			p.end.Scores[seat], _ = p.Settled(engine.Seat(seat))
		}
	}
}

func (p *stonesPosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *stonesPosition) CopyFrom(other engine.Position) { *p = *other.(*StonesPosition) }

func (p *stonesPosition) Clone() engine.Position {
	clone := *p
	return &clone
}

// Hash implements [engine.Position]. It includes the number of steps only if the rules limit this number.
func (p *stonesPosition) Hash() uint64 {
	key := uint64(p.pile)<<3 | uint64(p.seat)<<1 | uint64(p.StepKind())
	for seat, marked := range p.markers {
		key = key<<4 | uint64(p.gone[seat])<<1 // 1 bit for the marker, 3 for gone
		if marked {
			key |= 1
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

// StepText returns "take1", "take2" or "take3" for taking stones, "+1" for one more, "-" for declining, and "hold".
func (p *stonesPosition) StepText(step engine.Step) string {
	return [stonesSteps]string{"", "take1", "take2", "take3", "+1", engine.Decline, "hold"}[step]
}

func (p *stonesPosition) String() string {
	return fmt.Sprintf("pile %d seat %s second %t markers %t gone %d turn %d", p.pile, p.seat, p.second, p.markers,
		p.gone, p.turn)
}

// AppendNoisy appends the step that takes the last stones, unless its seat goes out by that.
func (p *stonesPosition) AppendNoisy(steps []engine.Step) []engine.Step {
	switch {
	case p.Over() || p.pile > 3 || p.rules.Leaves:
	case !p.second:
		return append(steps, engine.Step(p.pile))
	case p.pile == 1:
		return append(steps, StonesMore)
	}
	return steps
}

// OrderingScores prefers steps that put a seat out, and then those that take many stones.
func (p *stonesPosition) OrderingScores(steps []engine.Step, scores []int32) {
	for i, step := range steps {
		scores[i] = 0
		if step < StonesMore {
			scores[i] = int32(step)
		}
		if int(step) == p.pile || step == StonesMore && p.pile == 1 {
			scores[i] = 1000
		}
	}
}

// Features writes a number from -60 to 60 that depends only on the hash and the seat. With two seats, the
// numbers of the seats are opposite.
func (p *stonesPosition) Features(seat engine.Seat, features []int32) {
	other := uint64(seat)
	if p.rules.Seats() == 2 {
		other = 0
	}
	features[0] = int32(scramble(p.Hash()+other)>>8%121) - 60
	if seat == 1 && p.rules.Seats() == 2 {
		features[0] = -features[0]
	}
}
