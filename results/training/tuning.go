package training

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/results/session"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/tune"
	"pillars/tournament"
)

const spsa = "spsa" // the method of all tunings; earlier versions had another one

// Tuning looks for better constants of a player, and tests those it finds against those at the start.
type Tuning struct {
	Work
	Plan     TuningPlan
	Observer TuningObserver
}

// TuningPlan is what decides how a tuning goes. A folder keeps it, and refuses to go on with another one.
type TuningPlan struct {
	Game       string           `json:"game"`    // set from the rules
	Options    []string         `json:"options"` // set from the rules
	Player     string           `json:"player"`
	Parameters []tune.Parameter `json:"constants"` // their names are keys of the player
	Method     string           `json:"method"`    // set
	Iterations int              `json:"iterations"`
	Batch      int              `json:"batch"` // pairs of games that answer a question
	Openings   int              `json:"opening_turns"`
	Pairs      int              `json:"pairs"` // of the match at the end at most
	Elo1       float64          `json:"elo1"`  // of that match, normalized; the other hypothesis is 0
	Seed       uint64           `json:"seed"`
}

// TuningObserver follows a tuning. Its functions may be nil.
type TuningObserver struct {
	Begun func(earlier, all int) // is called first, with how many questions earlier calls answered, of all
	Told  func(Iteration)        // is called for every answer, those of earlier calls included
	Match func(Verdict)          // is called after every game of the match at the end
}

// Check says what is wrong with the tuning. It makes the players at the bounds of all constants before any game.
func (t *Tuning) Check() error {
	plan := t.Plan
	switch {
	case t.Rules.Seats() != 2:
		return fmt.Errorf("constants are tuned by matches of two players; this game has %d seats", t.Rules.Seats())
	case t.Folder == "":
		return errors.New("no folder is named to keep the tuning in")
	case plan.Batch < 1 || plan.Batch > tournament.MaxRounds:
		return fmt.Errorf("batch: %d pairs of games are not from 1 to %d", plan.Batch, tournament.MaxRounds)
	case plan.Pairs < 1:
		return fmt.Errorf("pairs of the match at the end: %d is not 1 or more", plan.Pairs)
	}
	if _, err := session.NewTest(t.games(plan.Pairs).tested(plan.Elo1)); err != nil {
		return err
	}
	if _, err := t.tuner(); err != nil {
		return err
	}
	_, err := t.settle()
	return err
}

func (t *Tuning) tuner() (*tune.SPSA, error) {
	seed := engine.DeriveSeed(t.Plan.Seed, "tuner")
	return tune.NewSPSA(t.Plan.Parameters, t.Plan.Iterations, t.Plan.Batch, seed)
}

func (t *Tuning) enter() error {
	t.Plan.Game, t.Plan.Options, t.Plan.Method = t.Rules.Game().Name(), t.Rules.Settings().Texts(), spsa
	stored, err := enterFolder(t.Folder, t.Plan, nil, TuningPlan.current)
	if stored.Method != spsa && stored.Method != "" {
		return fmt.Errorf("%s was tuned by the method %s, which this version no longer has; name another folder",
			t.Folder, stored.Method)
	}
	if err == nil {
		t.Plan = stored
	}
	return err
}

func (p TuningPlan) current() TuningPlan {
	p.Player, p.Parameters = search.CurrentText(p.Player), slices.Clone(p.Parameters)
	for i := range p.Parameters {
		p.Parameters[i].Name = search.CurrentKey(p.Parameters[i].Name)
	}
	return p
}

func (t *Tuning) path(name string) string { return filepath.Join(t.Folder, name) }

// TuningOutcome is what a tuning came to.
type TuningOutcome struct {
	Values     []float64 // of the constants, to play with
	Start      string    // the players, by their texts
	Tuned      string
	Iterations int
	Final      *Verdict // of the tuned player against the one at the start; nil if they are the same
}

// Better reports whether the test found the tuned player stronger. Unlike in a loop, an undecided test does not count.
func (o TuningOutcome) Better() bool { return o.Final != nil && o.Final.accepted() }

// Run does what the folder lacks. When it is drained or ctx ends it returns an error that [Interrupted] knows.
func (t *Tuning) Run(ctx context.Context) (outcome TuningOutcome, err error) {
	if err := t.Check(); err != nil {
		return outcome, err
	}
	tuner, err := t.tuner()
	if err != nil {
		return outcome, err
	}
	if err := t.enter(); err != nil {
		return outcome, err
	}
	if outcome.Start, err = t.settle(); err != nil {
		return outcome, err
	}
	if err := t.search(ctx, tuner); err != nil {
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
	defer func() { err = errors.Join(err, db.Close()) }()
	match := t.games(t.Plan.Pairs, "match", "final") // from openings that the tuning has not seen
	match.players = [2]string{outcome.Tuned, outcome.Start}
	outcome.Final, err = match.test(ctx, db, t.Plan.Elo1, t.Observer.Match)
	return outcome, err
}

func (t *Tuning) search(ctx context.Context, tuner *tune.SPSA) (err error) {
	log, earlier, err := openTuningLog(t.path("iterations.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.file.Close()) }()
	if t.Observer.Begun != nil {
		t.Observer.Begun(len(earlier), tuner.Questions())
	}
	if err := log.retell(tuner, earlier, t.Observer.Told); err != nil {
		return err
	}
	for {
		question, more := tuner.Ask()
		if !more {
			return nil
		}
		select {
		case <-t.Drain:
			return errDrained
		default:
		}
		iteration, err := t.answer(ctx, question)
		if err != nil {
			return fmt.Errorf("iteration %d: %w", question.Number, err)
		}
		if err := tuner.Tell(iteration.Answer); err != nil {
			return err
		}
		iteration.Estimate = tuner.Estimate()
		if err := log.add(iteration); err != nil {
			return err
		}
		tell(t.Observer.Told, iteration)
	}
}

// answer plays the games of a question. What is random in them depends on the number of the question only.
func (t *Tuning) answer(ctx context.Context, question tune.Question) (iteration Iteration, err error) {
	match := t.games(t.Plan.Batch, "iteration", strconv.Itoa(question.Number))
	for i, candidate := range question.Candidates {
		if match.players[i], err = t.player(t.Plan.Parameters, candidate); err != nil {
			return iteration, err
		}
	}
	games, err := match.play(ctx)
	return Iteration{
		Number: question.Number, Candidates: question.Candidates, Wins: games.Wins, Draws: games.Draws,
		Losses: games.Losses, Answer: float64(games.Wins - games.Losses),
	}, err
}

func (t *Tuning) games(pairs int, name ...string) match {
	return match{Work: t.Work, pairs: pairs, turns: t.Plan.Openings, seed: engine.DeriveSeed(t.Plan.Seed, name...)}
}

// settle names the player at the start in full, and tries each constant at its bounds.
func (t *Tuning) settle() (string, error) {
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
