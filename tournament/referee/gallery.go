package referee

import (
	"slices"
	"sync"
	"sync/atomic"

	"pillars/engine"
)

// Gallery holds the games in play, for display, one in each window. A call of Look makes each game write itself into
// its window before its next turn. A game that nobody looks at therefore costs nothing. The zero value is ready for
// use.
type Gallery struct {
	lock    sync.Mutex
	windows []*Window
}

// Window holds the game that one referee plays. A nil Window ignores games.
type Window struct {
	asked atomic.Bool            // whether the referee should write the game into the window
	game  atomic.Pointer[InPlay] // the game as last written; nil before
}

// InPlay is an unfinished game, with the turns played so far.
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

// Look returns the games as last written, and asks for all games to be written again.
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

func (w *Window) show(identity string, h *engine.History, players []string) {
	if w == nil || !w.asked.Load() {
		return
	}
	w.asked.Store(false)
	w.game.Store(&InPlay{identity, engine.NewRecord(h, players)})
}
