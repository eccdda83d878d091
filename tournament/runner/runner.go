// Package runner plays the games of a plan, many at once, and hands every finished game to a sink, one at a time.
package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	Workers   int                         // games at the same time; less than 1 means 1
	Earlier   []tournament.Result         // games that need not be played again; they count for the progress
	Program   string                      // what plays, for the records; see [Program]
	Drain     <-chan struct{}             // when it is closed, no further game begins, and those in play are finished
	Sink      func(tournament.Game) error // is given every finished game, one at a time; its error ends the run
	Report    func(Progress)              // is called after every finished game, never twice at the same time
	// Watch is given every result, earlier ones included, one at a time in the order of the plan, and thus as soon as
	// the games before it are finished too. Once it returns true no further game begins: a decision that depends on
	// the order only, not on who finished first.
	Watch func(tournament.Result) (enough bool)
}

// Run plays until all games are done, enough are done, the runner is drained, or something fails. When ctx ends, games
// in play are dropped and an error that wraps ctx's is returned. A player that panics or fails loses its game and does
// not end the run, unless the spec wants that. The progress is valid with any error.
func (r Runner) Run(ctx context.Context) (Progress, error) {
	s := newRunState(r)
	defer s.stop()
	for {
		left := s.left()
		if len(left) == 0 || s.stopped() {
			return s.progress.snapshot(), nil
		}
		pool := parallel.Pool[tournament.Planned, tournament.Game]{
			Workers: min(r.Workers, len(left)), Drain: s.over, Start: s.start, Take: s.take,
		}
		if err := pool.Run(ctx, slices.Values(left)); err != nil {
			return s.progress.snapshot(), err
		}
	}
}

// start is a worker with players of its own.
func (s *runState) start() (worker parallel.Worker[tournament.Planned, tournament.Game], err error) {
	spec := s.Plan.Spec
	tags := s.tags()
	players := playerPool{
		rules: s.Plan.Rules, newPlayer: s.NewPlayer, players: map[numbered]search.Player{}, made: &s.made,
	}
	worker.Do = func(ctx context.Context, planned tournament.Planned) (tournament.Game, error) {
		seated, err := players.call(planned.Players)
		if err != nil {
			return tournament.Game{}, fmt.Errorf("game %s: %w", planned.Identity, err)
		}
		one := referee.Referee{
			Rules: s.Plan.Rules, Margin: spec.Margin, Tags: slices.Concat(tags, ownTags(spec, planned.Controls)),
		}
		game, err := one.Play(ctx, planned, seated)
		if game.Faulted() {
			players.dismiss(planned.Players)
		}
		return game, err
	}
	worker.End = func() error {
		players.close()
		return nil
	}
	return worker, nil
}

// tags are the facts that every record of the run carries.
func (r Runner) tags() []engine.Tag {
	spec := r.Plan.Spec
	tags := []engine.Tag{{Name: "Run", Value: spec.Hash()}, {Name: "Limits", Value: limitsText(spec.Limits)}}
	if spec.Clock.Runs() {
		tags = append(tags, engine.Tag{Name: "Clock", Value: spec.Clock.String()})
	}
	if spec.Timed() {
		tags = append(tags, engine.Tag{Name: "Margin", Value: spec.Margin.String()})
	}
	if spec.Spread > 1 {
		tags = append(tags, engine.Tag{Name: "Spread", Value: fmt.Sprint(spec.Spread)})
	}
	if r.Program != "" {
		tags = append(tags, engine.Tag{Name: "Program", Value: r.Program})
	}
	return tags
}

// ownTags tell in what the controls of players, by seat, differ from those of all.
func ownTags(s tournament.Spec, controls []tournament.Control) []engine.Tag {
	var tags []engine.Tag
	for i, control := range controls {
		seat := engine.Seat(i).String()
		if control.Limits != s.Limits {
			tags = append(tags, engine.Tag{Name: "Limits" + seat, Value: limitsText(control.Limits)})
		}
		if control.Clock != s.Clock {
			tags = append(tags, engine.Tag{Name: "Clock" + seat, Value: control.Clock.String()})
		}
	}
	return tags
}

// limitsText writes limits as in a player's text, "none" without any.
func limitsText(l search.Limits) string {
	var parts []string
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes=%d", l.Nodes))
	}
	if l.Time > 0 {
		parts = append(parts, fmt.Sprintf("time=%v", l.Time))
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth=%d", l.Depth))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ",")
}
