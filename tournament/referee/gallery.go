package referee

import (
	"slices"
	"sync"
	"sync/atomic"

	"pillars/engine"
)

// Gallery holds the current positions of games in play, for display. A game records its position at its start or at the
// end of a turn, and only if Look was called since the last record. So games that are not displayed cost nothing. The
// zero value is ready for use.
type Gallery struct {
	lock    sync.Mutex
	windows []*Window
}

// Window holds the game that one referee plays at the moment. A nil Window holds none.
type Window struct {
	asked atomic.Bool // whether to record the next position
	game  atomic.Pointer[InPlay]
}

// InPlay is an unfinished game.
type InPlay struct {
	Identity string
	Record   engine.Record
}

// Open adds a window, which shows nothing yet. A nil Gallery returns a nil Window.
func (g *Gallery) Open() *Window {
	if g == nil {
		return nil
	}
	w := &Window{}
	w.asked.Store(true)
	g.lock.Lock()
	defer g.lock.Unlock()
	g.windows = append(g.windows, w)
	return w
}

// Close removes a window.
func (g *Gallery) Close(w *Window) {
	if g == nil {
		return
	}
	g.lock.Lock()
	defer g.lock.Unlock()
	g.windows = slices.DeleteFunc(g.windows, func(other *Window) bool { return other == w })
}

// Look returns the recorded games, and asks all windows to record their next positions.
func (g *Gallery) Look() (games []InPlay) {
	g.lock.Lock()
	defer g.lock.Unlock()
	for _, w := range g.windows {
		if game := w.game.Load(); game != nil {
			games = append(games, *game)
		}
		w.asked.Store(true)
	}
	return games
}

// show records a game if Look has asked for it.
func (w *Window) show(identity string, h *engine.History, players []string) {
	if w == nil || !w.asked.Load() {
		return
	}
	w.asked.Store(false)
	w.game.Store(&InPlay{identity, engine.NewRecord(h, players)})
}
