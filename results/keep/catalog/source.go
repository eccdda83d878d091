package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/results/show/conclusion"
	"pillars/tournament"
)

// A Source names a run whose games are rated and says which of its games count.
type Source struct {
	Run         string
	Rule        tournament.FaultRule // decides whether games with a fault count
	Openings    int                  // only games from openings up to this number count; 0 for all, -1 for none
	LeftOut     []int                // numbers of openings whose games do not count
	OnlyPlayers bool                 // games compare players but not seats; see [openings.Source]

	// openingGames returns the number of games from one opening, as [tournament.Spec.OpeningGames]; nil if unknown.
	openingGames func(seats int) int
	// opening returns, for the number of an opening in this run, its number among the openings of all combined runs. It
	// is nil for a run by itself.
	opening func(int) int
	players map[string]string // by name in the games: another name under which the player is rated
}

// Has reports whether the games from an opening count.
func (s Source) Has(opening int) bool {
	return (s.Openings == 0 || opening <= s.Openings) && !slices.Contains(s.LeftOut, opening)
}

func (s Source) voids(r tournament.Result) bool { return r.Faulted() && s.Rule == tournament.FaultVoid }

func newSource(run string, spec tournament.Spec) Source {
	return Source{Run: run, Rule: spec.OnFault, OnlyPlayers: spec.Openings.OnlyPlayers, openingGames: spec.OpeningGames}
}

// SourceOf returns a source with the games of a run that count in statistics. In a sequential test, only the games that
// the test has used count. Its other games, from unfinished openings or after the decision, would make statistics
// depend on how many games were played at the same time.
func SourceOf(ctx context.Context, db *store.Store, run string, spec tournament.Spec) (Source, error) {
	if spec.Traits().Test == nil {
		return newSource(run, spec), nil
	}
	path, err := results.FollowTest(spec, db.Results(ctx, run))
	return SourceOfTest(run, spec, path.TestStanding), err
}

// SourceOfTest returns a source with the games that a sequential test has used.
func SourceOfTest(run string, spec tournament.Spec, test results.TestStanding) Source {
	source := newSource(run, spec)
	if source.Openings, source.LeftOut = test.Used(); source.Openings == 0 {
		source.Openings = -1
	}
	return source
}

// Evidence counts the games with a fault and the distinct games of a source, for a conclusion.
func Evidence(ctx context.Context, db *store.Store, s Source) (g conclusion.Games, err error) {
	g.Rule = s.Rule
	if g.Faults, err = db.Count(ctx, s.Run, store.Filter{Faults: true, Openings: s.Openings}); err == nil {
		g.Distinct, err = db.Distinct(ctx, s.Rule, s.Openings, s.LeftOut, s.Run)
	}
	return g, err
}

// ConcludeTest returns the estimate of a sequential test and sentences about what the test shows. The source has the
// games of the test.
func ConcludeTest(
	ctx context.Context, db *store.Store, test results.TestStanding, s Source,
) (estimate stats.AfterStop, shown []string, err error) {
	if estimate, err = test.AfterStop(test.Counts); err != nil {
		return estimate, nil, err
	}
	games, err := Evidence(ctx, db, s)
	return estimate, conclusion.OfTest(test, estimate, games), err
}

// mostCompared is the largest number of games for which Fold counts the distinct games. A million would take 10 s.
const mostCompared = 200_000

// Fold counts the games of all sources in one [results.Fold]. It also counts the distinct games, but not if the sources
// have different rules for faults, if they select different openings, or if there are more than mostCompared games.
func Fold(ctx context.Context, db *store.Store, sources ...Source) (*results.Fold, error) {
	fold, err := foldOf(ctx, db, sources...)
	if err != nil {
		return nil, err
	}
	fold.OnlyPlayers = slices.ContainsFunc(sources, func(s Source) bool { return s.OnlyPlayers })
	var ids []string
	for _, source := range sources {
		ids = append(ids, source.Run)
		if source.Rule != sources[0].Rule || source.Openings != sources[0].Openings ||
			len(sources) > 1 && len(source.LeftOut) > 0 {
			return fold, nil
		}
	}
	if n := fold.Games(); n > 0 && n <= mostCompared {
		fold.Distinct, err = db.Distinct(ctx, sources[0].Rule, sources[0].Openings, sources[0].LeftOut, ids...)
	}
	return fold, err
}

// foldOf counts the games of the sources. In the fold, the name of an opening is its number. Several runs may share
// openings. Then the name is RUN/NUMBER for the first run with this opening.
func foldOf(ctx context.Context, db *store.Store, sources ...Source) (*results.Fold, error) {
	fold := &results.Fold{}
	// A fold that knows the number of games from an opening needs less memory. The number is not known for several
	// runs, since they may share openings.
	findSize := len(sources) == 1 && sources[0].openingGames != nil // until the first game gives the number of seats
	shared := map[int]string{}                                      // names of openings, by number among all runs
	for _, source := range sources {
		for r, err := range db.Results(ctx, source.Run) {
			if err != nil {
				return nil, err
			}
			if findSize {
				fold.RoundSize, findSize = source.openingGames(r.Outcome.Seats), false
			}
			if source.voids(r) || !source.Has(r.Opening) {
				continue
			}
			game := results.Game{Players: source.named(r.Players), Turns: r.Turns,
				Scores: r.Outcome.Scores[:r.Outcome.Seats]}
			if r.Opening > 0 {
				game.Opening = strconv.Itoa(r.Opening)
			}
			if r.Opening > 0 && source.opening != nil {
				number := source.opening(r.Opening)
				if shared[number] == "" {
					shared[number] = source.Run + "/" + game.Opening
				}
				game.Opening = shared[number]
			}
			if err := fold.Add(game); err != nil {
				return nil, fmt.Errorf("run %s: game %w", source.Run, err)
			}
		}
	}
	fold.Finish()
	return fold, nil
}

// named returns the names under which the players of a game are rated.
func (s Source) named(players []string) []string {
	if len(s.players) == 0 {
		return players
	}
	names := make([]string, len(players))
	for i, name := range players {
		names[i] = cmp.Or(s.players[name], name)
	}
	return names
}
