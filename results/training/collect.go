package training

import (
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
)

// Quiet says how quiet a position must be to learn from: an evaluation need not know which men hang.
type Quiet string

const (
	QuietSettled Quiet = "settled" // playing out the noisy steps changes little, see [replay.isQuiet]
	quietCalm    Quiet = "calm"    // there are no noisy steps, and no search is asked
	QuietAny     Quiet = "any"     // every position will do
)

// Selection says which positions count, and for what.
type Selection struct {
	Quiet      Quiet
	Stage      Stage   // positions of which stages count
	Lambda     float64 // share of the game's result in the target; the rest is the score of the search
	Validation float64 // share of the games that are held back for validation, all positions of a game together
	Seed       uint64  // decides which games are held back
	Margin     int     // largest change by noisy steps in a settled position, in hundredths of a logit

	// OnlyPatterns leaves features out of the positions, so that a fit does not change their weights.
	OnlyPatterns bool `json:",omitempty"`
}

// Stage says which stages of a game to learn from.
type Stage string

const (
	StageMovement Stage = "movement" // after the set-up of the board
	StageSetUp    Stage = "set-up"
	StageBoth     Stage = "both"
)

const maxMargin = 10_000

// Check returns an error that says what is wrong with the selection.
func (s Selection) Check() error {
	switch {
	case s.Quiet != QuietSettled && s.Quiet != quietCalm && s.Quiet != QuietAny:
		return fmt.Errorf("quiet %q: write %s, %s or %s", string(s.Quiet), QuietSettled, quietCalm, QuietAny)
	case s.Stage != "" && s.Stage != StageMovement && s.Stage != StageSetUp && s.Stage != StageBoth:
		return fmt.Errorf("stage %q: write %s, %s or %s", string(s.Stage), StageMovement, StageSetUp, StageBoth)
	case s.Margin < 0 || s.Margin > maxMargin:
		return fmt.Errorf("margin %d: must be from 0 to %d", s.Margin, maxMargin)
	case !(s.Lambda >= 0 && s.Lambda <= 1):
		return fmt.Errorf("lambda %v: must be from 0 to 1", s.Lambda)
	case !(s.Validation >= 0 && s.Validation < 1):
		return fmt.Errorf("validation: the share %v must be from 0 to below 1", s.Validation)
	}
	return nil
}

// takes reports whether a position counts: its player decided the turn without a proof, and the position is quiet.
func (s Selection) takes(t turn) bool {
	switch {
	case t.score.Decided():
		return false
	case t.setUp:
		return s.Stage != StageMovement && s.Stage != ""
	}
	return t.quiet && s.Stage != StageSetUp
}

// holdsBack reports whether a game is held back for validation. That depends on the game alone, not on what else is
// read.
func (s Selection) holdsBack(game played) bool {
	return engine.Share(engine.DeriveSeed(s.Seed, "validation", game.key)) < s.Validation
}

// target returns what an evaluation should predict for a seat, given the seat's result and its search's expectation.
func (s Selection) target(result, expectation float64) float64 {
	return s.Lambda*result + (1-s.Lambda)*expectation
}

// Counts are the numbers of games and positions that were read.
type Counts struct {
	Games      int
	Validation int // games of them that are held back
	Turns      int // that the player decided
	Noisy      int // of them, left out by the selection
	Twice      int // of the rest, left out since the same position had been met
}

// learned counts the games whose positions are learned from.
func (c Counts) learned() int { return c.Games - c.Validation }

// divided holds what was taken out of games: data to learn from, and data of the games held back.
type divided[Data any] struct {
	Train, Held Data
	Counts      Counts
	selection   Selection
}

// next counts a game and returns the data that it belongs to.
func (d *divided[Data]) next(game played) Data {
	d.Counts.Games++
	if d.selection.holdsBack(game) {
		d.Counts.Validation++
		return d.Held
	}
	return d.Train
}

// exactly is the part of a collector that accepts games of exactly its rules.
type exactly struct{ rules engine.Rules }

func (e exactly) open(of engine.Rules) error {
	if want, has := e.rules.Settings().String(), of.Settings().String(); want != has {
		return fmt.Errorf("its games are of other options (%s) than those wanted (%s)", has, want)
	}
	return nil
}

// positionCollector takes positions out of games, from the view of the player to act and, with more than two seats, of
// all seats that are still in the game: there the value of one seat does not determine the others'.
type positionCollector struct {
	exactly
	divided[*tune.Set]
	layout *eval.Layout
	seen   map[uint64]struct{} // hashes of the positions taken
	inputs eval.Inputs
	views  [engine.MaxSeats][]eval.Inputs // of seats that wait for their next turn
}

func newPositionCollector(layout *eval.Layout, rules engine.Rules, selection Selection) *positionCollector {
	sets := divided[*tune.Set]{Train: tune.NewSet(layout.Len()), Held: tune.NewSet(layout.Len()), selection: selection}
	return &positionCollector{exactly: exactly{rules}, divided: sets, layout: layout, seen: map[uint64]struct{}{}}
}

func (c *positionCollector) add(game played, replay *replay) error {
	set := c.next(game)
	err := replay.each(game, func(p engine.Position, now turn, _ choice) error {
		if !p.StartsTurn() || !now.decided {
			return nil
		}
		c.Counts.Turns++
		target := c.selection.target(game.Outcome.Score(p.Seat()), now.score.Expectation())
		if err := c.settle(set, p.Seat(), target); err != nil {
			return err
		}
		if !c.selection.takes(now) {
			c.Counts.Noisy++
			return nil
		}
		if _, twice := c.seen[p.Hash()]; twice {
			c.Counts.Twice++
			return nil
		}
		c.seen[p.Hash()] = struct{}{}
		c.wait(p)
		return set.Add(c.view(p, p.Seat()), target)
	})
	for seat := range engine.Seat(c.rules.Seats()) {
		if err == nil {
			err = c.settle(set, seat, game.Outcome.Score(seat))
		}
	}
	return err
}

// view returns a position as inputs, which are valid until the next call.
func (c *positionCollector) view(p engine.Position, seat engine.Seat) *eval.Inputs {
	c.layout.Inputs(p, seat, &c.inputs)
	if c.selection.OnlyPatterns {
		c.inputs.DropFeatures(c.layout)
	}
	return &c.inputs
}

// wait keeps the views of the seats that are still in and not to act, until their targets are known.
func (c *positionCollector) wait(p engine.Position) {
	for seat := range engine.Seat(c.rules.Seats()) {
		if _, settled := engine.Settled(p, seat); seat == p.Seat() || settled || c.rules.Seats() == 2 {
			continue
		}
		view := *c.view(p, seat)
		view.Index, view.Count = slices.Clone(view.Index), slices.Clone(view.Count)
		c.views[seat] = append(c.views[seat], view)
	}
}

// settle adds the views that a seat has kept, with the target of its next search or, if there is none, the result.
func (c *positionCollector) settle(set *tune.Set, seat engine.Seat, target float64) error {
	for i := range c.views[seat] {
		if err := set.Add(&c.views[seat][i], target); err != nil {
			return err
		}
	}
	c.views[seat] = c.views[seat][:0]
	return nil
}
