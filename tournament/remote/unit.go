package remote

import (
	"context"
	"time"

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
		if err != nil && !pause(ctx, time.Second) {
			return
		}
	}
}

// next is the next unit, or nil if there is none at the moment.
func (e *engagement) next(ctx context.Context) (jetstream.Msg, error) {
	consumer, err := e.js.Consumer(ctx, workStream, consumerName("work", e.run))
	if err != nil {
		return nil, err
	}
	fetched, err := consumer.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
	if err != nil {
		return nil, err
	}
	for message := range fetched.Messages() {
		return message, nil
	}
	return nil, fetched.Error()
}

// unit plays a unit and sends what it came to. A unit that cannot be played, or is not for this worker, is given back.
func (e *engagement) unit(ctx context.Context, message jetstream.Msg) {
	if message.Headers().Get(notHeader) == e.name {
		_ = message.NakWithDelay(2 * time.Second) // or it comes again by itself
		return
	}
	var unit work.Unit
	if err := work.Decode(message.Data(), &unit); err != nil {
		_ = message.Term()
		return
	}
	e.count(1)
	defer e.count(-1)
	result, err := e.playUnit(ctx, message, unit)
	if err != nil {
		_ = message.Nak()
		if e.whole.Err() == nil {
			e.fail(err)
			e.leave()
		}
		return
	}
	if e.send(token(message.Subject(), 3), result) {
		e.units.Add(1)
		_ = message.Ack() // or the coordinator hears a result twice
	}
}

func (e *engagement) count(n int64) {
	e.busy.Add(n)
	e.lastUnit.Store(time.Now().UnixNano())
	e.live(e.run)
}

// playUnit plays while it tells the server, again and again, that the unit is in play.
func (e *engagement) playUnit(_ context.Context, message jetstream.Msg, unit work.Unit) (work.Result, error) {
	over := make(chan struct{})
	defer close(over)
	go func() {
		beats := time.NewTicker(ackWait / 3)
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
		ctx, cancel := context.WithTimeout(e.whole, 5*time.Second)
		_, err := e.js.Publish(ctx, subject, content)
		cancel()
		if err == nil || taken(err) {
			return true
		}
		if !pause(e.whole, time.Second) {
			return false
		}
	}
}
