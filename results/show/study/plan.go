package study

import (
	"context"
	"errors"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/search/proof/solver"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// endless is a half width of intervals that no measurement reaches. A plan with it ends a measurement early only if new
// rounds repeat earlier ones, which plans without any half width do not check.
const endless = .001

// SeatPlan returns the plan of the games of a player against itself, from the start and, if there are openings, from
// openings.
func (s *Study) SeatPlan() experiment.Plan {
	plan := s.plan(s.Seed, s.Sizes.Lowest, s.Sizes.SeatGames)
	plan.Rungs, plan.HalfWidth = s.Sizes.Rungs, endless
	plan.Measures = []string{string(experiment.FromStart)}
	const mostTurns = 4 // of an opening
	if source, _ := Beginnings(s.Rules, s.Seed, s.Sizes.SeatGames, mostTurns); source.Turns > 0 {
		plan.Measures = append(plan.Measures, string(experiment.FromOpenings))
		plan.Spec.Openings.Turns = source.Turns
		if source.Kind == openings.All {
			plan.Source = func(engine.Rules) (openings.Source, error) { return source, nil }
		}
	}
	return plan
}

// TurnPlan returns the plan of the games from the chosen first turns.
func (s *Study) TurnPlan(chosen []string) experiment.Plan {
	plan := s.plan(engine.DeriveSeed(s.Seed, "first turns"), s.Sizes.TurnNodes, len(chosen)*s.Sizes.TurnGames)
	plan.Measures = []string{string(experiment.FromOpenings)}
	plan.Source = func(rules engine.Rules) (openings.Source, error) {
		return openings.Source{Kind: openings.FromBook, Book: "first turns", Lines: chosen,
			Times: max(1, s.Sizes.TurnGames/max(1, rules.Seats()))}, nil
	}
	return plan
}

func (s *Study) plan(seed, nodes uint64, games int) experiment.Plan {
	spec := tournament.Spec{OnFault: tournament.FaultVoid, Seed: seed}
	spec.Limits.Nodes = nodes
	return experiment.Plan{Game: s.Rules.Game(), Spec: spec, Spread: 2, Players: []string{"alphabeta"}, Rungs: 1,
		Games: games}
}

// Beginnings returns openings for the given number of games: random ones of as many turns as possible, up to most. On
// small boards, where random openings would repeat each other, it returns all openings of the length that has most of
// them. It also returns the number of games for which the openings suffice. If every opening ends the game, the source
// has no turns.
func Beginnings(rules engine.Rules, seed uint64, games, most int) (source openings.Source, enough int) {
	rounds := max(1, games/rules.Seats())
	for turns := most; turns > 0; turns-- {
		random := openings.Source{Turns: turns}
		if _, err := openings.NewList(rules, seed, random, rounds); err == nil {
			return random, games
		}
	}
	for turns := most; turns > 0; turns-- {
		all := openings.Source{Kind: openings.All, Turns: turns}
		list, err := openings.NewList(rules, seed, all, rounds)
		if (err == nil || errors.Is(err, openings.ErrTooFew)) && rules.Seats()*list.Len() > enough {
			source, enough = all, rules.Seats()*list.Len()
		}
	}
	return source, enough
}

// Prove returns a proof of the game's value, or nil if the board is too large for one. It passes progress to report.
func (s *Study) Prove(ctx context.Context, report func(func() string)) (*solver.Solution, error) {
	start := s.Rules.Start()
	if solver.Check(start) != nil {
		return nil, nil
	}
	proof, err := solver.Solve(ctx, start, solver.MethodOf(s.Rules),
		solver.Limits{Positions: s.Sizes.Proof, Report: report})
	if errors.Is(err, solver.ErrTooMany) || errors.Is(err, solver.ErrCycles) {
		return nil, nil
	}
	return proof, err
}
