package runs

import (
	"context"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/results/show/table"
)

// evidence counts the games with a player's fault and the distinct games of the source s, for an answer.
func evidence(ctx context.Context, db *store.Store, s catalog.Source) (g answer.Games, err error) {
	g.Rule = s.Spec.OnFault
	if g.Faults, err = db.Count(ctx, s.Run, store.Filter{Faults: true, Openings: s.Openings}); err == nil {
		g.Distinct, err = db.Distinct(ctx, s.Spec.OnFault, s.Openings, s.LeftOut, s.Run)
	}
	return g, err
}

// AnswerOfTest returns the estimate of the difference by a sequential test, and the answer of the test. The source s
// has the games of the test.
func AnswerOfTest(
	ctx context.Context, db *store.Store, test results.TestStanding, s catalog.Source,
) (estimate stats.AfterStop, a answer.Answer, err error) {
	if estimate, err = test.AfterStop(test.Counts); err != nil {
		return estimate, a, err
	}
	games, err := evidence(ctx, db, s)
	return estimate, answer.OfTest(test, estimate, games), err
}

// IDs returns the ids of runs that are rated together, for JSON.
func IDs(rated []store.Run) table.Facts {
	var ids []string
	for _, run := range rated {
		ids = append(ids, run.ID)
	}
	if len(ids) == 1 {
		return table.Object("run", ids[0])
	}
	return table.Object("runs", ids)
}

// AnswerOf answers which player of a run is stronger. The answer is empty if the run is no tournament.
func AnswerOf(ctx context.Context, db *store.Store, run store.Run) (a answer.Answer, err error) {
	combined, err := catalog.Combine(run)
	if err != nil { // run is no tournament
		return a, nil
	}
	standing, err := combined.Standings(ctx, db)
	if err != nil {
		return a, err
	}
	return Answer(ctx, db, combined, standing)
}

// Answer answers which player is stronger, in the combined runs c with the standings s. For a single sequential test,
// it returns the answer of the test. The answer is empty if all players played only against themselves.
func Answer(
	ctx context.Context, db *store.Store, c *catalog.Combined, s results.Standings,
) (a answer.Answer, err error) {
	faults, met := 0, false // met: whether different players met
	for i, run := range c.Runs {
		if c.Specs[i].Format.Test != nil { // the only run
			test, err := results.FollowTest(c.Specs[i], db.Results(ctx, run.ID))
			if err != nil {
				return a, err
			}
			_, a, err = AnswerOfTest(ctx, db, test, catalog.SourceOfTest(run.ID, c.Specs[i], test))
			return a, err
		}
		met = met || !c.Specs[i].Format.Mirrored()
		n, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
		if err != nil {
			return a, err
		}
		faults += n
	}
	if !met {
		return a, nil
	}
	return answer.OfStandings(s, faults, c.Specs[0].OnFault), nil
}
