// Package runner plays the games of a plan, many at once, and hands every finished game to a sink, one at a time.
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

// Runner plays the games of a plan, several at once. Only Plan and NewPlayer must be given.
type Runner struct {
	Plan      tournament.Plan
	NewPlayer guard.Factory
	Workers   int    // games at the same time; less than 1 means 1
	Program   string // what plays, for the records; see [Program]
	// Earlier are games that need not be played again; they count for the progress. An error ends the run.
	Earlier iter.Seq2[tournament.Result, error]
	// Drain, when it is closed, lets no further game begin. Those in play are finished, but for those that wait for a
	// player that hangs, see [referee.Referee].
	Drain  <-chan struct{}
	Sink   func(tournament.Game) error // is given every finished game, one at a time; its error ends the run
	Report func(Progress)              // is called at the start and after every game, never twice at the same time
	// Watch is given every result, earlier ones included, one at a time in the order of the plan. Once it returns true,
	// no further game begins.
	Watch func(tournament.Result) (enough bool)
	// Shown shows the games in play to others; may be nil.
	Shown *referee.Gallery
	// Elsewhere plays the games in place of this process, unless it is nil. NewPlayer, Workers and Shown are not used
	// then.
	Elsewhere Elsewhere
	Signed    []string // with Elsewhere: see [Batch]; nil for the players of the plan

	now   func() time.Time // [time.Now] if nil
	still time.Duration    // see [suspension]; [standstill] if 0
}

// Elsewhere has games played by others, such as workers, see package coordinator.
type Elsewhere interface {
	// Play has a batch of games played, and passes each of them to its Take, one at a time in any order.
	Play(context.Context, Batch) error
}

// Batch holds games of a plan that others are to play.
type Batch struct {
	Plan  tournament.Plan
	Games iter.Seq[tournament.Planned]
	Len   int             // number of these games
	Over  <-chan struct{} // when it is closed, no further game begins; may be nil
	Take  func(tournament.Game) error
	// Signed are the players whose signatures admit a worker. They may differ from the players of the plan in their
	// constants, since signing takes longer than a short run.
	Signed []string
}

// Run plays until all games are done, enough are done, the runner is drained, or something fails. When ctx ends, games
// in play are dropped and an error that wraps ctx's is returned. A player that panics or fails loses its game and does
// not end the run, unless the spec wants that. The progress is valid with any error.
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
			return tournament.Game{}, nil // nothing to take
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

// Tags returns the tags of all records of a run that a program plays: run, limits and program. Facts that hold for no
// game of the run are left out.
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

// OwnTags returns the tags of one game: where the limits and clocks of its players differ from the run's.
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

// numbered distinguishes players of one name in one game.
type numbered struct {
	name string
	nth  int
}

// call returns the named players, and makes those that are not there yet. A player that cannot be made ends the run: a
// file or memory is missing, and no game shows that.
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
	for _, player := range p.players { // at once, as one that hangs has to be waited for
		leaving.Go(func() { guard.End(player) })
	}
	leaving.Wait()
	return nil
}

type runState struct {
	Runner
	results  map[string]tournament.Result // by identity, where later games follow from them; nil where none do
	known    tournament.Plan
	done     []bool                    // by number of the known games
	ahead    map[int]tournament.Result // of done games that have not been shown to Watch
	watched  int                       // how many of the known games have been shown to Watch
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

// learn finds the games that are certain by now. Games of earlier sessions that are not among them do not count.
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

// note counts a finished game once, and keeps its result if later games follow from results or somebody watches
// them.
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
	known, done := s.known, slices.Clone(s.done) // games are handed out while results come in
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
		s.stop() // at once, whenever the goroutine that waits for it comes to run
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

// watch shows results in the order of the plan, as far as they are complete.
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

// suspension detects that the process stood still: it was stopped (Ctrl-Z, SIGSTOP), or the machine slept. Players have
// lost that time, and programs may have been given up.
type suspension struct {
	now   func() time.Time
	still time.Duration // the longest time between two beats that a loaded machine explains
	mu    sync.Mutex
	last  time.Time
	count int
}

const standstill = 2 * time.Second // ten times the time between two beats

// watch notes a beat again and again until over is closed.
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

// times returns how often the process has stood still so far. Only the wall clock counts on while a machine sleeps.
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
