package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/advantage"
	"pillars/results/report"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// readFinding goes through the games of a run.
func readFinding(ctx context.Context, db *store.Store, game engine.Game, one studied) (report.Finding, error) {
	spec, seats := one.spec, one.rules.Seats()
	size := spec.RoundGames(seats)
	found := report.Finding{
		Run: one.run.ID, Rules: one.rules, Player: spec.Players[0], Nodes: spec.Limits.Nodes, Measure: report.Measure(measureOf(spec)),
		Seed: spec.Seed, Conditions: experimentConditions(spec),
	}
	if spec.Format == tournament.Odds {
		err := readOdds(ctx, db, one, &found)
		return found, err
	}
	fold, beginnings := advantage.NewFold(seats, size), advantage.NewBeginningFold(size)
	for stored, err := range db.Find(ctx, one.run.ID, store.Filter{}) {
		if err != nil {
			return found, err
		}
		found.Turns = append(found.Turns, stored.Turns)
		if err := errors.Join(fold.Add(game, stored.Game), beginnings.Add(game, stored.Game)); err != nil {
			return found, err
		}
	}
	found.Summary, found.Beginnings = fold.Summary(), beginnings.Beginnings()
	return found, nil
}

// readOdds goes through games at odds in the order of their plan: of those that are equal the first counts, with its ratio.
func readOdds(ctx context.Context, db *store.Store, one studied, found *report.Finding) error {
	games, err := runs.Games(ctx, db, one.run.ID)
	if err != nil {
		return err
	}
	slices.SortFunc(games, inPlanOrder)
	found.Odds = advantage.NewOddsFold()
	for _, stored := range games {
		found.Turns = append(found.Turns, stored.Turns)
		ratio, err := nodeRatio(stored.Record, one.spec.Limits.Nodes)
		if err := errors.Join(err, found.Odds.Add(stored, cmp.Or(ratio, 1))); err != nil {
			return err
		}
	}
	return nil
}

// inPlanOrder puts games of one player with itself in the order of their plan: by the numbers in their identities.
func inPlanOrder(a, b tournament.Game) int {
	byNumber := func(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) }
	return slices.CompareFunc(strings.Split(a.Identity, "/"), strings.Split(b.Identity, "/"), byNumber)
}

// experimentConditions are what else decides a run's games than rules, player, measure and nodes. The seeds of the rungs of a ladder differ.
func experimentConditions(spec tournament.Spec) string {
	text := fmt.Sprintf("limits drawn within a factor of %g", spec.Spread)
	if spec.Openings.Kind != openings.None {
		text += ", openings: " + tournament.OpeningsText(spec.Openings)
	}
	return text + tournament.EndsText(spec)
}

// experimentFacts are what was measured, in words.
func experimentFacts(game engine.Game, runs []studied) []report.Fact {
	var options, players, measures, nodes []string
	add := func(list *[]string, text string) {
		if !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	stored := 0
	limits := []uint64{}
	for _, one := range runs {
		add(&options, one.rules.Settings().String())
		add(&players, one.spec.Players[0])
		add(&measures, measureOf(one.spec))
		limits = append(limits, one.spec.Limits.Nodes)
		stored += one.run.Games
	}
	slices.Sort(limits)
	for _, n := range slices.Compact(limits) {
		nodes = append(nodes, fmt.Sprint(n))
	}
	return []report.Fact{
		{Name: "game", Value: fmt.Sprintf("%s (%s)", game.Title(), strings.Join(options, "; "))},
		{Name: "players", Value: strings.Join(players, ", ") + ", each with itself"},
		{Name: "measures", Value: strings.Join(measures, ", ")},
		{Name: "nodes", Value: strings.Join(nodes, ", ")},
		{Name: "runs", Value: fmt.Sprintf("%d, of %s", len(runs), cli.Counted(stored, "game"))},
	}
}
