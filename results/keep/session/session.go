// Package session plays a run from beginning to end. It plans the games of a spec, finds or makes the spec's run in the
// store, extends the run if more rounds are wanted, plays the missing games and stores every finished game. It prints
// nothing, but calls the functions of an [Observer].
package session

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results"
	"pillars/results/keep/store"
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
)

// A Session plays a run once, up to its end or an interruption. [New] makes a session, Enter binds it to a stored run,
// and Play plays the games. Before they call Enter, callers may set the fields that New does not set.
type Session struct {
	Kind     string          // the run's kind, such as "tournament"
	Spec     tournament.Spec // the spec of the whole run, in the canonical form of [Settle]
	Plan     tournament.Plan // the games of the whole run
	Observer Observer

	Tags      []string         // tags to add to the run
	Fresh     bool             // whether to make a new run even if a run of the same spec is stored
	Shard     parallel.Shard   // the part of the games to play; zero for all
	Workers   int              // number of games played at the same time
	NewPlayer guard.Factory    // makes the players; by default [players.Recorded]
	Gauge     Gauge            // may end the run before all games are played; nil to play all games
	Elsewhere runner.Elsewhere // plays the games on other machines; nil to play them in this process
	Drain     <-chan struct{}  // when it is closed, no further game begins, and Play returns after the games in play

	Store *store.Store // set by Enter
	Run   store.Run    // set by Enter; Run.Games counts the games of earlier sessions

	progress atomic.Pointer[runner.Progress]
	ticks    <-chan time.Time // ticks at which the progress is written for other processes; nil for one each second
}

// A Gauge receives the results of a run during play and may end the run.
type Gauge interface {
	// Restart forgets all results. spec describes the games that follow.
	Restart(spec tournament.Spec)
	// Watch receives all results in the order of the plan, including results of games that were already stored. It
	// reports whether the run may end.
	Watch(tournament.Result) bool
}

// An Observer receives reports from a session. Each function may be nil, and no two are called at the same time.
type Observer struct {
	Event    func(Event)                 // receives what users should know
	Played   func(tournament.Game) error // receives every finished game after it is stored; an error ends the session
	Progress func(runner.Progress)       // receives the progress after every game
}

// An Event is something that the user of a run should know.
type Event struct {
	Kind   EventKind
	Rounds int       // number of rounds of the stored run before the event, for [Extended]
	Run    store.Run // the run before the event changed it; empty for [FewOpenings]
	Text   string    // the warning of [Overloaded]
}

// An EventKind says what happened.
type EventKind uint8

// The kinds of events. [Session.Enter] reports exactly one of the first four.
const (
	Made         EventKind = iota // a new run is stored
	GoesOn                        // an incomplete stored run is continued
	Extended                      // a stored run is extended by further rounds
	Done                          // the stored run is complete
	OtherProgram                  // another version of the program began the incomplete stored run
	FewOpenings                   // fewer openings exist than rounds are wanted
	Overloaded                    // more threads think by time than there are processors; Text says so
)

func (s *Session) tell(e Event) {
	if s.Observer.Event != nil {
		s.Observer.Event(e)
	}
}

// New returns a session of a spec, which must have the canonical form of [Settle].
func New(kind string, spec tournament.Spec, game engine.Game, observer Observer) (*Session, error) {
	plan, err := tournament.NewPlan(spec, game)
	s := &Session{Kind: kind, Spec: spec, Plan: plan, Observer: observer, Workers: 1, NewPlayer: players.Recorded}
	return s, err
}

// Settle returns the spec in canonical form. It returns an [UnlimitedError] if nothing limits a player's thinking.
func Settle(spec tournament.Spec, game engine.Game) (tournament.Spec, error) {
	spec, err := spec.Settle(game, players.Recorded)
	if err != nil || spec.Limits != (tournament.Spec{}).Limits || spec.Clock.Runs() {
		return spec, err
	}
	for i, player := range spec.Players {
		if (len(spec.Own) == 0 || spec.Own[i] == tournament.Control{}) && players.Unlimited(player) {
			return spec, UnlimitedError{player}
		}
	}
	return spec, nil
}

// An UnlimitedError says that nothing limits the thinking of a player.
type UnlimitedError struct{ Player string }

// Error names the player.
func (e UnlimitedError) Error() string {
	return fmt.Sprintf("player %s has no limit and would never move", e.Player)
}

// Test sets Gauge to the sequential test of the session's spec. The session ends when the test is decided.
func (s *Session) Test() (*results.TestGauge, error) {
	test, err := results.NewTest(s.Spec, s.Plan.Rules.Seats())
	if err == nil {
		s.Gauge = test
	}
	return test, err
}

// Total returns the greatest number of games that the session's shard can have.
func (s *Session) Total() int { return s.Plan.Part(s.Shard).Len() }

// Take restricts the session to one shard. It returns an error if the run cannot be split into such shards.
func (s *Session) Take(shard parallel.Shard) error {
	s.Shard = shard
	if shard.Whole() {
		return nil
	}
	return cmp.Or(s.Spec.CheckShard(), shard.Fits(s.Plan.Spec.Rounds, "opening"))
}

// Play plays the missing games of the run. It returns no error if the run remains incomplete because Drain was closed
// or a player's fault stopped the run. When ctx ends, Play drops the games in play and returns an error that wraps the
// error of ctx. The returned progress is valid even with an error.
func (s *Session) Play(ctx context.Context) (runner.Progress, error) {
	s.progress.Store(&runner.Progress{Done: s.Run.Games})
	hide := s.show(time.Now())
	defer hide()
	if err := s.sign(ctx); err != nil {
		return runner.Progress{}, err
	}
	planned := runner.Runner{
		Plan: s.Plan.Part(s.Shard), NewPlayer: s.NewPlayer, Workers: s.Workers, Elsewhere: s.Elsewhere,
		Earlier: s.Store.Results(context.WithoutCancel(ctx), s.Run.ID),
		Program: runner.Program(), Drain: s.Drain, Report: s.noteProgress,
		Sink: func(game tournament.Game) error { return s.keep(ctx, game) },
	}
	if s.Gauge != nil {
		s.Gauge.Restart(s.Spec)
		planned.Watch = s.Gauge.Watch
	}
	return planned.Run(ctx)
}

// sign stores the signatures of the players (hashes of their decisions) if other processes or machines play some of the
// games.
func (s *Session) sign(ctx context.Context) error {
	if s.Elsewhere == nil && s.Shard.Whole() {
		return nil
	}
	signatures, err := bench.Signatures(ctx, slices.Values(s.Spec.Players), s.Plan.Rules, bench.SignOn)
	if err != nil {
		return err
	}
	return s.Store.Sign(ctx, s.Run, signatures)
}

// keep stores a finished game, even if ctx has ended, and passes it to the observer.
func (s *Session) keep(ctx context.Context, game tournament.Game) error {
	err := s.Store.Append(context.WithoutCancel(ctx), s.Run.ID, game)
	if err == nil && s.Observer.Played != nil {
		err = s.Observer.Played(game)
	}
	return err
}

// Results returns the results of the run's stored games by identity.
func (s *Session) Results(ctx context.Context) (map[string]tournament.Result, error) {
	byIdentity := map[string]tournament.Result{}
	for result, err := range s.Store.Results(ctx, s.Run.ID) {
		if err != nil {
			return nil, err
		}
		byIdentity[result.Identity] = result
	}
	return byIdentity, nil
}

// Demonstration lists the players of the demonstration tournament: three players of similar strength, and a weaker one
// that plays at random. A tournament of DemonstrationRounds takes about five minutes on two cores.
var Demonstration = [...]string{"alphabeta:nodes=10000", "mcts:nodes=10000", "greedy", "random"}

// DemonstrationRounds is the number of rounds of a tournament of the players in [Demonstration].
const DemonstrationRounds = 80
