package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"time"

	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
)

// live holds the counts for the display of a run while it is played.
type live struct {
	fold   results.Fold
	faults map[string]int // number of faults by player
}

func newLive(plan tournament.Plan) *live {
	fold := results.Fold{RoundSize: plan.OpeningGames(), LeaveFaults: plan.Spec.OnFault == tournament.FaultVoid}
	return &live{fold, map[string]int{}}
}

func (l *live) add(r tournament.Result) {
	if r.Faulted() && int(r.Fault.Seat) < len(r.Players) {
		l.faults[r.Players[r.Fault.Seat]]++
	}
	_ = l.fold.AddResult(r) // the report of the run counts the game again and returns the error
}

// State returns the progress of the session with the present standing of its players, to be shown while it plays.
func (s *Session) State(p runner.Progress) progress.State {
	state := progress.State{Unit: "game", Done: p.Done, Total: max(p.Total, s.Total()), AtMost: s.Gauge != nil}
	if p.Faults > 0 {
		state.Notes = []string{tournament.Counted(p.Faults, "fault")}
	}
	if s.live == nil {
		return state
	}
	if test, ok := s.Gauge.(*results.TestGauge); ok {
		state.Table, state.Leader = testLines(test)
	} else if s.live.fold.Games() > 0 && !s.Spec.Format.Mirrored() {
		state.Notes = append(state.Notes, "first seat "+stats.Percent(s.live.fold.SeatScore(0).Value, 0))
		standing, err := s.live.fold.Standings(results.StandingsOptions{Players: s.Spec.Players})
		if err == nil {
			state.Table, state.Leader = s.live.standingLines(standing)
		}
	}
	state.More = s.FaultTexts()
	return state
}

// standingLines returns a function that formats the first rows as lines of at most the given number of columns, and a
// text that names the leader.
func (l *live) standingLines(s results.Standings) (lines func(columns int) []string, leader string) {
	const most, shown = 10, 8 // with more than 10 players, only the first 8 are shown
	first := s.Rows[0]
	leader = fmt.Sprintf("%s leads with %s", first.Player, stats.Percent(first.Share, 0))
	rows := s.Rows
	if len(rows) > most {
		rows = rows[:shown]
	}
	faults := func(player string) string {
		if n := l.faults[player]; n > 0 {
			return tournament.Counted(n, "fault")
		}
		return ""
	}
	var cells [][]string
	for _, r := range rows {
		cells = append(cells, []string{fmt.Sprint(r.Rank), r.Player, results.EloText(r.Rating.Estimate),
			fmt.Sprint(r.Games), stats.Percent(r.Share, 1), faults(r.Player)})
	}
	return func(columns int) []string {
		lines := fittedLines(cells, columns)
		if more := len(s.Rows) - len(rows); more > 0 {
			lines = append(lines, fmt.Sprintf("and %d more", more))
		}
		return lines
	}, leader
}

// fittedLines formats rows of standings as lines. It shortens the names of players until no line is wider than columns,
// but only to a least length.
func fittedLines(cells [][]string, columns int) []string {
	const longest, shortest = 60, 8 // greatest and least length of names
	tooWide := func(line string) bool { return table.TextWidth(line) > columns }
	for length := longest; ; length -= 4 {
		grid := table.New("#", "player", "#Elo", "#games", "#score", "")
		for _, row := range cells {
			row = slices.Clone(row)
			row[1] = table.Shorten(row[1], length)
			grid.Add(row)
		}
		var text strings.Builder
		_ = grid.WriteText(&text) // cannot fail
		lines := strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
		if length <= shortest || !slices.ContainsFunc(lines, tooWide) {
			return lines
		}
	}
}

// testLines returns a function that formats the state of a sequential test as lines of at most the given number of
// columns, with the log-likelihood ratio on a scale between its bounds. It also returns the state as one line.
func testLines(test *results.TestGauge) (lines func(columns int) []string, oneLine string) {
	t, _ := test.Standing() // the report of the test will return the error
	openings := tournament.Counted(t.Counts.Count(), t.Unit())
	ratio := fmt.Sprintf("LLR %.2f in %.2f .. %.2f", t.LLR, t.Lower, t.Upper)
	estimate := fmt.Sprintf("score %s, Elo %s so far, %s", t.ScoreText(), stats.Elo(t.Counts).Text(1), openings)
	return func(columns int) []string {
		const shortest, longest = 11, 41 // least and greatest length of the scale
		length := min(longest, columns-len(ratio)-len("  []"))
		scale := ""
		if length >= shortest {
			marks := []byte(strings.Repeat(".", length))
			position := func(llr float64) int {
				index := int((llr - t.Lower) / (t.Upper - t.Lower) * float64(length))
				return max(0, min(length-1, index))
			}
			marks[position(0)], marks[position(t.LLR)] = '|', '#'
			scale = "  [" + string(marks) + "]"
		}
		half := (columns - len(" against ")) / 2
		return []string{table.Shorten(t.Players[0], half) + " against " + table.Shorten(t.Players[1], half),
			ratio + scale, estimate}
	}, ratio + ", " + estimate
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

// ExpectedTime returns in words how long the missing games will take. It estimates the time from stored games in the
// database at path. If these do not suffice, it plays a short trial.
func (s *Session) ExpectedTime(ctx context.Context, path string) string {
	pace, err := storedPace(ctx, path, s.Plan.Spec)
	if err != nil {
		return fmt.Sprintf("unknown (%v)", err)
	}
	workers := max(1, min(s.Workers, runtime.NumCPU())) // Workers may be 0 if other machines play
	source := fmt.Sprintf(", from %s in %s", tournament.Counted(pace.Games, "game"), path)
	all, known := pace.Expect(s.Plan, workers)
	if !known {
		pace.Try(ctx, s.Plan, s.NewPlayer)
		source = ""
		if all, known = pace.Expect(s.Plan, workers); !known {
			return "unknown until some games are played"
		}
	}
	about := "about"
	if pace.AtMost || s.Gauge != nil {
		about = "at most about"
	}
	// all is the time for the s.Plan.Len() games that are planned so far, so scale it to the missing games.
	missing := s.Total() - s.Run.Games
	left := time.Duration(float64(all) * float64(missing) / float64(max(1, s.Plan.Len())))
	return fmt.Sprintf("%s %s on %s%s", about, progress.Duration(max(left, time.Second)),
		tournament.Counted(workers, "worker"), source)
}

// storedPace returns how long stored games with the same rules and limits took. It reads the first 1000 games of each
// such run.
func storedPace(ctx context.Context, path string, spec tournament.Spec) (*runner.Pace, error) {
	pace := &runner.Pace{}
	db, err := store.OpenReadOnly(path)
	if errors.Is(err, fs.ErrNotExist) {
		return pace, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		stored, err := tournament.ParseSpec(run.Spec)
		if err != nil || !takeAsLong(stored, spec) {
			continue
		}
		for game, err := range db.Find(ctx, run.ID, store.Filter{Limit: 1000}) {
			if err != nil {
				return nil, err
			}
			pace.Add(game.Game)
		}
	}
	return pace, nil
}

// takeAsLong reports whether a game between the same players takes equally long in runs with the specs a and b.
func takeAsLong(a, b tournament.Spec) bool {
	// Own has the limits of single players, in the order of Players.
	sameOwn := slices.Equal(a.Own, b.Own) && (len(a.Own) == 0 || slices.Equal(a.Players, b.Players))
	return sameOwn && a.Game == b.Game && a.Options.String() == b.Options.String() && a.Limits == b.Limits &&
		a.Clock == b.Clock && a.Adjudication == b.Adjudication
}

// An Event is something that the user of a run should know.
type Event struct {
	Kind   EventKind
	rounds int       // number of rounds of the stored run before the event, for [Extended] and [AskedForMore]
	worker string    // the worker that sent wrong results, for [Withdrawn]
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
	FaultsAgain                   // a new run takes over the games without a fault; the other games are played again
	Locked                        // another program has locked the database, and a game waits to be stored
	Withdrawn                     // a new run takes over the games, except games of workers that are not trusted
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
	case FaultsAgain:
		return fmt.Sprintf("the games of run %s that a fault ended are played again; the others are taken over", run.ID)
	case Withdrawn:
		return fmt.Sprintf("run %s continues without the games of worker %s and replays them; the deleted run %s "+
			"still holds them", s.Run.ID, e.worker, run.ID)
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
