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

// Command returns a command line that plays the games of a run. The file of a book must still be there.
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

// advantageCommand returns the command of a run in which a player meets itself. It asks for as many rounds as the run's
// games need, since a run may stop long before the rounds that it was asked for.
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

func limitFlags(spec tournament.Spec) (flags table.Facts) {
	shared := tournament.Control{Limits: spec.Limits, Clock: spec.Clock}
	all := append([]tournament.Control{shared}, spec.Own...)
	for player, c := range all { // 0 for the shared limits, then the players from 1
		limits := table.Facts{}
		limits.AddSome("nodes", c.Limits.Nodes)
		limits.AddSome("depth", c.Limits.Depth)
		limits.AddSome("time", c.Limits.Time)
		limits.AddSome("clock", c.Clock.String())
		if player == 0 {
			flags = limits
			continue
		}
		var own []string
		for _, limit := range limits {
			own = append(own, fmt.Sprintf("%s=%v", limit.Key, limit.Value))
		}
		if len(own) > 0 {
			flags.Add("player-limits", fmt.Sprintf("%d:%s", player, strings.Join(own, ",")))
		}
	}
	timed := func(c tournament.Control) bool { return c.Limits.Time > 0 || c.Clock.Runs() }
	if slices.ContainsFunc(all, timed) {
		flags.Add("time-margin", spec.Margin)
	}
	return flags
}
