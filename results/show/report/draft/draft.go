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
	"pillars/results/show/runs"
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
	lottery := r.Record.Lottery()
	in, source, err := r.games(ctx, run, lottery.Add)
	if err == nil {
		err = r.rate(ctx, run, &in, source)
	}
	if err == nil {
		err = r.sample(ctx, &in, lottery.Drawn())
	}
	return in, err
}

// Results reads a run like Run, but without replaying games: the fields Sample.Games and Shown stay empty.
func (r Reader) Results(ctx context.Context, run store.Run) (report.Input, error) {
	in, source, err := r.games(ctx, run, func(tournament.Result) {})
	if err == nil {
		err = r.rate(ctx, run, &in, source)
	}
	return in, err
}

// Measured reads what measuring the games of a run needs: their results and, if replay is set, the moves of some.
func (r Reader) Measured(ctx context.Context, run store.Run, replay bool) (report.Input, error) {
	if !replay {
		in, _, err := r.games(ctx, run, func(tournament.Result) {})
		return in, err
	}
	lottery := r.Record.Lottery()
	in, _, err := r.games(ctx, run, lottery.Add)
	if err == nil {
		err = r.sample(ctx, &in, lottery.Drawn())
	}
	return in, err
}

// games reads the results of all games of a run in one pass, and the scores of the seats if a single player played
// against itself. It calls add with each game that counts.
func (r Reader) games(ctx context.Context, run store.Run, add func(tournament.Result)) (
	in report.Input, source catalog.Source, err error,
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
		if (left || source.Has(game.Opening)) && in.Count(game.Result, left) {
			add(game.Result)
		}
	}
	if in.Spec.Format.Mirrored() && len(in.Spec.Players) == 1 {
		in.Finding = &experiment.Finding{}
		*in.Finding, err = r.finding(ctx, in)
	}
	return in, source, err
}

// rate sets the evidence and the standings of a run.
func (r Reader) rate(ctx context.Context, run store.Run, in *report.Input, source catalog.Source) (err error) {
	if in.Evidence, err = runs.Evidence(ctx, r.DB, source); err != nil {
		return err
	}
	combined, err := catalog.Combine(run)
	if err != nil {
		return err
	}
	rated, err := combined.Fold(ctx, r.DB)
	if err != nil {
		return err
	}
	standing, err := rated.Standings(combined.Options())
	in.Standings = &standing
	return err
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

// sample replays games of a run for in.Sample, and chooses games for in.Shown among them.
func (r Reader) sample(ctx context.Context, in *report.Input, identities []string) (err error) {
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

// playCommand returns the command of a tournament or of a sequential test. What has no flag follows as a comment, with
// the keys of a run file.
func playCommand(spec tournament.Spec) string {
	command, sequential := []string{"pillars", "tournament"}, spec.Format.Test != nil
	flags := table.Object("game", spec.Game, "option", spec.Options.Texts())
	if sequential {
		command[1] = "sprt"
		flags = append(flags, table.Object("elo0", spec.Format.Elo0, "elo1", spec.Format.Elo1)...)
	} else {
		flags.Add("format", spec.Format.Kind)
	}
	for _, player := range spec.Players {
		command = append(command, outside.Quoted(player))
	}
	flags.Add("rounds", spec.Rounds)
	flags.Add("seed", spec.Seed)
	if spec.Openings.Kind == openings.FromBook {
		flags.Add("book", spec.Openings.Book)
	} else {
		flags.Add("opening-turns", spec.Openings.Turns)
	}
	flags.AddSome("nodes", spec.Limits.Nodes)
	flags.AddSome("time", spec.Limits.Time)
	flags.AddSome("clock", spec.Clock.String())
	filed := inRunFile(spec)
	if len(filed) > 0 {
		flags.Add("run", "rest.toml")
	}
	line := commandLine(command, flags)
	if len(filed) > 0 {
		line += " # rest.toml: " + strings.Join(filed, "; ")
	}
	return line
}

// inRunFile returns the settings of a spec that only a run file can have, as lines of TOML.
func inRunFile(spec tournament.Spec) (lines []string) {
	add := func(applies bool, format string, values ...any) {
		if applies {
			lines = append(lines, fmt.Sprintf(format, values...))
		}
	}
	if test, usual := spec.Format.Test, tournament.UsualTest(); test != nil {
		add(test.Alpha != usual.Alpha, "test.alpha = %v", test.Alpha)
		add(test.Beta != usual.Beta, "test.beta = %v", test.Beta)
		add(test.Model != usual.Model, "test.model = '%s'", test.Model)
	}
	add(spec.Format.Challengers > 1, "challengers = %d", spec.Format.Challengers)
	add(spec.Openings.Kind == openings.All, "openings.kind = 'all'")
	add(spec.Limits.Depth > 0, "limits.depth = %d", spec.Limits.Depth)
	add(spec.Timed() && spec.Margin != tournament.UsualMargin, "limits.margin = '%v'", spec.Margin)
	a := spec.Adjudication
	add(a.Proven, "adjudication.proven = true")
	add(a.AgreeTurns > 0, "adjudication.agree-score = %d; adjudication.agree-turns = %d", int32(a.AgreeScore),
		a.AgreeTurns)
	add(a.LongestGame > 0, "adjudication.longest-game = %d", a.LongestGame)
	add(spec.OnFault != tournament.FaultLoses, "on-fault = '%s'", spec.OnFault)
	for i, own := range spec.Own {
		add(own != tournament.Control{}, "player %d: %s", i+1, tournament.ControlText(own, spec.Margin))
	}
	return lines
}
