package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
)

// Balanced looks for openings that leave nobody ahead, for a book. It draws openings that are different up to symmetry,
// has a player value each as [Fair] values set-ups, and keeps those within a margin. It is for games for two: a search
// values a position for the seat to act, which of more seats says little of the others.
type Balanced struct {
	Rules    engine.Rules
	Openings Source       // random or all
	Count    int          // openings wanted
	Tries    int          // openings valued at most, from 1 to MaxTries
	Margin   search.Score // how far from 0 a value may be
	Valuer
	Report func(found, valued int) // is called after every opening, one at a time; may be nil
}

// Valued is an opening that a player has valued.
type Valued struct {
	Opening
	Draw   int          // its number among those drawn, from 1
	Score  search.Score // for seat 1
	Spread search.Score // see [SetUp.Spread]

	Information float64 // of a pair of games from it, as a share of that from an ideal one; 0 where it is not known
}

// valued returns the set-up as an opening with its value for seat 1.
func (s *SetUp) valued(opening Opening) Valued {
	score := s.Score
	if s.Position.Seat() != 0 {
		score = -score
	}
	return Valued{Opening: opening, Draw: s.Draw, Score: score, Spread: s.Spread()}
}

// Values values openings, in their order. When ctx ends, it fails with ctx's error.
func (v Valuer) Values(
	ctx context.Context, rules engine.Rules, list []Opening, report func(done, total int),
) ([]Valued, error) {
	setUps, valued := make([]SetUp, len(list)), make([]Valued, len(list))
	for i, opening := range list {
		h, err := Play(rules, opening)
		if err != nil {
			return nil, err
		}
		setUps[i] = SetUp{Draw: i + 1, Position: h.Position()}
	}
	done := 0
	pool := parallel.Pool[SetUp, SetUp]{
		Workers: v.Workers, Start: v.worker("opening", rules),
		Take: func(s SetUp) error {
			valued[s.Draw-1] = s.valued(list[s.Draw-1])
			done++
			report(done, len(list))
			return nil
		},
	}
	return valued, pool.Run(ctx, slices.Values(setUps))
}

// remark returns the value in logits and, where the set-up ends with a choice, the spread of the choices.
func (v Valued) remark() string {
	text := v.Score.String()
	if v.Spread != 0 {
		text += fmt.Sprintf(", spread %.2f", float64(v.Spread)/100)
	}
	if v.Information > 0 {
		text += fmt.Sprintf(", information %.0f %%", 100*v.Information)
	}
	return text
}

// Find returns the first Count balanced openings that are drawn, fewer if no more come up, and the number of openings
// valued to find them. Under limits by nodes or depth the result depends on the seed only. When ctx ends, it returns
// those found so far with ctx's error.
func (b Balanced) Find(ctx context.Context) (found []Valued, valued int, err error) {
	if err := b.check(); err != nil {
		return nil, 0, err
	}
	next, err := b.candidates()
	if err != nil {
		return nil, 0, err
	}
	enough, total := make(chan struct{}), 0
	count := parallel.InOrder(1, func(s SetUp) int { return s.Draw }, func(s SetUp) error {
		if len(found) == b.Count {
			return nil
		}
		if valued++; s.Unevenness() > b.Margin {
			return nil
		}
		found = append(found, s.valued(Opening{Turns: s.Turns}))
		if len(found) == b.Count {
			close(enough)
		}
		return nil
	})
	pool := parallel.Pool[SetUp, SetUp]{
		Workers: b.Workers, Drain: enough, Start: b.worker("opening", b.Rules),
		Take: func(s SetUp) error {
			total++
			err := count(s)
			if b.Report != nil {
				b.Report(len(found), total)
			}
			return err
		},
	}
	var failed error // of the drawing
	err = pool.Run(ctx, b.draw(next, &failed))
	if err = cmp.Or(failed, err); err != nil && !errors.Is(err, ctx.Err()) {
		return nil, 0, err
	}
	return found, valued, err
}

// draw yields openings until no new ones come up. No two lead to positions that are images of each other.
func (b Balanced) draw(next func() (Opening, error), failed *error) iter.Seq[SetUp] {
	return func(yield func(SetUp) bool) {
		for tries := 1; tries <= b.Tries; tries++ {
			opening, err := next()
			if errors.Is(err, ErrTooFew) {
				return
			}
			h, playErr := Play(b.Rules, opening)
			if *failed = cmp.Or(err, playErr); *failed != nil {
				return
			}
			if !yield(SetUp{Draw: tries, Position: h.Position(), Turns: opening.Turns}) {
				return
			}
		}
	}
}

func (b Balanced) check() error {
	switch {
	case b.Rules.Seats() != 2:
		return fmt.Errorf("books are balanced for two seats only, and %s with these options has %d: "+
			"a search values a position for the seat to act, not for all", b.Rules.Game().Name(), b.Rules.Seats())
	case b.Openings.Kind == FromBook:
		return fmt.Errorf("a balanced book is made of random openings or of all, not of a book")
	case b.Count < 1 || b.Count > MaxTries:
		return fmt.Errorf("openings wanted %d: must be from 1 to %d", b.Count, MaxTries)
	case b.Tries < 1 || b.Tries > MaxTries:
		return fmt.Errorf("tries %d: must be from 1 to %d", b.Tries, MaxTries)
	case b.Margin < 0:
		return fmt.Errorf("margin %d: must be 0 or more", b.Margin)
	}
	return b.Openings.Check()
}

func (b Balanced) candidates() (func() (Opening, error), error) {
	if b.Openings.Kind == Random {
		drawer, err := newOpeningDrawer(b.Rules, b.Seed, b.Openings)
		return func() (Opening, error) {
			h, err := drawer.next()
			if err != nil {
				return Opening{}, err
			}
			return openingOf(h), nil
		}, err
	}
	all, err := shuffledLines(b.Rules, b.Seed, b.Openings.Turns)
	return func() (Opening, error) {
		if len(all) == 0 {
			return Opening{}, ErrTooFew
		}
		line := all[0]
		all = all[1:]
		return Opening{Turns: engine.Turns(b.Rules.Start(), line)}, nil
	}, err
}
