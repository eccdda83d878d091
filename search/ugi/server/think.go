package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
)

// thinking is the answer to one go in the making, on a goroutine of its own.
type thinking struct {
	stop     context.CancelFunc
	answered atomic.Bool   // set before the turn is printed
	done     chan struct{} // closed when the goroutine has nothing more to do
	panicked bool          // set before done is closed
}

// busy reports whether a go is being answered. Whoever has seen the turn finds the server idle.
func (s *server) busy() bool {
	if s.thinking == nil {
		return false
	}
	if !s.thinking.answered.Load() {
		return true
	}
	s.idle()
	return false
}

// idle waits for the end of thinking.
func (s *server) idle() {
	<-s.thinking.done
	if s.thinking.panicked {
		s.player, s.made = nil, "" // in what state nobody knows
	}
	s.thinking = nil
}

// goThink begins to think. Every go is answered with a bestmove, even one that cannot be.
func (s *server) goThink(words []string) {
	asked, bad := ugi.ParseGo(words)
	h, err := s.current()
	if err == nil && h.Outcome().Over() {
		err = fmt.Errorf("go: the game is over (%s)", h.Outcome().Reason)
	}
	if err == nil {
		err = s.ready(h.Position().Rules())
	}
	if err != nil {
		s.out.print(complaint(err), "bestmove "+ugi.NoTurn)
		return
	}
	s.complain(bad)
	ctx, stop := context.WithCancel(context.Background())
	t := &thinking{stop: stop, done: make(chan struct{})}
	s.thinking = t
	o := oneTurn{out: s.out, player: s.player, history: h.Clone(), limits: asked.Limits}
	go t.run(ctx, o, asked.Infinite)
}

// run thinks and prints the turn, with the last thoughts before it.
func (t *thinking) run(ctx context.Context, o oneTurn, infinite bool) {
	defer close(t.done)
	defer t.stop()
	lines, err := o.decide(ctx)
	var panicked *panicError
	t.panicked = errors.As(err, &panicked)
	if err != nil {
		lines = []string{complaint(err), "bestmove " + ugi.NoTurn}
	}
	if infinite {
		<-ctx.Done()
	}
	t.answered.Store(true)
	o.out.print(lines...)
}

// panicError is a player's panic.
type panicError struct{ cause any }

func (e *panicError) Error() string { return fmt.Sprintf("the player panicked: %v", e.cause) }

// oneTurn is a turn to be decided on.
type oneTurn struct {
	out     *output
	player  search.Player
	history *engine.History
	limits  search.Limits
}

// decide asks the player until its turn is complete.
func (o *oneTurn) decide(ctx context.Context) (lines []string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &panicError{cause}
		}
	}()
	root := o.history.Position().Clone()
	seat, from, began := root.Seat(), len(o.history.Steps()), time.Now()
	report := func(info search.Info) { o.out.print(ugi.InfoLine(root, info)) }
	var total search.Info
	for first := true; first || !o.turnDone(); first = false {
		decision, err := o.player.Decide(ctx, o.history.Clone(), spend(o.limits, seat, time.Since(began)), report)
		if err != nil {
			return nil, err
		}
		if err := o.play(decision.Steps); err != nil {
			return nil, err
		}
		if report = nil; first {
			total = decision.Info
		} else {
			total.Nodes += decision.Info.Nodes
		}
	}
	turn := o.history.Steps()[from:]
	if len(total.Principal) < len(turn) || !slices.Equal(total.Principal[:len(turn)], turn) {
		total.Principal = turn
	}
	total.Line, total.Elapsed = 1, time.Since(began)
	return []string{ugi.InfoLine(root, total), "bestmove " + engine.LineText(root, turn)}, nil
}

func (o *oneTurn) turnDone() bool {
	return o.history.Outcome().Over() || o.history.Position().StartsTurn()
}

// play plays the steps of a decision, which must be legal and of one turn.
func (o *oneTurn) play(steps []engine.Step) error {
	if len(steps) == 0 {
		return errors.New("the player decided on no step")
	}
	for i, step := range steps {
		if i > 0 && o.turnDone() {
			return errors.New("the player decided on steps beyond its turn")
		}
		if err := o.history.Play(step); err != nil {
			return fmt.Errorf("the player's step: %w", err)
		}
	}
	return nil
}

// spend is what is left of limits when some time of the turn is used. No time comes down to 0, which would mean no limit.
func spend(limits search.Limits, seat engine.Seat, used time.Duration) search.Limits {
	if limits.Time > 0 {
		limits.Time = max(limits.Time-used, 1)
	}
	if limits.Clock.Runs(seat) {
		limits.Clock.Left[seat] = max(limits.Clock.Left[seat]-used, 1)
		limits.Clock.Spent += used
	}
	return limits
}
