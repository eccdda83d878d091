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
	keys     *keys        // numbers of the positions
	verdicts []verdict    // by number of the position
	after    runs[uint32] // by number of the position, the numbers of the positions that its turns lead to
}

// explorer builds a graph breadth first.
type explorer struct {
	*graph
	limits Limits
	from   engine.Position // the position that is being expanded
	walker engine.TurnWalker
	next   []uint32 // numbers of the positions after the turns from the position from
	turn   int      // number of the turn at which play first reaches the position from
	later  uint32   // number of the first position that is more turns from the start than the position from
}

// explore expands all positions in the order of their numbers, including those that it finds.
func (e *explorer) explore(ctx context.Context) error {
	for n := uint32(0); int(n) < len(e.verdicts); n++ {
		if n%checkEvery == 0 {
			if err := e.check(ctx, n, 0); err != nil {
				return err
			}
		}
		if n == e.later { // all positions that are one turn nearer to the start have been expanded
			e.turn, e.later = e.turn+1, uint32(len(e.verdicts))
		}
		e.next = e.next[:0]
		if e.verdicts[n] == open {
			if err := e.visitTurns(ctx, n); err != nil {
				return err
			}
		}
		slices.Sort(e.next)
		e.after.add(slices.Compact(e.next))
	}
	return nil
}

// visitTurns appends to e.next the numbers of the positions after all turns of position n.
func (e *explorer) visitTurns(ctx context.Context, n uint32) error {
	if err := e.restore(e.keys.texts.at(n)); err != nil {
		return err
	}
	turns := 0
	for _, after := range e.walker.EachTurn(e.from) {
		if turns++; turns%checkEvery == 0 {
			if err := e.check(ctx, n, turns); err != nil {
				return err
			}
		}
		if !after.Over() && after.Seat() == e.from.Seat() {
			return errSameSeat
		}
		number, err := e.number(after, 1-e.from.Seat())
		if err != nil {
			return err
		}
		e.next = append(e.next, number)
	}
	return nil
}

var errSameSeat = errors.New("a seat has two turns in a row; only games whose seats alternate can be solved")

// check reports progress and returns the error of ctx. Turns is the number of turns visited in the position being
// expanded, which may have many millions.
func (e *explorer) check(ctx context.Context, expanded uint32, turns int) error {
	text := fmt.Sprintf("positions found: %d, expanded: %d", len(e.verdicts), expanded)
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
	read, err := rules.Game().Read(fmt.Sprintf("%s %d", key, e.turn), rules.Settings())
	if err != nil {
		return fmt.Errorf("reading back a position: %w", err)
	}
	e.from.CopyFrom(read)
	return nil
}

// number returns the number of a position in which seat acts. It adds the position to the graph if it is new.
func (e *explorer) number(p engine.Position, seat engine.Seat) (uint32, error) {
	number, fresh, err := e.keys.meet(p, seat, e.limits)
	if err == nil && fresh {
		e.verdicts = append(e.verdicts, ended(p, seat))
	}
	return number, err
}

// retrograde returns the graph of p with all verdicts. Its errors include [ErrTooMany].
func retrograde(ctx context.Context, p engine.Position, limits Limits) (*graph, error) {
	g := &graph{keys: newKeys()}
	e := &explorer{graph: g, limits: limits, from: p.Clone(), turn: p.Turn(), later: 1}
	if _, err := e.number(p, p.Seat()); err != nil {
		return nil, err
	}
	if err := e.explore(ctx); err != nil {
		return nil, err
	}
	return g, g.decide(ctx, limits)
}

// decide finds all wins and losses, by sweeps for increasing numbers of turns. The other positions are draws.
func (g *graph) decide(ctx context.Context, limits Limits) error {
	for turns := 1; turns < maxTurns; turns++ {
		decided := g.sweep(turns)
		if decided == 0 {
			for i, v := range g.verdicts {
				if v == open {
					g.verdicts[i] = newVerdict(draw, 0)
				}
			}
			return nil
		}
		err := limits.check(ctx, "%d of %d positions decided in %d turns", decided, len(g.verdicts), turns)
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("there are wins in %d turns or more", maxTurns)
}

// sweep decides the positions that are won or lost in the given number of turns, and returns their number. All
// positions that are won or lost in fewer turns must have been decided.
func (g *graph) sweep(turns int) (decided int) {
	for number, v := range g.verdicts {
		if v != open {
			continue
		}
		if v = g.backUp(g.after.at(uint32(number)), turns); v != open {
			g.verdicts[number] = v
			decided++
		}
	}
	return decided
}

// backUp returns the verdict of a position whose turns lead to the positions after. The verdict is a win if a turn
// leads to a position lost in fewer turns, a loss if all turns lead to positions won in fewer turns, and otherwise
// open.
func (g *graph) backUp(after []uint32, turns int) verdict {
	allWon := true
	for _, next := range after {
		v := g.verdicts[next]
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

// verdictOf returns the value of a position in the graph at the start of a turn of the given seat.
func (g *graph) verdictOf(p engine.Position, seat engine.Seat) (verdict, error) {
	number, found := g.keys.find(appendKey(nil, p, seat))
	if !found {
		return open, fmt.Errorf("%w: %s", errNotReached, p)
	}
	return g.verdicts[number], nil
}

// turns returns the turns from p with their values. The number of turns in a value includes the turn itself.
func (g *graph) turns(p engine.Position) ([]turn, error) {
	return turnsOf(p, func(after engine.Position, seat engine.Seat) (verdict, error) {
		v, err := g.verdictOf(after, seat)
		if v.value() != draw {
			v++
		}
		return v, err
	})
}

// line returns the turns of best play from p: the winner wins as soon as possible, and the loser delays the loss as
// long as possible. It returns no turns if p is a draw.
func (g *graph) line(p engine.Position) ([][]engine.Step, error) {
	var line [][]engine.Step
	for !p.Over() {
		turns, err := g.turns(p)
		if err != nil {
			return nil, err
		}
		best := slices.MaxFunc(turns, func(a, b turn) int { return a.compare(b.verdict) })
		if best.value() == draw {
			return nil, nil
		}
		p, line = engine.After(p, best.steps), append(line, best.steps)
	}
	return line, nil
}

// ErrDraw is returned by [Losses] for a game that is a draw.
var ErrDraw = errors.New("the game is a draw, which such a proof cannot show")

// Losses proves by retrograde analysis which seat wins in p. It calls add with each position of the proof, as text
// without the turn number, and with a number of turns. In each of these positions the seat to act loses in that number
// of turns: after each of its turns, some reply ends the game or leads to a position of the proof that is lost in fewer
// turns. If the seat to act wins in p, the proof begins after its quickest winning turn.
func Losses(ctx context.Context, p engine.Position, limits Limits, add func(text string, turns int) error) error {
	if err := Check(p); err != nil {
		return err
	}
	g, err := retrograde(ctx, p, limits)
	if err != nil {
		return err
	}
	switch g.verdicts[0].value() {
	case draw:
		return ErrDraw
	case loss:
		return g.losses(p, 0, add)
	}
	if first := g.reply(g.after.at(0)); g.verdicts[first].turns() > 0 { // otherwise the turn has ended the game
		return g.losses(p, first, add)
	}
	return nil
}

// losses calls add with each position of the proof that the position with number root is lost. The game must not be
// over in that position. The argument p may be any position with the same rules.
func (g *graph) losses(p engine.Position, root uint32, add func(text string, turns int) error) error {
	e := explorer{graph: g, from: p.Clone(), turn: p.Turn()} // restores positions from their keys
	listed := map[uint32]bool{root: true}                    // positions that are or were in pending
	for pending := []uint32{root}; len(pending) > 0; {       // lost positions of the proof that add has not received
		n := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		err := e.restore(g.keys.texts.at(n))
		if err == nil {
			err = add(withoutTurn(e.from), g.verdicts[n].turns())
		}
		if err != nil {
			return err
		}
		for _, won := range g.after.at(n) {
			if g.verdicts[won].turns() == 0 { // the turn has ended the game
				continue
			}
			reply := g.reply(g.after.at(won))
			if g.verdicts[reply].turns() > 0 && !listed[reply] {
				listed[reply] = true
				pending = append(pending, reply)
			}
		}
	}
	return nil
}

// reply returns one of the given numbers of positions: of the position in which the seat to act loses soonest.
func (g *graph) reply(after []uint32) uint32 {
	return slices.MinFunc(after, func(a, b uint32) int { return g.verdicts[a].compare(g.verdicts[b]) })
}
