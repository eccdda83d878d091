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
	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/recorder"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// A Reader reads from stored runs what reports need.
type Reader struct {
	DB       *store.Store
	Record   recorder.Effort    // what to record of the games of a run
	Shown    int                // number of games to show turn by turn, at most [MostShown]
	Replayed func(done, of int) // receives the number of replayed games and of all games to replay; nil for none
}

// MostShown is the greatest number of games that a page shows turn by turn.
const MostShown = 3

// Run reads a run and returns the input of its page. The caller sets the fields Title and Commands.
func (r Reader) Run(ctx context.Context, run store.Run) (report.Input, error) {
	in, counted, err := r.results(ctx, run)
	if err != nil {
		return in, err
	}
	return in, r.sample(ctx, &in, counted)
}

// Results reads a run like Run, but without replaying games: the fields Sample and Shown stay empty.
func (r Reader) Results(ctx context.Context, run store.Run) (report.Input, error) {
	in, _, err := r.results(ctx, run)
	return in, err
}

// results reads everything that needs no replay of games. It also returns the games that count, see [Reader.read].
func (r Reader) results(ctx context.Context, run store.Run) (in report.Input, counted []tournament.Game, err error) {
	in.Run = run.ID
	if in.Spec, in.Rules, err = catalog.SpecOf(run); err != nil {
		return in, nil, err
	}
	in.Facts = runFacts(run, in)
	source, err := r.source(ctx, &in)
	if err == nil {
		counted, err = r.read(ctx, &in, source)
	}
	if err == nil {
		in.Evidence, err = catalog.Evidence(ctx, r.DB, source)
	}
	onePlayer := in.Spec.Format.Mirrored() && len(in.Spec.Players) == 1
	if err == nil && onePlayer {
		in.Finding = &experiment.Finding{}
		*in.Finding, err = r.finding(ctx, in)
	}
	if err != nil {
		return in, nil, err
	}
	rated, err := catalog.Fold(ctx, r.DB, source)
	if err != nil {
		return in, nil, err
	}
	standing, err := rated.Standings(results.StandingsOptions{Players: in.Spec.Players, Seats: in.Rules.Seats(),
		Unrated: in.Spec.Format.Test != nil})
	in.Standings = &standing
	return in, counted, err
}

// source says which games of a run count. If the run is a sequential test, source sets in.Test to the path of the test.
func (r Reader) source(ctx context.Context, in *report.Input) (catalog.Source, error) {
	if in.Spec.Format.Test == nil {
		return catalog.SourceOf(ctx, r.DB, in.Run, in.Spec)
	}
	path, err := results.FollowTest(in.Spec, r.DB.Results(ctx, in.Run))
	in.Test = &path
	return catalog.SourceOfTest(in.Run, in.Spec, path.TestStanding), err
}

// runFacts returns the facts that the page has about a run.
func runFacts(run store.Run, in report.Input) []report.Property {
	spec, kind := in.Spec, run.Kind
	if spec.Format.Test == nil {
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

// read counts the games of a run. It returns the games that count, but only their identities and pairs, since the moves
// of all games might not fit in memory.
func (r Reader) read(ctx context.Context, in *report.Input, source catalog.Source) (
	counted []tournament.Game, err error,
) {
	in.Sample.Rules = metrics.RulesOf(in.Rules)
	for game, err := range r.DB.FindResults(ctx, in.Run, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		left := slices.Contains(source.LeftOut, game.Opening)
		if (left || source.Has(game.Opening)) && in.Count(game.Result, left) {
			counted = append(counted,
				tournament.Game{Result: tournament.Result{Identity: game.Identity, Pair: game.Pair}})
		}
	}
	return counted, nil
}

// sample draws some of the counted games, or all. counted has only their identities and pairs, so sample reads the
// drawn games again. It replays them for in.Sample, and chooses games for in.Shown among them.
func (r Reader) sample(ctx context.Context, in *report.Input, counted []tournament.Game) (err error) {
	drawn := r.Record.Draw(counted)
	slices.SortFunc(drawn, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	for i, game := range drawn {
		stored, err := r.DB.Game(ctx, in.Run, game.Identity)
		if err != nil {
			return err
		}
		drawn[i] = stored.Game
	}
	var replayed func(int)
	if r.Replayed != nil {
		replayed = func(done int) { r.Replayed(done, len(drawn)) }
	}
	results := in.Sample
	if in.Sample, err = r.Record.Sample(ctx, in.Rules, drawn, replayed); err != nil {
		return err
	}
	in.Sample.Results, in.Sample.Forfeits = results.Results, results.Forfeits
	in.Shown, err = r.choose(drawn, in.Run, in.Rules.Game())
	return err
}

// choose returns up to r.Shown games without faults: one of median length, the longest and the shortest.
func (r Reader) choose(played []tournament.Game, run string, game engine.Game) (shown []report.Shown, err error) {
	sound := slices.DeleteFunc(slices.Clone(played), func(g tournament.Game) bool { return g.Faulted() })
	if len(sound) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(sound, func(a, b tournament.Game) int { return cmp.Compare(a.Turns, b.Turns) })
	whys := []string{"one of median length", "the longest", "the shortest"}
	for i, one := range []tournament.Game{sound[len(sound)/2], sound[len(sound)-1], sound[0]} {
		isShown := slices.ContainsFunc(shown, func(s report.Shown) bool { return s.Game.Identity == one.Identity })
		if isShown || len(shown) == r.Shown {
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

// finding returns the results of the games of a run of a player against itself.
func (r Reader) finding(ctx context.Context, in report.Input) (found experiment.Finding, err error) {
	gatherer := experiment.NewGatherer(experiment.Of(in.Spec, in.Rules))
	for stored, err := range r.DB.Find(ctx, in.Run, store.Filter{}) {
		if err == nil {
			err = gatherer.Add(stored.Game)
		}
		if err != nil {
			return found, err
		}
	}
	return gatherer.Finding(in.Run)
}

func fact(name, value string) report.Property { return report.Property{Name: name, Value: value} }

// Command returns a command line that plays the games of a run. For games from a book, the line names the book's file.
// The line of a run of players against themselves measures it, since it belongs to a measurement with other runs.
func Command(run store.Run, spec tournament.Spec) string {
	if spec.Format.Mirrored() {
		return "pillars measure " + run.ID
	}
	return playCommand(spec)
}

// commandLine returns a command line for a shell. A flag is repeated for each entry of a list.
func commandLine(words []string, flags table.Facts) string {
	for _, flag := range flags {
		values, ok := flag.Value.([]string)
		if !ok {
			values = []string{fmt.Sprint(flag.Value)}
		}
		for _, value := range values {
			words = append(words, "--"+flag.Key+"="+outside.Quoted(value))
		}
	}
	return strings.Join(words, " ")
}

// playCommand returns the command of a tournament or of a sequential test.
func playCommand(spec tournament.Spec) string {
	command, sequential := []string{"pillars", "tournament"}, spec.Format.Test != nil
	flags := table.Object("game", spec.Game, "option", spec.Options.Texts())
	if sequential {
		command[1] = "sprt"
	} else {
		flags.Add("format", spec.Format.Kind)
	}
	for _, player := range spec.Players {
		command = append(command, outside.Quoted(player))
	}
	if test := spec.Format.Test; test != nil {
		flags = append(flags, table.Object("alpha", test.Alpha, "beta", test.Beta, "elo0", test.Elo0, "elo1", test.Elo1,
			"model", test.Model)...)
	}
	flags.AddSome("challengers", spec.Format.Challengers)
	flags.Add("rounds", spec.Rounds)
	flags.Add("seed", spec.Seed)
	if spec.Openings.Kind == openings.All {
		flags.Add("openings", "all")
	}
	if spec.Openings.Kind == openings.FromBook {
		flags.Add("book", spec.Openings.Book)
	} else {
		flags.Add("opening-turns", spec.Openings.Turns)
	}
	flags = append(flags, limitFlags(spec)...)
	a := spec.Adjudication
	flags.AddSome("adjudicate-proven", a.Proven)
	if a.AgreeTurns > 0 {
		flags = append(flags, table.Object("agree-score", int32(a.AgreeScore), "agree-turns", a.AgreeTurns)...)
	}
	flags.AddSome("longest-game", a.LongestGame)
	if spec.OnFault != tournament.FaultLoses {
		flags.Add("on-fault", spec.OnFault)
	}
	return commandLine(command, flags)
}

// limitFlags returns the flags for shared limits, for the own limits of single players, and for the time margin.
func limitFlags(spec tournament.Spec) table.Facts {
	shared := tournament.Control{Limits: spec.Limits, Clock: spec.Clock}
	flags := limitsOf(shared)
	for i, c := range spec.Own {
		var own []string
		for _, limit := range limitsOf(c) {
			own = append(own, fmt.Sprintf("%s=%v", limit.Key, limit.Value))
		}
		if len(own) > 0 {
			flags.Add("player-limits", fmt.Sprintf("%d:%s", i+1, strings.Join(own, ",")))
		}
	}
	timed := func(c tournament.Control) bool { return c.Limits.Time > 0 || c.Clock.Runs() }
	if timed(shared) || slices.ContainsFunc(spec.Own, timed) {
		flags.Add("time-margin", spec.Margin)
	}
	return flags
}

// limitsOf returns the limits that are set, by the names of their flags.
func limitsOf(c tournament.Control) (limits table.Facts) {
	limits.AddSome("nodes", c.Limits.Nodes)
	limits.AddSome("depth", c.Limits.Depth)
	limits.AddSome("time", c.Limits.Time)
	limits.AddSome("clock", c.Clock.String())
	return limits
}
