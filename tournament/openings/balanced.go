package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
)

// MaxTries is the largest number of set-ups that [Fair] draws, and of openings that [Balanced] values.
const MaxTries = 100_000

// Fair searches for set-ups of the board that leave no player ahead. It draws set-ups at random, values each by a
// player's search, and sorts them by unevenness. Because values are inexact, the set-up that looks most even of many is
// less even than it looks.
//
// In some games the set-up ends with a choice: one player divides, the other chooses ([engine.IsPieChoice]). Then a
// search values each choice. A set-up is even if the best choice leaves no player ahead and the second-best choice is
// equally good. In other games a search values the position after the set-up, for the player to act.
type Fair struct {
	// Start is the position from which set-ups are drawn. If at most the final choice is left there, Start is the only
	// set-up.
	Start engine.Position
	Tries int // number of different set-ups to draw, from 1 to MaxTries
	Valuer
	Report func(done, total int) // called after every set-up, one call at a time; may be nil
}

// SetUp is a set-up with its value.
type SetUp struct {
	Draw     int             // number of the set-up among the different ones drawn, from 1
	Position engine.Position // the position at the choice, or after the set-up
	Turns    []string        // the turns from [Fair].Start to Position
	Score    search.Score    // for the seat that acts in Position
	Choices  []ValuedStep    // the choices that end the set-up, the best first; empty if there is none
}

// ValuedStep is a choice that ends the set-up, with its value.
type ValuedStep struct {
	Step  engine.Step
	Score search.Score // for the seat that chooses
}

// Spread returns the score of the best choice minus the score of the second-best choice, or 0 without a choice.
func (s *SetUp) Spread() search.Score {
	if len(s.Choices) < 2 {
		return 0
	}
	return s.Choices[0].Score - s.Choices[1].Score
}

// Unevenness returns the absolute value of the score, or the spread of the choices if that is greater.
func (s *SetUp) Unevenness() search.Score { return max(s.Score, -s.Score, s.Spread()) }

// SetUps draws and values Tries set-ups, or fewer if it finds no more different ones. It returns them sorted by
// unevenness, equally uneven ones in the order of drawing. With limits on nodes or depth the result depends only on the
// seed. If ctx ends, SetUps returns the set-ups valued so far with the error of ctx.
func (f Fair) SetUps(ctx context.Context) (valued []SetUp, err error) {
	if f.Tries < 1 || f.Tries > MaxTries {
		return nil, fmt.Errorf("tries %d: must be from 1 to %d", f.Tries, MaxTries)
	}
	drawn, err := drawSetUps(ctx, f.Start, f.Seed, f.Tries)
	if err != nil {
		return nil, err
	}
	err = f.valueAll(ctx, "set-up", f.Start.Rules(), nil, slices.Values(drawn), func(s SetUp) error {
		valued = append(valued, s)
		if f.Report != nil {
			f.Report(len(valued), len(drawn))
		}
		return nil
	})
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, err
	}
	slices.SortFunc(valued, func(a, b SetUp) int {
		return cmp.Or(cmp.Compare(a.Unevenness(), b.Unevenness()), cmp.Compare(a.Draw, b.Draw))
	})
	return valued, err
}

// Within returns the set-ups of a list sorted by unevenness whose unevenness is at most the given number of logits.
func Within(valued []SetUp, logits float64) []SetUp {
	return valued[:sort.Search(len(valued), func(i int) bool { return valued[i].Unevenness().Logits() > logits })]
}

// Opening returns a set-up as an opening: its turns or, if it has none or f.Start is not the start of the rules, its
// position.
func (f Fair) Opening(s *SetUp) Opening {
	if len(s.Turns) == 0 || f.Start.String() != f.Start.Rules().Start().String() {
		return Opening{Start: s.Position.String()}
	}
	return Opening{Turns: s.Turns}
}

// maxRepeats is the number of consecutive draws without a new set-up after which drawing ends.
const maxRepeats = 200

// drawSetUps draws n set-ups that differ up to symmetry, or fewer if maxRepeats draws in a row bring nothing new. The
// set-ups depend on start and seed only; a smaller n gives the first set-ups of the same list.
func drawSetUps(ctx context.Context, start engine.Position, seed uint64, n int) ([]SetUp, error) {
	var setUps []SetUp
	seen := map[uint64]bool{}
	lastNew := 0 // the latest draw that brought a new set-up, from 0
	for draw := 0; len(setUps) < n && draw-lastNew < maxRepeats; draw++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h, err := drawSetUp(start, engine.DeriveSeed(seed, "set-up", strconv.Itoa(draw+1)))
		if err != nil {
			return nil, err
		}
		key := engine.CanonicalHash(h.Position())
		if h.Outcome().Over() || seen[key] {
			continue
		}
		seen[key], lastNew = true, draw
		setUps = append(setUps, SetUp{
			Draw: len(setUps) + 1, Position: h.Position(), Turns: engine.Turns(h.Start(), h.Steps()),
		})
	}
	if len(setUps) == 0 {
		return nil, fmt.Errorf("no set-up to value: the game was over in each of %d draws from %s", maxRepeats, start)
	}
	return setUps, nil
}

// Balanced searches for openings that leave no seat ahead, for a book. It draws openings that differ up to symmetry,
// values each as [Fair] values set-ups, and keeps the openings with an unevenness of at most Margin. It needs a game of
// two seats: a search values a position for the seat to act, which with more seats says little about the other seats.
type Balanced struct {
	Rules    engine.Rules
	Openings Source       // where openings come from; of the kind Random or All
	Count    int          // number of openings wanted
	Tries    int          // largest number of openings to value, from 1 to MaxTries
	Margin   search.Score // largest unevenness; see [SetUp.Unevenness]
	Valuer
	Report func(found, valued int) // called after every opening, not concurrently; may be nil
}

// Find returns the first Count balanced openings that it draws, or fewer if it finds no more, and the number of
// openings that it valued. With limits on nodes or depth the result depends only on the seed. If ctx ends, Find returns
// the openings found so far with the error of ctx.
func (b Balanced) Find(ctx context.Context) (found []Valued, valued int, err error) {
	if err := b.check(); err != nil {
		return nil, 0, err
	}
	enough := make(chan struct{}) // closed when Count openings are found
	drawNumber := func(s SetUp) int { return s.Draw }
	const firstDraw = 1
	// Searches end in any order. The result must not depend on that order, so keepInOrder waits for earlier draws.
	keepInOrder := parallel.InOrder(firstDraw, drawNumber, func(s SetUp) error {
		if len(found) == b.Count {
			return nil
		}
		valued++
		if s.Unevenness() > b.Margin {
			return nil
		}
		found = append(found, s.valued(Opening{Turns: s.Turns}))
		if len(found) == b.Count {
			close(enough)
		}
		return nil
	})
	reported := 0 // openings valued so far, including those that wait in keepInOrder
	keep := func(s SetUp) error {
		reported++
		err := keepInOrder(s)
		if b.Report != nil {
			b.Report(len(found), reported)
		}
		return err
	}
	var failed error // the error of draw
	err = b.valueAll(ctx, "opening", b.Rules, enough, b.draw(&failed), keep)
	if err = cmp.Or(failed, err); err != nil && !errors.Is(err, ctx.Err()) {
		return nil, 0, err
	}
	return found, valued, err
}

// draw yields openings until Tries are drawn or there are no more. It stores an error in failed.
func (b Balanced) draw(failed *error) iter.Seq[SetUp] {
	return func(yield func(SetUp) bool) {
		tries := 0
		for opening, err := range b.candidates() {
			h, playErr := Play(b.Rules, opening) // with err, the opening is empty and Play succeeds
			if *failed = cmp.Or(err, playErr); *failed != nil {
				return
			}
			tries++
			if !yield(SetUp{Draw: tries, Position: h.Position(), Turns: opening.Turns}) || tries == b.Tries {
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
	case b.Openings.Kind != Random && b.Openings.Kind != All:
		return fmt.Errorf("a balanced book is made of random openings or of all, not of openings of the kind %q",
			b.Openings.Kind)
	case b.Count < 1 || b.Count > MaxTries:
		return fmt.Errorf("openings wanted %d: must be from 1 to %d", b.Count, MaxTries)
	case b.Tries < 1 || b.Tries > MaxTries:
		return fmt.Errorf("tries %d: must be from 1 to %d", b.Tries, MaxTries)
	case b.Margin < 0:
		return fmt.Errorf("margin %d: must be 0 or more", b.Margin)
	}
	return b.Openings.Check()
}

// candidates yields the openings to value. The last may have an error.
func (b Balanced) candidates() iter.Seq2[Opening, error] {
	if b.Openings.Kind == Random {
		return b.randomCandidates
	}
	return func(yield func(Opening, error) bool) {
		all, err := allOpenings(b.Rules, b.Seed, b.Openings.Turns, b.Tries)
		if err != nil && !errors.Is(err, ErrTooFew) { // if there are fewer than Tries, Find values them all
			yield(Opening{}, err)
		}
		for i := 0; i < all.Len() && yield(all.At(i), nil); i++ {
		}
	}
}

// randomCandidates implements candidates for random openings. It leaves out openings that are equal up to symmetry. It
// ends when maxAttempts openings in a row are equal to earlier ones.
func (b Balanced) randomCandidates(yield func(Opening, error) bool) {
	drawer, err := newOpeningDrawer(b.Rules, b.Seed, b.Openings)
	drawn := map[uint64]bool{} // positions that openings lead to, up to symmetry
	for repeats := 0; err == nil && repeats < maxAttempts; {
		var h *engine.History
		if h, err = drawer.next(); err != nil {
			break
		}
		key := engine.CanonicalHash(h.Position())
		if drawn[key] {
			repeats++
			continue
		}
		if !yield(openingOf(h), nil) {
			return
		}
		drawn[key], repeats = true, 0
	}
	if err != nil {
		yield(Opening{}, err)
	}
}
