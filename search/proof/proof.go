// Package proof finds whether a seat can force a win within a number of turns, and by which turns. With more than two
// seats the win must hold against all others together. The search tries every step, without evaluation, reduction or
// pruning. Its results verify the positions of package problems.
//
// Where the winner acts, one winning step is enough; where another seat acts, all steps must lose (an AND/OR search).
// Depth counts turns. The rest of a turn that has begun counts as one turn.
//
// Two methods make the search fast enough for boards of full size without affecting the answer. The search tries steps
// with high move-ordering scores first, and a table stores answers by position, winner and turns left. The table
// identifies positions by 64-bit hashes, so a proof is valid unless two hashes collide.
//
// # Repetition and the turn cap
//
// The search ignores draws by repetition. A seat that can force a win within n turns can always choose a shortest win.
// Then the distance to the win falls with every turn, so no position occurs twice. The search does not know earlier
// positions of the game, so this argument assumes that repetitions count only from the given position on. The search
// looks no farther than the turn cap.
package proof

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search/dfs"
)

// Forces reports whether winner can force a win from p within the given number of turns of all seats, at least 1. With
// more than two seats the win must hold against all others together. Forces returns the error of ctx if ctx ends.
func Forces(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (bool, error) {
	s, horizon, err := newSearcher(p, turns)
	if err != nil {
		return false, err
	}
	forced := s.wins(ctx, 0, winner, horizon)
	return forced && s.err == nil, s.err
}

// maxTurns is the largest number of turns that callers can ask for, far more than the search can reach.
const maxTurns = 1000

// newSearcher returns a searcher of p, and the number of turns to search: turns, or fewer if the turn cap comes first.
func newSearcher(p engine.Position, turns int) (s *searcher, horizon int, err error) {
	if turns < 1 || turns > maxTurns {
		return nil, 0, fmt.Errorf("exact search of %d turns: must be from 1 to %d", turns, maxTurns)
	}
	s = &searcher{table: table{}, levels: []*dfs.Level{{Position: p.Clone()}}}
	if turnCap := p.Rules().TurnCap(); turnCap > 0 {
		turns = min(turns, turnCap-p.Turn()+1)
	}
	return s, turns, nil
}

// Turns holds complete turns from one position, each as a list of its steps.
type Turns [][]engine.Step

// Contains reports whether a turn is among the turns.
func (t Turns) Contains(turn []engine.Step) bool {
	return slices.ContainsFunc(t, func(other []engine.Step) bool { return slices.Equal(turn, other) })
}

// TurnsTo returns every turn from p after which winner can force a win, in the order of the rules' step lists. The
// argument turns limits the turns of all seats up to the win, including the returned turn. If p is in the middle of a
// turn, TurnsTo returns the ways to complete it.
func TurnsTo(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (Turns, error) {
	s, horizon, err := newSearcher(p, turns)
	if err != nil || horizon <= 0 {
		return nil, err
	}
	var found Turns
	for turn, after := range engine.EachTurn(p) {
		if s.stopped(ctx) {
			break
		}
		s.levels[0].Position.CopyFrom(after)
		if s.wins(ctx, 0, winner, horizon-1) {
			found = append(found, slices.Clone(turn))
		}
	}
	return found, s.err
}

// wins reports whether winner has won on level ply, or can force a win there within the given number of turns.
func (s *searcher) wins(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
	if p := s.levels[ply].Position; p.Over() {
		return p.Outcome().Score(winner) == 1
	}
	return s.forces(ctx, ply, winner, turns)
}

// searcher is the state of a search.
type searcher struct {
	err    error        // why the search was stopped; answers after that are invalid
	levels []*dfs.Level // by distance from the root, in steps
	table  table
	asked  uint64 // number of calls of the method stopped
}

// list sets the steps of level ply to the legal steps. It returns the level and the position of the next one.
func (s *searcher) list(ply int) (l *dfs.Level, child engine.Position) {
	l = s.levels[ply]
	if ply+1 == len(s.levels) {
		s.levels = append(s.levels, &dfs.Level{Position: l.Position.Clone()})
	}
	l.Steps = l.Position.AppendSteps(l.Steps[:0])
	return l, s.levels[ply+1].Position
}

// forces reports whether winner can force a win on level ply, where the game is not over, within the given turns.
func (s *searcher) forces(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
	if turns <= 0 || s.stopped(ctx) {
		return false
	}
	p := s.levels[ply].Position
	key := p.Hash() ^ uint64(winner)*0x9e3779b97f4a7c15 // a large odd number, so that every winner has its own entries
	forced, found := s.table.probe(key, turns)
	if found {
		return forced
	}
	if p.Seat() == winner {
		forced = s.findsWin(ctx, ply, winner, turns)
	} else {
		forced = s.findsNoEscape(ctx, ply, winner, turns)
	}
	// Positions in the middle of a turn rarely recur.
	if p.StartsTurn() && s.err == nil {
		s.table.store(key, turns, forced)
	}
	return forced
}

// findsWin reports whether a step of the winner leads to a win. It tries the steps that end the game before all others.
func (s *searcher) findsWin(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
	l, child := s.list(ply)
	open := l.Steps[:0] // filtered in place: the steps after which the game continues and turns are left
	for _, step := range l.Steps {
		l.Position.PlayInto(step, child)
		switch {
		case child.Over():
			if child.Outcome().Score(winner) == 1 {
				return true
			}
		case turnsAfter(child, turns) > 0:
			open = append(open, step)
		}
	}
	l.Steps = open
	ordered := turns > 1 // in the last turn, the steps that can win have been tried
	if ordered {
		l.ScoreSteps()
	}
	for i, step := range l.Steps {
		if ordered {
			step = l.Pick(i)
		}
		l.Position.PlayInto(step, child)
		if s.forces(ctx, ply+1, winner, turnsAfter(child, turns)) {
			return true
		}
	}
	return false
}

// findsNoEscape reports whether every step of the seat to act, an opponent of the winner, leads to a win of the winner.
func (s *searcher) findsNoEscape(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
	l, child := s.list(ply)
	l.ScoreSteps()
	for i := range l.Steps {
		l.Position.PlayInto(l.Pick(i), child)
		if !s.wins(ctx, ply+1, winner, turnsAfter(child, turns)) {
			return false
		}
	}
	return len(l.Steps) > 0
}

// turnsAfter returns how many of the given turns are left in child, the position after a step.
func turnsAfter(child engine.Position, turns int) int {
	if child.StartsTurn() {
		return turns - 1
	}
	return turns
}

// checkEvery is the number of calls of [searcher.stopped] between two checks of the context.
const checkEvery = 256

// stopped reports whether the search must stop because ctx has ended.
func (s *searcher) stopped(ctx context.Context) bool {
	if s.err == nil && s.asked%checkEvery == 0 {
		s.err = ctx.Err()
	}
	s.asked++
	return s.err != nil
}

// entry holds answers about a position and a winner.
type entry struct {
	forced   uint16 // the winner can force a win within this number of turns; 0 if that is unknown
	unforced uint16 // the winner cannot force a win within this number of turns
}

// table holds answers by position and winner. It forgets them all when it is full.
type table map[uint64]entry

const mostEntries = 1 << 18

// probe returns whether a win can be forced within a number of turns, if the table implies the answer. A win within
// fewer turns is also a win within this number. If there is no win within more turns, there is none within this number.
func (t table) probe(key uint64, turns int) (forced, found bool) {
	e := t[key]
	forced = e.forced > 0 && int(e.forced) <= turns
	return forced, forced || turns <= int(e.unforced)
}

// store records whether the winner can force a win within a number of turns.
func (t table) store(key uint64, turns int, forced bool) {
	if len(t) >= mostEntries {
		clear(t)
	}
	e := t[key]
	if forced {
		e.forced = uint16(turns)
	} else {
		e.unforced = uint16(turns)
	}
	t[key] = e
}
