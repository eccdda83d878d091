package training

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/eval/tune"
	"pillars/search"
)

// exampleCollector collects examples for a network from games. Unlike [positionCollector] it also collects repeated
// positions, and positions within turns, because a search evaluates these too.
type exampleCollector struct {
	divided[*tune.Examples]
	rules engine.PatternRules // rules of the network; games may have other options, such as the size of the board
	lists engine.PatternLists // buffer for the patterns of a position, by seat
}

// open returns an error if the rules have other patterns than the network, or not two seats.
func (c *exampleCollector) open(of engine.Rules) error {
	same := func(a, b engine.Term) bool { return a.Name == b.Name }
	patterned, ok := of.(engine.PatternRules)
	if !ok || of.Seats() != 2 || !slices.EqualFunc(patterned.Patterns(), c.rules.Patterns(), same) {
		return fmt.Errorf("its games are of options (%s) with other patterns than those wanted (%s)", of.Settings(),
			c.rules.Settings())
	}
	return nil
}

func (c *exampleCollector) add(game played, replay *replay) error {
	into := c.next(game)
	var setUp []setUpExample // positions of the set-up, until the first search after it
	err := replay.each(game, func(p engine.Position, now turn, _ choice) error {
		if !now.decided {
			return nil
		}
		if p.StartsTurn() {
			c.Counts.Turns++
		}
		seat, expected := p.Seat()&1, now.score.Expectation()
		if !now.setUp { // this search has seen the finished board
			var bySeat [2]float64
			bySeat[seat], bySeat[seat^1] = expected, 1-expected
			if err := c.addSetUp(into, setUp, game, bySeat); err != nil {
				return err
			}
			setUp = nil
		}
		if !c.selection.takes(now) {
			c.Counts.Noisy++
			return nil
		}
		c.lists.Reset()
		patterned := p.(engine.PatternPosition)
		patterned.AppendPatterns(&c.lists)
		own, other := c.lists[seat], c.lists[seat^1]
		if now.setUp {
			setUp = append(setUp, setUpExample{slices.Clone(own), slices.Clone(other), seat})
			return nil
		}
		return into.Add(own, other, patterned.Phase(), c.selection.target(game.Outcome.Score(seat), expected))
	})
	if err != nil {
		return err
	}
	return c.addSetUp(into, setUp, game, [2]float64{game.Outcome.Score(0), game.Outcome.Score(1)})
}

// setUpExample is a position of the set-up. Its target uses the score of the first search after the set-up, because
// that search sees the finished board.
type setUpExample struct {
	own, other []uint16    // patterns of the seat to act and of the other seat
	seat       engine.Seat // seat to act
}

// addSetUp adds positions of the set-up of a game. expected has the results that a search after the set-up expects, by
// seat.
func (c *exampleCollector) addSetUp(into *tune.Examples, setUp []setUpExample, game played, expected [2]float64) error {
	for _, e := range setUp {
		target := c.selection.target(game.Outcome.Score(e.seat), expected[e.seat])
		if err := into.Add(e.own, e.other, engine.SetUpPhase, target); err != nil {
			return err
		}
	}
	return nil
}

// Decisions holds decisions from games: steps in turns that the player decided, where several steps were legal.
type Decisions struct {
	sameRules
	divided[*tune.Choices]
	byVisits int // number of decisions whose shares come from visits

	visits bool                    // whether shares come from the visits of the search, if these are known
	legal  []engine.Step           // buffer for the legal steps of a decision
	shares []float32               // buffer: for each legal step, the share with which it counts as chosen
	lists  engine.StepPatternLists // buffer for the patterns of the legal steps
}

// Decisions reads the decisions in games with the given rules, which must have patterns of steps. It uses only
// Validation and Seed of the selection. Usually only the step played counts as chosen. If visits is set and the visits
// of the search are known, each legal step counts as chosen with its share of the visits.
func (g Games) Decisions(
	ctx context.Context, rules engine.Rules, selection Selection, visits bool,
) (*Decisions, error) {
	d := &Decisions{sameRules: sameRules{rules}, visits: visits,
		divided: divided[*tune.Choices]{Train: &tune.Choices{}, Held: &tune.Choices{}, selection: selection}}
	return d, g.read(ctx, rules.Game(), selection, d)
}

func (d *Decisions) add(game played, replay *replay) error {
	into := d.next(game)
	return replay.each(game, func(p engine.Position, now turn, choice choice) error {
		if !now.decided {
			return nil
		}
		d.legal = p.AppendSteps(d.legal[:0])
		if len(d.legal) == 1 {
			return nil
		}
		d.lists.Reset()
		p.(engine.StepPatternPosition).AppendStepPatterns(d.legal, &d.lists)
		if err := d.setShares(choice); err != nil {
			return err
		}
		return into.Add(d.lists.Numbers, d.lists.Ends, d.shares)
	})
}

// setShares sets d.shares for a decision among the steps d.legal. It returns an error if visits name an illegal step.
func (d *Decisions) setShares(choice choice) error {
	d.shares = append(d.shares[:0], make([]float32, len(d.legal))...)
	sum := 0.
	for _, tried := range choice.visits {
		sum += float64(tried.Times)
	}
	if !d.visits || sum == 0 {
		d.shares[slices.Index(d.legal, choice.step)] = 1
		return nil
	}
	d.byVisits++
	for _, tried := range choice.visits {
		at := slices.Index(d.legal, tried.Step)
		if at < 0 {
			return fmt.Errorf("its thoughts have visits of step %d, which is not legal there", tried.Step)
		}
		d.shares[at] += float32(float64(tried.Times) / sum)
	}
	return nil
}

// Scores holds the undecided scores of searches at the start of turns, with the results of the games. It has only turns
// after the last random turn of a game.
type Scores struct {
	sameRules
	Positions map[string][]tune.Scored // by kind of player
	Games     map[string]int           // number of games, by kind of player
}

// Scores reads the scores in games with the given rules.
func (g Games) Scores(ctx context.Context, rules engine.Rules) (*Scores, error) {
	s := &Scores{sameRules{rules}, map[string][]tune.Scored{}, map[string]int{}}
	return s, g.read(ctx, rules.Game(), Selection{}, s)
}

func (s *Scores) add(game played, replay *replay) error {
	player, err := search.ParseSpec(game.player)
	if err != nil || !player.Calibrated() {
		return fmt.Errorf("its games are of %s; calibrations are of players without keys but for limits", game.player)
	}
	kind := player.Kind
	s.Games[kind]++
	lastRandom := game.Record.Opening // number of the last random turn, from 1; turns of the opening count as random
	for i, thought := range game.Thoughts {
		if thought.Random {
			lastRandom = game.Record.Opening + i + 1
		}
	}
	number := 0 // number of the current turn, from 1
	return replay.each(game, func(p engine.Position, now turn, _ choice) error {
		if !p.StartsTurn() {
			return nil
		}
		number++
		if number > lastRandom && !now.score.Decided() {
			s.Positions[kind] = append(s.Positions[kind], tune.Scored{Game: s.Games[kind], Score: float64(now.score),
				Phase: engine.PhaseOf(p), Result: game.Outcome.Score(p.Seat())})
		}
		return nil
	})
}
