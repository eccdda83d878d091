package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/tournament/guard"
)

// Valuer values openings. The value of an opening is the score that a player finds by a search of the position after
// it.
type Valuer struct {
	Seed      uint64 // all randomness derives from it
	Player    string // the player's text, which must set a limit
	NewPlayer guard.Factory
	Workers   int // number of openings to value at the same time; less than 1 means 1
}

// Valued is an opening with its value.
type Valued struct {
	Opening
	Draw  int          // number of the opening among all openings drawn, from 1
	Score search.Score // value for the first seat
}

// valueAll values openings in Workers goroutines, each with its own player. It passes the valued openings to take, one
// at a time and in any order. Once enough is closed, it values no further openings. It returns an error if an opening
// cannot be played or a search is interrupted.
func (v Valuer) valueAll(ctx context.Context, rules engine.Rules, enough <-chan struct{}, drawn iter.Seq[Valued],
	take func(Valued) error,
) error {
	start := func() (worker parallel.Worker[Valued, Valued], err error) {
		player, err := guard.Make(v.NewPlayer, v.Player, rules)
		worker.Do = func(ctx context.Context, o Valued) (_ Valued, err error) {
			h, err := Play(rules, o.Opening)
			if err == nil {
				o.Score, err = v.score(ctx, player, h.Position())
			}
			if err != nil {
				err = fmt.Errorf("opening %d: %w", o.Draw, err)
			}
			return o, err
		}
		worker.End = func() error {
			guard.End(player)
			return nil
		}
		return worker, err
	}
	return parallel.Pool[Valued, Valued]{Workers: v.Workers, Drain: enough, Start: start, Take: take}.Run(ctx, drawn)
}

// score returns the value of p for the first seat, by a player's search of p as the first position of a new game. The
// seed depends on p only, so that the value does not depend on earlier searches.
func (v Valuer) score(ctx context.Context, player search.Player, p engine.Position) (search.Score, error) {
	var decision search.Decision
	err := guard.Call(func() error {
		search.Begin(ctx, player, engine.DeriveSeed(v.Seed, "value", p.String()))
		return nil
	})
	if err == nil {
		decision, err = guard.Decide(ctx, player, engine.NewHistory(p), search.Limits{})
	}
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil:
		return 0, fmt.Errorf("player %s %w", player.Name(), err)
	case p.Seat() != 0:
		return -decision.Info.Score, nil
	}
	return decision.Info.Score, nil
}

// MaxTries is the largest number of openings that [Balanced] values.
const MaxTries = 100_000

// Balanced searches for openings that leave no seat ahead, for a book. It draws openings of which no two are equal up
// to symmetry, values each, and keeps the openings whose value is at most Margin from even. The game must have two
// seats: a search values a position for the seat to act, which with more seats says little about the other seats.
type Balanced struct {
	Rules    engine.Rules
	Openings Source       // where openings come from; of the kind Random
	Count    int          // number of openings wanted
	Tries    int          // largest number of openings to value, from 1 to MaxTries
	Margin   search.Score // largest distance of a value from even
	Valuer
	Report func(found, valued int) // called after every opening, not concurrently; may be nil
}

// Find returns the first Count balanced openings that it draws, or fewer if it finds no more, and the number of
// openings that it valued. With limits on nodes or depth the result depends only on the seed. If ctx ends, Find returns
// the openings found so far with the error of ctx.
func (b Balanced) Find(ctx context.Context) (found []Valued, valued int, err error) {
	if err := b.Check(); err != nil {
		return nil, 0, err
	}
	enough := make(chan struct{}) // closed when Count openings are found
	drawNumber := func(o Valued) int { return o.Draw }
	const firstDraw = 1
	// Searches end in any order. The result must not depend on that order, so keepInOrder waits for earlier draws.
	keepInOrder := parallel.InOrder(firstDraw, drawNumber, func(o Valued) error {
		if len(found) == b.Count {
			return nil
		}
		valued++
		if max(o.Score, -o.Score) > b.Margin {
			return nil
		}
		found = append(found, o)
		if len(found) == b.Count {
			close(enough)
		}
		return nil
	})
	reported := 0 // openings valued so far, including those that wait in keepInOrder
	keep := func(o Valued) error {
		reported++
		err := keepInOrder(o)
		if b.Report != nil {
			b.Report(len(found), reported)
		}
		return err
	}
	var failed error // the error of the method draw
	err = b.valueAll(ctx, b.Rules, enough, b.draw(&failed), keep)
	if err = cmp.Or(failed, err); err != nil && !errors.Is(err, ctx.Err()) {
		return nil, 0, err
	}
	return found, valued, err
}

// Check returns an error if a field is out of its range.
func (b Balanced) Check() error {
	switch {
	case b.Rules.Seats() != 2:
		return fmt.Errorf("books are balanced for two seats only, and %s with these options has %d: "+
			"a search values a position for the seat to act, not for all", b.Rules.Game().Name(), b.Rules.Seats())
	case b.Openings.Kind != Random:
		return fmt.Errorf("a balanced book is made of random openings, not of openings of the kind %q", b.Openings.Kind)
	case min(b.Count, b.Tries) < 1 || max(b.Count, b.Tries) > MaxTries:
		return fmt.Errorf("openings wanted %d, tries %d: must be from 1 to %d", b.Count, b.Tries, MaxTries)
	case b.Margin < 0:
		return fmt.Errorf("margin %d: must be 0 or more", b.Margin)
	}
	return b.Openings.Check()
}

// draw yields openings until Tries are drawn. It leaves out openings that are equal up to symmetry, and ends when
// maxAttempts in a row are equal to earlier ones. It stores an error in failed.
func (b Balanced) draw(failed *error) iter.Seq[Valued] {
	return func(yield func(Valued) bool) {
		drawer, err := newDrawer(b.Rules, b.Seed, b.Openings)
		drawn := map[uint64]bool{} // positions that openings lead to, up to symmetry
		for i, repeats := 0, 0; err == nil && repeats < maxAttempts && len(drawn) < b.Tries; i++ {
			var h *engine.History
			if h, err = drawer.draw(i, maxAttempts); err != nil {
				break
			}
			key := engine.CanonicalHash(h.Position())
			if drawn[key] {
				repeats++
				continue
			}
			drawn[key], repeats = true, 0
			if !yield(Valued{Opening: openingOf(h), Draw: len(drawn)}) {
				break
			}
		}
		*failed = err
	}
}
