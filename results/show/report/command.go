package report

import (
	"fmt"
	"strings"

	"pillars/engine/outside"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Command returns a command line that plays the games of a run. For games from an opening book, the line names the
// book's file. Settings without a flag follow as a comment, with the keys of a run file. For a run of players against
// themselves, which is a part of a measurement, the command line measures the stored run.
func Command(run store.Run, spec tournament.Spec) string {
	if spec.Format.Mirrored() {
		return "pillars measure " + run.ID
	}
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
	for _, flag := range flags { // a flag with a list is repeated for each entry
		values, ok := flag.Value.([]string)
		if !ok {
			values = []string{fmt.Sprint(flag.Value)}
		}
		for _, value := range values {
			command = append(command, "--"+flag.Key+"="+outside.Quoted(value))
		}
	}
	if len(filed) > 0 {
		command = append(command, "# rest.toml: "+strings.Join(filed, "; "))
	}
	return strings.Join(command, " ")
}

// inRunFile returns, as lines of TOML, the settings of a spec that have no flag and need a run file.
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
