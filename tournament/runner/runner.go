// Package runner plays the games of a plan, several at the same time, and passes every finished game to a function.
package runner

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

// Runner plays the games of a plan, several at the same time. All fields but Plan and NewPlayer may be zero.
type Runner struct {
	Plan      tournament.Plan
	NewPlayer guard.Factory
	Workers   int    // number of games to play at the same time; less than 1 means 1
	Program   string // name of the program, for the records; see [Program]
	// Earlier yields the results of games that earlier sessions have played. An error ends the run.
	Earlier iter.Seq2[tournament.Result, error]
	// Once Drain is closed, no further game begins. Games in play are finished.
	Drain  <-chan struct{}
	Sink   func(tournament.Game) error // receives every finished game, one at a time; its error ends the run
	Report func(Progress)              // receives the progress at the start and after every game, one call at a time
	// Watch receives all results, also earlier ones, in the order of the plan. Once it returns true, no further game
	// begins.
	Watch func(tournament.Result) (enough bool)
	// Elsewhere, if not nil, plays the games instead of this process. NewPlayer and Workers are then unused.
	Elsewhere Elsewhere
	Signed    []string // see [Batch]; nil for the players of the plan
}

// Elsewhere plays games outside this process, for example by workers; see package coordinator.
type Elsewhere interface {
	// Play plays a batch of games and passes each to batch.Take, one at a time in any order.
	Play(context.Context, Batch) error
}

// Batch holds games of a plan for an [Elsewhere] to play.
type Batch struct {
	Plan  tournament.Plan
	Games iter.Seq[tournament.Planned] // the games to play
	Len   int                          // number of games to play
	Over  <-chan struct{}              // when it is closed, no further game begins; may be nil
	Take  func(tournament.Game) error  // receives every finished game
	// Signed names the players whose signatures a worker must show. If the players of many short runs differ only in
	// their constants, one player that stands for all of them saves the time of signing each.
	Signed []string
}

// Progress counts the games of a run, and says whether the run has ended early.
type Progress struct {
	Done   int  // games finished, including those of earlier sessions
	Total  int  // games planned
	Played int  // games finished in this session
	Faults int  // finished games that a fault ended
	Enough bool // whether [Runner.Watch] has returned true, so that no further game is played
}

// Complete reports whether no game is left to play.
func (p Progress) Complete() bool { return p.Enough || p.Done == p.Total }

// Run plays until all games are done, Watch has returned true, Drain is closed and the games in play are finished, or
// an error occurs. When ctx ends, Run drops the games in play and returns an error that wraps the error of ctx. A
// player that fails loses its game, but does not end the run. The progress is valid with any error.
func (r Runner) Run(ctx context.Context) (Progress, error) {
	s := newRunState(ctx, r)
	defer s.stop()
	err := s.begin()
	if err == nil && s.progress.Done < s.progress.Total && !s.stopped() {
		err = s.play(ctx)
	}
	return s.progress, err
}

// play plays the games that are not finished.
func (s *runState) play(ctx context.Context) error {
	left, done := s.progress.Total-s.progress.Done, slices.Clone(s.done) // a copy, because results change s.done
	games := func(yield func(tournament.Planned) bool) {
		for _, game := range s.Plan.Select(func(n int) bool { return !done[n] }) {
			if !yield(game) {
				return
			}
		}
	}
	if s.Elsewhere != nil {
		signed := s.Signed
		if signed == nil {
			signed = s.Plan.Spec.Players
		}
		batch := Batch{Plan: s.Plan, Games: games, Len: left, Over: s.over, Take: s.take, Signed: signed}
		return s.Elsewhere.Play(ctx, batch)
	}
	pool := parallel.Pool[tournament.Planned, tournament.Game]{
		Workers: min(s.Workers, left), Drain: s.over, Start: s.start, Take: s.take,
	}
	return pool.Run(ctx, games)
}

// start returns a new worker that plays games one after the other, with players of its own.
func (s *runState) start() (worker parallel.Worker[tournament.Planned, tournament.Game], err error) {
	spec := s.Plan.Spec
	tags := Tags(spec, s.Program)
	players := playerPool{s.NewPlayer, s.Plan.Rules, map[string][]search.Player{}}
	worker.Do = func(ctx context.Context, planned tournament.Planned) (tournament.Game, error) {
		seated, err := players.get(planned.Players)
		if err != nil {
			return tournament.Game{}, fmt.Errorf("game %s: %w", planned.Identity, err)
		}
		gameReferee := referee.Referee{
			Rules: s.Plan.Rules, Margin: spec.Margin,
			Tags: slices.Concat(tags, OwnTags(spec, planned)),
		}
		game, err := gameReferee.Play(ctx, planned, seated)
		if game.Faulted() {
			players.dismiss(planned.Players) // these players may be in a bad state
		}
		return game, err
	}
	worker.End = func() error {
		players.end()
		return nil
	}
	return worker, nil
}

// Tags returns the tags that all records of a run have.
func Tags(spec tournament.Spec, program string) (tags []engine.Tag) {
	add := func(applies bool, name, value string) {
		if applies {
			tags = append(tags, engine.Tag{Name: name, Value: value})
		}
	}
	add(true, "Run", spec.Hash())
	add(true, "Limits", tournament.ControlKeys(spec.Limits))
	add(spec.Clock.Runs(), "Clock", spec.Clock.String())
	add(spec.Timed(), "Margin", spec.Margin.String())
	add(spec.Format.Spread > 1, "Spread", fmt.Sprint(spec.Format.Spread))
	add(program != "", "Program", program)
	return tags
}

// OwnTags returns the further tags of one game: the limits and clocks of its players that differ from the run's.
func OwnTags(s tournament.Spec, planned tournament.Planned) (tags []engine.Tag) {
	for i, control := range planned.Controls {
		seat := engine.Seat(i).String()
		if control.Limits != s.Limits {
			tags = append(tags, engine.Tag{Name: "Limits" + seat, Value: tournament.ControlKeys(control.Limits)})
		}
		if control.Clock != s.Clock {
			tags = append(tags, engine.Tag{Name: "Clock" + seat, Value: control.Clock.String()})
		}
	}
	return tags
}

// playerPool makes players and keeps them for further games.
type playerPool struct {
	factory guard.Factory
	rules   engine.Rules
	players map[string][]search.Player // by name; several of one name, because a player may play against itself
}

// get returns a player for each name. If a name occurs several times, get returns a different player each time.
func (p *playerPool) get(names []string) ([]search.Player, error) {
	players := make([]search.Player, len(names))
	taken := map[string]int{}
	for i, name := range names {
		if taken[name] == len(p.players[name]) {
			player, err := guard.Make(p.factory, name, p.rules)
			if err != nil {
				return nil, err
			}
			p.players[name] = append(p.players[name], player)
		}
		players[i] = p.players[name][taken[name]]
		taken[name]++
	}
	return players, nil
}

// dismiss ends the players of the given names. For further games, get makes new ones.
func (p *playerPool) dismiss(names []string) {
	for _, name := range names {
		for _, player := range p.players[name] {
			guard.End(player)
		}
		delete(p.players, name)
	}
}

func (p *playerPool) end() {
	var leaving sync.WaitGroup
	for _, player := range slices.Concat(slices.Collect(maps.Values(p.players))...) {
		leaving.Go(func() { guard.End(player) }) // at the same time, because a hanging player takes long
	}
	leaving.Wait()
}

// runState is the state of [Runner.Run].
type runState struct {
	Runner
	done     []bool                        // whether a game is finished, by its number in the plan
	inOrder  func(tournament.Result) error // passes results to Watch in the order of the plan
	progress Progress

	stop func()          // lets no further game begin
	over <-chan struct{} // closed by stop
}

// newRunState returns the state before the first game. The channel over is closed when Drain is closed or stop is
// called, but not when ctx ends.
func newRunState(ctx context.Context, r Runner) *runState {
	over, stop := parallel.Until(context.WithoutCancel(ctx), r.Drain)
	s := &runState{Runner: r, over: over.Done(), stop: stop, done: make([]bool, r.Plan.Len())}
	s.progress.Total = r.Plan.Len()
	number := func(result tournament.Result) int {
		n, _ := r.Plan.Number(result)
		return n
	}
	watch := func(result tournament.Result) error {
		if !s.progress.Enough && s.Watch(result) {
			s.progress.Enough = true
			s.stop()
		}
		return nil
	}
	s.inOrder = parallel.InOrder(0, number, watch) // the first game has the number 0
	return s
}

func (s *runState) begin() error {
	if s.Report != nil {
		defer func() { s.Report(s.progress) }()
	}
	if s.Earlier == nil {
		return nil
	}
	for result, err := range s.Earlier {
		if err != nil {
			return err
		}
		s.note(result)
	}
	return nil
}

// note counts a finished game and passes its result to Watch. It ignores games that are not in the plan or have already
// been counted.
func (s *runState) note(result tournament.Result) {
	n, planned := s.Plan.Number(result)
	if !planned || s.done[n] {
		return
	}
	s.done[n] = true
	s.progress.Done++
	if result.Faulted() {
		s.progress.Faults++
	}
	if s.Watch != nil {
		_ = s.inOrder(result) // returns no error
	}
}

func (s *runState) stopped() bool { return parallel.Closed(s.Drain) || parallel.Closed(s.over) }

// take passes a finished game to Sink, Watch and Report.
func (s *runState) take(game tournament.Game) error {
	if s.Sink != nil {
		if err := s.Sink(game); err != nil {
			return fmt.Errorf("game %s: %w", game.Identity, err)
		}
	}
	if parallel.Closed(s.Drain) {
		s.stop() // stops at once; the goroutine of parallel.Until also stops the run, but may be late
	}
	s.note(game.Result) // note also passes the result to Watch
	s.progress.Played++
	if s.Report != nil {
		s.Report(s.progress)
	}
	return nil
}
