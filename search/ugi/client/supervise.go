package client

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// supervisor sees to it that a go is answered in bounded time.
type supervisor struct {
	*Conversation
	mu     sync.Mutex
	over   bool        // the answer has come
	killer *time.Timer // set once the engine has been told to stop
}

// supervise tells the engine to stop when ctx ends or it has thought as long as allowed, and kills it when it does not heed that. After release,
// which must be called, nothing more is sent.
func (c *Conversation) supervise(ctx context.Context, allowed time.Duration) (release func()) {
	s := &supervisor{Conversation: c}
	timer := time.AfterFunc(allowed, s.stop)
	forget := context.AfterFunc(ctx, s.stop)
	return func() {
		timer.Stop()
		forget()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.over = true
		if s.killer != nil {
			s.killer.Stop()
		}
	}
}

// stop tells the engine to stop, once. An engine that does not even read is killed like one that does not answer.
func (s *supervisor) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || s.killer != nil {
		return
	}
	s.killer = time.AfterFunc(s.patience.Stop, func() {
		s.Kill(fmt.Errorf("gave no turn within %v of being told to stop", s.patience.Stop))
	})
	_ = s.Send([]byte("stop\n")) // a program that has ended is found out by whoever reads
}
