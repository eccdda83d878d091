package solver

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
)

// Graph is the positions that play can reach from a start at the beginnings of turns, and their verdicts.
type Graph struct {
	keys     *keys
	verdicts []verdict
	// after holds, position by position, how many positions its turns lead to and their numbers; none if the game is
	// over.
	after    arena[uint32]
	over     map[engine.Reason]int
	openings []uint32 // the positions of the opening stage
	ends     []End
}

// End is a position with which the opening stage of a game has ended.
type End struct {
	Position engine.Position // or one of its images, whose seats and turn number are not those of play
	Turn     int             // that comes next when play from the start reaches it first
	Seat     engine.Seat     // who acts then
	Verdict  Verdict         // for that seat
	number   uint32
}

type explorer struct {
	*Graph
	limits Limits
	from   engine.Position // whose turns are being looked at
	walker engine.TurnWalker
	turn   int             // of that position
	seat   engine.Seat     // who acts there, when play from the start reaches them first
	later  uint32          // the first number that is one turn further from the start
	ended  map[uint32]bool // numbers of ends
	key    []byte
	next   []uint32
}

func explore(ctx context.Context, p engine.Position, limits Limits) (*Graph, error) {
	g := &Graph{keys: newKeys(), over: map[engine.Reason]int{}}
	e := &explorer{Graph: g, limits: limits, from: p.Clone(), turn: p.Turn(), seat: p.Seat(), later: 1,
		ended: map[uint32]bool{}}
	if _, err := e.number(p, p.Seat()); err != nil {
		return nil, err
	}
	texts := cursor{keys: g.keys}
	for n := uint32(0); ; n++ {
		if n%checkEvery == 0 {
			if err := limits.check(ctx, "%d positions met, %d of them looked at", len(g.verdicts), n); err != nil {
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

// expand notes where the turns of a position lead, given its number and key.
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
	for _, after := range e.walker.EachTurn(e.from) {
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

// restore makes from the position of a key, or one of its images.
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

// number is the number of a position in which seat acts, or would act.
func (e *explorer) number(p engine.Position, seat engine.Seat) (uint32, error) {
	e.key = appendKey(e.key[:0], p, seat)
	number, fresh := e.keys.number(e.key)
	if !fresh {
		return number, nil
	}
	if int(number) >= e.limits.Positions {
		return 0, fmt.Errorf("%w: more than %d", ErrTooMany, e.limits.Positions)
	}
	e.verdicts = append(e.verdicts, ended(p, seat))
	if p.Over() {
		e.over[p.Outcome().Reason]++
	}
	return number, nil
}

func (e *explorer) noteEnd(p engine.Position, number uint32) {
	if !e.ended[number] {
		e.ended[number] = true
		e.ends = append(e.ends, End{Position: p.Clone(), Turn: e.turn + 1, Seat: 1 - e.seat, number: number})
	}
}
