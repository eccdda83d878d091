package training

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/tune"
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
	match := t.games(t.Plan.Batch, "iteration", strconv.Itoa(question.Number))
	for i, candidate := range question.Candidates {
		text, err := t.player(candidate)
		if err != nil {
			return iteration, err
		}
		if match.players[i], err = t.nameOf(text); err != nil {
			return iteration, err
		}
	}
	games, err := match.play(ctx)
	iteration.Wins, iteration.Draws, iteration.Losses = games.Wins, games.Draws, games.Losses
	iteration.Answer = float64(games.Wins - games.Losses)
	return iteration, err
}

// games are pairs of games with a seed of some name.
func (t *Tuning) games(pairs int, name ...string) match {
	return match{
		rules: t.Rules, pairs: pairs, turns: t.Plan.Openings, seed: engine.DeriveSeed(t.Plan.Seed, name...),
		workers: t.Workers, newPlayer: t.NewPlayer,
	}
}

// match tests the tuned player against the one at the start, from openings that the tuning has not seen.
func (t *Tuning) match(ctx context.Context, outcome TuningOutcome) (verdict Verdict, err error) {
	db, err := store.Open(t.path("games.db"))
	if err != nil {
		return verdict, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	match := t.games(t.Plan.Pairs, "match", "final")
	match.players = [2]string{outcome.Tuned, outcome.Start}
	return match.test(ctx, db, t.Plan.Elo1, t.Drain, t.Observer.Match)
}
