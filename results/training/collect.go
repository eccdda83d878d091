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
	SetUp      bool    // positions of the set-up stage count too
	Lambda     float64 // share of the game's result in the target; the rest is the score of the search
	Validation float64 // share of the games that are kept for validation, all positions of a game together
	Seed       uint64  // decides which games
	Margin     int     // largest change by noisy steps in a settled position, in hundredths of a logit

	// OnlyPatterns leaves features out of the positions, so that a fit does not change their weights.
	OnlyPatterns bool `json:",omitempty"`
}

const maxMargin = 10_000

// Check says what is wrong with the selection.
func (s Selection) Check() error {
	switch {
	case s.Quiet != QuietSettled && s.Quiet != quietCalm && s.Quiet != QuietAny:
		return fmt.Errorf("quiet %q: write %s, %s or %s", string(s.Quiet), QuietSettled, quietCalm, QuietAny)
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
		return s.SetUp
	}
	return t.quiet
}

// validates reports whether a game is held back. That depends on the game alone, not on what else is read.
func (s Selection) validates(game played) bool {
	return engine.Share(engine.DeriveSeed(s.Seed, "validation", game.key)) < s.Validation
}

// Counts are the numbers of games and positions that were read.
type Counts struct {
	Games      int
	Validation int // games of them
	Turns      int // that the player decided
	Noisy      int // of them, left out by the selection
	Twice      int // of the rest, left out since the same position had been met
}

// Collector takes positions out of games, from the view of the player to act and, with more than two seats, of all
// seats that are still in the game: there the worth of one seat does not determine the others'.
type Collector struct {
	selection  Selection
	Train      *tune.Set
	Validation *tune.Set
	Counts     Counts

	rules  engine.Rules
	layout *eval.Layout
	seen   map[uint64]struct{} // hashes of the positions taken
	inputs eval.Inputs
	views  [engine.MaxSeats][]eval.Inputs // of seats that wait for their next turn
}

// NewCollector makes an empty collector of games of exactly these rules.
func NewCollector(rules engine.Rules, layout *eval.Layout, selection Selection) (*Collector, error) {
	if err := selection.Check(); err != nil {
		return nil, err
	}
	return &Collector{
		selection: selection, Train: tune.NewSet(layout.Len()), Validation: tune.NewSet(layout.Len()),
		rules: rules, layout: layout, seen: map[uint64]struct{}{},
	}, nil
}

func (c *Collector) open(of engine.Rules) error { return sameOptions(c.rules, of) }

func (c *Collector) add(game played, replay *replay) error {
	set := c.Train
	c.Counts.Games++
	if c.selection.validates(game) {
		set = c.Validation
		c.Counts.Validation++
	}
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

func (s Selection) target(result, expectation float64) float64 {
	return s.Lambda*result + (1-s.Lambda)*expectation
}

// view returns a position as inputs, which are valid until the next call.
func (c *Collector) view(p engine.Position, seat engine.Seat) *eval.Inputs {
	c.layout.Inputs(p, seat, &c.inputs)
	if c.selection.OnlyPatterns {
		c.inputs.DropFeatures(c.layout)
	}
	return &c.inputs
}

// wait keeps the views of the seats that are still in and not to act, until their targets are known.
func (c *Collector) wait(p engine.Position) {
	for seat := range engine.Seat(c.rules.Seats()) {
		if _, settled := engine.Settled(p, seat); seat == p.Seat() || settled || c.rules.Seats() == 2 {
			continue
		}
		view := c.view(p, seat)
		c.views[seat] = append(c.views[seat], eval.Inputs{Index: slices.Clone(view.Index),
			Count: slices.Clone(view.Count), Parts: view.Parts, Phase: view.Phase})
	}
}

// settle adds the views that a seat has kept, with the target of its next search or, if there is none, the result.
func (c *Collector) settle(set *tune.Set, seat engine.Seat, target float64) error {
	for i := range c.views[seat] {
		if err := set.Add(&c.views[seat][i], target); err != nil {
			return err
		}
	}
	c.views[seat] = c.views[seat][:0]
	return nil
}

// ChoiceCollector takes decisions out of games: the steps of turns that the player decided, unless it had no choice.
type ChoiceCollector struct {
	Train *tune.Choices
	Held  *tune.Choices // of the games held back

	ByVisits int // decisions of both that count by their visits

	visits    bool
	selection Selection
	rules     engine.Rules
	legal     []engine.Step
	shares    []float32
	lists     engine.StepPatternLists
}

// newChoiceCollector makes an empty collector for rules that name patterns of steps. Of the selection only Validation
// and Seed matter. With visits, a decision that has them counts as what its visits are shared among, else as the step
// played.
func newChoiceCollector(rules engine.Rules, selection Selection, visits bool) *ChoiceCollector {
	return &ChoiceCollector{
		Train: &tune.Choices{}, Held: &tune.Choices{}, visits: visits, selection: selection, rules: rules,
	}
}

func (c *ChoiceCollector) open(of engine.Rules) error { return sameOptions(c.rules, of) }

func (c *ChoiceCollector) add(game played, replay *replay) error {
	into := c.Train
	if c.selection.validates(game) {
		into = c.Held
	}
	return replay.each(game, func(p engine.Position, now turn, choice choice) error {
		if !now.decided {
			return nil
		}
		c.legal = p.AppendSteps(c.legal[:0])
		if len(c.legal) == 1 {
			return nil
		}
		c.lists.Reset()
		p.(engine.StepPatternPosition).AppendStepPatterns(c.legal, &c.lists)
		c.share(choice)
		return into.Add(c.lists.Numbers, c.lists.Ends, c.shares)
	})
}

// share computes the share of each legal step in a decision.
func (c *ChoiceCollector) share(choice choice) {
	c.shares = append(c.shares[:0], make([]float32, len(c.legal))...)
	sum := 0.
	for _, tried := range choice.visits {
		sum += float64(tried.Times)
	}
	if !c.visits || sum == 0 {
		c.shares[slices.Index(c.legal, choice.step)] = 1
		return
	}
	c.ByVisits++
	for _, tried := range choice.visits {
		c.shares[slices.Index(c.legal, tried.Step)] += float32(float64(tried.Times) / sum)
	}
}
