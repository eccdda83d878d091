package work

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// Table plays the units of a job, and checks games that others played.
type Table struct {
	Spec      tournament.Spec // for self-play, only what concerns its player
	SelfPlay  *selfplay.Spec  // whose games units name by number; nil for the games of a plan
	Rules     engine.Rules
	NewPlayer guard.Factory
	Facts     map[string][]engine.Tag // what players report about themselves, see [referee.Teller], by player
}

// SelfPlay returns a table for games of self-play.
func SelfPlay(spec selfplay.Spec, rules engine.Rules, newPlayer guard.Factory) Table {
	players := tournament.Spec{Game: spec.Game, Options: rules.Settings(), Players: []string{spec.Player}}
	return Table{Spec: players, SelfPlay: &spec, Rules: rules, NewPlayer: newPlayer}
}

// Numbered returns games of self-play as units name them, by number.
func Numbered(numbers iter.Seq[int]) iter.Seq[tournament.Planned] {
	return func(yield func(tournament.Planned) bool) {
		for number := range numbers {
			name := strconv.Itoa(number)
			if !yield(tournament.Planned{Identity: name, Pair: name}) {
				return
			}
		}
	}
}

// Run returns the name of the run.
func (t Table) Run() string {
	if t.SelfPlay != nil {
		return Name([]byte(t.SelfPlay.String()))
	}
	return t.Spec.Hash()
}

// PairGames returns how many games a pair has.
func (t Table) PairGames() int {
	if t.SelfPlay != nil || t.Spec.Traits().AtOdds {
		return 1
	}
	return t.Spec.RoundGames(t.Rules.Seats())
}

// Played is a finished game as a worker sends it, without what the plan determines.
type Played struct {
	referee.Account
	Content []byte `json:"content,omitempty"` // of self-play, of whose account only identity and thoughts are used
	Program string `json:"program"`           // that played the game, see [runner.Program]
}

// Play plays the games of a unit, in order, until drain is closed. It returns those that are finished.
func (t Table) Play(ctx context.Context, unit Unit, drain <-chan struct{}) (played []Played, err error) {
	if t.SelfPlay != nil {
		return t.selfPlay(ctx, unit, drain)
	}
	run := runner.Runner{
		Plan:      tournament.Plan{Spec: t.Spec, Rules: t.Rules}.Only(unit.Games),
		NewPlayer: t.NewPlayer, Drain: drain,
		Sink: func(game tournament.Game) error {
			played = append(played, Played{Account: referee.AccountOf(game), Program: runner.Program()})
			return nil
		},
	}
	_, err = run.Run(ctx)
	return played, err
}

func (t Table) selfPlay(ctx context.Context, unit Unit, drain <-chan struct{}) (played []Played, err error) {
	var numbers []int
	for _, game := range unit.Games {
		number, err := strconv.Atoi(game.Identity)
		if err != nil {
			return nil, fmt.Errorf("game %q of self-play has no number: %w", game.Identity, err)
		}
		numbers = append(numbers, number)
	}
	generator := selfplay.Generator{Rules: t.Rules, NewPlayer: t.NewPlayer, Drain: drain}
	err = generator.Make(ctx, *t.SelfPlay, slices.Values(numbers), func(made selfplay.Made) {
		thought := tournament.Thought{Nodes: made.Nodes, Time: made.Time}
		played = append(played, Played{Content: made.Content, Program: runner.Program(),
			Account: referee.Account{Identity: strconv.Itoa(made.Number), Thoughts: []tournament.Thought{thought}}})
	})
	return played, err
}

// Game is a game that was played and checked.
type Game struct {
	tournament.Game
	Content []byte // of self-play, of which Game has only identity, worker and thoughts
}

// Accept returns a planned game as a worker played it, with the worker's name in its record. It fails if the rules or
// the plan do not allow the game. Only an audit shows whether the players would really play it like this.
func (t Table) Accept(planned tournament.Planned, played Played, worker string) (game Game, err error) {
	if err := t.checkProgram(played.Program); err != nil {
		return game, err
	}
	if t.SelfPlay != nil {
		game, err = t.acceptSelfPlay(planned, played)
	} else {
		facts := make([][]engine.Tag, len(planned.Players))
		for seat, player := range planned.Players {
			facts[seat] = t.Facts[player]
		}
		tags := slices.Concat(runner.Tags(t.Spec, played.Program), runner.OwnTags(t.Spec, planned))
		game.Game, err = played.Restore(planned, t.Rules, tags, facts)
	}
	if err != nil {
		return game, fmt.Errorf("game %s: %w", planned.Identity, err)
	}
	game.Record.Tags = append(game.Record.Tags, engine.Tag{Name: WorkerTag, Value: worker})
	return game, nil
}

func (t Table) checkProgram(name string) error {
	const most = 200 // bytes
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if name == "" || len(name) > most || strings.ContainsFunc(name, unprintable) {
		return fmt.Errorf("program %.100q: not a program's name", name)
	}
	return nil
}

func (t Table) acceptSelfPlay(planned tournament.Planned, played Played) (game Game, err error) {
	if played.Identity != planned.Identity || len(played.Thoughts) != 1 {
		return game, fmt.Errorf("it is game %.40q with %d thoughts, not one", played.Identity, len(played.Thoughts))
	}
	game.Identity, game.Thoughts, game.Content = planned.Identity, played.Thoughts, played.Content
	if err := referee.CheckThought(played.Thoughts[0]); err != nil {
		return game, fmt.Errorf("thoughts: it %w", err)
	}
	return game, selfplay.Check(t.Rules, planned.Identity, played.Content)
}

// WorkerTag is the name of the tag that says which worker played a game.
const WorkerTag = "Worker"

// By returns the name of the worker that played a game, or "" if no worker did.
func By(game tournament.Game) string {
	for _, tag := range game.Record.Tags {
		if tag.Name == WorkerTag {
			return tag.Value
		}
	}
	return ""
}

// Spent returns how many nodes the players of some games searched, and how long they thought.
func Spent(games []Game) (nodes uint64, thinking time.Duration) {
	for _, game := range games {
		for _, thought := range game.Thoughts {
			nodes += thought.Nodes
			thinking += thought.Time
		}
	}
	return nodes, thinking
}
