// Package recorder makes the records for package metrics: it replays stored games, counts the legal choices, asks an
// independent judge about the positions, and plays random games. It stores nothing: the same games, options and players
// give the same records again.
package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/estimate/metrics"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// Looks says what is recorded of games, and what besides them. The zero value records only what the players did.
type Looks struct {
	Seed       uint64 // of the players that are asked and of random games
	Judge      string // player asked before every decided turn; empty for none
	Shallow    string // player of the shallow search of judgements
	Deep       string // player of their deep search
	Judgements int    // positions of a game in which both value whole turns; 0 for none. Games of two seats only
	WholeTurns int    // positions of a game in which whole turns are counted
	Promises   int    // random games from the middle of a game
	Random     int    // random games from the start
	Limit      int    // the most games that are recorded, see [Looks.Draw]; 0 for all
	Workers    int
}

// A recorder makes records of the games of one set of rules. It belongs to one goroutine.
type recorder struct {
	Looks
	rules         engine.Rules
	judge         judge         // nil if none is asked
	shallow, deep search.Player // nil without judgements
}

// recorder makes a recorder with players of its own. Errors begin with the name of the field that is wrong, in lower
// case.
func (l Looks) recorder(rules engine.Rules) (r *recorder, err error) {
	if min(l.WholeTurns, l.Judgements, l.Promises) < 0 {
		return nil, fmt.Errorf("recorder: %d whole turns, %d judgements, %d promises; none is below 0", l.WholeTurns,
			l.Judgements, l.Promises)
	}
	r = &recorder{Looks: l, rules: rules}
	if l.Judge != "" {
		r.judge, err = newJudge(rules, func() (search.Player, error) { return LimitedPlayer("judge", l.Judge, rules) })
	}
	if err == nil && l.Judgements > 0 {
		r.shallow, err = LimitedPlayer("shallow", l.Shallow, rules)
	}
	if err == nil && l.Judgements > 0 {
		r.deep, err = LimitedPlayer("deep", l.Deep, rules)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if rules.Seats() != 2 { // a player's score tells the expectation of one seat, and the rest only if there are two
		r.Judgements = 0
	}
	return r, nil
}

// Close ends the players that are programs of their own.
func (r *recorder) Close() error {
	var asked search.Player
	if player, ok := r.judge.(playerJudge); ok {
		asked = player.Player
	}
	return search.Close(asked, r.shallow, r.deep)
}

// A walk is the state of a game that is being recorded.
type walk struct {
	history  *engine.History
	game     *metrics.Game
	before   engine.Position     // at the start of the turn
	earlier  []engine.Cell       // the board a turn before that
	board    []engine.Cell       // as it stands
	wholes   func(turn int) bool // whether whole turns are counted
	opinions func(turn int) bool // whether the legal turns are judged
	middle   int                 // turns decided before a look ahead by random play
}

// Record replays a game and makes its record. It fails when the record cannot be played or ctx ends.
func (r *recorder) Record(ctx context.Context, played tournament.Game) (metrics.Game, error) {
	history, err := played.Record.Replay(r.rules.Game())
	if err != nil {
		return metrics.Game{}, fmt.Errorf("game %s: %w", played.Identity, err)
	}
	g := metrics.Game{
		Name: played.Identity, Opening: played.Cluster(), Players: played.Players, Outcome: played.Outcome,
		Ending: endingOf(played.Result), Start: engine.AppendMetrics(nil, history.Start(), nil, nil),
		Final: history.Position().Hash(),
	}
	r.begin(ctx, played.Identity)
	decided := max(0, len(played.Record.Turns)-played.Record.Opening)
	w := walk{
		history: engine.NewHistory(history.Start()), game: &g, board: history.Start().Diagram().Cells,
		wholes: spread(r.WholeTurns, decided), opinions: spread(r.Judgements, decided),
		middle: played.Record.Opening + decided/2,
	}
	steps := history.Steps()
	for number, text := range played.Record.Turns {
		if err := ctx.Err(); err != nil {
			return metrics.Game{}, err
		}
		if steps, err = r.turn(ctx, &w, steps, text, number-played.Record.Opening); err != nil {
			return metrics.Game{}, fmt.Errorf("game %s, turn %d: %w", played.Identity, number+1, err)
		}
	}
	return g, nil
}

// begin announces a new game to the players, each with a seed of its own.
func (r *recorder) begin(ctx context.Context, identity string) {
	if r.judge != nil {
		search.Begin(ctx, r.judge, engine.DeriveSeed(r.Seed, "referee", identity))
	}
	for name, player := range map[string]search.Player{"shallow": r.shallow, "deep": r.deep} {
		if player != nil {
			search.Begin(ctx, player, engine.DeriveSeed(r.Seed, name, identity))
		}
	}
}

// turn records and plays the next turn, and returns what remains of steps. Number is negative in the opening.
func (r *recorder) turn(
	ctx context.Context, w *walk, steps []engine.Step, text string, number int,
) ([]engine.Step, error) {
	p := w.history.Position()
	turn := metrics.Turn{
		Text: text, Seat: p.Seat(), SetUp: p.InOpening(), Given: number < 0, Key: p.Hash(),
		Canonical: engine.CanonicalHash(p),
	}
	w.before = p.Clone()
	if err := r.look(ctx, w, &turn, number); err != nil {
		return nil, err
	}
	played := 0
	for played < len(steps) {
		turn.Steps = append(turn.Steps, metrics.Step{Kind: p.StepKind(), Legal: p.CountSteps()})
		if err := w.history.Play(steps[played]); err != nil {
			return nil, err
		}
		w.see(&turn)
		played++
		if p = w.history.Position(); p.Over() || p.StartsTurn() {
			break
		}
	}
	turn.Quantities = engine.AppendMetrics(nil, p, w.before, steps[:played])
	w.note(turn)
	return steps[played:], nil
}

func (r *recorder) look(ctx context.Context, w *walk, turn *metrics.Turn, number int) error {
	if number < 0 {
		return nil
	}
	if w.wholes(number) {
		turn.Wholes = wholeTurns(w.before, mostWhole)
	}
	if r.Promises > 0 && len(w.game.Turns) == w.middle {
		w.game.Promise = r.promise(w)
	}
	if r.judge != nil {
		var err error
		if turn.Expectation, err = r.judge.Expect(ctx, w.history); err != nil {
			return fmt.Errorf("judge: %w", err)
		}
	}
	if w.opinions(number) {
		seed := engine.DeriveSeed(r.Seed, "judgement", w.game.Name, strconv.Itoa(number))
		choice, err := r.judgement(ctx, w.history, seed)
		if err != nil {
			return fmt.Errorf("judgement: %w", err)
		}
		w.game.Judgements = append(w.game.Judgements, choice)
	}
	return nil
}

func endingOf(r tournament.Result) metrics.Ending {
	_, won := metrics.Winner(r.Outcome)
	switch {
	case r.Faulted():
		return metrics.Broken
	case r.Outcome.Reason == engine.TurnCap || r.Adjudicated == tournament.TooLong:
		return metrics.CutOff
	case won:
		return metrics.Won
	}
	return metrics.Drawn
}

// spread chooses turns of a game, counted from 0, at equal distances: the middles of equal parts.
func spread(wanted, of int) func(turn int) bool {
	wanted = min(wanted, of)
	return func(turn int) bool {
		if wanted == 0 {
			return false
		}
		part := (turn*wanted*2 + wanted) / (2 * of) // the part that the turn lies in
		return turn == (2*part+1)*of/(2*wanted)
	}
}

// JudgeName makes all players once, which fails if one cannot be made, and returns the full name of the judge, which
// must not be one of the players of the games; empty without a judge. Errors begin with the name of the field that is
// wrong, in lower case.
func (l Looks) JudgeName(rules engine.Rules, playing []string) (name string, err error) {
	r, err := l.recorder(rules)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if r.judge == nil {
		return "", nil
	}
	if !AsksPlayer(rules) { // the named player is not asked, but it is an error to name one that there is not
		named, err := LimitedPlayer("judge", l.Judge, rules)
		if err := errors.Join(err, search.Close(named)); err != nil {
			return "", err
		}
	}
	name = r.judge.Name()
	if slices.Contains(playing, name) {
		return "", fmt.Errorf("judge %s: it plays these games; its opinions would measure itself, so name another",
			name)
	}
	return name, nil
}

// LimitedPlayer makes a player whose text sets a limit to its thinking. Errors begin with what the player is for.
func LimitedPlayer(purpose, text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", purpose, err)
	}
	if players.Unlimited(text) {
		return nil, fmt.Errorf("%s %s: it has no limit and would think for ever; write %s", purpose, text,
			search.With(text, "nodes", 1000))
	}
	return player, nil
}

// Sample makes the records that metrics need. It calls report, if not nil, with the number of finished games.
func (l Looks) Sample(ctx context.Context, rules engine.Rules, games []tournament.Game, report func(done int)) (
	s metrics.Sample, err error,
) {
	s.Rules = metrics.RulesOf(rules)
	var names []string
	for _, game := range games {
		names = append(names, game.Players...)
	}
	if s.Judge, err = l.JudgeName(rules, names); err != nil {
		return s, err
	}
	if s.Games, err = l.Record(ctx, rules, games, report); err != nil {
		return s, err
	}
	s.Chain = metrics.ChainOf(s.Games)
	if s.Playouts, err = playouts(ctx, rules, l.Random, l.Seed); err != nil {
		return s, err
	}
	s.States, err = sightings(ctx, rules, l.Random, l.Seed)
	return s, err
}

// Record makes the records of games, in the order of their identities, the same for any number of workers. It calls
// report, if not nil, from several goroutines with the number of finished games.
func (l Looks) Record(
	ctx context.Context, rules engine.Rules, games []tournament.Game, report func(done int),
) ([]metrics.Game, error) {
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	var done atomic.Int64
	return parallel.Each(ctx, l.Workers, len(games), func() (worker parallel.Worker[int, metrics.Game], err error) {
		r, err := l.recorder(rules)
		if err != nil {
			return worker, err
		}
		worker.End = r.Close
		worker.Do = func(ctx context.Context, i int) (metrics.Game, error) {
			record, err := r.Record(ctx, games[i])
			if err == nil && report != nil {
				report(int(done.Add(1)))
			}
			return record, err
		}
		return worker, nil
	})
}

// Draw draws at most as many games as the limit allows, in whole pairs, and at least one pair.
func (l Looks) Draw(played []tournament.Game) []tournament.Game {
	limit := l.Limit
	if limit == 0 || len(played) <= limit {
		return played
	}
	lot := func(g tournament.Game) uint64 {
		return engine.DeriveSeed(l.Seed, "limit", cmp.Or(g.Pair, g.Identity))
	}
	slices.SortStableFunc(played, func(a, b tournament.Game) int { return cmp.Compare(lot(a), lot(b)) })
	first := 1
	for first < len(played) && lot(played[first]) == lot(played[0]) {
		first++
	}
	for limit > first && lot(played[limit]) == lot(played[limit-1]) {
		limit--
	}
	return played[:max(first, limit)]
}
