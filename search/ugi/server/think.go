package server

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
)

// thinking is the search for the answer to one go. It runs on a goroutine of its own.
type thinking struct {
	out      *output
	player   search.Player
	history  *engine.History
	asked    ugi.Go
	stop     context.CancelFunc // stops the search
	answered atomic.Bool        // set before the turn is printed
	done     chan struct{}      // closed when the goroutine has ended
	panicked bool               // set before done is closed
}

// busy reports whether a go is being answered. It already returns false just before the turn is printed, so that the
// other side can send the next request as soon as it reads the turn.
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

// idle waits for the end of a search that was stopped or has its answer. Then it clears s.thinking.
func (s *server) idle() {
	<-s.thinking.done
	if s.thinking.panicked {
		s.player, s.made = nil, "" // the player's state is unknown
	}
	s.thinking = nil
}

// goThink starts the search for the answer to a go with the given words. If a search is impossible, it answers at once.
func (s *server) goThink(ctx context.Context, words []string) {
	asked, bad := ugi.ParseGo(words)
	h, err := s.current()
	if err == nil && h.Outcome().Over() {
		err = fmt.Errorf("go: the game is over (%s)", h.Outcome().Reason)
	}
	if err == nil {
		err = s.makePlayer(h.Position().Rules())
	}
	if err != nil {
		s.out.print(complaint(err), "bestmove "+ugi.NoTurn)
		return
	}
	s.complain(bad)
	ctx, stop := context.WithCancel(ctx)
	s.thinking = &thinking{
		out: s.out, player: s.player, history: h.Clone(), asked: asked, stop: stop, done: make(chan struct{}),
	}
	go s.thinking.run(ctx)
}

// run searches and prints the answer. After "go infinite" it waits for the stop before it prints.
func (t *thinking) run(ctx context.Context) {
	defer close(t.done)
	defer t.stop()
	lines, err := t.decide(ctx)
	if err != nil {
		lines = []string{complaint(err), "bestmove " + ugi.NoTurn}
	}
	if t.asked.Infinite {
		<-ctx.Done()
	}
	t.answered.Store(true)
	t.out.print(lines...)
}

// decide returns the lines that answer a go: info and bestmove. It returns an error if the player panics.
func (t *thinking) decide(ctx context.Context) (lines []string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			t.panicked, err = true, fmt.Errorf("the player panicked: %v", cause)
		}
	}()
	root, began := t.history.Position(), time.Now()
	player := spender{t.player, began}
	report := func(info search.Info) { t.out.print(ugi.InfoLine(root, info)) }
	turn, nodes, err := search.DecideTurn(ctx, player, t.history, t.asked.Limits, report)
	if err != nil {
		return nil, err
	}
	total := turn.Info
	if n := len(turn.Steps); len(total.Principal) < n || !slices.Equal(total.Principal[:n], turn.Steps) {
		total.Principal = turn.Steps // later decisions of the turn differ from the first one's variation
	}
	total.Nodes, total.Line, total.Elapsed = nodes, 1, time.Since(began)
	return []string{ugi.InfoLine(root, total), "bestmove " + engine.LineText(root, turn.Steps)}, nil
}

// spender is a player whose time limits apply to a whole turn, not to each decision of the turn.
type spender struct {
	search.Player
	began time.Time // when the turn began
}

func (s spender) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	used := time.Since(s.began)
	if limits.Time > 0 { // and remains above 0, because 0 means no limit
		limits.Time = max(limits.Time-used, 1)
	}
	if seat := h.Position().Seat(); limits.Clock.Runs(seat) {
		limits.Clock.Left[seat] = max(limits.Clock.Left[seat]-used, 1)
		limits.Clock.Spent += used
	}
	return s.Player.Decide(ctx, h, limits, report)
}
