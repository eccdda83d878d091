package training

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/search/players"
	"pillars/search/tune"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/openings"
)

// Tuning searches for better constants of a player, and tests the tuned player against the player at the start.
type Tuning struct {
	Work
	Plan TuningPlan
}

// TuningPlan holds everything that determines the course of a tuning. A folder belongs to one plan.
type TuningPlan struct {
	Game         string           `json:"game"`    // set from the rules
	Options      []string         `json:"options"` // set from the rules
	Player       string           `json:"player"`
	Parameters   []tune.Parameter `json:"constants"` // constants to tune; their names are keys of the player
	Iterations   int              `json:"iterations"`
	Batch        int              `json:"batch"`         // number of pairs of games that compare two settings
	OpeningTurns int              `json:"opening_turns"` // number of turns in an opening
	Pairs        int              `json:"pairs"`         // greatest number of pairs in the final match
	Elo1         float64          `json:"elo1"`          // hypothesis H1 of the final match, in normalized Elo; H0 is 0
	Seed         uint64           `json:"seed"`
}

// Check returns the full name of the player at the start, or an error if the tuning is invalid. It also makes players
// with each constant at the bounds of its range, because a player may not accept such a value.
func (t *Tuning) Check() (start string, err error) {
	plan := t.Plan
	switch {
	case t.Rules.Seats() != 2:
		return "", fmt.Errorf("constants are tuned by matches of two players; this game has %d seats", t.Rules.Seats())
	case t.Folder == "":
		return "", errors.New("no folder is named to keep the tuning in")
	case plan.Batch < 1 || plan.Batch > tournament.MaxRounds:
		return "", fmt.Errorf("batch: %d pairs of games must be from 1 to %d", plan.Batch, tournament.MaxRounds)
	case plan.Pairs < 1:
		return "", fmt.Errorf("pairs of the final match %d: must be 1 or more", plan.Pairs)
	}
	if _, err := results.NewTest(t.newMatch(plan.Pairs).testSpec(plan.Elo1), 2); err != nil {
		return "", err
	}
	if _, err := t.tuner(); err != nil {
		return "", err
	}
	if start, err = t.startName(); err != nil {
		return "", err
	}
	return start, players.CheckMemory(t.Workers, plan.Player, plan.Player)
}

func (t *Tuning) tuner() (*tune.SPSA, error) {
	seed := engine.DeriveSeed(t.Plan.Seed, "tuner")
	return tune.NewSPSA(t.Plan.Parameters, t.Plan.Iterations, t.Plan.Batch, seed)
}

// TuningOutcome is the result of a tuning.
type TuningOutcome struct {
	tuning     *Tuning
	Values     []float64 // tuned values of the constants
	Start      string    // text of the player at the start
	Tuned      string    // text of the tuned player
	Iterations int
	Final      *MatchOutcome // match of Tuned against Start; nil if both are equal
}

// Better reports whether the final match decided that the tuned player is stronger. An undecided test does not suffice.
func (o TuningOutcome) Better() bool { return o.Final != nil && o.Final.accepted() }

// Run plays the games that compare settings, and then the final match. It does not repeat comparisons whose answers are
// in the folder. If Drain or ctx stops it, it returns an error for which [Interrupted] is true.
func (t *Tuning) Run(ctx context.Context) (outcome TuningOutcome, err error) {
	outcome.tuning = t
	if outcome.Start, err = t.Check(); err != nil {
		return outcome, err
	}
	t.Plan.Game, t.Plan.Options = t.Rules.Game().Name(), t.Rules.Settings().Texts()
	locked, err := t.claim(t.Plan, nil)
	if err != nil {
		return outcome, err
	}
	defer locked.Close()
	tuner, err := t.tuner()
	if err != nil {
		return outcome, err
	}
	if err := t.search(ctx, tuner, outcome.Start); err != nil {
		return outcome, err
	}
	outcome.Iterations = tuner.Questions()
	outcome.Values = tune.Nearest(t.Plan.Parameters, tuner.Estimate())
	outcome.Tuned, err = t.player(t.Plan.Parameters, outcome.Values)
	if err != nil || outcome.Tuned == outcome.Start {
		return outcome, err
	}
	db, err := store.Open(t.path("games.db"))
	if err != nil {
		return outcome, err
	}
	defer func() { err = db.CloseAfter(err) }()
	match := t.newMatch(t.Plan.Pairs, "match", "final") // the match has openings that the tuning has not used
	match.task, match.players = "tuned against start", [2]string{outcome.Tuned, outcome.Start}
	outcome.Final, err = match.test(ctx, db, t.Plan.Elo1)
	return outcome, err
}

const iterationsFile = "iterations.json"

// search answers the questions of tuner, which of two settings is better: first from the stored answers, then by
// playing games. It stores every answer. start is the full name of the player at the start.
func (t *Tuning) search(ctx context.Context, tuner *tune.SPSA, start string) error {
	path := t.path(iterationsFile)
	var answers []answeredQuestion
	if _, err := readJSON(path, &answers); err != nil {
		return err
	}
	if n := len(answers); n > 0 {
		notify(t.Remark, fmt.Sprintf("%s goes on after %d of %s", t.Folder, n,
			tournament.Counted(t.Plan.Iterations, "iteration")))
	}
	for i := 0; ; i++ {
		question, more := tuner.Ask()
		if !more {
			return nil
		}
		isNew := i == len(answers)
		if isNew {
			answer, err := t.answer(ctx, question, start)
			if err != nil {
				return fmt.Errorf("iteration %d: %w", question.Number, err)
			}
			answers = append(answers, answer)
		}
		answer := &answers[i]
		if err := tuner.Answer(float64(answer.Wins - answer.Losses)); err != nil {
			return fmt.Errorf("%s: iteration %d: %w", path, question.Number, err)
		}
		estimate := tuner.Estimate()
		if !isNew {
			if answer.Number != question.Number || !slices.Equal(answer.Estimate, estimate) {
				return fmt.Errorf("%s: iteration %d does not follow from the plan and the answers: the file was "+
					"changed, or made by another version; name another folder", path, question.Number)
			}
			continue
		}
		answer.Estimate = estimate
		text, err := json.Marshal(answers)
		if err = cmp.Or(err, lock.Replace(path, text)); err != nil {
			return err
		}
		t.showAnswer(*answer)
	}
}

// showAnswer shows the progress after the answer last: the estimated values of the constants.
func (t *Tuning) showAnswer(last answeredQuestion) {
	state := progress.State{Unit: "iteration", Done: last.Number, Total: t.Plan.Iterations}
	for i, p := range t.Plan.Parameters {
		state.Notes = append(state.Notes, fmt.Sprintf("%s %.4g", p.Name, last.Estimate[i]))
	}
	notify(t.Show, state)
}

// answer plays the games that answer a question. The seed of these games depends only on the plan and the number of the
// question.
func (t *Tuning) answer(ctx context.Context, question tune.Question, start string) (done answeredQuestion, err error) {
	if parallel.Closed(t.Drain) {
		return done, errDrained
	}
	match := t.newMatch(t.Plan.Batch, "iteration", strconv.Itoa(question.Number))
	match.signed = start
	for i, candidate := range question.Candidates {
		if match.players[i], err = t.player(t.Plan.Parameters, candidate); err != nil {
			return done, err
		}
	}
	games, err := match.play(ctx)
	return answeredQuestion{Number: question.Number, Wins: games.Wins, Draws: games.Draws, Losses: games.Losses}, err
}

// newMatch returns a match without players. Matches with different names have different openings.
func (t *Tuning) newMatch(pairs int, name ...string) match {
	return match{Work: t.Work, pairs: pairs, seed: engine.DeriveSeed(t.Plan.Seed, name...),
		openings: openings.Source{Turns: t.Plan.OpeningTurns}}
}

// startName returns the full name of the player at the start. It returns an error for the bounds of a range if the
// player does not accept them.
func (t *Tuning) startName() (string, error) {
	var start []float64
	for _, p := range t.Plan.Parameters {
		start = append(start, p.Start)
		for _, bound := range []float64{p.Min, p.Max} {
			if _, err := t.player([]tune.Parameter{p}, []float64{bound}); err != nil {
				return "", fmt.Errorf("bounds of %s: %w", p.Name, err)
			}
		}
	}
	return t.player(t.Plan.Parameters, start)
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

// answeredQuestion is an iteration of the tuning: which of two settings is better, and the games that answer this. The
// folder has a list of iterations as JSON.
type answeredQuestion struct {
	Number   int       `json:"iteration"` // from 1
	Wins     int       `json:"wins"`      // number of games that the first setting won
	Draws    int       `json:"draws"`
	Losses   int       `json:"losses"`
	Estimate []float64 `json:"estimate"` // the tuner's values of the constants after the answer
}
