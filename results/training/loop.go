package training

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/eval"
	"pillars/results/show/progress"
	"pillars/search"
	"pillars/search/players"
)

// Loop repeats generations: self-play, a training run, and a match of the new weights against the previous ones.
type Loop struct {
	Work
	Generations int // number of generations
	Plan        LoopPlan
	Start       []eval.Weight // weights of generation 0, in the order of the layout of Rules
	From        string        // name of the start weights
	File        string        // file for the last weights, written if these are better than the start weights

	// OnGeneration is called for each complete generation, including those that earlier calls of Run completed. Its
	// error ends the loop.
	OnGeneration func(Generation) error
}

// LoopPlan holds the settings that decide the weights of each generation. A folder belongs to one plan.
type LoopPlan struct {
	Player    string    `json:"player"` // text of the player without weights
	Game      string    `json:"game"`
	Games     int       `json:"games"` // games of self-play in each generation
	Options   []string  `json:"options"`
	Play      SelfPlay  `json:"play"`
	Selection Selection `json:"selection"`
	Pairs     int       `json:"pairs"` // greatest number of pairs (for 3 or more seats: openings) in a match
	Elo1      float64   `json:"elo1"`  // hypothesis H1 of the match, in normalized Elo; H0 is 0
	Seed      uint64    `json:"seed"`
	StartHash string    `json:"start"` // first 16 hexadecimal digits of the hash of the weights of generation 0
}

// Generation holds the result of a generation. The folder of the loop has it as JSON.
type Generation struct {
	Number         int          `json:"number"`
	SelfPlay       string       `json:"self_play"` // id of the run of self-play in the folder's database
	Games          int          `json:"games"`     // number of games that the fit used
	Positions      int          `json:"positions"`
	Loss           float64      `json:"loss"`
	ValidationLoss float64      `json:"validation_loss"`
	Match          MatchOutcome `json:"match"`
	Kept           bool         `json:"kept"` // whether the new weights replace the weights of the generation before
}

// Constants of the matches in loops and tunings, and of loops.
const (
	openingTurns = 6 // number of random turns in an opening of a match
	window       = 3 // number of latest generations whose games a fit uses
)

// recordFile is the name of a file with the result of a generation.
const recordFile = "generation-%02d.json"

// LoopOutcome is the result of a loop.
type LoopOutcome struct {
	loop        *Loop
	Weights     []eval.Weight // the latest weights that were kept
	Generations []Generation
	Final       *MatchOutcome // match of Weights against the start weights; nil if no generation changed them
}

// Run makes the generations that the folder does not have yet. If Drain or ctx stops it, it returns an error for which
// [Interrupted] is true.
func (l *Loop) Run(ctx context.Context) (outcome LoopOutcome, err error) {
	if strings.Contains(l.Folder, ",") {
		return outcome, fmt.Errorf("folder %q: name one without a comma, as players name their weights in it", l.Folder)
	}
	start, err := weightsText(l.Rules, l.Start)
	if err := cmp.Or(err, players.CheckMemory(l.Workers, l.Plan.Player, l.Plan.Player)); err != nil {
		return outcome, err
	}
	sum := sha256.Sum256(start)
	l.Plan.StartHash = hex.EncodeToString(sum[:8])
	l.Plan.Game, l.Plan.Options = l.Rules.Game().Name(), l.Rules.Settings().Texts()
	db, err := l.open(l.Plan, start)
	if err != nil {
		return outcome, err
	}
	defer func() { err = db.close(err) }()
	outcome.loop = l
	for number := 1; number <= l.Generations; number++ {
		generation, err := once(l.path(recordFile, number), func() (Generation, error) {
			return l.generation(ctx, db, outcome.Generations)
		})
		if err == nil {
			err = l.OnGeneration(generation)
		}
		if err != nil {
			return outcome, fmt.Errorf("generation %d: %w", number, err)
		}
		outcome.Generations = append(outcome.Generations, generation)
	}
	last, first := l.kept(outcome.Generations), l.path(weightsFile, 0)
	if outcome.Weights, err = LoadWeights(last, l.Rules); err != nil || last == first {
		return outcome, err
	}
	final, err := l.match("the last weights against the first", last, first, "final").test(ctx, db, l.Plan.Elo1)
	outcome.Final = &final
	return outcome, err
}

// kept returns the file with the latest weights that one of the generations kept, or that with the start weights.
func (l *Loop) kept(generations []Generation) string {
	for _, g := range slices.Backward(generations) {
		if g.Kept {
			return l.path(weightsFile, g.Number)
		}
	}
	return l.path(weightsFile, 0)
}

// generation makes the generation after the earlier ones: games of self-play with the latest weights, a fit to the
// games of the latest generations, and a match of the new weights against those that played. Every fit starts from the
// weights of generation 0, and the regularization pulls towards these weights. So no generation inherits chance effects
// of an earlier one.
func (l *Loop) generation(ctx context.Context, db *games, earlier []Generation) (g Generation, err error) {
	number, before, plan := len(earlier)+1, l.kept(earlier), l.Plan
	task := fmt.Sprintf("generation %d of %d, ", number, l.Generations)
	seed := engine.DeriveSeed(plan.Seed, "generation", strconv.Itoa(number))
	played, err := l.play(ctx, db, task+"self-play", plan.Play.Spec(l.Rules, l.player(before), plan.Games, seed))
	if err != nil {
		return g, err
	}
	var runs []string
	for _, generation := range earlier[max(0, number-window):] {
		runs = append(runs, generation.SelfPlay)
	}
	fitting, cancel := parallel.Until(ctx, l.Drain)
	defer cancel()
	options := UsualFit()
	options.Workers = l.Workers
	fitted, err := WeightsRun{
		Job:        Job{Rules: l.Rules, Games: Games{db.Store, append(runs, played.Run)}, Selection: plan.Selection},
		FitOptions: options, Start: l.Start,
	}.Fit(fitting, ShowFit(options.Epochs, true, func(state progress.State) {
		state.Task = task + "fit"
		l.show(state)
	}))
	if err != nil {
		return g, err
	}
	file := l.path(weightsFile, number)
	err = writeWeights(file, l.Rules, fitted.Weights, fmt.Sprintf(
		"Weights of generation %d, fitted to %d positions of %s, self-play of %s.", number, fitted.Train,
		l.Rules.Game().Title(), plan.Player))
	if err != nil {
		return g, err
	}
	match, err := l.match(task+"match", file, before, strconv.Itoa(number)).test(ctx, db, plan.Elo1)
	best := fitted.Least()
	return Generation{
		Number: number, SelfPlay: played.Run, Games: fitted.Counts.Games,
		Loss: best.Train, ValidationLoss: best.Validation,
		Positions: fitted.Train + fitted.Held, Match: match, Kept: match.better(),
	}, err
}

// match returns the match of the player with weights from a file against the player with weights from the file others.
// Matches with different names have different openings.
func (l *Loop) match(task, weights, others, name string) match {
	return match{Work: l.Work, task: task, players: [2]string{l.player(weights), l.player(others)}, pairs: l.Plan.Pairs,
		turns: openingTurns, seed: engine.DeriveSeed(l.Plan.Seed, "match", name)}
}

// player returns the text of the player with the weights in a file.
func (l *Loop) player(weights string) string { return search.With(l.Plan.Player, "weights", weights) }
