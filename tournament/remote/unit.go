package remote

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/tournament/work"
)

// play takes units of a run and plays them, one at a time, until ctx ends. The run's end lets no further game begin;
// the unit in play is sent as far as it got.
func (e *engagement) play(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case e.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		message, err := e.next(ctx)
		if message != nil {
			e.unit(ctx, message)
		}
		<-e.slots
		if err != nil || message == nil && e.shares() {
			pause(ctx, e.haste.of(againAfter))
		}
	}
}

// shares reports whether other runs want units played too.
func (e *engagement) shares() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.joined) > 1
}

// next is the next unit, or nil if there is none at the moment.
func (e *engagement) next(ctx context.Context) (jetstream.Msg, error) {
	wait := e.haste.of(fetchTime)
	if e.shares() {
		wait /= 20
	}
	fetched, err := e.units.Fetch(1, jetstream.FetchMaxWait(wait))
	if err != nil {
		return nil, err
	}
	select {
	case message := <-fetched.Messages():
		return message, fetched.Error()
	case <-ctx.Done():
		go func() { // a unit that is on its way would be missed for long
			for message := range fetched.Messages() {
				_ = message.Nak()
			}
		}()
		return nil, ctx.Err()
	}
}

// unit plays a unit and sends what it came to. A unit that cannot be played, or is not for this worker, is given back,
// as is one that was broken off.
func (e *engagement) unit(ctx context.Context, message jetstream.Msg) {
	if message.Headers().Get(notHeader) == e.name {
		_ = message.NakWithDelay(notMine(message)) // or it comes again by itself
		return
	}
	var unit work.Unit
	if err := work.Decode(message.Data(), &unit); err != nil {
		_ = message.Term()
		return
	}
	e.count(1)
	defer e.count(-1)
	result, err := e.playUnit(message, unit)
	if err != nil && e.whole.Err() == nil {
		e.fail(err)
		e.halt()
	}
	sent := err == nil && len(result.Games) > 0 && e.send(token(message.Subject(), 3), result)
	if !sent || len(result.Games) < len(unit.Games) {
		_ = message.Nak()
		return
	}
	e.played.Add(1)
	_ = message.Ack() // or the coordinator hears a result twice
}

// notMine is how long a unit for other workers is left to them: longer each time, and by chance, or two units might
// each come to the wrong one of two workers again and again.
func notMine(message jetstream.Msg) time.Duration {
	const first, most = 25 * time.Millisecond, time.Second
	data, err := message.Metadata()
	if err != nil {
		return most
	}
	return rand.N(min(most, first<<min(10, data.NumDelivered)))
}

func (e *engagement) count(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.busy[e.run] += n; e.busy[e.run] == 0 {
		delete(e.busy, e.run)
	}
	e.lastUnit = time.Now()
	e.live(false)
}

// playUnit plays while it tells the server, again and again, that the unit is in play.
func (e *engagement) playUnit(message jetstream.Msg, unit work.Unit) (work.Result, error) {
	over := make(chan struct{})
	defer close(over)
	go func() {
		beats := time.NewTicker(e.haste.of(ackWait / 3))
		defer beats.Stop()
		for {
			select {
			case <-beats.C:
				_ = message.InProgress() // or another worker begins the unit too
			case <-over:
				return
			}
		}
	}()
	return e.table.Play(e.whole, unit, e.end)
}

// send publishes a result until the server has it, and reports whether it has. One that is too large goes in parts.
func (e *engagement) send(unit string, result work.Result) bool {
	parts := []work.Result{result}
	for number := 0; number < len(parts); {
		part := parts[number]
		content, err := work.Encode(part)
		if err != nil {
			e.fail(err)
			return false
		}
		if half := len(part.Games) / 2; int64(len(content)) > e.conn.MaxPayload()-1024 && half > 0 {
			parts[number].Games = part.Games[:half]
			parts = append(parts, work.Result{Games: part.Games[half:]})
			continue
		}
		if !e.publish(subject(resultSubject, e.run, unit, e.name, number), content) {
			return false
		}
		number++
	}
	return true
}

func (e *engagement) publish(subject string, content []byte) bool {
	for {
		ctx, cancel := context.WithTimeout(e.whole, e.haste.of(fetchTime))
		_, err := e.js.Publish(ctx, subject, content)
		cancel()
		switch {
		case err == nil || taken(err):
			return true
		case errors.Is(err, nats.ErrMaxPayload):
			e.fail(fmt.Errorf("the server takes no result of %d bytes: let its max_payload be greater", len(content)))
			e.halt()
			return false
		case !pause(e.whole, e.haste.of(againAfter)):
			return false
		}
	}
}
