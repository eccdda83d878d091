package remote

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// lookForLost hands out again what the server has lost: units that lack a result, while it holds neither the unit nor
// a result of it. What a worker has had for too long another may play too, once all is handed out.
func (b *batch) lookForLost(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if b.ending || b.restore(ctx) != nil {
		return
	}
	held, err1 := b.heldUnits(ctx, workStream, workSubject)
	came, err2 := b.heldUnits(ctx, resultStream, resultSubject) // second, as workers give the unit back last
	if err1 != nil || err2 != nil {
		return // later
	}
	b.silent = false
	offer := func(name string, number int, content []byte, not string) {
		if !came[name] && !held[fmt.Sprint(name, number)] {
			b.publish(ctx, name, number, content, not)
		}
	}
	for name, h := range b.out {
		if b.crew.slots() == 0 {
			h.since = b.now()
		}
		offer(name, theUnit, h.content, "")
		if age := b.now().Sub(h.since); age > patience*b.UnitTime && b.left.Empty() {
			h.since = b.now()
			offer(name, secondCopy, h.content, "")
		}
	}
	for name, a := range b.audits {
		if !a.replayed {
			offer(name, auditCopy, a.content, a.first.worker)
		}
	}
}

// heldUnits are the names of units that a stream holds something of, and those names with the number behind.
func (b *batch) heldUnits(ctx context.Context, name, base string) (map[string]bool, error) {
	held := map[string]bool{}
	stream, err := b.js.Stream(ctx, name)
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject(base, b.run, ">")))
	if err != nil {
		return nil, err
	}
	for subject := range info.State.Subjects {
		held[token(subject, 3)] = true
		held[token(subject, 3)+token(subject, 4)] = true
	}
	return held, nil
}
