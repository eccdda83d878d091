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
