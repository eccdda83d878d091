package selfplay

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/eval"
	"pillars/search"
	"pillars/search/quiescence"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// Generator plays games, several at once.
type Generator struct {
	Rules     engine.Rules
	NewPlayer guard.Factory
	Workers   int             // games at the same time; less than 1 means 1
	Drain     <-chan struct{} // when it is closed no further game begins, and those in play are finished
	Report    func(Progress)  // may be nil; is called after every game that is kept
	Elsewhere Elsewhere       // has the games made, if it is not nil; then NewPlayer and Workers are not used

	before Progress       // of this session
	shard  parallel.Shard // of the file
}

// Elsewhere has games of self-play made by others, see package coordinator.
type Elsewhere interface {
	// Make gives the game of each of n numbers to take, one at a time in any order. Once over is closed no further game
	// begins.
	Make(ctx context.Context, spec Spec, rules engine.Rules, numbers iter.Seq[int], n int, over <-chan struct{},
		take func(Made) error) error
}

// Made is a game as it travels.
type Made struct {
	Number  int
	Content []byte // as a file holds it
	Nodes   uint64 // that the player searched
	Time    time.Duration
	By      string // who made it, as [Elsewhere] names them
}

// Progress is how far self-play has come.
type Progress struct {
	Games     int // of this session
	Positions int // decided by the player
	Elapsed   time.Duration
}

// Rate is games per second, 0 while unknown.
func (p Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Games) / p.Elapsed.Seconds()
}

// liar is the error of games made elsewhere by somebody none of whose games can be trusted.
type liar interface {
	error
	Liar() string
}

// Fill plays the games that a file lacks of so many, or of its shard of so many. When ctx ends, games in play are
// dropped, and those that wait for them; all that the file has stays, but for what a liar has made and what is behind.
func (g Generator) Fill(ctx context.Context, file *File, games int) (progress Progress, err error) {
	g.shard = file.header.Shard
	for first := file.Games; ; {
		g.before.Games = file.Games - first
		g.before, err = g.run(ctx, file.header.Spec, file.Games, g.shard.Count(games), file.append)
		lie, found := errors.AsType[liar](err)
		if !found || ctx.Err() != nil {
			return g.before, err
		}
		if err := file.withdraw(lie.Liar()); err != nil {
			return g.before, err
		}
		first = min(first, file.Games)
	}
}

// run plays the games with places in the shard from first to before after. Sink is given them in order; its error ends
// the run.
func (g Generator) run(
	ctx context.Context, spec Spec, first, after int, sink func(storedGame) error,
) (progress Progress, err error) {
	progress = g.before
	began := time.Now().Add(-progress.Elapsed)
	deliver := func(game storedGame) error {
		if err := sink(game); err != nil {
			return fmt.Errorf("game %d: %w", game.number, err)
		}
		progress.Games++
		for _, note := range game.notes {
			if note.flags.has(flagDecided) {
				progress.Positions++
			}
		}
		progress.Elapsed = time.Since(began)
		if g.Report != nil {
			g.Report(progress)
		}
		return nil
	}
	take := parallel.InOrder(first, func(game storedGame) int { return g.shard.Place(game.number) }, deliver)
	err = g.playAll(ctx, spec, first, after, take)
	return progress, err
}

func (g Generator) playAll(ctx context.Context, spec Spec, first, after int, take func(storedGame) error) error {
	numbers := func(yield func(int) bool) {
		for place := range parallel.Numbers(first, after) {
			if !yield(g.shard.Number(place)) {
				return
			}
		}
	}
	if g.Elsewhere != nil && after > first {
		return g.Elsewhere.Make(ctx, spec, g.Rules, numbers, after-first, g.Drain, func(made Made) error {
			game, err := parseGame(made.Content)
			if err != nil {
				return err
			}
			game.by = made.By
			return take(game)
		})
	}
	pool := parallel.Pool[int, storedGame]{
		Workers: min(g.Workers, after-first), Drain: g.Drain, Take: take,
		Start: func() (p parallel.Worker[int, storedGame], err error) {
			w, err := g.startWorker(spec)
			if err == nil {
				p.Do, p.End = w.play, w.end
			}
			return p, err
		},
	}
	return pool.Run(ctx, numbers)
}

// Make makes games of a settled spec by their numbers, and gives each to take.
func (g Generator) Make(ctx context.Context, spec Spec, numbers iter.Seq[int], take func(Made)) error {
	w, err := g.startWorker(spec)
	if err != nil {
		return err
	}
	for number := range numbers {
		if parallel.Closed(g.Drain) {
			break
		}
		began := time.Now()
		w.nodes = 0
		game, err := w.play(ctx, number)
		if err != nil {
			return errors.Join(err, w.end())
		}
		take(Made{Number: number, Content: appendGame(nil, game), Nodes: w.nodes, Time: time.Since(began)})
	}
	return w.end()
}

func (g Generator) startWorker(spec Spec) (w *worker, err error) {
	player, err := g.NewPlayer(spec.Player, g.Rules)
	if err != nil {
		return nil, fmt.Errorf("self-play: %w", err)
	}
	w = &worker{spec: spec, rules: g.Rules, player: player}
	made, _ := search.ParseSpec(spec.Player) // which may be no such text
	if w.evaluator, err = eval.Load(made.Weights, g.Rules); err != nil {
		return nil, errors.Join(err, w.end())
	}
	if g.Rules.Seats() == 2 {
		w.searcher = quiescence.New(g.Rules, w.evaluator)
	}
	return w, nil
}

type worker struct {
	spec      Spec
	rules     engine.Rules
	player    search.Player
	evaluator eval.Evaluator
	searcher  *quiescence.Searcher // nil in games of more than two seats
	noisy     []engine.Step
	nodes     uint64 // that the player has searched
}

func (w *worker) end() error { return search.Close(w.player) }

func (w *worker) play(ctx context.Context, number int) (game storedGame, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("game %d: %w", number, err)
		}
	}()
	seed := engine.DeriveSeed(w.spec.Seed, "self-play", strconv.Itoa(number))
	generator := engine.NewRandom(engine.DeriveSeed(seed, "turns"))
	random := rand.New(generator)
	turns := w.spec.LeastRandom + random.IntN(w.spec.MostRandom-w.spec.LeastRandom+1)
	strays, ownSetUp := random.Float64() < w.spec.Stray, random.Float64() < w.spec.OwnSetUp
	h, err := begin(w.rules, turns, ownSetUp, engine.DeriveSeed(seed, "beginning"))
	if err != nil {
		return game, err
	}
	search.Begin(ctx, w.player, engine.DeriveSeed(seed, "player"))
	g := playedGame{worker: w, history: h, notes: w.notesOf(h)}
	for !g.over() {
		if strays && random.IntN(strayEvery) == 0 {
			g.note(turnNote{})
			err = randomTurn(h, generator)
		} else {
			err = g.decideTurn(ctx)
		}
		if err != nil {
			return game, err
		}
	}
	return g.game(number), nil
}

func (w *worker) notesOf(h *engine.History) (notes []turnNote) {
	p := h.Start().Clone()
	for _, step := range h.Steps() {
		if p.StartsTurn() {
			notes = append(notes, turnNote{flags: w.flags(p)})
		}
		p.Play(step)
	}
	return notes
}

// flags are what can be said of the start of a turn without its player. With more than two seats, where nobody can say
// against whom to play noisy steps out, only calm positions are settled.
func (w *worker) flags(p engine.Position) (f flags) {
	if p.InOpening() {
		f |= flagSetUp
	}
	w.noisy = p.AppendNoisy(w.noisy[:0])
	switch {
	case len(w.noisy) == 0:
		f |= flagCalm | flagSettled
	case w.searcher != nil:
		still := search.Score(w.evaluator.Evaluate(p, p.Seat()))
		change := w.searcher.Value(p, -search.MaxScore, search.MaxScore) - still
		if max(change, -change) <= search.Score(w.spec.Margin) {
			f |= flagSettled
		}
	}
	return f
}

const maxBeginnings = 1000 // how often a beginning is drawn in which the game does not end

// begin plays random turns: the first after a random set-up or, where the player sets up, the first of the game.
func begin(rules engine.Rules, turns int, ownSetUp bool, seed uint64) (*engine.History, error) {
	if !ownSetUp {
		first, err := openings.First(rules, seed, openings.Source{Turns: turns}, 1)
		if err != nil {
			return nil, err
		}
		return openings.Play(rules, first[0])
	}
	for draw := range maxBeginnings {
		h := engine.NewHistory(rules.Start())
		random := engine.NewRandom(engine.DeriveSeed(seed, "beginning", strconv.Itoa(draw)))
		for range turns {
			if err := randomTurn(h, random); err != nil {
				return nil, err
			}
		}
		if !h.Outcome().Over() {
			return h, nil
		}
	}
	return nil, fmt.Errorf("the game was over within %d random turns in each of %d draws; ask for fewer random turns",
		turns, maxBeginnings)
}

func randomTurn(h *engine.History, random *rand.PCG) error {
	for from := len(h.Steps()); !h.TurnDone(from); {
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			return err
		}
	}
	return nil
}

type playedGame struct {
	*worker
	history *engine.History
	notes   []turnNote
	proven  engine.Outcome // the result that the player has proven, if it has
}

func (g *playedGame) over() bool {
	return g.history.Outcome().Over() || g.proven.Over() || len(g.notes) >= g.spec.Longest
}

func (g *playedGame) note(note turnNote) {
	note.flags |= g.flags(g.history.Position())
	g.notes = append(g.notes, note)
}

// decideTurn has the player play a turn. If it has proven the result the turn is not played.
func (g *playedGame) decideTurn(ctx context.Context) error {
	turn, _, err := search.DecideTurn(ctx, g.player, g.history, search.Limits{}, nil)
	g.nodes += turn.Info.Nodes
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case turn.Info.Score.Decided() && g.rules.Seats() == 2:
		winner := g.history.Position().Seat()
		if turn.Info.Score < 0 {
			winner = 1 - winner
		}
		g.proven = engine.Win(winner, "proven")
		return nil
	}
	note := turnNote{flags: flagDecided, score: turn.Info.Score}
	if g.spec.Visits {
		note.flags, note.visits = note.flags|flagVisits, turn.Visits
	}
	g.note(note)
	return g.history.PlayAll(turn.Steps)
}

func (g *playedGame) game(number int) storedGame {
	h := g.history
	outcome, end := h.Outcome(), byRules
	switch {
	case outcome.Over():
	case g.proven.Over():
		outcome, end = g.proven, byProof
	default:
		outcome, end = engine.Draw(g.rules.Seats(), "length"), byLength
	}
	shares := make([]uint8, g.rules.Seats())
	for seat := range shares {
		shares[seat] = sharesOf(outcome.Scores[seat])
	}
	return storedGame{number: number, shares: shares, end: end, steps: h.Steps(), notes: g.notes,
		final: textSum(h.Position())}
}
