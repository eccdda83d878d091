package referee

import (
	"slices"
	"sync"
	"sync/atomic"

	"pillars/engine"
)

// Gallery shows games in play. A game is recorded at its start or at the end of a turn, and only after somebody looked,
// so that games nobody looks at cost nothing. The zero value is ready for use.
type Gallery struct {
	lock    sync.Mutex
	windows []*Window
}

// Window shows the games of one referee, one after the other. Nil shows none.
type Window struct {
	asked atomic.Bool
	game  atomic.Pointer[InPlay]
}

// InPlay is a game as far as it has come.
type InPlay struct {
	Identity string
	Record   engine.Record
}

// Open makes a window, which shows nothing yet; nil makes none.
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

// Close takes a window away.
func (g *Gallery) Close(w *Window) {
	if g == nil {
		return
	}
	g.lock.Lock()
	defer g.lock.Unlock()
	g.windows = slices.DeleteFunc(g.windows, func(other *Window) bool { return other == w })
}

// Look returns what the windows show, and asks for what comes next.
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

// show records a game if somebody asked.
func (w *Window) show(identity string, h *engine.History, players []string) {
	if w == nil || !w.asked.Load() {
		return
	}
	w.asked.Store(false)
	w.game.Store(&InPlay{identity, engine.NewRecord(h, players)})
}
