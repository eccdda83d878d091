package runs

import (
	"context"
	"fmt"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/conclusion"
	"pillars/results/show/table"
)

// Evidence counts the games with a fault and the distinct games of a source, for a conclusion.
func Evidence(ctx context.Context, db *store.Store, s catalog.Source) (g conclusion.Games, err error) {
	g.Rule = s.Spec.OnFault
	if g.Faults, err = db.Count(ctx, s.Run, store.Filter{Faults: true, Openings: s.Openings}); err == nil {
		g.Distinct, err = db.Distinct(ctx, s.Spec.OnFault, s.Openings, s.LeftOut, s.Run)
	}
	return g, err
}

// ConcludeTest returns the estimate of a sequential test and sentences about what the test shows. The source has the
// games of the test.
func ConcludeTest(
	ctx context.Context, db *store.Store, test results.TestStanding, s catalog.Source,
) (estimate stats.AfterStop, shown []string, err error) {
	if estimate, err = test.AfterStop(test.Counts); err != nil {
		return estimate, nil, err
	}
	games, err := Evidence(ctx, db, s)
	return estimate, conclusion.OfTest(test, estimate, games), err
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

// Conclude returns sentences about what the standings of runs show. For a single sequential test, they say what the
// test shows. A test that is rated together with other runs biases the ratings; then Conclude returns one sentence that
// points to the test's report. It returns nil if all players played only against themselves.
func Conclude(ctx context.Context, db *store.Store, c *catalog.Combined, s results.Standings) ([]string, error) {
	faults, met := 0, false // met: whether different players met
	for i, run := range c.Runs {
		switch format := c.Specs[i].Format; {
		case format.Test != nil && len(c.Runs) > 1:
			return []string{fmt.Sprintf("Run %v is a sequential test, and its end depends on its results: ratings of "+
				"its games are biased. pillars report has its decision and an estimate to cite.", run)}, nil
		case format.Test != nil:
			path, err := results.FollowTest(c.Specs[i], db.Results(ctx, run.ID))
			if err != nil {
				return nil, err
			}
			source := catalog.SourceOfTest(run.ID, c.Specs[i], path.TestStanding)
			_, shown, err := ConcludeTest(ctx, db, path.TestStanding, source)
			return shown, err
		case !format.Mirrored():
			met = true
		}
		n, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
		if err != nil {
			return nil, err
		}
		faults += n
	}
	if !met {
		return nil, nil
	}
	return conclusion.OfStandings(s, faults, c.Specs[0].OnFault), nil
}
