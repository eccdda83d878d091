package selfplay

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/eval/tune"
)

// ChoiceCollector makes choices to learn a policy from out of files: every step of a turn that the player decided, unless it was the only one.
type ChoiceCollector struct {
	Train *tune.Choices
	Held  *tune.Choices // of the games held back

	selection Selection
	rules     engine.Rules
	legal     []engine.Step
	lists     engine.StepPatternLists
}

// NewChoiceCollector begins a collection for rules that name patterns of steps. Of the selection only Validation and Seed matter.
func NewChoiceCollector(rules engine.Rules, selection Selection) (*ChoiceCollector, error) {
	if _, patterned := rules.(engine.StepPatternRules); !patterned {
		return nil, fmt.Errorf("%s names no patterns of steps to learn from", rules.Game().Title())
	}
	return &ChoiceCollector{Train: &tune.Choices{}, Held: &tune.Choices{}, selection: selection, rules: rules}, nil
}

// Read takes the decisions of all games that are left in a file. A file that is cut off gives all it has, and a [TornError].
func (c *ChoiceCollector) Read(ctx context.Context, r *Reader) error {
	return r.eachGame(ctx, c.rules, c.add)
}

// add takes the decisions of a game. It replays the game first, so that its steps are known to be legal.
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

// choice takes one decision.
func (c *ChoiceCollector) choice(into *tune.Choices, p engine.Position, step engine.Step) error {
	c.legal = p.AppendSteps(c.legal[:0])
	if len(c.legal) == 1 {
		return nil
	}
	c.lists.Reset()
	p.(engine.StepPatternPosition).AppendStepPatterns(c.legal, &c.lists)
	return into.Add(c.lists.Numbers, c.lists.Ends, slices.Index(c.legal, step))
}
