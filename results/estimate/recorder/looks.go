package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/estimate/metrics"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// Looks say what is recorded of games and besides them, with players named by their texts.
type Looks struct {
	Judge, Shallow, Deep string  // without a judge no opinions are asked
	Take                 Options // its players are made from the texts
	Random               int     // random games from the start
	Limit                int     // the most games that are recorded, see [Draw]; 0 for all
	Workers              int
}

// AsksPlayer reports whether the judge is the named player: with two seats its score for one determines the other's.
func AsksPlayer(rules engine.Rules) bool { return rules.Seats() == 2 }

// JudgeName makes all players once, which fails if one cannot be made, and returns the full name of the judge, which
// must not be one of the players of the games. Errors begin with the name of the field that is wrong, in lower case.
func (l Looks) JudgeName(rules engine.Rules, playing []string) (name string, err error) {
	options, err := l.options(rules)
	defer func() { err = errors.Join(err, options.Close()) }()
	if err == nil && options.Judge != nil && !AsksPlayer(rules) { // a name that is wrong is told all the same
		var named search.Player
		named, err = LimitedPlayer("judge", l.Judge, rules)
		defer func() { err = errors.Join(err, Options{deep: named}.Close()) }()
	}
	if err != nil || options.Judge == nil {
		return "", err
	}
	name = options.Judge.Name()
	if slices.Contains(playing, name) {
		return "", fmt.Errorf("judge %s: it plays these games; its opinions would measure itself, so name another",
			name)
	}
	return name, nil
}

// options returns the options of one worker, with players of its own.
func (l Looks) options(rules engine.Rules) (Options, error) {
	options := l.Take
	var err error
	if l.Judge != "" {
		newPlayer := func() (search.Player, error) { return LimitedPlayer("judge", l.Judge, rules) }
		options.Judge, err = NewJudge(rules, newPlayer)
	}
	if err == nil && options.Judgements > 0 {
		options.shallow, err = LimitedPlayer("shallow", l.Shallow, rules)
	}
	if err == nil && options.Judgements > 0 {
		options.deep, err = LimitedPlayer("deep", l.Deep, rules)
	}
	return options, err
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
	if s.Playouts, err = playouts(ctx, rules, l.Random, l.Take.Seed); err != nil {
		return s, err
	}
	s.States, err = sightings(ctx, rules, l.Random, l.Take.Seed)
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
		options, err := l.options(rules)
		worker.End = options.Close
		if err != nil {
			return worker, err
		}
		recorder, err := New(rules, options)
		if err != nil {
			return worker, errors.Join(err, options.Close())
		}
		worker.Do = func(ctx context.Context, i int) (metrics.Game, error) {
			record, err := recorder.Record(ctx, games[i])
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
		return engine.DeriveSeed(l.Take.Seed, "limit", cmp.Or(g.Pair, g.Identity))
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
