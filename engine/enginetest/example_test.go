package enginetest_test

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
)

// subtraction is a game with a heap of counters. A turn is a take step, which removes 1 to take counters, and then a
// step that removes one more or declines. Who takes the last counter wins.
type subtraction struct{}

// Game is the game, for the list in package games.
var Game engine.Game = subtraction{}

func (subtraction) Name() string  { return "subtraction" }
func (subtraction) Title() string { return "Subtraction" }

func (subtraction) Options() []engine.Option {
	return []engine.Option{
		{Name: "heap", Help: "counters at the start", Default: "21", Min: 2, Max: 60},
		{Name: "take", Help: "the most counters that a take step removes", Default: "3", Min: 1, Max: 9},
	}
}

func (g subtraction) New(settings engine.Settings) (engine.Rules, error) {
	settled, err := engine.Settle(g, settings)
	if err != nil {
		return nil, err
	}
	return &rules{settings: settled, heap: settled.Int("heap"), take: settled.Int("take")}, nil
}

// rules is the game with a value for every option.
type rules struct {
	settings   engine.Settings
	heap, take int
}

// The kinds of step, in the order of a turn.
const (
	takeStep engine.StepKind = iota
	moreStep
)

// The steps of kind moreStep; those of kind takeStep are the number of counters. Steps count from 1, since 0 is
// [engine.NoStep].
const (
	oneMore engine.Step = iota + 1
	noMore
)

func (r *rules) Game() engine.Game         { return subtraction{} }
func (r *rules) Settings() engine.Settings { return r.settings }
func (r *rules) Seats() int                { return 2 }
func (r *rules) SeatNames() []string       { return []string{"First", "Second"} }
func (r *rules) Start() engine.Position    { return &position{rules: r, heap: r.heap, turn: 1} }
func (r *rules) StepKinds() []string       { return []string{"take", "more"} }
func (r *rules) StepSpace() int            { return max(r.take, int(noMore)) + 1 }
func (r *rules) Repetition() int           { return 0 }
func (r *rules) TurnCap() int              { return 0 }

// position holds all that decides what can follow.
type position struct {
	rules *rules
	heap  int
	turn  int
	seat  engine.Seat
	kind  engine.StepKind
}

func (p *position) Rules() engine.Rules       { return p.rules }
func (p *position) Seat() engine.Seat         { return p.seat }
func (p *position) Turn() int                 { return p.turn }
func (p *position) StartsTurn() bool          { return p.kind == takeStep }
func (p *position) StepKind() engine.StepKind { return p.kind }
func (p *position) InOpening() bool           { return false }
func (p *position) Over() bool                { return p.heap == 0 }

func (p *position) Outcome() engine.Outcome {
	if p.Over() {
		return engine.Win(p.seat^1, "last counter") // the turn has passed on
	}
	return engine.Outcome{}
}

func (p *position) AppendSteps(steps []engine.Step) []engine.Step {
	for step := range p.CountSteps() {
		steps = append(steps, engine.Step(step+1))
	}
	return steps
}

func (p *position) CountSteps() int {
	if p.kind == moreStep {
		return 2
	}
	return min(p.heap, p.rules.take)
}

func (p *position) DeclineStep() engine.Step {
	if p.kind == moreStep {
		return noMore
	}
	return engine.NoStep
}

func (p *position) Play(step engine.Step) {
	switch {
	case p.kind == takeStep:
		p.heap -= int(step)
		p.kind = moreStep
	case step == oneMore:
		p.heap--
		p.endTurn()
	default:
		p.endTurn()
	}
	if p.heap == 0 && p.kind == moreStep {
		p.endTurn()
	}
}

func (p *position) endTurn() {
	p.kind = takeStep
	p.seat ^= 1
	p.turn++
}

func (p *position) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *position) CopyFrom(other engine.Position) { *p = *other.(*position) }

func (p *position) Clone() engine.Position {
	clone := *p
	return &clone
}

// Hash packs heap, seat and kind into one word and mixes its bits (splitmix64, in Sebastiano Vigna's version).
func (p *position) Hash() uint64 {
	h := (uint64(p.heap)<<2 | uint64(p.seat)<<1 | uint64(p.kind)) + 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func (p *position) Reversible() int { return 0 }

func (p *position) StepText(step engine.Step) string {
	switch {
	case p.kind == takeStep:
		return "take" + strconv.Itoa(int(step))
	case step == oneMore:
		return "+1"
	}
	return engine.Decline
}

func (p *position) String() string {
	return fmt.Sprintf("%d %s %c %d", p.heap, p.seat, "tm"[p.kind], p.turn)
}

func (g subtraction) Read(text string, settings engine.Settings) (engine.Position, error) {
	settled, err := g.New(settings)
	if err != nil {
		return nil, err
	}
	r := settled.(*rules)
	fields := strings.Fields(text)
	if len(fields) != 4 {
		return nil, fmt.Errorf("position %q: it has %d fields; wanted 4: heap, seat, step, turn", text, len(fields))
	}
	p := &position{rules: r}
	if p.heap, err = strconv.Atoi(fields[0]); err != nil || p.heap < 1 || p.heap > r.heap {
		return nil, fmt.Errorf("heap %q: must be a whole number from 1 to %d; option heap sets the most", fields[0],
			r.heap)
	}
	seat, kind := strings.Index("12", fields[1]), strings.Index("tm", fields[2])
	if len(fields[1]) != 1 || seat < 0 {
		return nil, fmt.Errorf("seat %q: must be 1 or 2", fields[1])
	}
	if len(fields[2]) != 1 || kind < 0 {
		return nil, fmt.Errorf("step %q: must be t (take) or m (one more)", fields[2])
	}
	p.seat, p.kind = engine.Seat(seat), engine.StepKind(kind)
	if p.turn, err = strconv.Atoi(fields[3]); err != nil || p.turn < 1 {
		return nil, fmt.Errorf("turn %q: must be a whole number from 1", fields[3])
	}
	return p, nil
}

func (p *position) Diagram() engine.Diagram {
	d := engine.Diagram{Files: p.rules.heap, Ranks: 1,
		Notes: []string{fmt.Sprintf("turn %d: %s", p.turn, p.rules.SeatNames()[p.seat])}}
	for i := range p.rules.heap {
		cell := engine.Cell{Kind: engine.Square, Name: strconv.Itoa(i + 1)}
		if i < p.heap {
			cell.Pieces = []engine.Piece{{Color: engine.White, Shape: engine.Man}}
		}
		d.Cells = append(d.Cells, cell)
	}
	return d
}

func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	switch {
	case p.kind == takeStep && 0 < p.heap && p.heap <= p.rules.take:
		return append(steps, engine.Step(p.heap))
	case p.kind == moreStep && p.heap == 1:
		return append(steps, oneMore)
	}
	return steps
}

func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	clear(scores)
	for i, step := range steps {
		if left := p.heap - int(step); left == 0 && step != p.DeclineStep() {
			scores[i] = 10000 // wins
		}
	}
}

func (r *rules) Features() []engine.Term {
	return []engine.Term{
		{Name: "tempo", Help: "1 if the seat acts, -1 if the opponent does"},
		{Name: "cold", Help: "1 if the opponent begins a turn with a multiple of take+2 counters, -1 if the seat does"},
	}
}

func (p *position) Features(seat engine.Seat, features []int32) {
	clear(features)
	sign := 1 - 2*int32(seat^p.seat)
	features[0] = sign
	if p.StartsTurn() && p.heap%(p.rules.take+2) == 0 {
		features[1] = -sign
	}
}

// Example plays a few turns of a whole game that is small enough to read in one go. docs/howto/add-a-game.md begins
// with it.
func Example() {
	rules, err := subtraction{}.New(engine.Settings{{Name: "heap", Value: "12"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	history := engine.NewHistory(rules.Start())
	for _, text := range []string{"take2", "take3+1", "take1", "take3+1", "take1"} {
		steps, err := engine.ParseTurn(history.Position(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, step := range steps {
			if err := history.Play(step); err != nil {
				fmt.Println(err)
				return
			}
		}
		fmt.Println(text, "leads to", history.Position())
	}
	outcome := history.Outcome()
	fmt.Println(outcome.Reason, outcome.Score(0), outcome.Score(1))
	// Output:
	// take2 leads to 10 2 t 2
	// take3+1 leads to 6 1 t 3
	// take1 leads to 5 2 t 4
	// take3+1 leads to 1 1 t 5
	// take1 leads to 0 2 t 6
	// last counter 1 0
}
