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

// results reads everything that needs no replay of games. It also returns the games that count, see [Reader.tally].
func (r Reader) results(ctx context.Context, run store.Run) (in report.Input, counted []tournament.Game, err error) {
	in.Run = run.ID
	if in.Spec, in.Rules, err = catalog.SpecOf(run); err != nil {
		return in, nil, err
	}
	in.Facts = runFacts(run, in)
	source, err := r.source(ctx, &in)
	if err == nil {
		counted, err = r.tally(ctx, &in, source)
	}
	if err == nil {
		in.Evidence, err = runs.Evidence(ctx, r.DB, source)
	}
	onePlayer := in.Spec.Format.Mirrored() && len(in.Spec.Players) == 1
	if err == nil && onePlayer {
		in.Finding = &experiment.Finding{}
		*in.Finding, err = r.finding(ctx, measured(run, in.Spec, in.Rules))
	}
	if err != nil {
		return in, nil, err
	}
	combined, err := catalog.Combine(run)
	if err != nil {
		return in, nil, err
	}
	rated, err := combined.Fold(ctx, r.DB)
	if err != nil {
		return in, nil, err
	}
	standing, err := rated.Standings(combined.Options())
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

// tally sets in.Tally from the games of a run. It returns the games that count for the source, but only their
// identities and pairs, since the moves of all games might not fit in memory.
func (r Reader) tally(ctx context.Context, in *report.Input, source catalog.Source) (
	counted []tournament.Game, err error,
) {
	in.Tally = report.NewTally(in.Spec)
	for game, err := range r.DB.FindResults(ctx, in.Run, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		if slices.Contains(source.LeftOut, game.Opening) {
			in.Tally.Leave(game.Result)
		} else if source.Has(game.Opening) {
			if err := in.Tally.Add(game.Result); err != nil {
				return nil, fmt.Errorf("game %s: %w", game.Name(), err)
			}
			if !game.Faulted() || in.Spec.OnFault != tournament.FaultVoid {
				counted = append(counted,
					tournament.Game{Result: tournament.Result{Identity: game.Identity, Pair: game.Pair}})
			}
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
	if in.Sample, err = r.Record.Sample(ctx, in.Rules, drawn, replayed); err != nil {
		return err
	}
	in.Sample.Forfeits = in.Spec.OnFault != tournament.FaultVoid
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

func fact(name, value string) report.Property { return report.Property{Name: name, Value: value} }

// Command returns a command line that plays the games of a run. For games from a book, the line names the book's file.
func Command(run store.Run, spec tournament.Spec, rules engine.Rules) string {
	switch {
	case !spec.Format.Mirrored():
		return playCommand(spec)
	case run.Kind == "measure" || run.Kind == "compare":
		return measureCommand(spec, rules, run.Games)
	}
	return advantageCommand(spec, rules.Seats(), run.Games)
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

// advantageCommand returns the command of a run in which a player meets itself. It asks only for the rounds that the
// run has begun, since a run may stop long before the last round of its plan.
func advantageCommand(spec tournament.Spec, seats, games int) string {
	flags := table.Object("game", spec.Game, "option", spec.Options.Texts(), "player", spec.Players, "measure",
		experiment.MeasureOf(spec), "nodes", spec.Limits.Nodes, "rungs", 1, "spread", spec.Format.Spread)
	switch spec.Openings.Kind {
	case openings.Random:
		flags.Add("opening-turns", spec.Openings.Turns)
	case openings.FromBook:
		flags.Add("book", spec.Openings.Book)
	}
	roundGames := spec.RoundGames(seats)
	startedRounds := (games + roundGames - 1) / roundGames
	flags.Add("seed", spec.Seed)
	flags.Add("games", roundGames*max(1, min(spec.Rounds, startedRounds)))
	return commandLine([]string{"pillars", "advantage"}, flags)
}

// measureCommand returns the command of a run of pillars measure. A run without openings has the games that the flag
// --start-games asks for; the command then asks for only one of the other games.
func measureCommand(spec tournament.Spec, rules engine.Rules, games int) string {
	flags := table.Object("game", spec.Game, "option", spec.Options.Texts())
	if spec.Openings.Kind == openings.None {
		flags = append(flags, table.Object("games", 1, "start-games", games)...)
	} else {
		flags = append(flags, table.Object("player", experiment.Playing(spec, rules), "games", games,
			"opening-turns", spec.Openings.Turns)...)
	}
	flags.Add("seed", spec.Seed)
	return commandLine([]string{"pillars", "measure"}, flags)
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
