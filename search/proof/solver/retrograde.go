package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
)

// graph holds all positions at the starts of turns that play can reach from a first position, with their verdicts.
type graph struct {
	state
	keys *keys // numbers of the positions
	// after has a run for each position in the order of their numbers: the count of different positions that its turns
	// lead to, and then the numbers of these positions. For a finished game the run is just 0.
	after arena[uint32]
}

// numbersOf returns the numbers of positions in the run of [graph].after that values begin with.
func numbersOf(values []uint32) []uint32 { return values[1 : 1+values[0]] }

// end is a position at which the opening stage of a game has ended.
type end struct {
	Metric int         // value of the game's first metric; 0 if the game has none
	Turn   int         // number of the next turn when play first reaches the position
	Seat   engine.Seat // the seat that acts then
	Number uint32      // number of the position
	result result      // for Seat
}

// explorer builds a graph breadth first.
type explorer struct {
	*graph
	limits Limits
	from   engine.Position // the position that is being expanded
	walker engine.TurnWalker
	ended  map[uint32]bool // numbers of the positions among Ends
	next   []uint32        // numbers of the positions after the turns of from
}

// keep writes a checkpoint of an interrupted analysis; see [Checkpoint.keep].
func (e *explorer) keep(ctx context.Context, why error) error {
	e.After = e.after.blocks
	return e.limits.Resume.keep(ctx, e.state, e.keys, why)
}

// explore expands all positions in the order of their numbers, including those that it finds.
func (e *explorer) explore(ctx context.Context) error {
	texts := cursor{keys: e.keys}
	for range e.Expanded { // skip the positions that were expanded before the checkpoint
		texts.next()
	}
	for ; ; e.Expanded++ {
		if e.Expanded%checkEvery == 0 {
			if err := e.check(ctx, e.Expanded, 0); err != nil {
				return err
			}
		}
		key, _, more := texts.next()
		if !more {
			return nil
		}
		openings := len(e.Openings)
		if err := e.expand(ctx, e.Expanded, key); err != nil {
			e.Openings = e.Openings[:openings] // a resumed analysis expands this position again
			return err
		}
	}
}

// expand records the positions to which the turns of position n lead. Key is the key of position n.
func (e *explorer) expand(ctx context.Context, n uint32, key []byte) error {
	if n == e.Later { // all positions that are one turn nearer to the start have been expanded
		e.Turn, e.Seat, e.Later = e.Turn+1, 1-e.Seat, uint32(len(e.Verdicts))
	}
	e.next = e.next[:0]
	if e.Verdicts[n] == open {
		if err := e.visitTurns(ctx, n, key); err != nil {
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

// visitTurns appends to e.next the numbers of the positions after all turns of position n. It also records whether
// position n belongs to the opening stage, and the positions after its turns at which that stage ends.
func (e *explorer) visitTurns(ctx context.Context, n uint32, key []byte) error {
	if err := e.restore(key); err != nil {
		return err
	}
	opening := e.from.InOpening()
	if opening {
		e.Openings = append(e.Openings, n)
	}
	turns := 0
	for _, after := range e.walker.EachTurn(e.from) {
		if turns++; turns%checkEvery == 0 {
			if err := e.check(ctx, n, turns); err != nil {
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
		if opening && !after.InOpening() && !e.ended[number] {
			e.ended[number] = true
			// The key has no turn number, and its seats may be exchanged. Therefore e.Turn and e.Seat count.
			stageEnd := end{Turn: e.Turn + 1, Seat: 1 - e.Seat, Number: number}
			if values := engine.AppendMetrics(nil, after, nil, nil); len(values) > 0 {
				stageEnd.Metric = values[0]
			}
			e.Ends = append(e.Ends, stageEnd)
		}
	}
	return nil
}

// check reports progress and returns the error of ctx. Turns is the number of turns visited in the position being
// expanded, which may have many millions.
func (e *explorer) check(ctx context.Context, expanded uint32, turns int) error {
	text := fmt.Sprintf("positions found: %d, expanded: %d", len(e.Verdicts), expanded)
	if turns > 0 {
		text += fmt.Sprintf(", turns of the next one: %d", turns)
	}
	return e.limits.check(ctx, "%s", text)
}

// restore sets e.from to the position with the given key.
func (e *explorer) restore(key []byte) error {
	if keyed, ok := e.from.(engine.Keyed); ok {
		keyed.SetKey(key)
		return nil
	}
	rules := e.from.Rules()
	read, err := rules.Game().Read(fmt.Sprintf("%s %d", key, e.Turn), rules.Settings())
	if err != nil {
		return fmt.Errorf("reading back a position: %w", err)
	}
	e.from.CopyFrom(read)
	return nil
}

// number returns the number of a position in which seat acts. It adds the position to the graph if it is new.
func (e *explorer) number(p engine.Position, seat engine.Seat) (uint32, error) {
	number, fresh, err := e.keys.meet(p, seat, e.limits)
	if err != nil || !fresh {
		return number, err
	}
	e.Verdicts = append(e.Verdicts, ended(p, seat))
	if p.Over() {
		e.Over[string(p.Outcome().Reason)]++
	}
	return number, nil
}

// retrograde returns the graph of p with all verdicts, and continues from the checkpoint in limits. Its errors include
// [ErrTooMany].
func retrograde(ctx context.Context, p engine.Position, limits Limits) (*graph, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	begun, keys, err := limits.Resume.load(newState(p, ByRetrograde))
	if err != nil {
		return nil, err
	}
	g := &graph{begun, keys, arena[uint32]{begun.After}}
	e := &explorer{graph: g, limits: limits, from: p.Clone(), ended: map[uint32]bool{}}
	for _, end := range g.Ends {
		e.ended[end.Number] = true
	}
	if keys.count == 0 { // there was no checkpoint
		if _, err := e.number(p, p.Seat()); err != nil {
			return nil, err
		}
	}
	if err := e.explore(ctx); err != nil {
		return nil, e.keep(ctx, err)
	}
	if err := g.decide(ctx, limits); err != nil {
		return nil, e.keep(ctx, err)
	}
	for i := range g.Ends {
		g.Ends[i].result = g.Verdicts[g.Ends[i].Number].full()
	}
	return g, nil
}

// decide finds all wins and losses, by sweeps for increasing numbers of turns. Draws stay open.
func (g *graph) decide(ctx context.Context, limits Limits) error {
	for turns := g.Swept + 1; turns <= maxTurns; turns++ {
		decided := g.sweep(turns)
		if decided == 0 {
			return nil
		}
		g.Swept = turns
		err := limits.check(ctx, "%d of %d positions decided in %d turns", decided, len(g.Verdicts), turns)
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("there are wins in more than %d turns", maxTurns)
}

// sweep decides, and counts, the positions won or lost in the given turns. Those in fewer turns must be decided.
func (g *graph) sweep(turns int) (decided int) {
	number := 0
	for _, block := range g.after.blocks {
		for len(block) > 0 {
			after := numbersOf(block)
			block = block[1+len(after):]
			if g.Verdicts[number] == open {
				if v := g.backUp(after, turns); v != open {
					g.Verdicts[number] = v
					decided++
				}
			}
			number++
		}
	}
	return decided
}

// backUp returns the verdict of a position. It is a win if a turn leads to a position lost in fewer turns, a loss if
// all turns lead to positions won in fewer turns, and otherwise open.
func (g *graph) backUp(after []uint32, turns int) verdict {
	allWon := true
	for _, next := range after {
		v := g.Verdicts[next]
		decided := v != open && v.turns() < turns
		if decided && v.value() == loss {
			return newVerdict(win, turns)
		}
		allWon = allWon && decided && v.value() == win
	}
	if allWon {
		return newVerdict(loss, turns)
	}
	return open
}

var errNotReached = errors.New("play from the start does not reach this position")

// resultOf returns the result of a position in the graph at the start of a turn of the given seat.
func (g *graph) resultOf(p engine.Position, seat engine.Seat) (result, error) {
	number, found := g.keys.find(appendKey(nil, p, seat))
	if !found {
		return result{}, fmt.Errorf("%w: %s", errNotReached, p)
	}
	return g.Verdicts[number].full(), nil
}

// turns returns the turns from p with their results. The distances include the turn itself.
func (g *graph) turns(p engine.Position) ([]turn, error) {
	return turnsOf(p, func(after engine.Position, seat engine.Seat) (result, error) {
		v, err := g.resultOf(after, seat)
		if v.Value != draw {
			v.turns++
		}
		return v, err
	})
}

// counts counts all positions by their values.
func (g *graph) counts() (c Count) {
	for _, v := range g.Verdicts {
		c.add(v.full().Value)
	}
	return c
}

// openingCounts counts the positions of the opening stage by their values.
func (g *graph) openingCounts() (c Count) {
	for _, number := range g.Openings {
		c.add(g.Verdicts[number].full().Value)
	}
	return c
}

// longest returns the number of turns of the longest win.
func (g *graph) longest() (turns int) {
	for _, v := range g.Verdicts {
		turns = max(turns, v.full().turns)
	}
	return turns
}

// line returns the turns of best play from p, where the winner is quick and the loser slow, or none if p is a draw.
func (g *graph) line(p engine.Position) ([][]engine.Step, error) {
	var line [][]engine.Step
	for !p.Over() {
		turns, err := g.turns(p)
		if err != nil {
			return nil, err
		}
		best := slices.MaxFunc(turns, func(a, b turn) int { return a.result.compare(b.result) })
		if best.result.Value == draw {
			return nil, nil
		}
		p, line = engine.After(p, best.Steps), append(line, best.Steps)
	}
	return line, nil
}
