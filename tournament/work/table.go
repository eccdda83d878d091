package work

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// Table plays the units of a run on a worker. On the coordinator it checks the games that workers send.
type Table struct {
	Spec      tournament.Spec
	Rules     engine.Rules
	NewPlayer guard.Factory
	Facts     map[string][]engine.Tag // facts that players report, see [referee.FactReporter]; by player
}

// PairGames returns the number of games in a pair of the run's plan; units do not divide pairs.
func (t Table) PairGames() int {
	return t.Spec.RoundGames(t.Rules.Seats())
}

// Played is a finished game as a worker sends it, without the parts that follow from the plan.
type Played struct {
	referee.Account
	Program string `json:"program"` // the program that played the game, see [runner.Program]
}

// Play plays the games of a unit, one after the other, until drain is closed. It returns the finished games.
func (t Table) Play(
	ctx context.Context, unit []tournament.Planned, drain <-chan struct{},
) (played []Played, err error) {
	run := runner.Runner{
		Plan:      tournament.Plan{Spec: t.Spec, Rules: t.Rules}.Only(unit),
		NewPlayer: t.NewPlayer, Drain: drain,
		Sink: func(game tournament.Game) error {
			played = append(played, Played{Account: referee.AccountOf(game), Program: runner.Program()})
			return nil
		},
	}
	_, err = run.Run(ctx)
	return played, err
}

// Accept returns the complete game that a worker has played. Its record names the worker. Accept returns an error if
// the rules or the plan do not allow the game. Only an audit shows whether the players really made these decisions.
func (t Table) Accept(planned tournament.Planned, played Played, worker string) (game tournament.Game, err error) {
	const most = 200 // bytes
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if name := played.Program; name == "" || len(name) > most || strings.ContainsFunc(name, unprintable) {
		return game, fmt.Errorf("program %.100q: not a program's name", name)
	}
	facts := make([][]engine.Tag, len(planned.Players))
	for seat, player := range planned.Players {
		facts[seat] = t.Facts[player]
	}
	tags := slices.Concat(runner.Tags(t.Spec, played.Program), runner.OwnTags(t.Spec, planned))
	if game, err = played.Restore(planned, t.Rules, tags, facts); err != nil {
		return game, fmt.Errorf("game %s: %w", planned.Identity, err)
	}
	game.Record.Tags = append(game.Record.Tags, engine.Tag{Name: WorkerTag, Value: worker})
	return game, nil
}

// WorkerTag is the name of the tag of a record that names the worker that played the game.
const WorkerTag = "Worker"

// WorkerOf returns the name of the worker that played a game, or "" if the record names none.
func WorkerOf(game tournament.Game) string {
	for _, tag := range game.Record.Tags {
		if tag.Name == WorkerTag {
			return tag.Value
		}
	}
	return ""
}

// Spent returns the number of nodes that the players of games have searched, and the time that they have thought.
func Spent(games []tournament.Game) (nodes uint64, thinking time.Duration) {
	for _, game := range games {
		for _, thought := range game.Thoughts {
			nodes += thought.Nodes
			thinking += thought.Time
		}
	}
	return nodes, thinking
}

// Lie is the error of a run in which a worker has sent a wrong result. None of the worker's games can be trusted.
type Lie struct {
	Worker  string   // name of the worker, as [WorkerOf] returns it
	Err     error    // the fault of the result
	Trusted []string // the workers whose games still count; nil if all but Worker are trusted
}

// Spares reports whether the games of the named worker, or of no worker if the name is empty, still count.
func (l *Lie) Spares(worker string) bool {
	return worker == "" || worker != l.Worker && (l.Trusted == nil || slices.Contains(l.Trusted, worker))
}

func (l *Lie) Error() string {
	return fmt.Sprintf("worker %s sent a wrong result: %v", l.Worker, l.Err)
}

func (l *Lie) Unwrap() error { return l.Err }

// Compare returns nil if both lists contain the same games, each once, in any order. Only the players' times may
// differ. Otherwise it returns an error that says how the list said differs from the list right.
func Compare(right, said []tournament.Game) error {
	byIdentity := make(map[string]tournament.Game, len(said))
	for _, game := range said {
		byIdentity[game.Identity] = game
	}
	for _, game := range right {
		other, found := byIdentity[game.Identity]
		if !found {
			return fmt.Errorf("game %s is missing", game.Identity)
		}
		if err := compareGame(game, other); err != nil {
			return fmt.Errorf("game %s: %w", game.Identity, err)
		}
	}
	if len(byIdentity) != len(right) || len(said) != len(right) {
		return fmt.Errorf("%d games, not %d", len(said), len(right))
	}
	return nil
}

func compareGame(right, said tournament.Game) error {
	for i := range max(len(right.Record.Turns), len(said.Record.Turns)) { // includes the turns of the opening
		want, got := elementOr("none", right.Record.Turns, i), elementOr("none", said.Record.Turns, i)
		if want != got {
			return fmt.Errorf("turn %d is %s, played again it is %s", i+1, got, want)
		}
	}
	for i := range max(len(right.Thoughts), len(said.Thoughts)) {
		var none tournament.Thought
		want, got := elementOr(none, right.Thoughts, i).Timeless(), elementOr(none, said.Thoughts, i).Timeless()
		if want != got {
			return fmt.Errorf("turn %d took %d nodes to depth %d with score %v, played again %d nodes to depth %d "+
				"with score %v", right.Record.Opening+i+1, got.Nodes, got.Depth, got.Score, want.Nodes, want.Depth,
				want.Score)
		}
	}
	if right.Outcome != said.Outcome || right.Fault != said.Fault || right.Adjudicated != said.Adjudicated {
		return fmt.Errorf("it ended by %s with scores %v, played again by %s with %v", said.Outcome.Reason,
			said.Outcome.Scores[:said.Outcome.Seats], right.Outcome.Reason, right.Outcome.Scores[:right.Outcome.Seats])
	}
	return nil
}

// elementOr returns element i of a list, or none if the list is shorter.
func elementOr[T any](none T, list []T, i int) T {
	if i < len(list) {
		return list[i]
	}
	return none
}

// Member describes a worker to people and programs that watch a coordinator.
type Member struct {
	Name    string        `json:"name"`
	Program string        `json:"program"`
	Machine string        `json:"machine"` // operating system and architecture
	Busy    int           `json:"busy"`    // number of units in play
	Games   int           `json:"games"`   // number of its games that were stored
	Share   float64       `json:"share"`   // its share of all games that were stored, from 0 to 1
	Rate    float64       `json:"rate"`    // games a second since it joined
	Nodes   uint64        `json:"nodes"`   // nodes that its players have searched
	Time    time.Duration `json:"time"`    // time that its players have thought
	Audited int           `json:"audited"` // number of units that an audit has found right
	Silent  time.Duration `json:"silent"`  // time since its last heartbeat
	Gone    bool          `json:"gone"`    // whether it has left, is silent for too long, or was shut out
	Trouble string        `json:"trouble"` // why it does not play
}

// Speed returns the nodes per second that the worker's players have searched.
func (m Member) Speed() float64 { return float64(m.Nodes) / max(0.001, m.Time.Seconds()) }
