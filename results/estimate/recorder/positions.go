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

// addTurn adds a turn to the recorded game. If the turn undid an opponent's turn before it, it marks that one.
func (w *walk) addTurn(turn metrics.Turn) {
	turns := w.game.Turns
	before := w.before.Diagram().Cells
	if last := len(turns) - 1; last >= 0 && turns[last].Seat != turn.Seat {
		turns[last].Undone = undone(w.earlier, before, w.board)
	}
	w.earlier = before
	w.game.Turns = append(turns, turn)
}

// addSquares adds to the turn the squares whose pieces the last step has changed.
func (w *walk) addSquares(turn *metrics.Turn) {
	now := w.history.Position().Diagram().Cells
	for i := range now {
		if !slices.Equal(w.board[i].Pieces, now[i].Pieces) && !slices.Contains(turn.Squares, i) {
			turn.Squares = append(turn.Squares, i)
		}
	}
	w.board = now
}

// undone reports whether a turn changed the board and the next turn restored all that it changed. The boards are those
// before, between and after the two turns.
func undone(before, between, after []engine.Cell) bool {
	changed := false
	for i := range before {
		if equal(before[i], between[i]) {
			continue
		}
		changed = true
		if !equal(before[i], after[i]) {
			return false
		}
	}
	return changed
}

// equal reports whether two cells have the same kind, walls and pieces.
func equal(a, b engine.Cell) bool {
	return a.Kind == b.Kind && a.North == b.North && a.East == b.East && slices.Equal(a.Pieces, b.Pieces)
}

// mostWhole is the number at which the count of whole turns in a position stops. No game reaches it with its usual
// options.
const mostWhole = 1_000_000

// wholeTurns returns the number of different positions to which a legal whole turn from p leads. It counts up to most.
func wholeTurns(p engine.Position, most int) int {
	found := map[uint64]bool{}
	for _, end := range engine.EachTurn(p) {
		found[end.Hash()] = true
		if len(found) >= most {
			break
		}
	}
	return len(found)
}

// drawTurns draws up to most of the legal whole turns that lead to different positions, all with equal probability
// (Vitter, Random sampling with a reservoir, 1985, algorithm R). all is the number of such turns, counted up to
// mostWhole.
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

// sightings plays n uniformly random games and counts their positions at the starts of turns and at the end.
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
