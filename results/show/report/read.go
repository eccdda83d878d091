package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/recorder"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/runs"
	"pillars/tournament"
)

// A Reader reads from stored runs what reports need.
type Reader struct {
	DB       *store.Store
	Rate     bool               // whether to rate the players, and to count games that differ
	Replay   bool               // whether to replay games
	Record   recorder.Effort    // what to record of games that are replayed
	Shown    int                // number of games to show turn by turn, at most [MostShown]
	Replayed func(done, of int) // receives the number of replayed games and of all games to replay; nil for none
}

// MostShown is the greatest number of games that a page shows turn by turn.
const MostShown = 3

// Read reads a run and returns the input of its page. The caller sets the fields Title and Commands.
func (r Reader) Read(ctx context.Context, run store.Run) (in Input, err error) {
	lottery := r.Record.Lottery()
	in, source, err := r.games(ctx, run, lottery)
	if err == nil && r.Rate {
		err = r.rate(ctx, run, &in, source)
	}
	if err == nil && r.Replay {
		err = r.sample(ctx, &in, lottery.Drawn())
	}
	return in, err
}

// games reads the results of all games of a run in one pass, and the scores of the seats if a single player played
// against itself. If games are to be replayed, those that count take part in the lottery.
func (r Reader) games(ctx context.Context, run store.Run, lottery *recorder.Lottery) (
	in Input, source catalog.Source, err error,
) {
	in.Run = run.ID
	if in.Spec, in.Rules, err = catalog.SpecOf(run); err != nil {
		return in, source, err
	}
	in.Facts = runFacts(run, in)
	if source, err = r.source(ctx, &in); err != nil {
		return in, source, err
	}
	in.Sample.Rules = metrics.RulesOf(in.Rules)
	for game, err := range r.DB.FindResults(ctx, in.Run, store.Filter{}) {
		if err != nil {
			return in, source, err
		}
		left := slices.Contains(source.LeftOut, game.Opening)
		if (left || source.Has(game.Opening)) && in.count(game.Result, left) && r.Replay {
			lottery.Add(game.Result)
		}
	}
	if in.Spec.Format.Mirrored() && len(in.Spec.Players) == 1 {
		in.Finding = &experiment.Finding{}
		*in.Finding, err = r.finding(ctx, in)
	}
	return in, source, err
}

// rate sets the evidence and the standings of a run.
func (r Reader) rate(ctx context.Context, run store.Run, in *Input, source catalog.Source) (err error) {
	if in.Evidence, err = runs.Evidence(ctx, r.DB, source); err != nil {
		return err
	}
	combined, err := catalog.Combine(run)
	if err != nil {
		return err
	}
	standing, err := combined.Standings(ctx, r.DB)
	in.Standings = &standing
	return err
}

// source says which games of a run count. If the run is a sequential test, source sets in.Test to the path of the test.
func (r Reader) source(ctx context.Context, in *Input) (catalog.Source, error) {
	if in.Spec.Format.Test == nil {
		return catalog.SourceOf(ctx, r.DB, in.Run, in.Spec)
	}
	path, err := results.FollowTest(in.Spec, r.DB.Results(ctx, in.Run))
	in.Test = &path
	return catalog.SourceOfTest(in.Run, in.Spec, path.TestStanding), err
}

// runFacts returns the facts that the page has about a run.
func runFacts(run store.Run, in Input) []Property {
	spec, kind := in.Spec, run.Kind
	if spec.Format.Test == nil {
		kind += ", " + spec.Format.String()
	}
	begun := run.Created.UTC().Format(time.DateOnly)
	return []Property{
		{"game", fmt.Sprintf("%s (%s)", in.Rules.Game().Title(), spec.Options)},
		{"played as", kind},
		{"players", strings.Join(spec.Players, ", ")},
		{"openings", tournament.OpeningsText(spec.Openings)},
		{"limits", strings.TrimPrefix(tournament.LimitsText(spec), "limits ") + tournament.EndsText(spec)},
		{"seed", fmt.Sprint(spec.Seed)},
		{"run", fmt.Sprintf("%s, %s games, begun %s by %s", run.ID, catalog.GamesDone(run), begun,
			strings.Join(run.Programs(), ", then "))},
	}
}

// sample replays games of a run for in.Sample, and chooses games for in.Shown among them.
func (r Reader) sample(ctx context.Context, in *Input, identities []string) (err error) {
	var drawn []tournament.Game
	for _, identity := range identities {
		stored, err := r.DB.Game(ctx, in.Run, identity)
		if err != nil {
			return err
		}
		drawn = append(drawn, stored.Game)
	}
	replayed := func(done int) {
		if r.Replayed != nil {
			r.Replayed(done, len(drawn))
		}
	}
	results := in.Sample
	if in.Sample, err = r.Record.Sample(ctx, in.Rules, drawn, time.Time{}, replayed); err != nil {
		return err
	}
	in.Sample.Results, in.Sample.Forfeits = results.Results, results.Forfeits
	in.Shown, err = r.choose(drawn, in.Run, in.Rules.Game())
	return err
}

// choose returns up to r.Shown games without faults: one of median length, the longest and the shortest.
func (r Reader) choose(played []tournament.Game, run string, game engine.Game) (shown []Shown, err error) {
	sound := slices.DeleteFunc(slices.Clone(played), func(g tournament.Game) bool { return g.Faulted() })
	if len(sound) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(sound, func(a, b tournament.Game) int { return cmp.Compare(a.Turns, b.Turns) })
	whys := []string{"one of median length", "the longest", "the shortest"}
	for i, one := range []tournament.Game{sound[len(sound)/2], sound[len(sound)-1], sound[0]} {
		isShown := slices.ContainsFunc(shown, func(s Shown) bool { return s.Game.Identity == one.Identity })
		if isShown || len(shown) == r.Shown {
			continue
		}
		history, err := one.Record.Replay(game)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", one.Identity, err)
		}
		shown = append(shown, Shown{Name: run + "/" + one.Identity, Why: whys[i], Game: one,
			Turns: catalog.PositionsAfterTurns(history)})
	}
	return shown, nil
}

// finding returns the results of the games of a run of a player against itself.
func (r Reader) finding(ctx context.Context, in Input) (found experiment.Finding, err error) {
	gatherer := experiment.NewGatherer(experiment.Of(in.Spec, in.Rules))
	for stored, err := range r.DB.Find(ctx, in.Run, store.Filter{}) {
		if err == nil {
			err = gatherer.Add(stored.Game)
		}
		if err != nil {
			return found, err
		}
	}
	return gatherer.Finding(in.Run), nil
}
