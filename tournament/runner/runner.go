// Package runner plays the games of a plan, several at the same time, and passes every finished game to a sink.
package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

// Runner plays the games of a plan, several at the same time. Only Plan and NewPlayer are required.
type Runner struct {
	Plan      tournament.Plan
	NewPlayer guard.Factory
	Workers   int    // games at the same time; less than 1 means 1
	Program   string // name of the program, for the records; see [Program]
	// Earlier yields the results of games that need not be played again. An error ends the run.
	Earlier iter.Seq2[tournament.Result, error]
	// Once Drain is closed, no further game begins. Games in play are finished, unless they wait too long for a player;
	// see [referee.Referee].
	Drain  <-chan struct{}
	Sink   func(tournament.Game) error // receives every finished game, one at a time; its error ends the run
	Report func(Progress)              // receives the progress at the start and after every game, one call at a time
	// Watch receives every result, including earlier ones, one at a time in the order of the plan. Once it returns
	// true, no further game begins.
	Watch func(tournament.Result) (enough bool)
	// Shown shows the games in play to others; may be nil.
	Shown *referee.Gallery
	// Elsewhere, if not nil, plays the games instead of this process, without NewPlayer, Workers and Shown.
	Elsewhere Elsewhere
	Signed    []string // see [Batch]; nil for the players of the plan

	now   func() time.Time // [time.Now] if nil
	still time.Duration    // see [suspension]; [standstill] if 0
}

// Elsewhere plays games outside this process, for example by workers; see package coordinator.
type Elsewhere interface {
	// Play plays a batch of games and passes each to batch.Take, one at a time in any order.
	Play(context.Context, Batch) error
}

// Batch holds games of a plan for an [Elsewhere] to play.
type Batch struct {
	Plan  tournament.Plan
	Games iter.Seq[tournament.Planned]
	Len   int             // number of these games
	Over  <-chan struct{} // when it is closed, no further game begins; may be nil
	Take  func(tournament.Game) error
	// Signed holds the players whose signatures a worker must show. They may have other constants than the players of
	// the plan, because signing every player would take longer than a short run.
	Signed []string
}

// Run plays until all games are done, Watch has seen enough, the runner is drained, or an error occurs. When ctx ends,
// Run drops the games in play and returns an error that wraps the error of ctx. A player that panics or fails loses its
// game, and ends the run only if the spec says so. The progress is valid with any error.
func (r Runner) Run(ctx context.Context) (Progress, error) {
	s := newRunState(ctx, r)
	defer s.stop()
	err := s.begin()
	for err == nil {
		games, left := s.left()
		if left == 0 || s.stopped() {
			break
		}
		err = s.play(ctx, games, left)
	}
	return s.progress, err
}

func (s *runState) play(ctx context.Context, games iter.Seq[tournament.Planned], left int) error {
	if s.Elsewhere != nil {
		signed := s.Signed
		if signed == nil {
			signed = s.Plan.Spec.Players
		}
		return s.Elsewhere.Play(ctx, Batch{s.Plan, games, left, s.over, s.take, signed})
	}
	pool := parallel.Pool[tournament.Planned, tournament.Game]{
		Workers: min(s.Workers, left), Drain: s.over, Start: s.start, Take: s.take,
	}
	return pool.Run(ctx, games)
}

func (s *runState) start() (worker parallel.Worker[tournament.Planned, tournament.Game], err error) {
	spec := s.Plan.Spec
	tags := Tags(spec, s.Program)
	players := playerPool{s.NewPlayer, s.Plan.Rules, map[numbered]search.Player{}}
	faultStops := spec.OnFault == tournament.FaultStops
	shown := s.Shown.Open()
	worker.Do = func(ctx context.Context, planned tournament.Planned) (tournament.Game, error) {
		if faultStops && s.stopped() { // this game was handed out before the fault
			return tournament.Game{}, nil
		}
		seated, err := players.call(planned.Players)
		if err != nil {
			return tournament.Game{}, fmt.Errorf("game %s: %w", planned.Identity, err)
		}
		one := referee.Referee{
			Rules: s.Plan.Rules, Margin: spec.Margin, Hurry: s.Drain, Shown: shown,
			Tags: slices.Concat(tags, OwnTags(spec, planned)),
		}
		before := s.stood.times()
		game, err := one.Play(ctx, planned, seated)
		givenUp := errors.Is(err, referee.ErrGivenUp)
		if game.Faulted() || givenUp {
			players.dismiss(planned.Players)
		}
		switch {
		case givenUp:
			return tournament.Game{}, nil // take ignores a game without a name
		case err == nil && (game.Faulted() || spec.Timed()) && s.stood.times() > before:
			return worker.Do(ctx, planned) // again: the process stood still, which is not the player's fault
		case game.Faulted() && faultStops:
			s.stop()
		}
		return game, err
	}
	worker.End = func() error {
		s.Shown.Close(shown)
		return players.end()
	}
	return worker, nil
}

// Tags returns the tags that all records of a run have: run, limits and program. It leaves out tags that say nothing
// about the run.
func Tags(spec tournament.Spec, program string) (tags []engine.Tag) {
	add := func(known bool, name, value string) {
		if known {
			tags = append(tags, engine.Tag{Name: name, Value: value})
		}
	}
	add(true, "Run", spec.Hash())
	add(true, "Limits", tournament.ControlKeys(spec.Limits))
	add(spec.Clock.Runs(), "Clock", spec.Clock.String())
	add(spec.Timed(), "Margin", spec.Margin.String())
	add(spec.Traits().Spread > 1, "Spread", fmt.Sprint(spec.Traits().Spread))
	add(program != "", "Program", program)
	return tags
}

// OwnTags returns the further tags of one game: the limits and clocks of its players that differ from the limits and
// clock of the run.
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

// playerPool keeps one worker's players between games.
type playerPool struct {
	factory guard.Factory
	rules   engine.Rules
	players map[numbered]search.Player
}

// numbered identifies a player among players with the same name.
type numbered struct {
	name string
	nth  int
}

// call returns the named players, and makes those that do not exist yet. If a player cannot be made, because a file or
// memory is missing, the run must end.
func (p *playerPool) call(names []string) ([]search.Player, error) {
	players := make([]search.Player, len(names))
	taken := map[string]int{}
	for i, name := range names {
		seat := numbered{name, taken[name]}
		taken[name]++
		if p.players[seat] == nil {
			player, err := guard.Make(p.factory, name, p.rules)
			if err != nil {
				return nil, err
			}
			p.players[seat] = player
		}
		players[i] = p.players[seat]
	}
	return players, nil
}

func (p *playerPool) dismiss(names []string) {
	for _, name := range names {
		for nth := range names {
			guard.End(p.players[numbered{name, nth}])
			delete(p.players, numbered{name, nth})
		}
	}
}

func (p *playerPool) end() error {
	var leaving sync.WaitGroup
	for _, player := range p.players { // at the same time, because a hanging player takes long
		leaving.Go(func() { guard.End(player) })
	}
	leaving.Wait()
	return nil
}

type runState struct {
	Runner
	results  map[string]tournament.Result // by identity, if later games follow from results; otherwise nil
	known    tournament.Plan
	done     []bool                    // which of the known games are finished
	ahead    map[int]tournament.Result // results that Watch has not received yet, by number of the known game
	watched  int                       // how many of the known games Watch has received
	progress Progress
	stood    suspension

	stop func()          // lets no further game begin
	over <-chan struct{} // closed by stop
}

func newRunState(ctx context.Context, r Runner) *runState {
	over, stop := parallel.Until(context.WithoutCancel(ctx), r.Drain)
	s := &runState{Runner: r, ahead: map[int]tournament.Result{}, over: over.Done(), stop: stop}
	if r.Plan.Spec.Traits().Staged {
		s.results = map[string]tournament.Result{}
	}
	if r.now == nil {
		r.now = time.Now
	}
	s.stood.now, s.stood.last, s.stood.still = r.now, r.now(), cmp.Or(r.still, standstill)
	go s.stood.watch(s.over)
	return s
}

// begin counts the games of earlier sessions.
func (s *runState) begin() error {
	s.learn()
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
		s.watch()
	}
	s.learn()
	s.watch()
	return nil
}

// learn finds the games that are certain at this point. Games of earlier sessions that are not among them do not count.
func (s *runState) learn() {
	s.known = s.Plan.Known(s.results)
	s.progress.Total = max(s.Plan.Total, s.known.Len())
	if s.done != nil && s.results == nil {
		return // all games were certain from the start
	}
	s.done = make([]bool, s.known.Len())
	s.progress.Done, s.progress.Faults = 0, 0
	for _, result := range s.results {
		s.note(result)
	}
}

// note counts a finished game once. It keeps the result if later games follow from results or Watch has to receive it.
func (s *runState) note(result tournament.Result) {
	if s.results != nil {
		s.results[result.Identity] = result
	}
	n, known := s.known.Number(result)
	if !known || s.done[n] {
		return
	}
	s.done[n] = true
	s.progress.count(result)
	if s.Watch != nil && n >= s.watched {
		s.ahead[n] = result
	}
}

// left returns the games to play now, and their number.
func (s *runState) left() (games iter.Seq[tournament.Planned], n int) {
	s.learn()
	if n = s.known.Len() - s.progress.Done; n == 0 {
		s.progress.Total = s.known.Len()
	}
	known, done := s.known, slices.Clone(s.done) // a copy, because results arrive while games are handed out
	return func(yield func(tournament.Planned) bool) {
		for _, game := range known.Select(func(n int) bool { return !done[n] }) {
			if !yield(game) {
				return
			}
		}
	}, n
}

func (s *runState) stopped() bool { return parallel.Closed(s.Drain) || parallel.Closed(s.over) }

func (s *runState) take(game tournament.Game) error {
	if game.Identity == "" {
		return nil
	}
	if s.Sink != nil {
		if err := s.Sink(game); err != nil {
			return fmt.Errorf("game %s: %w", game.Identity, err)
		}
	}
	if parallel.Closed(s.Drain) {
		s.stop() // without waiting for the goroutine that also does this
	}
	s.note(game.Result)
	p := &s.progress
	p.Played++
	if game.Faulted() && s.Plan.Spec.OnFault == tournament.FaultStops {
		p.Stopped = true
		s.stop()
	}
	s.watch()
	if s.Report != nil {
		s.Report(*p)
	}
	return nil
}

// watch passes results to Watch in the order of the plan, up to the first unfinished game.
func (s *runState) watch() {
	for s.Watch != nil && !s.progress.Enough {
		result, done := s.ahead[s.watched]
		if !done {
			return
		}
		delete(s.ahead, s.watched)
		s.watched++
		if s.Watch(result) {
			s.progress.Enough = true
			s.stop()
		}
	}
}

// suspension detects that the process stood still, because it was stopped (Ctrl-Z, SIGSTOP) or the machine slept.
// Players have lost that time, and programs may have been given up.
type suspension struct {
	now   func() time.Time
	still time.Duration // the longest time between two beats that a loaded machine explains
	mu    sync.Mutex
	last  time.Time
	count int
}

// standstill is the usual value of [suspension].still.
const standstill = 2 * time.Second

// watch calls times at intervals until over is closed.
func (s *suspension) watch(over <-chan struct{}) {
	beats := time.NewTicker(s.still / 10)
	defer beats.Stop()
	for {
		select {
		case <-over:
			return
		case <-beats.C:
			s.times()
		}
	}
}

// times returns how often the process has stood still so far. While a machine sleeps, only the wall clock continues, so
// times compares both clocks.
func (s *suspension) times() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if max(now.Sub(s.last), now.Round(0).Sub(s.last.Round(0))) > s.still {
		s.count++
	}
	s.last = now
	return s.count
}
