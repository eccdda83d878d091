package server

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/search/ugi"
)

// thinking is the search for the answer to the last go. In the zero thinking there was none.
type thinking struct {
	stop context.CancelFunc // stops the search
	done <-chan struct{}    // closed when the answer is ready
}

// busy reports whether a go is being answered. It already returns false just before the turn is printed, so that the
// other side can send the next request as soon as it reads the turn.
func (s *server) busy() bool { return s.thinking.done != nil && !parallel.Closed(s.thinking.done) }

// goThink starts the search for the answer to a go with the given words. If a search is impossible, it answers at once.
// After "go infinite" the search waits for the stop before it answers.
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
	done, player, h := make(chan struct{}), s.player, h.Clone()
	s.thinking = thinking{stop, done}
	s.searches.Go(func() {
		defer stop()
		lines, err := decide(ctx, s.out, player, h, asked.Limits)
		if err != nil {
			lines = []string{complaint(err), "bestmove " + ugi.NoTurn}
		}
		if asked.Infinite {
			<-ctx.Done()
		}
		close(done)
		s.out.print(lines...)
	})
}

// decide lets a player decide a turn, and returns the lines that answer a go: info and bestmove.
func decide(
	ctx context.Context, out *output, player search.Player, h *engine.History, limits search.Limits,
) ([]string, error) {
	root, began := h.Position(), time.Now()
	report := func(info search.Info) { out.print(ugi.InfoLine(root, info)) }
	turn, nodes, err := search.DecideTurn(ctx, spender{player, began}, h, limits, report)
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

// Decide implements [search.Player].
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
