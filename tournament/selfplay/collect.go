package selfplay

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/search"
)

// Quiet says which positions are quiet enough to learn from: an evaluation need not know what hangs.
type Quiet string

const (
	QuietSettled Quiet = "settled" // playing out the noisy steps changes little, see [Settled]
	QuietCalm    Quiet = "calm"    // there are no noisy steps, see [Calm]
	QuietAny     Quiet = "any"     // every position will do
)

// Selection says which positions count, and for what.
type Selection struct {
	Quiet      Quiet
	SetUp      bool    // positions of the set-up stage count too
	Lambda     float64 // share of the game's result in the target; the rest is the score of the search
	Validation float64 // share of the games that are kept for validation, all positions of a game together
	Seed       uint64  // decides which games

	// OnlyPatterns leaves features out of the positions, so that a fit does not change their weights.
	OnlyPatterns bool `json:",omitempty"`
}

// Check says what is wrong with the selection.
func (s Selection) Check() error {
	switch {
	case s.Quiet != QuietSettled && s.Quiet != QuietCalm && s.Quiet != QuietAny:
		return fmt.Errorf("quiet %q: write %s, %s or %s", string(s.Quiet), QuietSettled, QuietCalm, QuietAny)
	case !(s.Lambda >= 0 && s.Lambda <= 1):
		return fmt.Errorf("lambda: %v is not from 0 to 1", s.Lambda)
	case !(s.Validation >= 0 && s.Validation < 1):
		return fmt.Errorf("validation: the share %v is not from 0 to below 1", s.Validation)
	}
	return nil
}

// takes reports whether a turn counts: the player has thought about it without proving anything, and the position is
// quiet.
func (s Selection) takes(note Note) bool {
	switch {
	case !note.Flags.Has(Decided) || note.Score.Decided():
		return false
	case note.Flags.Has(SetUp):
		return s.SetUp
	case s.Quiet == QuietCalm:
		return note.Flags.Has(Calm)
	case s.Quiet == QuietSettled:
		return note.Flags.Has(Settled)
	}
	return true
}

// validates reports whether a game is for validation. It depends on the game alone, not on what else is read.
func (s Selection) validates(header Header, number int) bool {
	const digits = 1 << 53
	seed := engine.DeriveSeed(s.Seed, "validation", string(header.text()), strconv.Itoa(number))
	return float64(seed%digits)/digits < s.Validation
}

// Counts are those of what was read.
type Counts struct {
	Games      int
	Validation int // games of them
	Turns      int // that the player decided
	Noisy      int // of them, left out by the selection
	Twice      int // of the rest, left out since the same position had been met
}

// Collector takes positions out of files.
type Collector struct {
	Selection  Selection
	Train      *tune.Set
	Validation *tune.Set
	Counts     Counts

	rules  engine.Rules
	layout *eval.Layout
	seen   map[uint64]struct{} // hashes of the positions taken
	inputs eval.Inputs
}

// NewCollector makes an empty collector of files of exactly these rules.
func NewCollector(rules engine.Rules, layout *eval.Layout, selection Selection) (*Collector, error) {
	if err := selection.Check(); err != nil {
		return nil, err
	}
	return &Collector{
		Selection: selection, Train: tune.NewSet(layout.Len()), Validation: tune.NewSet(layout.Len()),
		rules: rules, layout: layout, seen: map[uint64]struct{}{},
	}, nil
}

// Read takes the positions of all games that are left in a file. A file that is cut off gives all it has, and a
// [TornError].
func (c *Collector) Read(ctx context.Context, r *Reader) error {
	return r.eachGame(ctx, c.rules, c.add)
}

func (c *Collector) add(header Header, game Game) error {
	set := c.Train
	c.Counts.Games++
	if c.Selection.validates(header, game.Number) {
		set = c.Validation
		c.Counts.Validation++
	}
	return game.Replay(c.rules, func(p engine.Position, note Note) error {
		if note.Flags.Has(Decided) {
			c.Counts.Turns++
		}
		if !c.Selection.takes(note) {
			if note.Flags.Has(Decided) {
				c.Counts.Noisy++
			}
			return nil
		}
		if _, twice := c.seen[p.Hash()]; twice {
			c.Counts.Twice++
			return nil
		}
		c.seen[p.Hash()] = struct{}{}
		c.layout.Inputs(p, p.Seat(), &c.inputs)
		if c.Selection.OnlyPatterns {
			c.inputs.DropFeatures(c.layout)
		}
		return set.Add(&c.inputs, c.target(game.Score(p.Seat()), note.Score))
	})
}

// target mixes the result and what the search expected of it.
func (c *Collector) target(result float64, score search.Score) float64 {
	lambda := c.Selection.Lambda
	return lambda*result + (1-lambda)*score.Expectation()
}

// ChoiceCollector takes decisions out of files: every step of a turn that the player decided, unless it was the only
// one.
type ChoiceCollector struct {
	Train *tune.Choices
	Held  *tune.Choices // of the games held back

	selection Selection
	rules     engine.Rules
	legal     []engine.Step
	lists     engine.StepPatternLists
}

// NewChoiceCollector begins a collection for rules that name patterns of steps. Of the selection only Validation and
// Seed matter.
func NewChoiceCollector(rules engine.Rules, selection Selection) (*ChoiceCollector, error) {
	if _, patterned := rules.(engine.StepPatternRules); !patterned {
		return nil, fmt.Errorf("%s names no patterns of steps to learn from", rules.Game().Title())
	}
	return &ChoiceCollector{Train: &tune.Choices{}, Held: &tune.Choices{}, selection: selection, rules: rules}, nil
}

// Read takes the decisions of all games that are left in a file, as [Collector.Read].
func (c *ChoiceCollector) Read(ctx context.Context, r *Reader) error {
	return r.eachGame(ctx, c.rules, c.add)
}

// add replays the game first, so that its steps are known to be legal.
func (c *ChoiceCollector) add(header Header, game Game) error {
	into := c.Train
	if c.selection.validates(header, game.Number) {
		into = c.Held
	}
	if err := game.Replay(c.rules, func(engine.Position, Note) error { return nil }); err != nil {
		return err
	}
	p, turn := c.rules.Start(), -1
	for _, step := range game.Steps {
		if p.StartsTurn() {
			turn++
		}
		if game.Notes[turn].Flags.Has(Decided) {
			if err := c.choice(into, p, step); err != nil {
				return fmt.Errorf("game %d: %w", game.Number, err)
			}
		}
		p.Play(step)
	}
	return nil
}

func (c *ChoiceCollector) choice(into *tune.Choices, p engine.Position, step engine.Step) error {
	c.legal = p.AppendSteps(c.legal[:0])
	if len(c.legal) == 1 {
		return nil
	}
	c.lists.Reset()
	p.(engine.StepPatternPosition).AppendStepPatterns(c.legal, &c.lists)
	return into.Add(c.lists.Numbers, c.lists.Ends, slices.Index(c.legal, step))
}
