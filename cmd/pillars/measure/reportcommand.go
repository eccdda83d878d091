package measure

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/advantage"
	"pillars/results/session"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// play plays the tournament of a game, or what its run still lacks, and returns the run's id. It is the run that
// "pillars tournament" plays. A run in which players were at fault is an error, but complete.
func (f *reportFlags) play(cmd *cobra.Command) (id string, err error) {
	flags := &tournaments.RunFlags{
		Game: f.game, Options: f.ruleOption, Openings: "random", Workers: f.looks.Workers, DB: f.db, Quiet: f.quiet,
		Spec: tournament.Spec{Seed: f.looks.Take.Seed, Rounds: f.rounds, Openings: openings.Source{Turns: 4}},
	}
	job, err := flags.Job(cmd, "tournament", session.Demonstration[:])
	if err != nil {
		return "", err
	}
	if _, err := f.judgeName(job.Plan.Rules, job.Spec.Players); err != nil {
		return "", err // rather than after all games
	}
	job.Finish = silent
	err = job.Do(cmd.Context())
	return job.Run.ID, err
}

func playCommand(run store.Run, spec tournament.Spec, rules engine.Rules) string {
	switch {
	case spec.Format.Mirrored() && (run.Kind == measured || run.Kind == "compare"):
		return measureCommand(spec, rules, run.Games)
	case spec.Format.Mirrored():
		return mirrorCommand(spec, rules.Seats(), run.Games)
	}
	return runCommand(spec)
}

type words []string

func (w words) String() string { return strings.Join(w, " ") }

func (w *words) add(flag string, value any) {
	*w = append(*w, "--"+flag+"="+cli.Quoted(fmt.Sprint(value)))
}

// some adds a flag unless its value is zero.
func (w *words) some(flag string, value any) {
	if !reflect.ValueOf(value).IsZero() {
		w.add(flag, value)
	}
}

func (w *words) options(options engine.Settings) {
	for _, option := range options.Texts() {
		w.add("option", option)
	}
}

// mirrorCommand is the command that plays a run of a player that meets itself, as many rounds as so many games are of.
// The rounds that it was asked for may be more by far: it ends when its interval is narrow, or when its time is up.
func mirrorCommand(spec tournament.Spec, seats, games int) string {
	w := words{"pillars", "advantage"}
	w.add("game", spec.Game)
	w.options(spec.Options)
	for _, player := range spec.Players {
		w.add("player", player)
	}
	w.add("measure", advantage.MeasureOf(spec))
	w.add("nodes", spec.Limits.Nodes)
	w.add("rungs", 1)
	w.add("spread", spec.Spread)
	switch spec.Openings.Kind {
	case openings.Random:
		w.add("opening-turns", spec.Openings.Turns)
	case openings.FromBook:
		w.add("book", spec.Openings.Book)
	}
	w.add("seed", spec.Seed)
	size := spec.RoundGames(seats)
	w.add("games", size*max(1, min(spec.Rounds, (games+size-1)/size)))
	return w.String()
}

// measureCommand is the command that plays so many games of players with themselves in a comparison: those that it
// measures, or those from the start that it plays besides.
func measureCommand(spec tournament.Spec, rules engine.Rules, games int) string {
	w := words{"pillars", "measure"}
	w.add("game", spec.Game)
	w.options(spec.Options)
	if spec.Openings.Kind == openings.None {
		w.add("games", 1)
		w.add("start-games", games)
	} else {
		for _, player := range playing(spec, rules) {
			w.add("player", player)
		}
		w.add("games", games)
		w.add("opening-turns", spec.Openings.Turns)
	}
	w.add("seed", spec.Seed)
	return w.String()
}

// runCommand is the command that plays the games of a spec. A book must be at hand to be read again.
func runCommand(spec tournament.Spec) string {
	w := words{"pillars", "tournament"}
	sequential := spec.Format == tournament.Sequential
	if sequential {
		w[1] = "sprt"
	}
	for _, player := range spec.Players {
		w = append(w, cli.Quoted(player))
	}
	w.add("game", spec.Game)
	w.options(spec.Options)
	if !sequential {
		w.add("format", spec.Format)
	}
	w.some("challengers", spec.Challengers)
	w.some("match-pairs", spec.MatchPairs)
	w.add("rounds", spec.Rounds)
	w.add("seed", spec.Seed)
	if spec.Openings.Kind == openings.All {
		w.add("openings", "all")
	}
	if spec.Openings.Kind == openings.FromBook {
		w.add("book", spec.Openings.Book)
	} else {
		w.add("opening-turns", spec.Openings.Turns)
	}
	w.limits(spec)
	a := spec.Adjudication
	w.some("adjudicate-proven", a.Proven)
	if a.AgreeTurns > 0 {
		w.add("agree-score", int32(a.AgreeScore))
		w.add("agree-turns", a.AgreeTurns)
	}
	w.some("longest-game", a.LongestGame)
	if spec.OnFault != tournament.FaultLoses {
		w.add("on-fault", spec.OnFault)
	}
	if test := spec.Test; sequential {
		w.add("elo0", test.Elo0)
		w.add("elo1", test.Elo1)
		w.add("alpha", test.Alpha)
		w.add("beta", test.Beta)
		w.add("model", test.Model)
	}
	return w.String()
}

func (w *words) limits(spec tournament.Spec) {
	all := tournament.Control{Limits: spec.Limits, Clock: spec.Clock}
	timed := false
	for i, c := range append([]tournament.Control{all}, spec.Own...) {
		timed = timed || c.Limits.Time > 0 || c.Clock.Runs()
		var own []string
		values := []any{c.Limits.Nodes, c.Limits.Depth, c.Limits.Time, c.Clock}
		for j, flag := range []string{"nodes", "depth", "time", "clock"} {
			if i == 0 {
				w.some(flag, values[j])
			} else if !reflect.ValueOf(values[j]).IsZero() {
				own = append(own, fmt.Sprintf("%s=%v", flag, values[j]))
			}
		}
		if len(own) > 0 {
			w.add("player-limits", fmt.Sprintf("%d:%s", i, strings.Join(own, ",")))
		}
	}
	if timed {
		w.add("time-margin", spec.Margin)
	}
}
