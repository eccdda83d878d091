package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// The steps of Stones. Steps 1, 2 and 3 take that many stones.
const (
	StonesMore    engine.Step = iota + 4 // takes one more stone after two
	StonesDecline                        // takes no more stone after two
	StonesHold                           // takes no stone; see Stones.Holds
	stonesSteps
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

// textless is an [engine.Game] that has nothing but a name. Only Go code can make its rules.
type textless string

func (g textless) Name() string                              { return string(g) }
func (g textless) Title() string                             { return string(g) }
func (g textless) Options() []engine.Option                  { return nil }
func (g textless) New(engine.Settings) (engine.Rules, error) { return nil, errors.ErrUnsupported }
func (g textless) Read(string, engine.Settings) (engine.Position, error) {
	return nil, errors.ErrUnsupported
}

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

// Files of weights for [Stones].
const (
	StonesWeights = "noise 1\n" // the evaluation of a position equals its only feature
	StonesEven    = "noise 0\n" // all evaluations are 0, so only results of games guide a search
)

// Features describes the only feature of Stones, which looks random.
func (r *Stones) Features() []engine.Term {
	return []engine.Term{{Name: "noise", Help: "a number from -60 to 60 derived from the position's hash"}}
}

// common holds the fields that the positions of the small games share.
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
	if slices.Contains(p.rules.Holds, p.pile) {
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
		p.end = engine.Win(p.seat, "last stone taken")
	case p.rules.Steps > 0 && p.steps >= p.rules.Steps:
		p.end = engine.Draw(2, "out of steps")
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

// Hash implements [engine.Position]. It includes the number of steps only if the rules limit this number.
func (p *StonesPosition) Hash() uint64 {
	key := uint64(p.pile)<<4 | uint64(p.seat)
	for i, flag := range [3]bool{p.markers[0], p.markers[1], p.second} {
		if flag {
			key |= 2 << i // bits 1 to 3; bit 0 is the seat
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
	case p.Over() || p.pile > 3: // no step wins at once
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

// Features writes a number from -60 to 60 that depends only on the hash, or minus that number for the second seat.
func (p *StonesPosition) Features(seat engine.Seat, features []int32) {
	features[0] = int32(p.Hash()>>8%121) - 60
	if seat == 1 {
		features[0] = -features[0]
	}
}

// Pile is a small game for two to four seats, in which seats leave before the end. The seats in turn take one, two or
// three stones from a pile. The seat that takes the last stone leaves, and a new pile begins. The last seat in the game
// wins, and the others are placed in the reverse order of leaving.
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
	if err != nil {
		return nil, err
	}
	names := []string{"A", "B", "C", "D"}[:settled.Int("players")]
	return &pileRules{base.Facts{Of: g, Settled: settled, Names: names, Kinds: []string{"take"}, Space: 4}}, nil
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

type pileRules struct{ base.Facts }

func (r *pileRules) Features() []engine.Term {
	return []engine.Term{{Name: "nothing", Help: "nothing"}}
}

func (r *pileRules) Start() engine.Position {
	return &pilePosition{rules: r, pile: r.Settled.Int("pile"), common: common{turn: 1}}
}

type pilePosition struct {
	common
	rules *pileRules
	pile  int
	left  []engine.Seat // the seats that have left, in the order of leaving
}

// Settled implements [engine.Leaver].
func (p *pilePosition) Settled(seat engine.Seat) (float64, bool) {
	n := slices.Index(p.left, seat)
	return float64(n) / float64(p.rules.Seats()-1), n >= 0
}

func (p *pilePosition) Clone() engine.Position     { return p.copy() }
func (p *pilePosition) CopyFrom(o engine.Position) { *p = *o.(*pilePosition).copy() }

func (p *pilePosition) copy() *pilePosition {
	c := *p
	c.left = slices.Clone(p.left)
	return &c
}

func (p *pilePosition) Rules() engine.Rules       { return p.rules }
func (p *pilePosition) StartsTurn() bool          { return true }
func (p *pilePosition) StepKind() engine.StepKind { return 0 }

func (p *pilePosition) AppendSteps(steps []engine.Step) []engine.Step {
	for take := 1; take <= min(3, p.pile) && !p.Over(); take++ {
		steps = append(steps, engine.Step(take))
	}
	return steps
}

func (p *pilePosition) Play(step engine.Step) {
	p.turn++
	if p.pile -= int(step); p.pile == 0 {
		p.left = append(p.left, p.seat)
		p.pile = p.rules.Settled.Int("pile")
	}
	if seats := p.rules.Seats(); len(p.left) == seats-1 {
		p.end = ranked("last in", seats, func(seat int) int { return slices.Index(p.left, engine.Seat(seat)) })
	}
	for pass := true; pass && !p.Over(); pass = slices.Contains(p.left, p.seat) {
		p.seat = (p.seat + 1) % engine.Seat(p.rules.Seats())
	}
}

func (p *pilePosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *pilePosition) String() string                                { return fmt.Sprint(p.text(), " ", p.turn) }
func (p *pilePosition) text() string                                  { return fmt.Sprint(p.pile, p.seat, p.left) }
func (p *pilePosition) Hash() uint64                                  { return engine.DeriveSeed(0, p.text()) }
func (p *pilePosition) StepText(step engine.Step) string              { return fmt.Sprintf("take%d", step) }
func (p *pilePosition) CountSteps() int                               { return len(p.AppendSteps(nil)) }
func (p *pilePosition) DeclineStep() engine.Step                      { return engine.NoStep }
func (p *pilePosition) AppendNoisy(steps []engine.Step) []engine.Step { return steps }
func (p *pilePosition) OrderingScores([]engine.Step, []int32)         {}
func (p *pilePosition) Features(engine.Seat, []int32)                 {}

// Strikes is a small game for two to four seats, in which seats take tokens from each other. Its turns neither
// alternate nor rotate, and brute force can solve it, since the number of tokens only falls.
//
// A seat without tokens is out. In its turn a seat strikes another seat that is in, which loses a token. A striker with
// at least two tokens may then press, which costs striker and struck seat a token each, or decline. After a press the
// struck seat acts next, if it is in. In all other cases the next seat in order acts. The last seat in wins, and the
// others are placed in the reverse order of going out.
//
// Tokens holds the number of tokens of each seat at the start, which must be positive.
type Strikes struct{ Tokens []int }

func (r *Strikes) Game() engine.Game         { return textless("strikes") }
func (r *Strikes) Settings() engine.Settings { return nil }
func (r *Strikes) Seats() int                { return len(r.Tokens) }
func (r *Strikes) SeatNames() []string       { return []string{"A", "B", "C", "D"}[:r.Seats()] }

func (r *Strikes) Start() engine.Position {
	p := &strikesPosition{rules: r, common: common{turn: 1}}
	for s, tokens := range r.Tokens {
		p.tokens[s] = int8(tokens)
	}
	return p
}

func (r *Strikes) StepKinds() []string { return []string{"strike", "press"} }
func (r *Strikes) StepSpace() int      { return int(strikesSteps) }
func (r *Strikes) Repetition() int     { return 0 }
func (r *Strikes) TurnCap() int        { return 0 }

// Features returns the terms of the evaluation.
func (r *Strikes) Features() []engine.Term {
	return []engine.Term{
		{Name: "own", Help: "tokens of the seat"},
		{Name: "rest", Help: "tokens of all others"},
		{Name: "out", Help: "1 for a seat that went out last, one more for each that went out after it"},
	}
}

// StrikesWeights is a file of weights for [Strikes]. With it, few positions have equal evaluations.
const StrikesWeights = "own 37\nrest -11\nout -3001\n"

// The steps of Strikes. Steps 1 to 4 strike the first to the fourth seat.
const (
	strikesPress engine.Step = iota + engine.MaxSeats + 1
	strikesDecline
	strikesSteps
)

type strikesPosition struct {
	common
	rules  *Strikes
	tokens [engine.MaxSeats]int8
	gone   [engine.MaxSeats]int8 // by seat: 0 if it is in, 1 if it went out first, 2 if it went out second, and so on
	out    int8                  // number of seats that are out
	struck int8                  // while a striker may press, the struck seat plus 1; otherwise 0
}

func (p *strikesPosition) Rules() engine.Rules { return p.rules }
func (p *strikesPosition) StartsTurn() bool    { return p.struck == 0 }

func (p *strikesPosition) StepKind() engine.StepKind {
	if p.struck != 0 {
		return 1
	}
	return 0
}

func (p *strikesPosition) AppendSteps(steps []engine.Step) []engine.Step {
	switch {
	case p.Over():
		return steps
	case p.struck != 0:
		return append(steps, strikesPress, strikesDecline)
	}
	for s := range p.rules.Seats() {
		if p.gone[s] == 0 && engine.Seat(s) != p.seat {
			steps = append(steps, engine.Step(s+1))
		}
	}
	return steps
}

func (p *strikesPosition) DeclineStep() engine.Step {
	if p.struck != 0 && !p.Over() {
		return strikesDecline
	}
	return engine.NoStep
}

func (p *strikesPosition) CountSteps() int {
	var steps [engine.MaxSeats]engine.Step
	return len(p.AppendSteps(steps[:0]))
}

func (p *strikesPosition) Play(step engine.Step) {
	switch step {
	case strikesPress:
		struck := engine.Seat(p.struck - 1)
		p.lose(struck)
		p.lose(p.seat)
		p.pass(struck)
	case strikesDecline:
		p.pass(p.after(p.seat))
	default:
		p.lose(engine.Seat(step - 1))
		p.struck = int8(step) // the struck seat plus 1, which is the number of the step
		if canPress := p.tokens[p.seat] >= 2; p.Over() || !canPress {
			p.pass(p.after(p.seat))
		}
	}
}

// lose takes a token from a seat that is in, and ends the game if only one seat remains in.
func (p *strikesPosition) lose(s engine.Seat) {
	if p.gone[s] != 0 || p.Over() {
		return
	}
	p.tokens[s]--
	if p.tokens[s] > 0 {
		return
	}
	p.out++
	p.gone[s] = p.out
	if seats := p.rules.Seats(); int(p.out) == seats-1 {
		p.end = ranked("last seat in", seats, func(seat int) int { return int(p.gone[seat]) - 1 })
	}
}

// after returns the seat that acts next: the first seat in turn order, beginning with s itself, that is in and is not
// the seat to act. If there is no such seat, it returns the seat to act.
func (p *strikesPosition) after(s engine.Seat) engine.Seat {
	for s == p.seat || p.gone[s] != 0 {
		s = (s + 1) % engine.Seat(p.rules.Seats())
		if s == p.seat {
			return s
		}
	}
	return s
}

// pass ends the turn. The next seat to act is s, or if s cannot act, the one that [strikesPosition.after] returns.
func (p *strikesPosition) pass(s engine.Seat) {
	p.seat, p.struck = p.after(s), 0
	p.turn++
}

func (p *strikesPosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *strikesPosition) CopyFrom(other engine.Position) { *p = *other.(*strikesPosition) }

func (p *strikesPosition) Clone() engine.Position {
	clone := *p
	return &clone
}

func (p *strikesPosition) Hash() uint64 {
	packed := uint64(p.seat)<<4 | uint64(p.struck)
	for s := range engine.MaxSeats {
		packed = packed<<7 | uint64(p.tokens[s])<<3 | uint64(p.gone[s]) // 4 bits for the tokens, 3 for gone
	}
	packed *= 0x9e3779b97f4a7c15
	return packed ^ packed>>29
}

func (p *strikesPosition) StepText(step engine.Step) string {
	return [...]string{"", "a", "b", "c", "d", "+", engine.Decline}[step]
}

func (p *strikesPosition) String() string {
	text := ""
	for s := range p.rules.Seats() {
		text += fmt.Sprintf("%d:%d/", p.tokens[s], p.gone[s])
	}
	return fmt.Sprintf("%s %s %d %d", text, p.seat, p.struck, p.turn)
}

func (p *strikesPosition) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.struck != 0 && !p.Over() && p.tokens[p.struck-1] == 1 {
		return append(steps, strikesPress)
	}
	for s := range p.rules.Seats() {
		if p.struck == 0 && !p.Over() && p.tokens[s] == 1 && engine.Seat(s) != p.seat {
			steps = append(steps, engine.Step(s+1))
		}
	}
	return steps
}

func (p *strikesPosition) OrderingScores(steps []engine.Step, scores []int32) {
	for i, step := range steps {
		switch step {
		case strikesPress:
			scores[i] = 5
		case strikesDecline:
			scores[i] = 0
		default:
			scores[i] = 20 - int32(p.tokens[step-1])
		}
	}
}

func (p *strikesPosition) Features(seat engine.Seat, features []int32) {
	own, all := int32(p.tokens[seat]), int32(0)
	for _, tokens := range p.tokens {
		all += int32(tokens)
	}
	features[0], features[1], features[2] = own, all-own, 0
	if p.gone[seat] != 0 {
		features[2] = int32(p.rules.Seats()) - int32(p.gone[seat])
	}
}

// ranked returns the outcome of a game that seats leave one after another. order returns 0 for the seat that left
// first, 1 for the second, and so on, and -1 for the winner. A seat scores the fraction of its opponents that left
// before it did.
func ranked(reason engine.Reason, seats int, order func(seat int) int) engine.Outcome {
	o := engine.Outcome{Reason: reason, Seats: seats}
	for seat := range seats {
		leftBefore := order(seat)
		if leftBefore < 0 {
			leftBefore = seats - 1
		}
		o.Scores[seat] = float64(leftBefore) / float64(seats-1)
	}
	return o
}
