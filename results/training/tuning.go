package training

import (
	"context"
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results"
	"pillars/results/show/progress"
	"pillars/search/players"
	"pillars/search/tune"
)

// Tuning searches for better constants of a player, and tests the tuned player against the player at the start.
type Tuning struct {
	Work
	Plan TuningPlan
}

// TuningPlan holds everything that determines the course of a tuning. A folder belongs to one plan.
type TuningPlan struct {
	Game       string           `json:"game"`    // set from the rules
	Options    []string         `json:"options"` // set from the rules
	Player     string           `json:"player"`
	Parameters []tune.Parameter `json:"constants"` // constants to tune; their names are keys of the player
	Iterations int              `json:"iterations"`
	Batch      int              `json:"batch"` // number of pairs of games that compare two settings
	Pairs      int              `json:"pairs"` // greatest number of pairs in the final match
	Elo1       float64          `json:"elo1"`  // hypothesis H1 of the final match, in normalized Elo; H0 is 0
	Seed       uint64           `json:"seed"`
}

// Check returns the full name of the player at the start, or an error if the tuning is invalid. It also makes players
// with each constant at the bounds of its range, because a player may not accept such a value.
func (t *Tuning) Check() (start string, err error) {
	if t.Rules.Seats() != 2 {
		return "", fmt.Errorf("constants are tuned by matches of two players; this game has %d seats", t.Rules.Seats())
	}
	if _, err := results.NewTest(t.newMatch(t.Plan.Pairs).testSpec(t.Plan.Elo1), 2); err != nil {
		return "", err
	}
	for _, p := range t.Plan.Parameters {
		for _, bound := range []float64{p.Min, p.Max} {
			if _, err := t.player([]tune.Parameter{p}, []float64{bound}); err != nil {
				return "", fmt.Errorf("bounds of %s: %w", p.Name, err)
			}
		}
	}
	if start, err = t.player(t.Plan.Parameters, t.spsa().Start()); err != nil {
		return "", err
	}
	return start, players.CheckMemory(t.Workers, t.Plan.Player, t.Plan.Player)
}

func (t *Tuning) spsa() tune.SPSA {
	return tune.SPSA{Parameters: t.Plan.Parameters, Iterations: t.Plan.Iterations, Batch: t.Plan.Batch,
		Seed: engine.DeriveSeed(t.Plan.Seed, "tuner")}
}

// TuningOutcome is the result of a tuning.
type TuningOutcome struct {
	plan   TuningPlan
	Values []float64     // tuned values of the constants
	Start  string        // text of the player at the start
	Tuned  string        // text of the tuned player
	Final  *MatchOutcome // match of Tuned against Start; nil if both are equal
}

// Run plays the games that compare settings, and then the final match. It does not repeat iterations that are in the
// folder. If Drain or ctx stops it, it returns an error for which [Interrupted] is true.
func (t *Tuning) Run(ctx context.Context) (outcome TuningOutcome, err error) {
	if outcome.Start, err = t.Check(); err != nil {
		return outcome, err
	}
	t.Plan.Game, t.Plan.Options = t.Rules.Game().Name(), t.Rules.Settings().Texts()
	outcome.plan = t.Plan
	db, err := t.open(t.Plan, nil)
	if err != nil {
		return outcome, err
	}
	defer func() { err = db.close(err) }()
	estimate, err := t.search(ctx)
	if err != nil {
		return outcome, err
	}
	outcome.Values = t.spsa().Nearest(estimate)
	outcome.Tuned, err = t.player(t.Plan.Parameters, outcome.Values)
	if err != nil || outcome.Tuned == outcome.Start {
		return outcome, err
	}
	match := t.newMatch(t.Plan.Pairs, "match", "final") // the match has openings that the tuning has not used
	match.task, match.players = "tuned against start", [2]string{outcome.Tuned, outcome.Start}
	final, err := match.test(ctx, db, t.Plan.Elo1)
	outcome.Final = &final
	return outcome, err
}

// iterationsFile is the file with the path of the constants: a list with the estimate after each iteration.
const iterationsFile = "iterations.json"

// search plays the iterations that are not in the folder, stores the estimate after each, and returns the last.
func (t *Tuning) search(ctx context.Context) (estimate []float64, err error) {
	spsa, file, path := t.spsa(), t.path(iterationsFile), [][]float64{}
	if _, err := readJSON(file, &path); err != nil {
		return nil, err
	}
	estimate = spsa.Start()
	for done := 0; done < spsa.Iterations; done++ {
		if done < len(path) {
			if estimate = path[done]; len(estimate) != len(spsa.Parameters) {
				return nil, fmt.Errorf("%s: iteration %d does not have the constants of the plan", file, done+1)
			}
			continue
		}
		lead, err := t.compare(ctx, spsa.Candidates(estimate, done), done+1)
		if err != nil {
			return nil, fmt.Errorf("iteration %d: %w", done+1, err)
		}
		estimate = spsa.Next(estimate, done, lead)
		path = append(path, estimate)
		if err := writeJSON(file, path); err != nil {
			return nil, err
		}
		state := progress.State{Unit: "iteration", Done: done + 1, Total: spsa.Iterations}
		for i, p := range spsa.Parameters {
			state.Notes = append(state.Notes, fmt.Sprintf("%s %.4g", p.Name, estimate[i]))
		}
		t.show(state)
	}
	return estimate, nil
}

// compare plays the games of an iteration, and returns how many the first candidate won minus how many it lost.
func (t *Tuning) compare(ctx context.Context, candidates [2][]float64, number int) (lead int, err error) {
	if parallel.Closed(t.Drain) {
		return 0, errDrained
	}
	match := t.newMatch(t.Plan.Batch, "iteration", strconv.Itoa(number))
	for i, candidate := range candidates {
		if match.players[i], err = t.player(t.Plan.Parameters, candidate); err != nil {
			return 0, err
		}
	}
	return match.compare(ctx)
}

// newMatch returns a match without players. Matches with different names have different openings.
func (t *Tuning) newMatch(pairs int, name ...string) match {
	return match{Work: t.Work, pairs: pairs, turns: openingTurns, seed: engine.DeriveSeed(t.Plan.Seed, name...)}
}

func (t *Tuning) player(parameters []tune.Parameter, values []float64) (string, error) {
	text, err := withConstants(t.Plan.Player, parameters, values)
	if err != nil {
		return "", err
	}
	player, err := t.NewPlayer(text, t.Rules)
	if err != nil {
		return "", err
	}
	return player.Name(), nil
}
