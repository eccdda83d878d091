package tournaments

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/session"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
)

// State returns the progress of the job and, during a sequential test, what the test has so far.
func (j *Job) State(p runner.Progress) progress.State {
	state := progress.State{Unit: "game", Done: p.Done, Total: max(p.Total, j.Total()), AtMost: j.Gauge != nil,
		More: j.faultTexts()}
	if p.Faults > 0 {
		state.Notes = []string{tournament.Counted(p.Faults, "fault")}
	}
	if test, ok := j.Gauge.(*results.TestGauge); ok {
		t, _ := test.Standing() // the report of the test will return the error
		if n := t.Counts.Count(); n > 0 && t.Decision == stats.Undecided {
			games := t.Left(t.Counts, t.LLR) * float64(t.Counts.Games()/n)
			state.Expected = min(state.Total, p.Done+int(math.Ceil(games)))
		}
		state.Notes = append(state.Notes,
			fmt.Sprintf("LLR %s in %.2f .. %.2f", stats.FormatNumber(t.LLR, 2), t.Lower, t.Upper),
			fmt.Sprintf("score %s, Elo %s so far", t.ScoreText(), stats.Elo(t.Counts).Text(1)))
	}
	return state
}

// alikeFaults counts the faults of one kind that one player made in this session.
type alikeFaults struct {
	player             string
	kind               guard.FaultKind
	count              int
	game               string // name of the first game that such a fault ended
	tournament.Trouble        // of the first fault
}

func (j *Job) countFault(g tournament.Game) {
	if !g.Faulted() || int(g.Fault.Seat) >= len(g.Players) {
		return
	}
	player, trouble := g.Players[g.Fault.Seat], cmp.Or(g.Trouble, &tournament.Trouble{Cause: string(g.Fault.Kind)})
	i := slices.IndexFunc(j.faults, func(a alikeFaults) bool { return a.player == player && a.kind == g.Fault.Kind })
	if i < 0 {
		i = len(j.faults)
		j.faults = append(j.faults, alikeFaults{player, g.Fault.Kind, 0, j.Run.ID + "/" + g.Identity, *trouble})
	}
	j.faults[i].count++
}

// faultTexts returns a text for each kind of fault of each player in this session. Its first line has the cause and the
// game of the first such fault; the last output lines of the player's program follow.
func (j *Job) faultTexts() (texts []string) {
	for _, a := range j.faults {
		what := fmt.Sprintf("fault of %q", a.player)
		if a.count > 1 {
			what = fmt.Sprintf("%d faults of %q, the first", a.count, a.player)
		}
		text := fmt.Sprintf("%s: %s; game %s", what, a.Cause, a.game)
		if len(a.Said) > 0 {
			text += "; the engine's last lines:"
		}
		text = outside.Visible(text, "" /* keep */)
		for _, line := range a.Said {
			text += "\n  " + outside.Visible(line, "" /* keep */)
		}
		texts = append(texts, text)
	}
	return texts
}

// eventText returns an event as one line for people.
func (j *Job) eventText(e session.Event) string {
	if e.Kind == session.Overloaded {
		return e.Text
	}
	if e.Kind == session.FewOpenings {
		consequence := "there are " + tournament.Counted(j.Plan.Len(), "game")
		if j.Spec.Format.Test != nil {
			unit := results.TestUnit(j.Plan.Rules.Seats())
			consequence = "the test is of " + tournament.Counted(j.Plan.Spec.Rounds, unit)
		}
		openings := tournament.Counted(j.Plan.Spec.Rounds, "opening")
		return fmt.Sprintf("note: only %s exist, so %s at most", openings, consequence)
	}
	run, rounds := e.Run, tournament.Counted(e.Rounds, "round")
	name := fmt.Sprintf("run %s in %s", run.ID, j.Store.Path())
	if !j.Shard.Whole() {
		name = fmt.Sprintf("shard %v of %s", j.Shard, name)
	}
	switch e.Kind {
	case session.Made:
		return name
	case session.GoesOn:
		return name + " goes on after " + j.doneText(run.Games)
	case session.Extended:
		return fmt.Sprintf("%s is extended from %s to %d; %d games are stored", name, rounds, j.Spec.Rounds, run.Games)
	case session.Done:
		return name + " is complete"
	case session.AskedForMore:
		return fmt.Sprintf("note: an earlier command asked run %s for %s; it keeps all of its games", run.ID, rounds)
	}
	return fmt.Sprintf("note: another program (%s) began this run; players may have changed", run.Program)
}

// doneText returns a text such as "4 of 6 games".
func (j *Job) doneText(games int) string {
	return fmt.Sprintf("%d of %s", games, tournament.Counted(j.Total(), "game"))
}
