package recorder

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/results/estimate/metrics"
	"pillars/tournament"
)

// note adds a turn that was played to the game, and marks the turn before it if this one undid it.
func (w *walk) note(turn metrics.Turn) {
	turns := w.game.Turns
	now, before := w.board, w.before.Diagram().Cells
	if last := len(turns) - 1; last >= 0 && turns[last].Seat != turn.Seat {
		turns[last].Undone = undone(w.earlier, before, now)
	}
	w.earlier = before
	w.game.Turns = append(turns, turn)
}

// see records the squares on which a step has changed what stands there.
func (w *walk) see(turn *metrics.Turn) {
	now := w.history.Position().Diagram().Cells
	for i := range now {
		if !slices.Equal(w.board[i].Pieces, now[i].Pieces) && !slices.Contains(turn.Squares, i) {
			turn.Squares = append(turn.Squares, i)
		}
	}
	w.board = now
}

// undone reports whether every square that the second board changed stands in the third as in the first.
func undone(first, second, third []engine.Cell) bool {
	changed := false
	for i := range first {
		if equal(first[i], second[i]) {
			continue
		}
		if changed = true; !equal(first[i], third[i]) {
			return false
		}
	}
	return changed
}

func equal(a, b engine.Cell) bool {
	return a.Kind == b.Kind && a.North == b.North && a.East == b.East && slices.Equal(a.Pieces, b.Pieces)
}

// mostWhole bounds the count of whole turns in a position. No game of the family reaches it with its usual options.
const mostWhole = 1_000_000

// wholeTurns counts the different positions that the legal whole turns at p lead to, up to most.
func wholeTurns(p engine.Position, most int) int {
	found := map[uint64]bool{}
	for _, end := range engine.EachTurn(p) {
		if found[end.Hash()] = true; len(found) >= most {
			break
		}
	}
	return len(found)
}

// drawTurns draws some of the legal whole turns that lead to different positions, all equally likely (Vitter, Random
// sampling with a reservoir, 1985, algorithm R), and says how many there are, up to mostWhole.
func drawTurns(p engine.Position, most int, random *rand.PCG) (turns [][]engine.Step, all int) {
	found, draw := map[uint64]bool{}, rand.New(random)
	for turn, end := range engine.EachTurn(p) {
		if found[end.Hash()] {
			continue
		}
		found[end.Hash()] = true
		if len(turns) < most {
			turns = append(turns, slices.Clone(turn))
		} else if at := draw.IntN(len(found)); at < most {
			turns[at] = slices.Clone(turn)
		}
		if len(found) >= mostWhole {
			break
		}
	}
	return turns, len(found)
}

// playouts plays n uniformly random games from the start. Only their times depend on the machine.
func playouts(ctx context.Context, rules engine.Rules, n int, seed uint64) ([]metrics.Playout, error) {
	var all []metrics.Playout
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		random := engine.NewRandom(engine.DeriveSeed(seed, "playout", strconv.Itoa(i)))
		p := rules.Start()
		began := time.Now()
		steps, outcome := randomGame(p, random)
		took := time.Since(began)
		all = append(all, metrics.Playout{
			Outcome: outcome, Ending: endingOf(tournament.Result{Outcome: outcome}),
			Turns: p.Turn() - rules.Start().Turn(), Steps: steps, Microseconds: float64(took.Nanoseconds()) / 1000,
		})
	}
	return all, nil
}

// sightings counts the positions at the starts of turns of n uniformly random games, the ends of games included.
func sightings(ctx context.Context, rules engine.Rules, n int, seed uint64) (metrics.Sightings, error) {
	seen := map[uint64]int{}
	var s metrics.Sightings
	for i := range n {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		random := engine.NewRandom(engine.DeriveSeed(seed, "sightings", strconv.Itoa(i)))
		h := engine.NewHistory(rules.Start())
		for bound := boundOf(rules); ; {
			if p := h.Position(); p.StartsTurn() || p.Over() {
				seen[p.Hash()]++
				s.Positions++
			}
			if h.Outcome().Over() || h.Position().Turn() > bound {
				break
			}
			if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
				return s, err
			}
		}
	}
	s.Distinct = len(seen)
	for _, times := range seen {
		switch times {
		case 1:
			s.Once++
		case 2:
			s.Twice++
		}
	}
	return s, nil
}
