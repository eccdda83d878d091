package draft

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/conclusion"
	"pillars/results/show/figures"
	"pillars/results/show/report"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Extras holds data for metrics that do not come from the games of the run itself.
type Extras struct {
	Chain    []metrics.Rung  // players, each stronger than the one before; nil to find such players in the games
	Starts   []metrics.Trace // games from the start, in which first turns are measured
	StartRun string          // id of the run of Starts
}

// A Column holds the metrics of a run, which are a column of a table.
type Column struct {
	metrics.Profile
	Extras
	Rules    engine.Rules
	Judge    string   // the player that judged positions; empty for none
	run      string   // id
	games    int      // number of measured games
	players  []string // full names
	mirrored bool     // whether every player met only itself
	summary  report.Summary
	sample   conclusion.Sample
}

// Measure returns the metrics of a run. If the run has more games than the reader's Record allows, Measure draws some
// of them. It calls r.Replayed, which must not be nil.
func (r Reader) Measure(ctx context.Context, run store.Run, games []tournament.Game, extras Extras) (Column, error) {
	c := Column{Extras: extras, run: run.ID}
	spec, rules, err := catalog.SpecOf(run)
	if err != nil {
		return c, err
	}
	games = r.Record.Draw(games)
	s, err := r.Record.Sample(ctx, rules, games, func(n int) { r.Replayed(n, len(games)) })
	if err != nil {
		return c, err
	}
	c.Title, c.Rules, c.Judge, c.games, c.mirrored = run.ID, rules, s.Judge, len(games), spec.Format.Mirrored()
	c.players = experiment.Playing(spec, rules)
	if extras.Chain != nil {
		s.Chain = extras.Chain
	}
	s.Starts, s.Forfeits = extras.Starts, spec.OnFault != tournament.FaultVoid
	c.Metrics = metrics.Of(s)
	c.summary, c.sample = report.SummaryOf(s)
	return c, nil
}

func (c Column) facts(kind string) table.Facts {
	return table.Object("type", kind, "game", c.Rules.Game().Name(), "options", c.Rules.Settings().String(),
		"run", c.run, "games", c.games)
}

func (c Column) String() string {
	return fmt.Sprintf("%s: run %s, %s of %s (%s)", c.Title, c.run, tournament.Counted(c.games, "game"),
		c.Rules.Game().Title(), c.Rules.Settings())
}

// Metrics holds the metrics of several runs, which are shown side by side.
type Metrics []Column

func (m Metrics) profiles() (profiles []metrics.Profile) {
	for _, c := range m {
		profiles = append(profiles, c.Profile)
	}
	return profiles
}

// WriteCSV writes a line for each metric of each run.
func (m Metrics) WriteCSV(w io.Writer) error { return figures.Metrics(m.profiles()).WriteCSV(w) }

func (m Metrics) Records() (records []any) {
	for _, c := range m {
		facts := append(c.facts("metrics"), table.Object("summary", c.summary, "players", c.players)...)
		facts.AddSome("judge", c.Judge)
		facts.AddSome("starts", len(c.Starts))
		facts.AddSome("start_run", c.StartRun)
		one := []metrics.Profile{c.Profile}
		records = append(records, append(facts, table.Object("level", .95, "metrics", figures.Metrics(one),
			"conclusion", conclusion.OfMetrics(one, c.sample))...))
	}
	return records
}

func (m Metrics) WriteText(w io.Writer) error {
	var sample conclusion.Sample
	for _, c := range m {
		sample = sample.Plus(c.sample)
	}
	profiles := m.profiles()
	err := cmp.Or(figures.WriteMetrics(w, profiles),
		table.Printf(w, "\nIntervals are at the 95 %% level; docs/reference/metrics.md explains the metrics.\n"))
	for _, c := range m {
		whom := ""
		if c.mirrored {
			whom = ", each with itself"
		}
		err = cmp.Or(err, table.Printf(w, "%v; players %v%s; judge %s.\n", c, c.players, whom,
			cmp.Or(c.Judge, "nobody")))
		if len(c.Starts) > 0 {
			err = cmp.Or(err, table.Printf(w, "  Openings are measured in run %s: %s from the start, of players "+
				"against themselves.\n", c.StartRun, tournament.Counted(len(c.Starts), "game")))
		}
	}
	return cmp.Or(err, conclusion.WriteLast(w, conclusion.OfMetrics(profiles, sample)))
}

// Measured is a stored run in which a player meets itself.
type Measured struct {
	experiment.Measurement
	Run store.Run
}

func measured(run store.Run, spec tournament.Spec, rules engine.Rules) Measured {
	return Measured{experiment.Measurement{Measure: experiment.MeasureOf(spec), Player: spec.Players[0],
		Nodes: spec.Limits.Nodes, Rules: rules, Spec: spec}, run}
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
		ofGame := err == nil && facts.Game == game.Name()
		if !ofGame || run.Kind != "advantage" || run.Games == 0 {
			continue
		}
		spec, rules, err := catalog.SpecOf(run)
		if errors.Is(err, tournament.ErrNotPlayed) {
			continue // earlier versions also measured at odds
		}
		if err != nil {
			return nil, false, err
		}
		lacks := func(s engine.Setting) bool { return !slices.Contains(rules.Settings(), s) }
		if slices.ContainsFunc(wanted, lacks) {
			others = true
		} else {
			found = append(found, measured(run, spec, rules))
		}
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
	// Show games from the start, which has the lowest rank, if possible; among these, games with most nodes.
	best := slices.MaxFunc(all, func(a, b Measured) int {
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

// finding returns the results of the games of a run.
func (r Reader) finding(ctx context.Context, one Measured) (found experiment.Finding, err error) {
	gatherer := experiment.NewGatherer(one.Measurement)
	for stored, err := range r.DB.Find(ctx, one.Run.ID, store.Filter{}) {
		if err != nil {
			return found, err
		}
		if err := gatherer.Add(stored.Game); err != nil {
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
