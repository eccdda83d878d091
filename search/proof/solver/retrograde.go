package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
)

// graph is the positions that play can reach from a start at the beginnings of turns, and their verdicts.
type graph struct {
	met
	verdicts []verdict
	// after holds for each position how many positions its turns lead to, and their numbers; 0 if the game is over.
	after    arena[uint32]
	over     map[string]int // finished games by the reason
	openings []uint32       // the positions of the opening stage
	ends     []end
}

// end is a position with which the opening stage of a game has ended.
type end struct {
	position engine.Position // or one of its images, whose seats and turn number are not those of play
	turn     int             // that comes next when play from the start reaches it first
	seat     engine.Seat     // who acts then
	result   result          // for that seat
	number   uint32
}

type explorer struct {
	*graph
	ctx    context.Context
	limits Limits
	from   engine.Position // whose turns are being looked at
	walker engine.TurnWalker
	turn   int             // of that position
	seat   engine.Seat     // who acts there, when play from the start reaches them first
	later  uint32          // the first number that is one turn further from the start
	ended  map[uint32]bool // numbers of ends
	next   []uint32
}

func explore(ctx context.Context, p engine.Position, limits Limits) (*graph, error) {
	g := &graph{met: met{keys: newKeys()}, over: map[string]int{}}
	e := &explorer{graph: g, ctx: ctx, limits: limits, from: p.Clone(), turn: p.Turn(), seat: p.Seat(),
		later: 1, ended: map[uint32]bool{}}
	if _, err := e.number(p, p.Seat()); err != nil {
		return nil, err
	}
	texts := cursor{keys: g.keys}
	for n := uint32(0); ; n++ {
		if n%checkEvery == 0 {
			if err := e.check(n, 0); err != nil {
				return nil, err
			}
		}
		key, _, more := texts.next()
		if !more {
			return g, nil
		}
		if err := e.expand(n, key); err != nil {
			return nil, err
		}
	}
}

func (e *explorer) expand(n uint32, key []byte) error {
	if n == e.later {
		e.turn, e.seat, e.later = e.turn+1, 1-e.seat, uint32(len(e.verdicts))
	}
	e.next = e.next[:0]
	if e.verdicts[n] == open {
		if err := e.visitTurns(n, key); err != nil {
			return err
		}
	}
	slices.Sort(e.next)
	e.next = slices.Compact(e.next)
	run, _ := e.after.room(1 + len(e.next))
	run[0] = uint32(len(e.next))
	copy(run[1:], e.next)
	return nil
}

func (e *explorer) visitTurns(n uint32, key []byte) error {
	if err := e.restore(key); err != nil {
		return err
	}
	opening := e.from.InOpening()
	if opening {
		e.openings = append(e.openings, n)
	}
	turns := 0
	for _, after := range e.walker.EachTurn(e.from) {
		if turns++; turns%checkEvery == 0 {
			if err := e.check(n, turns); err != nil {
				return err
			}
		}
		if err := checkSeat(e.from, after); err != nil {
			return err
		}
		number, err := e.number(after, 1-e.from.Seat())
		if err != nil {
			return err
		}
		e.next = append(e.next, number)
		if opening && !after.InOpening() {
			e.noteEnd(after, number)
		}
	}
	return nil
}

// check says how far the computation is. A position may have many millions of turns.
func (e *explorer) check(expanded uint32, turns int) error {
	text := fmt.Sprintf("positions found: %d, expanded: %d", len(e.verdicts), expanded)
	if turns > 0 {
		text += fmt.Sprintf(", turns of the next one: %d", turns)
	}
	return e.limits.check(e.ctx, "%s", text)
}

func (e *explorer) restore(key []byte) error {
	if keyed, ok := e.from.(engine.Keyed); ok {
		keyed.SetKey(key)
		return nil
	}
	rules := e.from.Rules()
	read, err := rules.Game().Read(fmt.Sprintf("%s %d", key, e.turn), rules.Settings())
	if err != nil {
		return fmt.Errorf("reading back a position: %w", err)
	}
	e.from.CopyFrom(read)
	return nil
}

func (e *explorer) number(p engine.Position, seat engine.Seat) (uint32, error) {
	number, fresh, err := e.met.number(p, seat, e.limits)
	if err != nil || !fresh {
		return number, err
	}
	e.verdicts = append(e.verdicts, ended(p, seat))
	if p.Over() {
		e.over[string(p.Outcome().Reason)]++
	}
	return number, nil
}

func (e *explorer) noteEnd(p engine.Position, number uint32) {
	if !e.ended[number] {
		e.ended[number] = true
		e.ends = append(e.ends, end{position: p.Clone(), turn: e.turn + 1, seat: 1 - e.seat, number: number})
	}
}

// retrograde fails with [ErrTooMany] when play from p reaches more positions than the limits allow.
func retrograde(ctx context.Context, p engine.Position, limits Limits) (*graph, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	g, err := explore(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	if err := g.decide(ctx, limits); err != nil {
		return nil, err
	}
	for i := range g.ends {
		g.ends[i].result = g.verdicts[g.ends[i].number].full()
	}
	return g, nil
}

func (g *graph) decide(ctx context.Context, limits Limits) error {
	for turns := 1; turns <= maxTurns; turns++ {
		decided := g.sweep(turns)
		if decided == 0 {
			return nil
		}
		err := limits.check(ctx, "%d of %d positions decided in %d turns", decided, len(g.verdicts), turns)
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("there are wins in more than %d turns", maxTurns)
}

// sweep decides the positions that are won or lost in so many turns, given all that are so in fewer, and counts them.
func (g *graph) sweep(turns int) (decided int) {
	number := 0
	for _, block := range g.after.blocks {
		for len(block) > 0 {
			after := block[1 : 1+block[0]]
			block = block[1+len(after):]
			if g.verdicts[number] == open {
				if v := g.backUp(after, turns); v != open {
					g.verdicts[number] = v
					decided++
				}
			}
			number++
		}
	}
	return decided
}

// backUp: a turn to a position lost in fewer turns wins; if all positions are won in fewer, it is lost.
func (g *graph) backUp(after []uint32, turns int) verdict {
	allWon := true
	for _, next := range after {
		v := g.verdicts[next]
		known := v != open && v.turns() < turns
		if known && v.value() == loss {
			return newVerdict(win, turns)
		}
		allWon = allWon && known && v.value() == win
	}
	if allWon {
		return newVerdict(loss, turns)
	}
	return open
}

var errNotReached = errors.New("play from the start does not reach this position")

// verdictOf is that of a position at the start of a turn of seat that play from the graph's start reaches.
func (g *graph) verdictOf(p engine.Position, seat engine.Seat) (result, error) {
	number, found := g.keys.find(appendKey(nil, p, seat))
	if !found {
		return result{}, fmt.Errorf("%w: %s", errNotReached, p)
	}
	return g.verdicts[number].full(), nil
}

// turns have distances that include the turn.
func (g *graph) turns(p engine.Position) ([]turn, error) {
	return turnsOf(p, func(after engine.Position, seat engine.Seat) (result, error) {
		v, err := g.verdictOf(after, seat)
		if v.Value != draw {
			v.turns++
		}
		return v, err
	})
}

func (g *graph) counts() (c Count) {
	for _, v := range g.verdicts {
		c.add(v.full().Value)
	}
	return c
}

func (g *graph) openingCounts() (c Count) {
	for _, number := range g.openings {
		c.add(g.verdicts[number].full().Value)
	}
	return c
}

func (g *graph) longest() (turns int) {
	for _, v := range g.verdicts {
		turns = max(turns, v.full().turns)
	}
	return turns
}

// line has the winner take a quickest way and the loser a longest. It is empty if the position is drawn.
func (g *graph) line(p engine.Position) ([][]engine.Step, error) {
	var line [][]engine.Step
	for p := p.Clone(); !p.Over(); {
		turns, err := g.turns(p)
		if err != nil {
			return nil, err
		}
		best := slices.MaxFunc(turns, func(a, b turn) int { return a.result.compare(b.result) })
		if best.result.Value == draw {
			return nil, nil
		}
		for _, step := range best.Steps {
			p.Play(step)
		}
		line = append(line, best.Steps)
	}
	return line, nil
}
