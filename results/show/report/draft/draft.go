// Package draft reads stored runs and makes the input of report pages from them.
package draft

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
	"pillars/results/estimate/recorder"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/tournament"
)

// A Reader reads from stored runs what reports need.
type Reader struct {
	DB     *store.Store
	Record recorder.Options   // what to record of the games of a run
	Shown  int                // number of games to show turn by turn, at most [MostShown]
	Looked func(done, of int) // receives the number of replayed games and of all games to replay; nil for none
}

// MostShown is the greatest number of games that a page shows turn by turn.
const MostShown = 3

// Run reads a run and returns the input of its page. The caller sets the fields Title and Commands.
func (r Reader) Run(ctx context.Context, run store.Run) (report.Input, error) {
	in, known, err := r.results(ctx, run)
	if err != nil {
		return in, err
	}
	return in, r.sample(ctx, &in, known)
}

// Results reads a run like Run, but without replaying games: the fields Sample and Shown stay empty.
func (r Reader) Results(ctx context.Context, run store.Run) (report.Input, error) {
	in, _, err := r.results(ctx, run)
	return in, err
}

// results reads everything that needs no replay of games. It also returns the games that count, see [Reader.tally].
func (r Reader) results(ctx context.Context, run store.Run) (in report.Input, known []tournament.Game, err error) {
	in.Run = run.ID
	if in.Spec, in.Rules, err = catalog.SpecOf(run); err != nil {
		return in, nil, err
	}
	in.Facts = runFacts(run, in)
	source, err := r.source(ctx, &in)
	if err != nil {
		return in, nil, err
	}
	if known, err = r.tally(ctx, &in, source); err != nil {
		return in, nil, err
	}
	if in.Evidence, err = catalog.Evidence(ctx, r.DB, source); err != nil {
		return in, nil, err
	}
	if in.Spec.Traits().Mirrored && len(in.Spec.Players) == 1 {
		finding, err := r.finding(ctx, measured(run, in.Spec, in.Rules))
		if err != nil {
			return in, nil, err
		}
		in.Finding = &finding
	}
	rated, err := catalog.Fold(ctx, r.DB, source)
	if err != nil {
		return in, nil, err
	}
	traits := in.Spec.Traits()
	standing, err := rated.Standings(results.StandingsOptions{Players: in.Spec.Players, Seats: in.Rules.Seats(),
		Unrated: traits.Test != nil, Adaptive: traits.Adaptive(), ByPoints: traits.Adaptive()})
	in.Standings = &standing
	return in, known, err
}

// source says which games of a run count. If the run is a sequential test, source sets in.Test to the path of the test.
func (r Reader) source(ctx context.Context, in *report.Input) (source catalog.Source, err error) {
	if in.Spec.Traits().Test == nil {
		return catalog.SourceOf(ctx, r.DB, in.Run, in.Spec)
	}
	path, err := results.FollowTest(in.Spec, r.DB.Results(ctx, in.Run))
	if err != nil {
		return source, err
	}
	in.Test = &path
	return catalog.SourceOfTest(in.Run, in.Spec, path.TestStanding), nil
}

// runFacts returns the facts that the page has about a run.
func runFacts(run store.Run, in report.Input) []report.Property {
	spec, kind := in.Spec, run.Kind
	if spec.Traits().Test == nil {
		kind += ", " + spec.Format.String()
	}
	begun := run.Created.UTC().Format(time.DateOnly)
	return []report.Property{
		fact("game", fmt.Sprintf("%s (%s)", in.Rules.Game().Title(), spec.Options)), fact("played as", kind),
		fact("players", strings.Join(spec.Players, ", ")), fact("openings", tournament.OpeningsText(spec.Openings)),
		fact("limits", strings.TrimPrefix(tournament.LimitsText(spec), "limits ")+tournament.EndsText(spec)),
		fact("seed", fmt.Sprint(spec.Seed)),
		fact("run", fmt.Sprintf("%s, %s games, begun %s by %s", run.ID, catalog.GamesDone(run), begun,
			strings.Join(run.Programs(), ", then "))),
	}
}

// tally sets in.Tally from the games of a run. It returns the games that count for the source, but only their
// identities and pairs, since the moves of all games might not fit in memory.
func (r Reader) tally(ctx context.Context, in *report.Input, source catalog.Source) (
	known []tournament.Game, err error,
) {
	in.Tally = report.NewTally(in.Spec)
	for game, err := range r.DB.FindResults(ctx, in.Run, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		switch {
		case slices.Contains(source.LeftOut, game.Opening):
			in.Tally.Leave(game.Result)
			continue
		case !source.Has(game.Opening):
			continue
		}
		if err := in.Tally.Add(game.Result); err != nil {
			return nil, fmt.Errorf("game %s: %w", game.Name(), err)
		}
		if game.Faulted() && in.Spec.OnFault == tournament.FaultVoid {
			continue
		}
		known = append(known, tournament.Game{Result: tournament.Result{Identity: game.Identity, Pair: game.Pair}})
	}
	return known, nil
}

// sample draws some of the games that count, or all. known has only their identities and pairs, so sample reads the
// drawn games again. It replays them for in.Sample, and chooses games for in.Shown among them.
func (r Reader) sample(ctx context.Context, in *report.Input, known []tournament.Game) (err error) {
	drawn := r.Record.Draw(known)
	slices.SortFunc(drawn, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	for i, game := range drawn {
		stored, err := r.DB.Game(ctx, in.Run, game.Identity)
		if err != nil {
			return err
		}
		drawn[i] = stored.Game
	}
	var looked func(int)
	if r.Looked != nil {
		looked = func(done int) { r.Looked(done, len(drawn)) }
	}
	if in.Sample, err = r.Record.Sample(ctx, in.Rules, drawn, looked); err != nil {
		return err
	}
	in.Sample.Forfeits = in.Spec.OnFault != tournament.FaultVoid
	in.Shown, err = r.choose(drawn, in.Run, in.Rules.Game())
	return err
}

// choose returns up to r.Shown games without faults: one of median length, the longest and the shortest.
func (r Reader) choose(played []tournament.Game, run string, game engine.Game) (shown []report.Shown, err error) {
	sound := slices.DeleteFunc(slices.Clone(played), func(g tournament.Game) bool { return g.Faulted() })
	slices.SortStableFunc(sound, func(a, b tournament.Game) int { return cmp.Compare(a.Turns, b.Turns) }) // by length
	if len(sound) == 0 {
		return nil, nil
	}
	whys := []string{"one of median length", "the longest", "the shortest"}
	for i, one := range []tournament.Game{sound[len(sound)/2], sound[len(sound)-1], sound[0]} {
		known := slices.ContainsFunc(shown, func(s report.Shown) bool { return s.Game.Identity == one.Identity })
		if known || len(shown) == r.Shown {
			continue
		}
		history, err := one.Record.Replay(game)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", one.Identity, err)
		}
		shown = append(shown, report.Shown{Name: run + "/" + one.Identity, Why: whys[i], Game: one,
			Turns: catalog.PositionsAfterTurns(history)})
	}
	return shown, nil
}

// Measured is a stored run in which a player meets itself.
type Measured struct {
	experiment.Measurement
	Run store.Run
}

func measured(run store.Run, spec tournament.Spec, rules engine.Rules) Measured {
	one := Measured{Run: run}
	one.Spec, one.Rules, one.Player, one.Nodes = spec, rules, spec.Players[0], spec.Limits.Nodes
	one.Measure = experiment.MeasureOf(spec)
	return one
}

// Measurements returns the runs of "pillars advantage" that are of a game and have the wanted options, in the order of
// the page. others reports whether runs of the game with other options were left out.
func (r Reader) Measurements(ctx context.Context, game engine.Game, wanted engine.Settings) (
	found []Measured, others bool, err error,
) {
	stored, err := r.DB.Runs(ctx)
	if err != nil {
		return nil, false, err
	}
	for _, run := range stored {
		facts, err := catalog.OutlineOf(run)
		if err != nil || facts.Game != game.Name() || run.Kind != "advantage" || run.Games == 0 {
			continue
		}
		spec, rules, err := catalog.SpecOf(run)
		if err != nil {
			return nil, false, err
		}
		one := measured(run, spec, rules)
		has := one.Rules.Settings()
		if slices.ContainsFunc(wanted, func(s engine.Setting) bool { return !slices.Contains(has, s) }) {
			others = true
			continue
		}
		found = append(found, one)
	}
	slices.SortStableFunc(found, func(a, b Measured) int {
		return cmp.Or(cmp.Compare(a.Rules.Settings().String(), b.Rules.Settings().String()),
			cmp.Compare(a.Measure.Rank(), b.Measure.Rank()), cmp.Compare(a.Player, b.Player),
			cmp.Compare(a.Nodes, b.Nodes))
	})
	return found, others, nil
}

// Experiment reads runs of a game and returns the input of their page. It calls reading with the index of each run
// before it reads that run. The caller sets the fields Title and Commands.
func (r Reader) Experiment(ctx context.Context, game engine.Game, all []Measured, reading func(i int)) (
	in report.Experiment, err error,
) {
	in.Game, in.Facts = game, experimentFacts(game, all)
	for i, one := range all {
		reading(i)
		finding, err := r.finding(ctx, one)
		if err != nil {
			return in, fmt.Errorf("run %s: %w", one.Run.ID, err)
		}
		in.Findings = append(in.Findings, finding)
	}
	best := slices.MaxFunc(all, func(a, b Measured) int { // games from the start if possible, and with most nodes
		return cmp.Or(cmp.Compare(b.Measure.Rank(), a.Measure.Rank()), cmp.Compare(a.Nodes, b.Nodes))
	})
	played, err := catalog.Games(ctx, r.DB, best.Run)
	if err != nil {
		return in, err
	}
	slices.SortFunc(played, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	in.Shown, err = r.choose(played, best.Run.ID, game)
	return in, err
}

// finding returns the results of the games of a run. It adds games at odds in the order of their plan. This order
// matters, because of several games with equal moves only the first counts, and each has another ratio of nodes.
func (r Reader) finding(ctx context.Context, one Measured) (found experiment.Finding, err error) {
	gatherer := experiment.NewGatherer(one.Measurement)
	var atOdds []tournament.Game
	for stored, err := range r.DB.Find(ctx, one.Run.ID, store.Filter{}) {
		if err != nil {
			return found, err
		}
		if one.Measure == experiment.AtOdds {
			atOdds = append(atOdds, stored.Game)
		} else if err := gatherer.Add(stored.Game); err != nil {
			return found, err
		}
	}
	// byNumber compares texts of numbers without leading zeros.
	byNumber := func(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) }
	slices.SortFunc(atOdds, func(a, b tournament.Game) int {
		return slices.CompareFunc(strings.Split(a.Identity, "/"), strings.Split(b.Identity, "/"), byNumber)
	})
	for _, game := range atOdds {
		if err := gatherer.Add(game); err != nil {
			return found, err
		}
	}
	return gatherer.Finding(one.Run.ID)
}

func experimentFacts(game engine.Game, all []Measured) []report.Property {
	games := 0
	for _, one := range all {
		games += one.Run.Games
	}
	byNodes := slices.SortedFunc(slices.Values(all), func(a, b Measured) int { return cmp.Compare(a.Nodes, b.Nodes) })
	options := listed(all, "; ", func(m Measured) string { return m.Rules.Settings().String() })
	return []report.Property{
		fact("game", fmt.Sprintf("%s (%s)", game.Title(), options)),
		fact("players", listed(all, ", ", func(m Measured) string { return m.Player })+", each with itself"),
		fact("measures", listed(all, ", ", func(m Measured) string { return string(m.Measure) })),
		fact("nodes", listed(byNodes, ", ", func(m Measured) string { return fmt.Sprint(m.Nodes) })),
		fact("runs", fmt.Sprintf("%d, of %s", len(all), tournament.Counted(games, "game"))),
	}
}

// listed returns the texts of all runs joined by separator, in the order of the runs. Equal texts appear once.
func listed(all []Measured, separator string, text func(Measured) string) string {
	var texts []string
	for _, one := range all {
		if t := text(one); !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	return strings.Join(texts, separator)
}

func fact(name, value string) report.Property { return report.Property{Name: name, Value: value} }
