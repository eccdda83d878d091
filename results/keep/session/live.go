package session

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
)

// State returns the progress of the session and, in a few words, how its players stand.
func (s *Session) State(p runner.Progress) progress.State {
	state := progress.State{Unit: "game", Done: p.Done, Total: max(p.Total, s.Total()), AtMost: s.Gauge != nil,
		More: s.FaultTexts()}
	if p.Faults > 0 {
		state.Notes = []string{tournament.Counted(p.Faults, "fault")}
	}
	if test, ok := s.Gauge.(*results.TestGauge); ok {
		t, _ := test.Standing() // the report of the test will return the error
		if n := t.Counts.Count(); n > 0 && t.Decision == stats.Undecided {
			games := t.Left(t.Counts, t.LLR) * float64(t.Counts.Games()/n)
			state.Expected = min(state.Total, p.Done+int(math.Ceil(games)))
		}
		state.Notes = append(state.Notes, fmt.Sprintf("LLR %s in %.2f .. %.2f",
			stats.FormatNumber(t.LLR, 2), t.Lower, t.Upper),
			fmt.Sprintf("score %s, Elo %s so far", t.ScoreText(), stats.Elo(t.Counts).Text(1)))
	} else if s.live.Games() > 0 && !s.Spec.Format.Mirrored() {
		state.Notes = append(state.Notes, "first seat "+stats.Percent(s.live.SeatScore(0).Value, 0))
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

func (s *Session) countFault(g tournament.Game) {
	if !g.Faulted() || int(g.Fault.Seat) >= len(g.Players) {
		return
	}
	player, trouble := g.Players[g.Fault.Seat], cmp.Or(g.Trouble, &tournament.Trouble{Cause: string(g.Fault.Kind)})
	i := slices.IndexFunc(s.faults, func(a alikeFaults) bool { return a.player == player && a.kind == g.Fault.Kind })
	if i < 0 {
		i = len(s.faults)
		s.faults = append(s.faults, alikeFaults{player: player, kind: g.Fault.Kind, cause: trouble.Cause})
	}
	a := &s.faults[i]
	a.count++
	if a.count <= namedFaults {
		a.games = append(a.games, s.Run.ID+"/"+g.Identity)
	}
	a.others = a.others || a.cause != trouble.Cause
	if len(trouble.Said) > 0 {
		a.said = trouble.Said
	}
}

// FaultTexts returns a text for each kind of fault of each player in this session. Its first line has the cause and the
// games; the last output lines of the player's program follow.
func (s *Session) FaultTexts() (texts []string) {
	for _, a := range s.faults {
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

// An Event is something that the user of a run should know.
type Event struct {
	Kind   EventKind
	rounds int       // number of rounds of the stored run before the event, for [Extended] and [AskedForMore]
	run    store.Run // the run before the event changed it; empty for [FewOpenings]
}

// An EventKind says what happened.
type EventKind uint8

// The kinds of events. [Session.Enter] reports exactly one of the first four.
const (
	Made         EventKind = iota // a new run is stored
	GoesOn                        // an incomplete stored run is continued
	Extended                      // a stored run is extended by further rounds
	Done                          // the stored run is complete
	AskedForMore                  // an earlier command asked for more rounds of the stored run
	OtherProgram                  // another version of the program began the incomplete stored run
	Locked                        // another program has locked the database, and a game waits to be stored
	FewOpenings                   // fewer openings exist than rounds are wanted
)

func (s *Session) tell(e Event) {
	if s.Observer.Event != nil {
		s.Observer.Event(e)
	}
}

// EventText returns an event as one line for people.
func (s *Session) EventText(e Event) string {
	if e.Kind == FewOpenings {
		consequence := "there are " + tournament.Counted(s.Plan.Len(), "game")
		if s.Spec.Format.Test != nil {
			unit := results.TestUnit(s.Plan.Rules.Seats())
			consequence = "the test is of " + tournament.Counted(s.Plan.Spec.Rounds, unit)
		}
		openings := tournament.Counted(s.Plan.Spec.Rounds, "opening")
		return fmt.Sprintf("note: only %s exist, so %s at most", openings, consequence)
	}
	run, rounds, path := e.run, tournament.Counted(e.rounds, "round"), s.Store.Path()
	name := fmt.Sprintf("run %s in %s", run.ID, path)
	if !s.Shard.Whole() {
		name = fmt.Sprintf("shard %v of %s", s.Shard, name)
	}
	switch e.Kind {
	case Made:
		return name
	case GoesOn:
		return name + " goes on after " + s.DoneText(run.Games)
	case Extended:
		return fmt.Sprintf("%s is extended from %s to %d; %d games are stored", name, rounds, s.Spec.Rounds, run.Games)
	case Done:
		return name + " is complete"
	case Locked:
		return path + " is locked by another program; waiting"
	case AskedForMore:
		return fmt.Sprintf("note: an earlier command asked run %s for %s; it keeps all of its games", run.ID, rounds)
	}
	return fmt.Sprintf("note: another program (%s) began this run; players may have changed", run.Program)
}

// DoneText returns a text such as "4 of 6 games".
func (s *Session) DoneText(games int) string {
	return fmt.Sprintf("%d of %s", games, tournament.Counted(s.Total(), "game"))
}
