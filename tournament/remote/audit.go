package remote

import (
	"context"
	"math/rand/v2"
	"time"

	"pillars/tournament/work"
)

// audit is a unit that is played again. Another worker plays it if there is one; where the two differ, or no other
// plays it in time, the coordinator does, and says who was wrong.
type audit struct {
	unit     work.Unit
	content  []byte
	first    evidence
	second   evidence
	deadline time.Time
	replayed bool // the coordinator plays it
}

// evidence is what a worker says that a unit has come to.
type evidence struct {
	worker string
	result work.Result
}

// replay is what the coordinator found that a unit comes to.
type replay struct {
	unit   string
	result work.Result
	err    error
}

// chosen reports whether a unit is audited: one in so many, by chance, so that no worker can know which.
func chosen(oneIn int) bool { return oneIn > 0 && rand.IntN(oneIn) == 0 }

const patience = 10 // an audit may take so many times as long as a unit should

// startAudit has a unit that is complete played again, if it is one of those.
func (b *batch) startAudit(ctx context.Context, h *handed) {
	if !h.audited || b.isHere(h.by) || b.ending {
		return
	}
	a := &audit{unit: h.unit, content: h.content, first: evidence{h.by, h.result},
		deadline: b.now().Add(patience * b.UnitTime)}
	b.audits[h.name] = a
	if b.crew.others(h.by) == 0 {
		b.replay(ctx, h.name, a)
		return
	}
	b.publish(ctx, h.name, auditCopy, h.content, h.by)
}

// followAudit takes the second result of a unit that is audited.
func (b *batch) followAudit(ctx context.Context, name, worker string, result work.Result) {
	a := b.audits[name]
	if a == nil || a.replayed || worker == a.first.worker {
		return
	}
	if a.second.worker == "" {
		a.second.worker = worker
	}
	if a.second.worker == worker {
		a.second.result.Games = append(a.second.result.Games, result.Games...)
	}
	switch {
	case len(a.second.result.Games) < len(a.unit.Games):
	case work.Compare(a.first.result, a.second.result) == nil:
		b.crew.audited(a.first.worker, a.second.worker)
		delete(b.audits, name)
	default:
		b.replay(ctx, name, a)
	}
}

// hurryAudits plays what no other worker has played in time.
func (b *batch) hurryAudits(ctx context.Context) {
	for name, a := range b.audits {
		if !a.replayed && (b.now().After(a.deadline) || b.crew.others(a.first.worker) == 0) {
			b.replay(ctx, name, a)
		}
	}
}

func (b *batch) replay(ctx context.Context, name string, a *audit) {
	a.replayed = true
	go func() {
		result, err := b.table.Play(ctx, a.unit, nil)
		select {
		case b.replays <- replay{name, result, err}:
		case <-ctx.Done():
		}
	}()
}

// judge compares what workers said with what the coordinator found.
func (b *batch) judge(r replay) error {
	a := b.audits[r.unit]
	if a == nil || r.err != nil {
		return r.err
	}
	delete(b.audits, r.unit)
	for _, said := range []evidence{a.second, a.first} {
		if said.worker == "" || len(said.result.Games) < len(a.unit.Games) {
			continue
		}
		b.crew.audited(said.worker)
		if err := work.Compare(r.result, said.result); err != nil {
			return b.quarantine(said.worker, err)
		}
	}
	return nil
}

// quarantine shuts out a worker whose result was wrong.
func (b *batch) quarantine(worker string, why error) error {
	if b.isHere(worker) {
		return why // this program contradicts itself
	}
	b.crew.quarantine(worker)
	if b.server != nil {
		b.server.ban(worker)
	}
	lie := &work.Lie{Worker: public(worker), Err: why}
	b.Told(lie.Error() + "; it is shut out")
	return lie
}

func (b *batch) isHere(worker string) bool { return b.here != nil && b.here.name == worker }
