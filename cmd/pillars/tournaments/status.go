package tournaments

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/session"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
)

// State returns the progress of the job and, in a few words, how its players stand.
func (j *Job) State(p runner.Progress) progress.State {
	state := progress.State{Unit: "game", Done: p.Done, Total: max(p.Total, j.Total()), AtMost: j.Gauge != nil,
		More: j.faultTexts()}
	if p.Faults > 0 {
		state.Notes = []string{tournament.Counted(p.Faults, "fault")}
	}
	if test, ok := j.Gauge.(*results.TestGauge); ok {
		t, _ := test.Standing() // the report of the test will return the error
		state.Notes = append(state.Notes, fmt.Sprintf("LLR %.2f in %.2f .. %.2f", t.LLR, t.Lower, t.Upper),
			fmt.Sprintf("score %s, Elo %s so far", t.ScoreText(), stats.Elo(t.Counts).Text(1)))
	} else if j.live.Games() > 0 && !j.Spec.Format.Mirrored() {
		leader, best := "", 0.
		for _, player := range j.live.Players() {
			if games, points := j.live.Scored(player); games > 0 && points/float64(games) > best {
				leader, best = player, points/float64(games)
			}
		}
		state.Notes = append(state.Notes, "first seat "+stats.Percent(j.live.SeatScore(0).Value, 0),
			fmt.Sprintf("%s leads with %s", leader, stats.Percent(best, 0)))
	}
	return state
}

// alikeFaults describes all faults of one kind that one player made in this session.
type alikeFaults struct {
	player string
	kind   guard.FaultKind
	games  []string // names of the first games that such a fault ended, at most namedFaults
	count  int      // number of these faults
	cause  string   // cause of the first fault
	others bool     // whether later faults had another cause
	said   []string // last output of the player's program, by lines, before the latest fault with any output
}

// namedFaults is the greatest number of games that a text about several faults names.
const namedFaults = 2

func (j *Job) countFault(g tournament.Game) {
	if !g.Faulted() || int(g.Fault.Seat) >= len(g.Players) {
		return
	}
	player, trouble := g.Players[g.Fault.Seat], cmp.Or(g.Trouble, &tournament.Trouble{Cause: string(g.Fault.Kind)})
	i := slices.IndexFunc(j.faults, func(a alikeFaults) bool { return a.player == player && a.kind == g.Fault.Kind })
	if i < 0 {
		i = len(j.faults)
		j.faults = append(j.faults, alikeFaults{player: player, kind: g.Fault.Kind, cause: trouble.Cause})
	}
	a := &j.faults[i]
	a.count++
	if a.count <= namedFaults {
		a.games = append(a.games, j.Run.ID+"/"+g.Identity)
	}
	a.others = a.others || a.cause != trouble.Cause
	if len(trouble.Said) > 0 {
		a.said = trouble.Said
	}
}

// faultTexts returns a text for each kind of fault of each player in this session. Its first line has the cause and the
// games; the last output lines of the player's program follow.
func (j *Job) faultTexts() (texts []string) {
	for _, a := range j.faults {
		what, games := "fault", "game "+a.games[0]
		if a.count > 1 {
			what, games = tournament.Counted(a.count, "fault"), "games "+strings.Join(a.games, ", ")
			if a.count > namedFaults {
				games += fmt.Sprintf(" and %d more", a.count-namedFaults)
			}
		}
		cause := a.cause
		if a.others {
			cause += ", and the like"
		}
		text := fmt.Sprintf("%s of \"%s\": %s; %s", what, a.player, cause, games)
		if len(a.said) > 0 {
			text += "; the engine's last lines:"
		}
		text = outside.Visible(text, "" /* keep */)
		for _, line := range a.said {
			text += "\n  " + outside.Visible(line, "" /* keep */)
		}
		texts = append(texts, text)
	}
	return texts
}

// eventText returns an event as one line for people.
func (j *Job) eventText(e session.Event) string {
	if e.Kind == session.FewOpenings {
		consequence := "there are " + tournament.Counted(j.Plan.Len(), "game")
		if j.Spec.Format.Test != nil {
			unit := results.TestUnit(j.Plan.Rules.Seats())
			consequence = "the test is of " + tournament.Counted(j.Plan.Spec.Rounds, unit)
		}
		openings := tournament.Counted(j.Plan.Spec.Rounds, "opening")
		return fmt.Sprintf("note: only %s exist, so %s at most", openings, consequence)
	}
	run, rounds, path := e.Run, tournament.Counted(e.Rounds, "round"), j.Store.Path()
	name := fmt.Sprintf("run %s in %s", run.ID, path)
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
	case session.Locked:
		return path + " is locked by another program; waiting"
	case session.AskedForMore:
		return fmt.Sprintf("note: an earlier command asked run %s for %s; it keeps all of its games", run.ID, rounds)
	}
	return fmt.Sprintf("note: another program (%s) began this run; players may have changed", run.Program)
}

// doneText returns a text such as "4 of 6 games".
func (j *Job) doneText(games int) string {
	return fmt.Sprintf("%d of %s", games, tournament.Counted(j.Total(), "game"))
}
