package training

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"pillars/engine"
	"pillars/eval"
	"pillars/results/store"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// Outcome is what a course came to.
type Outcome struct {
	Layout      *eval.Layout
	Weights     []eval.Weight // of the last generation
	Generations []Generation
	Final       *Verdict // of the last weights against the first ones; nil if no generation has changed them
}

// Better reports whether the last weights were found stronger than the first ones.
func (o Outcome) Better() bool { return o.Final != nil && o.Final.Better() }

// Interrupted reports whether an error means that a course was broken off and can go on.
func Interrupted(err error) bool {
	return errors.Is(err, errDrained) || errors.Is(err, context.Canceled)
}

// Run does what the folder lacks of the course. When it is drained or ctx ends it returns an error that [Interrupted] knows.
func (c *Course) Run(ctx context.Context) (outcome Outcome, err error) {
	if err := c.check(); err != nil {
		return outcome, err
	}
	if outcome.Layout, err = eval.NewLayout(c.Rules); err != nil {
		return outcome, err
	}
	if err := c.enter(outcome.Layout); err != nil {
		return outcome, err
	}
	db, err := store.Open(c.path("games.db"))
	if err != nil {
		return outcome, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	changed := false
	for number := 1; number <= c.Generations; number++ {
		generation, err := c.generation(ctx, db, outcome.Layout, number)
		if err != nil {
			return outcome, fmt.Errorf("generation %d: %w", number, err)
		}
		outcome.Generations = append(outcome.Generations, generation)
		changed = changed || generation.Kept
		if c.Observer.Told != nil {
			c.Observer.Told(generation)
		}
	}
	if outcome.Weights, err = readWeights(c.weightsPath(c.Generations), outcome.Layout); err != nil || !changed {
		return outcome, err
	}
	final, err := c.match(ctx, db, c.weightsPath(c.Generations), c.weightsPath(0), "final")
	outcome.Final = &final
	return outcome, err
}

// generation does what the folder lacks of a generation.
func (c *Course) generation(ctx context.Context, db *store.Store, layout *eval.Layout, number int) (Generation, error) {
	if generation, err := readGeneration(c.recordPath(number)); !errors.Is(err, fs.ErrNotExist) {
		return generation, err
	}
	if err := c.play(ctx, number); err != nil {
		return Generation{}, err
	}
	learned, err := c.learn(ctx, number)
	if err != nil {
		return Generation{}, err
	}
	header := fmt.Sprintf("Candidate of generation %d, fitted to %d positions of %s, self-play of %s.", number, learned.Train, c.Rules.Game().Title(), c.Plan.Player)
	if err := WriteWeights(c.candidatePath(number), layout, learned.Weights, header); err != nil {
		return Generation{}, err
	}
	verdict, err := c.match(ctx, db, c.candidatePath(number), c.weightsPath(number-1), strconv.Itoa(number))
	if err != nil {
		return Generation{}, err
	}
	return c.conclude(number, learned, verdict)
}

// conclude settles which weights are those of a generation, and records it.
func (c *Course) conclude(number int, learned Learned, verdict Verdict) (Generation, error) {
	best := learned.State.Losses[learned.State.BestAt]
	generation := Generation{
		Number: number, Games: learned.Counts.Games, Positions: learned.Train + learned.Held, Loss: best.Train, ValidationLoss: best.Validation,
		Epochs: learned.State.Epochs(), Match: verdict, Score: verdict.Score(), Kept: verdict.Better(),
	}
	from := c.weightsPath(number - 1)
	if generation.Kept {
		from = c.candidatePath(number)
	}
	weights, err := os.ReadFile(from)
	if err != nil {
		return generation, err
	}
	if err := replaceFile(c.weightsPath(number), weights); err != nil {
		return generation, err
	}
	text, err := json.MarshalIndent(generation, "", "  ")
	if err != nil {
		return generation, err
	}
	return generation, replaceFile(c.recordPath(number), append(text, '\n'))
}

func readGeneration(path string) (Generation, error) {
	var generation Generation
	text, err := os.ReadFile(path)
	if err != nil {
		return generation, err
	}
	if err := json.Unmarshal(text, &generation); err != nil {
		return generation, fmt.Errorf("%s: %w", path, err)
	}
	return generation, nil
}

// play plays the games of a generation, with the weights of the one before.
func (c *Course) play(ctx context.Context, number int) (err error) {
	spec := c.Plan.Play
	spec.Player, spec.Seed = c.player(c.weightsPath(number-1)), engine.DeriveSeed(c.Plan.Seed, "generation", strconv.Itoa(number))
	spec, rules, err := spec.Settle(c.Rules.Game(), c.NewPlayer)
	if err != nil {
		return err
	}
	file, err := selfplay.Open(c.gamesPath(number), spec, runner.Program())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	generator := selfplay.Generator{
		Spec: spec, Rules: rules, NewPlayer: c.NewPlayer, Workers: c.Workers, Drain: c.Drain, Sink: file.Append,
		Evaluator: func() (eval.Evaluator, error) { return eval.Load(c.weightsPath(number-1), rules) },
		Report: func(p selfplay.Progress) {
			if c.Observer.Play != nil {
				c.Observer.Play(number, p)
			}
		},
	}
	if _, err := generator.Run(ctx, file.Games, c.Plan.Games); err != nil {
		return err
	}
	if file.Games < c.Plan.Games {
		return errDrained
	}
	return nil
}

// learn fits weights to the games of the latest generations. It begins with the weights of generation 0 and is drawn to them, so that no generation
// inherits the chances of an earlier one.
func (c *Course) learn(ctx context.Context, number int) (Learned, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-c.Drain:
			cancel()
		case <-ctx.Done():
		}
	}()
	lesson := Lesson{
		Rules: c.Rules, Selection: c.Plan.Selection, Start: c.Start, L2: c.Plan.L2, Epochs: c.Plan.Epochs, Patience: c.Plan.Patience, Workers: c.Workers,
		Checkpoint: c.path(fmt.Sprintf("fit-%02d.checkpoint", number)),
	}
	for n := max(1, number-c.Plan.Window+1); n <= number; n++ {
		lesson.Files = append(lesson.Files, c.gamesPath(n))
	}
	return lesson.Learn(ctx, c.Observer.Lesson)
}

// match plays weights against other weights.
func (c *Course) match(ctx context.Context, db *store.Store, weights, others, name string) (Verdict, error) {
	match := Match{
		Game: c.Rules.Game(), Options: c.Rules.Settings(), Players: [2]string{c.player(weights), c.player(others)}, Pairs: c.Plan.Pairs,
		OpeningTurns: c.Plan.Openings, Elo1: c.Plan.Elo1, Seed: engine.DeriveSeed(c.Plan.Seed, "match", name), Workers: c.Workers, NewPlayer: c.NewPlayer,
	}
	return match.play(ctx, db, c.Drain, func(v Verdict) {
		if c.Observer.Match != nil {
			c.Observer.Match(v)
		}
	})
}

// hashText is the beginning of the SHA-256 of a text.
func hashText(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
