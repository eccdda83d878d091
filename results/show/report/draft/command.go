package draft

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/results/estimate/experiment"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Command returns a command line that plays the games of a run. For games from a book, it needs the file of the book.
func Command(run store.Run, spec tournament.Spec, rules engine.Rules) string {
	switch {
	case !spec.Traits().Mirrored:
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
		experiment.MeasureOf(spec), "nodes", spec.Limits.Nodes, "rungs", 1, "spread", spec.Traits().Spread)
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

// playCommand returns the command of a tournament or of a sequential test.
func playCommand(spec tournament.Spec) string {
	command, sequential := []string{"pillars", "tournament"}, spec.Traits().Test != nil
	flags := table.Object("game", spec.Game, "option", spec.Options.Texts())
	if sequential {
		command[1] = "sprt"
	} else {
		flags.Add("format", spec.Format)
	}
	for _, player := range spec.Players {
		command = append(command, outside.Quoted(player))
	}
	for _, option := range tournament.FormatOptions(spec.Format) {
		flags.Add(strings.ReplaceAll(option.Name, "_", "-"), option.Value)
	}
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
