package measure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/advantage"
	"pillars/results/report"
	"pillars/results/session"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// play plays the tournament of a game, or what its run still lacks, and returns the run's id. It is the run that
// "pillars tournament" plays. A run in which players were at fault is an error, but complete.
func (f *reportFlags) play(cmd *cobra.Command, game string) (id string, err error) {
	flags := &tournaments.RunFlags{
		Game: game, Options: f.ruleOption, Openings: "random", Workers: f.looks.Workers, DB: f.db, Quiet: f.quiet,
		Spec: tournament.Spec{Seed: f.looks.Take.Seed, Rounds: f.rounds, Openings: openings.Source{Turns: 4}},
	}
	job, err := flags.Job(cmd, "tournament", session.Demonstration[:])
	if err != nil {
		return "", err
	}
	if _, err := f.judgeName(job.Plan.Rules, job.Spec.Players); err != nil {
		return "", err // rather than after all games
	}
	job.View = silentView{}
	err = job.Do(cmd.Context())
	return job.Run.ID, err
}

// playCommand is the command that plays the games of the run, for a shell.
func playCommand(run store.Run, spec tournament.Spec, rules engine.Rules) string {
	switch {
	case spec.Format.Mirrored() && run.Kind == "compare":
		return compareCommand(spec, rules, run.Games)
	case spec.Format.Mirrored():
		return mirrorCommand(spec, rules.Seats(), run.Games)
	}
	return runCommand(spec)
}

// mirrorCommand is the command that plays a run of a player that meets itself, as many rounds as so many games are of.
// The rounds that it was asked for may be more by far: it ends when its interval is narrow, or when its time is up.
func mirrorCommand(spec tournament.Spec, seats, games int) string {
	words := []string{"pillars", "advantage", spec.Game}
	add := func(flag string, value any) { words = append(words, "--"+flag+"="+cli.Quoted(fmt.Sprint(value))) }
	for _, option := range spec.Options {
		add("option", option.Name+"="+option.Value)
	}
	for _, player := range spec.Players {
		add("player", player)
	}
	add("measure", advantage.MeasureOf(spec))
	add("nodes", spec.Limits.Nodes)
	add("rungs", 1)
	add("spread", spec.Spread)
	switch spec.Openings.Kind {
	case openings.Random:
		add("opening-turns", spec.Openings.Turns)
	case openings.FromBook:
		add("book", spec.Openings.Book)
	}
	add("seed", spec.Seed)
	size := spec.RoundGames(seats)
	add("games", size*max(1, min(spec.Rounds, (games+size-1)/size)))
	return strings.Join(words, " ")
}

// runCommand is the command that plays the games of a spec, for a shell.
func runCommand(spec tournament.Spec) string {
	words := []string{"pillars", "tournament"}
	if spec.Format == tournament.Sequential {
		words[1] = "sprt"
	}
	add := func(flag, value string) { words = append(words, "--"+flag+"="+cli.Quoted(value)) }
	for _, player := range spec.Players {
		words = append(words, cli.Quoted(player))
	}
	add("game", spec.Game)
	for _, option := range spec.Options {
		add("option", option.Name+"="+option.Value)
	}
	for _, s := range specSettings(spec) {
		add(s.flag, s.text)
	}
	return strings.Join(words, " ")
}

// aside are the flags of this command that say where things are, how a run is played, and how much is told, not what
// the page holds.
var aside = []string{"output", "force", "json", "db", "quiet", "workers", "rounds", "option"}

// commands play the run again and report it.
func commandsOf(cmd *cobra.Command, run store.Run, in report.Input) []string {
	words := []string{"pillars", "report", run.ID}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(aside, flag.Name) {
			words = append(words, "--"+flag.Name+"="+cli.Quoted(flag.Value.String()))
		}
	})
	return []string{playCommand(run, in.Spec, in.Rules), strings.Join(words, " ")}
}

// specSettings are the flags of a spec besides game, options and players.
func specSettings(spec tournament.Spec) []setting {
	var s []setting
	always := func(flag string, value any) { s = append(s, setting{flag: flag, text: fmt.Sprint(value)}) }
	given := func(wanted bool, flag string, value any) {
		if wanted {
			always(flag, value)
		}
	}
	sequential := spec.Format == tournament.Sequential
	given(!sequential, "format", spec.Format)
	given(spec.Challengers > 0, "challengers", spec.Challengers)
	given(spec.MatchPairs > 0, "match-pairs", spec.MatchPairs)
	always("rounds", spec.Rounds)
	always("seed", spec.Seed)
	s = append(s, openingSettings(spec.Openings)...)
	s = append(s, limitSettings(spec)...)
	a := spec.Adjudication
	given(a.Proven, "adjudicate-proven", a.Proven)
	given(a.AgreeTurns > 0, "agree-score", int32(a.AgreeScore))
	given(a.AgreeTurns > 0, "agree-turns", a.AgreeTurns)
	given(a.LongestGame > 0, "longest-game", a.LongestGame)
	given(spec.OnFault != tournament.FaultLoses, "on-fault", spec.OnFault)
	if sequential {
		always("elo0", spec.Test.Elo0)
		always("elo1", spec.Test.Elo1)
		always("alpha", spec.Test.Alpha)
		always("beta", spec.Test.Beta)
		always("model", spec.Test.Model)
	}
	return s
}

// openingSettings are the flags of what games begin with. A book must be at hand to be read again.
func openingSettings(o openings.Source) []setting {
	switch o.Kind {
	case openings.FromBook:
		return []setting{{flag: "book", text: o.Book}}
	case openings.All:
		return []setting{{flag: "openings", text: "all"}, {flag: "opening-turns",
			text: fmt.Sprint(o.Turns)}}
	}
	return []setting{{flag: "opening-turns", text: fmt.Sprint(o.Turns)}}
}

// limitSettings are the flags of limits, for all players and for each.
func limitSettings(spec tournament.Spec) []setting {
	all := tournament.Control{Limits: spec.Limits, Clock: spec.Clock}
	s, timed := controlSettings(all), isTimed(all)
	for i, own := range spec.Own {
		timed = timed || isTimed(own)
		var words []string
		for _, one := range controlSettings(own) {
			words = append(words, one.flag+"="+one.text)
		}
		if len(words) > 0 {
			s = append(s, setting{flag: "player-limits", text: fmt.Sprintf("%d:%s", i+1,
				strings.Join(words, ","))})
		}
	}
	if timed {
		s = append(s, setting{flag: "time-margin", text: spec.Margin.String()})
	}
	return s
}

// isTimed reports whether limits are by the clock on the wall.
func isTimed(c tournament.Control) bool { return c.Limits.Time > 0 || c.Clock.Runs() }

// controlSettings are the flags of limits.
func controlSettings(c tournament.Control) []setting {
	var s []setting
	if c.Limits.Nodes > 0 {
		s = append(s, setting{flag: "nodes", text: fmt.Sprint(c.Limits.Nodes)})
	}
	if c.Limits.Depth > 0 {
		s = append(s, setting{flag: "depth", text: fmt.Sprint(c.Limits.Depth)})
	}
	if c.Limits.Time > 0 {
		s = append(s, setting{flag: "time", text: c.Limits.Time.String()})
	}
	if c.Clock.Runs() {
		s = append(s, setting{flag: "clock", text: c.Clock.String()})
	}
	return s
}

// setting is a flag and its text.
type setting struct{ flag, text string }
