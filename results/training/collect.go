package training

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/search"
	"pillars/search/players"
)

// Quiet says which positions count as quiet. In a quiet position, an evaluation should be right without a search. After
// the set-up, fits learn only from quiet positions.
type Quiet string

const (
	// QuietSearch means positions whose static evaluation differs from the value of a quiescence search by at most
	// [quietMargin]. With more than two seats, it means positions without a legal noisy step.
	QuietSearch Quiet = "quiet"
	QuietAny    Quiet = "any" // all positions
)

const quietMargin search.Score = 30

// Selection says which positions to learn from, and what to predict for them.
type Selection struct {
	Quiet      Quiet
	Stage      Stage
	Lambda     float64 // weight of the game's result in the target, 0 to 1; the search's score has 1 - Lambda
	Validation float64 // share of the games that are held back for validation
	Seed       uint64  // decides which games are held back

	// OnlyPatterns says that fits use only the patterns of a position; the fitted weights of features are then 0.
	OnlyPatterns bool `json:",omitempty"`
}

// UsualSelection returns the selection that is usual for fits of weights.
func UsualSelection() Selection {
	return Selection{Quiet: QuietSearch, Stage: StageMovement, Lambda: .7, Validation: .1, Seed: 1}
}

// Stage says from which stages of a game to learn.
type Stage string

const (
	StageMovement Stage = "movement" // turns after the set-up of the board; an empty Stage means the same
	StageSetUp    Stage = "set-up"   // turns that set up the board
	StageBoth     Stage = "both"     // all turns
)

// Check returns an error for the first field of the selection that is out of range.
func (s Selection) Check() error {
	switch {
	case s.Quiet != QuietSearch && s.Quiet != QuietAny:
		return fmt.Errorf("positions %q: write %s or %s", string(s.Quiet), QuietSearch, QuietAny)
	case s.Stage != "" && s.Stage != StageMovement && s.Stage != StageSetUp && s.Stage != StageBoth:
		return fmt.Errorf("stage %q: write %s, %s or %s", string(s.Stage), StageMovement, StageSetUp, StageBoth)
	case !(s.Lambda >= 0 && s.Lambda <= 1):
		return fmt.Errorf("lambda %v: must be from 0 to 1", s.Lambda)
	case !(s.Validation >= 0 && s.Validation < 1):
		return fmt.Errorf("validation: the share %v must be from 0 to below 1", s.Validation)
	}
	return nil
}

// takes reports whether to learn from a position of turn t. The stage must be selected, and the player's search must
// not have proved the result. After the set-up, the position must also be quiet.
func (s Selection) takes(t turn) bool {
	switch {
	case t.score.Decided():
		return false
	case t.setUp:
		return s.Stage != StageMovement && s.Stage != ""
	}
	return t.quiet && s.Stage != StageSetUp
}

// holdsBack reports whether a game is held back for validation. The choice depends only on the game, the seed and the
// share of games to hold back.
func (s Selection) holdsBack(game storedGame) bool {
	return engine.Uniform(engine.DeriveSeed(s.Seed, "validation", game.key)) < s.Validation
}

// target returns what to predict for a seat: the mean of the game's result for the seat and the score that the seat's
// search expects, weighted by Lambda.
func (s Selection) target(result, expectation float64) float64 {
	return s.Lambda*result + (1-s.Lambda)*expectation
}

// Counts holds the numbers of games and positions that were read.
type Counts struct {
	Games      int // number of games read
	Validation int // games that are held back
	Turns      int // turns that the player decided
	Noisy      int // turns left out by the selection; for networks, also positions within turns
	Twice      int // turns left out because the same position had occurred before
	ByVisits   int // decisions in which steps count in proportion to the search's visits
}

// divided holds data from games: Train to learn from, and Held, from games that are held back for validation.
type divided[Data any] struct {
	Train, Held Data
	Counts      Counts
	selection   Selection
}

// partOf counts a game and returns the part to which its data belong: Train or Held.
func (d *divided[Data]) partOf(game storedGame) Data {
	d.Counts.Games++
	if d.selection.holdsBack(game) {
		d.Counts.Validation++
		return d.Held
	}
	return d.Train
}

// sameRules implements the method open of collector, for collectors that accept only games with the given rules.
type sameRules struct{ rules engine.Rules }

func (r sameRules) open(rules engine.Rules) error {
	if want, has := r.rules.Settings().String(), rules.Settings().String(); want != has {
		return fmt.Errorf("its games are of other options (%s) than those wanted (%s)", has, want)
	}
	return nil
}

// positionCollector collects positions from games, as inputs of an evaluation from the view of the seat to act. With
// more than two seats, the value for one seat does not determine the values for other seats. So the collector then
// takes the same position also from the views of all other seats that are still in the game.
type positionCollector struct {
	sameRules
	divided[*tune.Set]
	layout *eval.Layout
	seen   map[uint64]struct{} // hashes of the collected positions
	inputs eval.Inputs
	views  [engine.MaxSeats][]eval.Inputs // by seat: inputs stored at turns of other seats, see storeViews
}

func newPositionCollector(layout *eval.Layout, rules engine.Rules, selection Selection) *positionCollector {
	sets := divided[*tune.Set]{Train: tune.NewSet(layout.Len()), Held: tune.NewSet(layout.Len()), selection: selection}
	return &positionCollector{sameRules: sameRules{rules}, divided: sets, layout: layout, seen: map[uint64]struct{}{}}
}

func (c *positionCollector) add(game storedGame, replay *replay) error {
	set := c.partOf(game)
	err := replay.each(game, func(p engine.Position, now turn) error {
		if !p.StartsTurn() || !now.decided {
			return nil
		}
		c.Counts.Turns++
		target := c.selection.target(game.Outcome.Score(p.Seat()), now.score.Expectation())
		// The target also holds for the inputs that storeViews stored for this seat at other seats' turns, even if the
		// selection leaves out this turn.
		c.addViews(set, p.Seat(), target)
		if !c.selection.takes(now) {
			c.Counts.Noisy++
			return nil
		}
		if _, twice := c.seen[p.Hash()]; twice {
			c.Counts.Twice++
			return nil
		}
		c.seen[p.Hash()] = struct{}{}
		c.storeViews(p)
		set.Add(c.view(p, p.Seat()), target)
		return nil
	})
	for seat := range engine.Seat(c.rules.Seats()) { // inputs stored for seats that had no further turn
		c.addViews(set, seat, game.Outcome.Score(seat))
	}
	return err
}

// view returns the inputs of the evaluation of a position for a seat. The inputs are valid until the next call.
func (c *positionCollector) view(p engine.Position, seat engine.Seat) *eval.Inputs {
	c.layout.Inputs(p, seat, &c.inputs)
	if c.selection.OnlyPatterns {
		c.inputs.DropFeatures(c.layout)
	}
	return &c.inputs
}

// storeViews stores the inputs of the evaluation of position p for every seat that is still in the game, except the
// seat to act. They wait for the next turn of their seat, which gives the target. With two seats, storeViews does
// nothing.
func (c *positionCollector) storeViews(p engine.Position) {
	for seat := range engine.Seat(c.rules.Seats()) {
		if _, settled := engine.Settled(p, seat); seat == p.Seat() || settled || c.rules.Seats() == 2 {
			continue
		}
		view := *c.view(p, seat)
		view.Index, view.Count = slices.Clone(view.Index), slices.Clone(view.Count)
		c.views[seat] = append(c.views[seat], view)
	}
}

// addViews moves the inputs that storeViews stored for a seat to set, with target as the value to predict for each.
func (c *positionCollector) addViews(set *tune.Set, seat engine.Seat, target float64) {
	for i := range c.views[seat] {
		set.Add(&c.views[seat][i], target)
	}
	c.views[seat] = c.views[seat][:0]
}

// exampleCollector collects examples for a network from games. Unlike [positionCollector] it also collects repeated
// positions, and positions within turns, because a search evaluates these too.
type exampleCollector struct {
	divided[*tune.Examples]
	rules engine.PatternRules // rules of the network; games may have other options, such as another board size
	lists engine.PatternLists // buffer for the patterns of a position, by seat
}

// open returns an error if rules have other patterns than the network, or not two seats.
func (c *exampleCollector) open(rules engine.Rules) error {
	patterned, ok := rules.(engine.PatternRules)
	if !ok || rules.Seats() != 2 || !sameNames(patterned.Patterns(), c.rules.Patterns()) {
		return otherPatterns(rules, c.rules)
	}
	return nil
}

func sameNames(a, b []engine.Term) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Term) bool { return a.Name == b.Name })
}

func otherPatterns(has, want engine.Rules) error {
	return fmt.Errorf("its games are of options (%s) with other patterns than those wanted (%s)", has.Settings(),
		want.Settings())
}

func (c *exampleCollector) add(game storedGame, replay *replay) error {
	into := c.partOf(game)
	var setUp []setUpExample // positions of the set-up that wait for the first search after the set-up
	err := replay.each(game, func(p engine.Position, now turn) error {
		if !now.decided {
			return nil
		}
		if p.StartsTurn() {
			c.Counts.Turns++
		}
		seat, expected := p.Seat(), now.score.Expectation()
		if !now.setUp { // the search has seen the finished board, so the score it expects is a target for the set-up
			var bySeat [2]float64
			bySeat[seat], bySeat[seat^1] = expected, 1-expected
			c.addSetUp(into, setUp, game, bySeat)
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
		into.Add(own, other, patterned.Phase(), c.selection.target(game.Outcome.Score(seat), expected))
		return nil
	})
	results := [2]float64{game.Outcome.Score(0), game.Outcome.Score(1)}
	c.addSetUp(into, setUp, game, results) // positions of the set-up, if no search followed
	return err
}

// setUpExample is a position of the set-up. Its target uses the score of the first search that sees the finished board.
type setUpExample struct {
	own, other []uint16    // patterns of the seat to act and of the other seat
	seat       engine.Seat // seat to act
}

// addSetUp adds positions of the set-up of a game to into. expected has, by seat, the score that a search after the
// set-up expects.
func (c *exampleCollector) addSetUp(
	into *tune.Examples, setUp []setUpExample, game storedGame, expected [2]float64,
) {
	for _, e := range setUp {
		target := c.selection.target(game.Outcome.Score(e.seat), expected[e.seat])
		into.Add(e.own, e.other, engine.SetUpPhase, target)
	}
}

// decisionCollector collects decisions from games: steps in turns that the player decided, where several steps were
// legal. If the visits of the search are known, each legal step counts as chosen in proportion to its visits. Otherwise
// only the step played counts as chosen.
type decisionCollector struct {
	divided[*tune.Choices]
	rules engine.PatternRules // rules of the policy; games may have other options, such as another board size

	legal  []engine.Step           // buffer for the legal steps of a decision
	shares []float32               // buffer: for each legal step, the share with which it counts as chosen
	lists  engine.StepPatternLists // buffer for the patterns of the legal steps
}

func newDecisionCollector(rules engine.PatternRules, patterns int, selection Selection) *decisionCollector {
	return &decisionCollector{rules: rules, divided: divided[*tune.Choices]{
		Train: tune.NewChoices(patterns), Held: tune.NewChoices(patterns), selection: selection}}
}

// open returns an error if rules have other patterns of steps than the policy.
func (d *decisionCollector) open(rules engine.Rules) error {
	patterned, ok := rules.(engine.PatternRules)
	if !ok || !sameNames(patterned.StepPatterns(), d.rules.StepPatterns()) {
		return otherPatterns(rules, d.rules)
	}
	return nil
}

func (d *decisionCollector) add(game storedGame, replay *replay) error {
	into := d.partOf(game)
	return replay.each(game, func(p engine.Position, now turn) error {
		if !now.decided {
			return nil
		}
		if p.StartsTurn() {
			d.Counts.Turns++
		}
		d.legal = p.AppendSteps(d.legal[:0])
		if len(d.legal) == 1 {
			return nil
		}
		d.lists.Reset()
		p.(engine.PatternPosition).AppendStepPatterns(d.legal, &d.lists)
		if err := d.setShares(now); err != nil {
			return err
		}
		into.Add(d.lists.Numbers, d.lists.Ends, d.shares)
		return nil
	})
}

// setShares sets d.shares for a decision among the steps d.legal. It returns an error if the visits of the search
// include an illegal step.
func (d *decisionCollector) setShares(now turn) error {
	d.shares = append(d.shares[:0], make([]float32, len(d.legal))...)
	sum := 0.
	for _, tried := range now.visits {
		sum += float64(tried.Times)
	}
	if sum == 0 {
		d.shares[slices.Index(d.legal, now.step)] = 1
		return nil
	}
	d.Counts.ByVisits++
	for _, tried := range now.visits {
		i := slices.Index(d.legal, tried.Step)
		if i < 0 {
			return fmt.Errorf("its thoughts have visits of step %d, which is not legal there", tried.Step)
		}
		d.shares[i] += float32(float64(tried.Times) / sum)
	}
	return nil
}

// scores collects, from each turn after a game's last random turn, the score of the search at the start of the turn,
// together with the game's results. It leaves out scores that are proven results.
type scores struct {
	sameRules
	positions map[string][]tune.Scored // scores with results, by kind of player
	games     map[string]int           // number of games, by kind of player
}

func (s *scores) add(game storedGame, replay *replay) error {
	kind, judge, err := s.judge(game.player)
	if err != nil {
		return err
	}
	s.games[kind]++
	lastRandom := game.Record.Opening // number of the last random turn, from 1; turns of the opening count as random
	for i, thought := range game.Thoughts {
		if thought.Random {
			lastRandom = game.Record.Opening + i + 1
		}
	}
	number := 0 // number of the current turn, from 1
	return replay.each(game, func(p engine.Position, now turn) error {
		if !p.StartsTurn() {
			return nil
		}
		number++
		score := now.score
		if judge != nil {
			if number%judgeEvery != 0 {
				return nil
			}
			judge.NewGame(0)
			decision, err := judge.Decide(context.Background(), engine.NewHistory(p), search.Limits{}, nil)
			if err != nil {
				return err
			}
			score = decision.Info.Score
		}
		if number > lastRandom && !score.Decided() {
			s.positions[kind] = append(s.positions[kind], tune.Scored{Score: score.Logits(),
				Result: game.Outcome.Score(p.Seat())})
		}
		return nil
	})
}

// judgeEvery is the distance in turns between the positions that a judge scores.
const judgeEvery = 5

// judge returns the name of a player's slope and, if the player is a practice level, the player that scores positions
// of its games.
func (s *scores) judge(text string) (name string, judge search.Player, err error) {
	spec, err := search.ParseSpec(text)
	switch {
	case err == nil && spec.Kind == "practice":
		if len(spec.Settings) == 0 {
			text = players.Practice(players.DefaultLevel)
		}
		judge, err = players.New(eval.Judge+":nodes=2000,table=1", s.rules)
		return text, judge, err
	case err != nil || !spec.Calibrated():
		return "", nil, fmt.Errorf("its games are of %s; calibrations are of players without keys but for limits", text)
	}
	return spec.Kind, nil, nil
}
