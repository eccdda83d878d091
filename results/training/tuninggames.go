package training

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/tune"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// player is the player with constants of some values.
func (t *Tuning) player(values []float64) (string, error) {
	return withConstants(t.Plan.Player, t.Plan.Parameters, values)
}

// start is the player with the constants at the start.
func (t *Tuning) start() (string, error) {
	var values []float64
	for _, p := range t.Plan.Parameters {
		values = append(values, p.Start)
	}
	return t.player(values)
}

// withConstants is a player's text with keys set to values, in the order of the parameters.
func withConstants(player string, parameters []tune.Parameter, values []float64) (string, error) {
	kind, keys, err := search.SplitText(player)
	if err != nil {
		return "", err
	}
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		name, _, _ := strings.Cut(key, "=")
		return slices.ContainsFunc(parameters, func(p tune.Parameter) bool { return p.Name == name })
	})
	for i, p := range parameters {
		keys = append(keys, p.Name+"="+formatConstant(p, values[i]))
	}
	return kind + ":" + strings.Join(keys, ","), nil
}

// formatConstant writes a value of a parameter as player texts have it: to six digits, which no match can tell apart.
func formatConstant(p tune.Parameter, value float64) string {
	if p.Integer {
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', 6, 64), 64)
	if err != nil {
		rounded = value
	}
	return strconv.FormatFloat(min(max(rounded, p.Min), p.Max), 'f', -1, 64)
}

// settle names the player at the start in full, and tries each constant at its bounds.
func (t *Tuning) settle() (string, error) {
	for _, p := range t.Plan.Parameters {
		for _, bound := range []float64{p.Min, p.Max} {
			text, err := withConstants(t.Plan.Player, []tune.Parameter{p}, []float64{bound})
			if err != nil {
				return "", err
			}
			if _, err := t.nameOf(text); err != nil {
				return "", fmt.Errorf("bounds of %s: %w", p.Name, err)
			}
		}
	}
	text, err := t.start()
	if err != nil {
		return "", err
	}
	return t.nameOf(text)
}

// nameOf is a player's full text.
func (t *Tuning) nameOf(text string) (string, error) {
	player, err := t.NewPlayer(text, t.Rules)
	if err != nil {
		return "", err
	}
	return player.Name(), nil
}

// answer plays the games of a question. What is random in them depends on the number of the question only.
func (t *Tuning) answer(ctx context.Context, question tune.Question) (Iteration, error) {
	iteration := Iteration{Number: question.Number, Candidates: question.Candidates}
	players, err := t.playersOf(question)
	if err != nil {
		return iteration, err
	}
	seed := engine.DeriveSeed(t.Plan.Seed, "iteration", strconv.Itoa(question.Number))
	games, err := t.play(ctx, players, seed)
	iteration.Wins, iteration.Draws, iteration.Losses = games.Wins, games.Draws, games.Losses
	iteration.Answer = float64(games.Wins - games.Losses)
	return iteration, err
}

func (t *Tuning) playersOf(question tune.Question) (players [2]string, err error) {
	for i, candidate := range question.Candidates {
		text, err := t.player(candidate)
		if err != nil {
			return players, err
		}
		if players[i], err = t.nameOf(text); err != nil {
			return players, err
		}
	}
	return players, nil
}

// play plays a batch of pairs of games and counts them for the first player. Players that do not differ share the
// points without playing.
func (t *Tuning) play(ctx context.Context, players [2]string, seed uint64) (games stats.WDL, err error) {
	if players[0] == players[1] {
		return stats.WDL{Draws: 2 * t.Plan.Batch}, nil
	}
	spec := tournament.Spec{
		Game: t.Rules.Game().Name(), Options: t.Rules.Settings(), Players: players[:], Rounds: t.Plan.Batch, Seed: seed,
		Openings:     openings.Source{Turns: t.Plan.Openings},
		Adjudication: tournament.Adjudication{Proven: true},
	}
	plan, err := tournament.NewPlan(spec, t.Rules.Game())
	if err != nil {
		return games, err
	}
	var fault error
	runner := runner.Runner{
		Plan: plan, NewPlayer: t.NewPlayer, Workers: t.Workers, Program: runner.Program(),
		Watch: func(r tournament.Result) bool {
			if r.Faulted() {
				fault = fmt.Errorf("game %s between %s and %s: %s (seat %s)", r.Identity, r.Players[0], r.Players[1],
					r.Outcome.Reason, r.Fault.Seat)
				return true
			}
			games = games.Plus(wdlOf(r, players[0]))
			return false
		},
	}
	_, err = runner.Run(ctx)
	return games, errors.Join(err, fault)
}

// wdlOf is a game for a player.
func wdlOf(r tournament.Result, player string) stats.WDL {
	score := r.Outcome.Score(0)
	if r.Players[0] != player {
		score = 1 - score
	}
	return stats.OneGame(score)
}

// match tests the tuned player against the one at the start, from openings that the tuning has not seen.
func (t *Tuning) match(ctx context.Context, outcome TuningOutcome) (verdict Verdict, err error) {
	db, err := store.Open(t.path("games.db"))
	if err != nil {
		return verdict, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	match := match{
		game: t.Rules.Game(), options: t.Rules.Settings(), players: [2]string{outcome.Tuned, outcome.Start},
		pairs:        t.Plan.Pairs,
		openingTurns: t.Plan.Openings, elo1: t.Plan.Elo1, seed: engine.DeriveSeed(t.Plan.Seed, "match", "final"),
		workers:   t.Workers,
		newPlayer: t.NewPlayer,
	}
	return match.play(ctx, db, t.Drain, func(v Verdict) {
		if t.Observer.Match != nil {
			t.Observer.Match(v)
		}
	})
}
