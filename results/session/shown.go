package session

import (
	"sync"
	"time"

	"pillars/results/inplay"
	"pillars/results/store"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// often is how often a session tells other processes of its games in play; glance is how long turns have to end then.
const (
	often  = time.Second
	glance = 50 * time.Millisecond
)

// shown tells other processes how far a session is.
type shown struct {
	ticks    <-chan time.Time // if not nil, instead of a tick often
	lock     sync.Mutex
	progress runner.Progress
	gallery  referee.Gallery
}

// noteProgress keeps the progress and hands it to the session's observer.
func (s *Session) noteProgress(p runner.Progress) {
	s.shown.lock.Lock()
	s.shown.progress = p
	s.shown.lock.Unlock()
	if s.Observer.Progress != nil {
		s.Observer.Progress(p)
	}
}

// show tells of the games of the present run in play, again and again until the function that it returns is called,
// which takes the file away. A file that cannot be written harms nothing.
func (s *Session) show(began time.Time) (end func()) {
	done, over := make(chan struct{}), make(chan struct{})
	database, total, run := s.Store.Path(), s.Total(), s.Run
	go func() {
		defer close(over)
		ticks := s.shown.ticks
		if ticks == nil {
			ticks = time.Tick(often)
		}
		for written := false; ; {
			select {
			case <-done:
				if written {
					_ = inplay.Remove(database, run.ID)
				}
				return
			case <-ticks:
				s.shown.gallery.Look() // asks, so that what is told next is of now where turns are short
				time.Sleep(glance)
				written = inplay.Write(database, s.inPlay(run, total, time.Since(began))) == nil || written
			}
		}
	}()
	return func() {
		close(done)
		<-over
	}
}

// crewed tells who plays a run elsewhere.
type crewed interface{ Members() []work.Member }

func (s *Session) inPlay(run store.Run, total int, since time.Duration) inplay.Run {
	state := s.shown.state(run, total, since)
	if crew, ok := s.Elsewhere.(crewed); ok {
		state.Workers = crew.Members()
	}
	return state
}

func (s *shown) state(run store.Run, total int, since time.Duration) inplay.Run {
	s.lock.Lock()
	p := s.progress
	s.lock.Unlock()
	state := inplay.Run{Run: run.ID, Done: p.Done, Total: max(total, p.Total), Faults: p.Faults,
		Rate: float64(p.Done-run.Games) / since.Seconds(), Games: []inplay.Game{}}
	for _, game := range s.gallery.Look() {
		options := map[string]string{}
		for _, setting := range game.Record.Settings {
			options[setting.Name] = setting.Value
		}
		state.Games = append(state.Games, inplay.Game{Identity: game.Identity, Players: game.Record.Players,
			Game: game.Record.Game, Options: options, Start: game.Record.Start, Turns: game.Record.Turns})
	}
	return state
}
