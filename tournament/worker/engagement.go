package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// engagement is a worker's part in one run, from the announcement that it answers until the run ends.
type engagement struct {
	worker       *Worker
	announcement wire.Announcement
	job          work.Job
	table        work.Table
	over         chan struct{} // closed when no further game may begin
	ending       sync.Once
	heard        atomic.Int64    // when the coordinator last sent a message, in Unix nanoseconds
	units        map[string]bool // units in play; guarded by the worker's mu
	trouble      string          // why the worker does not play; guarded by the worker's mu
	taking       sync.Mutex      // locked by the one slot that waits for a unit
}

// leave lets no further game of the run begin.
func (e *engagement) leave()                 { e.ending.Do(func() { close(e.over) }) }
func (e *engagement) silence() time.Duration { return time.Since(time.Unix(0, e.heard.Load())) }

// abandoned reports whether the worker can give up waiting for the coordinator. The coordinator must have been silent
// for [wire.DeadAfter], and either the run must be ending or err must say that no coordinator listens.
func (e *engagement) abandoned(err error) bool {
	return e.silence() > e.worker.Haste.Of(wire.DeadAfter) &&
		(parallel.Closed(e.over) || errors.Is(err, nats.ErrNoResponders))
}

// ask sends a message to the coordinator and reads the reply, within the given time, into answer, a pointer.
func (e *engagement) ask(
	ctx context.Context, verb wire.Verb, message, answer any, within time.Duration,
) error {
	ctx, cancel := context.WithTimeout(ctx, e.worker.Haste.Of(within))
	defer cancel()
	text, err := wire.Ask(ctx, e.worker.conn, e.worker.identity, e.announcement.Session, verb, message)
	if err != nil {
		return err
	}
	if err := wire.Decode(text, answer); err != nil {
		return fmt.Errorf("the coordinator's answer: %w", err)
	}
	e.heard.Store(time.Now().UnixNano())
	return nil
}

// beat sends a heartbeat, which says whether the worker has left the run. The caller must hold the worker's mu.
func (e *engagement) beat(left bool) {
	beat := wire.Heartbeat{Number: e.worker.heartbeats.Add(1), Units: slices.Collect(maps.Keys(e.units)),
		Trouble: shown(e.trouble), Left: left}
	wire.Send(e.worker.conn, e.worker.identity, e.announcement.Session, wire.ToLive, beat)
}

// setInPlay records that a unit has begun or, if inPlay is false, that it has ended. It sends a heartbeat.
func (e *engagement) setInPlay(unit string, inPlay bool) {
	w := e.worker
	w.mu.Lock()
	defer w.mu.Unlock()
	if inPlay {
		w.busy++
		e.units[unit] = true
	} else {
		w.busy--
		delete(e.units, unit)
	}
	w.lastUnit = time.Now()
	e.beat(false)
}

// fail tells people, and with the next heartbeat the coordinator, why the worker does not play.
func (e *engagement) fail(err error) {
	w := e.worker
	w.mu.Lock()
	e.trouble = err.Error()
	w.mu.Unlock()
	w.say("%v", err)
}

// shown cuts a text to the length that coordinators accept and removes characters that cannot be printed.
func shown(text string) string {
	const most = 900 // bytes, somewhat below the limit of package wire
	return outside.Visible(strings.ToValidUTF8(text[:min(len(text), most)], ""), "")
}

// join prepares for a run and plays its units until the run ends. If the worker cannot play the run, it says so to the
// coordinator and waits for the end, so that further announcements do not make it try again.
func (e *engagement) join(ctx context.Context) {
	defer e.forget()
	ctx, halt := context.WithCancel(ctx)
	defer halt()
	err := e.prepare(ctx)
	switch {
	case err == nil:
		e.worker.sayRun(e.announcement.Run, e.announcement.Title)
		e.playAll(ctx)
	case ctx.Err() != nil || parallel.Closed(e.over): // the run has ended, so err does not matter
	case wire.Transient(err):
		return // the next announcement begins another engagement
	default:
		e.fail(fmt.Errorf("run %s: %w", e.announcement.Run, err))
		_ = e.seekAdmission(ctx, err.Error()) // only reports the trouble
	}
	select {
	case <-e.over:
	case <-ctx.Done():
	}
}

// forget ends an engagement. If the run continues, its next announcement begins a new engagement.
func (e *engagement) forget() {
	e.worker.mu.Lock()
	defer e.worker.mu.Unlock()
	delete(e.worker.joined, e.announcement.Session)
	e.beat(true) // the worker has left the run
}

// playAll plays units in all of the worker's slots until the run ends, or until a unit fails.
func (e *engagement) playAll(ctx context.Context) {
	taking, halt := parallel.Until(ctx, e.over)
	defer halt()
	var slots sync.WaitGroup
	for range e.worker.Slots {
		slots.Go(func() {
			for taking.Err() == nil {
				if err := e.playSome(ctx, taking); err != nil {
					e.fail(err)
					halt()
				}
			}
		})
	}
	slots.Wait()
}

// playSome waits for a slot of the worker, takes a unit, plays it and delivers its games. It continues with the next
// unit as long as the coordinator's answer contains one. Once the context taking ends, it waits for no slot and no
// unit. An error is about a player, or says why the coordinator accepts no more games.
func (e *engagement) playSome(ctx, taking context.Context) error {
	select {
	case e.worker.slots <- struct{}{}:
		defer func() { <-e.worker.slots }()
	case <-taking.Done():
		return nil
	}
	for given := e.takeUnit(taking); given.Unit != ""; {
		var unit []tournament.Planned
		if err := work.Decode(given.Content, &unit); err != nil {
			return fmt.Errorf("a unit cannot be read: %w", err)
		}
		e.setInPlay(given.Unit, true)
		next, err := e.playUnit(ctx, wire.Delivery{Unit: given.Unit, Of: work.Hash(given.Content)}, unit)
		e.setInPlay(given.Unit, false)
		if err != nil {
			return err
		}
		given = next
	}
	return nil
}

// playUnit plays a unit and delivers its games. The delivery id, which has no games, identifies the unit. The answer
// contains the next unit, if the coordinator has one.
func (e *engagement) playUnit(
	ctx context.Context, id wire.Delivery, unit []tournament.Planned,
) (answer wire.Answer, err error) {
	played, err := e.table.Play(ctx, unit, e.over)
	if err != nil && ctx.Err() != nil {
		return answer, nil
	}
	answer, refused := e.deliver(ctx, id, played, err == nil)
	if answer.Kept && len(played) == len(unit) {
		e.worker.played.Add(1)
	}
	return answer, cmp.Or(err, refused)
}

// takeUnit asks for a unit. If there is none at the moment, it pauses unless the coordinator has already let it wait.
func (e *engagement) takeUnit(ctx context.Context) (given wire.Answer) {
	e.taking.Lock()
	defer e.taking.Unlock()
	patience, pause := wire.UnitWithin, wire.AgainAfter
	if e.worker.hasSeveralRuns() { // the other runs want the slot
		patience, pause = patience/40, pause/10
	}
	asked := time.Now()
	request := wire.Take{Patience: int(e.worker.Haste.Of(patience).Milliseconds())}
	err := e.ask(ctx, wire.ToTake, request, &given, patience+wire.AnswerWithin)
	answeredEarly := time.Since(asked) < e.worker.Haste.Of(patience)/2
	if err != nil || given.Unit == "" && (answeredEarly || e.worker.hasSeveralRuns()) {
		wire.Pause(ctx, e.worker.Haste.Of(pause))
		return wire.Answer{}
	}
	return given
}

// deliver sends the games of a unit until the coordinator has them. It divides games that are too large for one message
// among several. More says whether the worker wants another unit. An error says why the games are refused for good.
func (e *engagement) deliver(
	ctx context.Context, id wire.Delivery, played []work.Played, more bool,
) (answer wire.Answer, err error) {
	const envelope = 1024                     // limit for the bytes of a message that are not games
	more = more && !e.worker.hasSeveralRuns() // the other runs want the slot
	for parts := [][]work.Played{played}; len(parts) > 0; {
		games := work.EncodeGames(parts[0])
		size := int64(len(games))*4/3 + envelope // JSON holds bytes in base 64
		if half := len(parts[0]) / 2; size > e.worker.conn.MaxPayload() && half > 0 {
			parts = append([][]work.Played{parts[0][:half], parts[0][half:]}, parts[1:]...)
			continue
		}
		parts = parts[1:]
		last := len(parts) == 0
		answer, err = e.deliverPart(ctx, wire.Delivery{Unit: id.Unit, Of: id.Of, Games: games, Ends: last,
			More: last && more})
		if err != nil || !answer.Kept {
			return answer, err
		}
	}
	return answer, nil
}

// deliverPart repeats a delivery until the coordinator answers. It gives up with an empty answer and no error when no
// coordinator can accept the delivery any more, or when ctx ends.
func (e *engagement) deliverPart(ctx context.Context, delivery wire.Delivery) (answer wire.Answer, err error) {
	for {
		err := e.ask(ctx, wire.ToDeliver, delivery, &answer, wire.AnswerWithin)
		switch {
		case err == nil && answer.Refused != "":
			return answer, fmt.Errorf("the coordinator refuses a result: %s", answer.Refused)
		case err == nil:
			return answer, nil
		case errors.Is(err, nats.ErrMaxPayload):
			return answer, fmt.Errorf("the server takes no message of %d bytes: increase its max_payload",
				len(delivery.Games))
		case !wire.Transient(err) && ctx.Err() == nil:
			return answer, err
		case parallel.Closed(e.over) && errors.Is(err, nats.ErrNoResponders), e.abandoned(err):
			return answer, nil // no coordinator can accept the delivery any more
		case !wire.Pause(ctx, e.worker.Haste.Of(wire.AgainAfter)):
			return answer, nil // ctx has ended
		}
	}
}

// prepare fetches and reads the job of a run, checks that the worker can play it, and asks to be admitted.
func (e *engagement) prepare(ctx context.Context) error {
	a := e.announcement
	if a.Protocol != wire.Protocol {
		return fmt.Errorf("the coordinator speaks version %d, this worker version %d: use the same program on both",
			a.Protocol, wire.Protocol)
	}
	var err error
	text := a.Inline
	if text == nil {
		text, err = e.fetch(ctx, a.Job)
	}
	if err == nil {
		err = work.Decode(text, &e.job)
	}
	if err != nil {
		return fmt.Errorf("its job cannot be read: %w", err)
	}
	spec, rules, err := e.job.Read()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(spec.Players, isProgram); i >= 0 && !e.worker.Programs {
		return programError(spec.Players[i])
	}
	if err := players.CheckMemory(e.worker.Slots, spec.Players...); err != nil {
		return err
	}
	e.table = work.Table{Spec: spec, Rules: rules, NewPlayer: e.worker.NewPlayer}
	if e.table.NewPlayer == nil {
		e.table.NewPlayer = players.Carried(e.fileFinder(ctx))
	}
	e.table.NewPlayer = e.worker.withoutPrograms(e.table.NewPlayer)
	return e.seekAdmission(ctx, "")
}

// seekAdmission signs the run's players and asks the coordinator to admit the worker, until the coordinator answers. If
// trouble is not empty, it only reports the trouble.
func (e *engagement) seekAdmission(ctx context.Context, trouble string) error {
	j := wire.Join{Program: runner.Program(), Machine: runner.Machine(), Slots: e.worker.Slots,
		Trouble: shown(trouble)}
	if trouble == "" {
		var err error
		j.Signatures, err = work.Signatures(ctx, maps.Keys(e.job.Signatures), e.table.Rules, e.signer(ctx))
		if err != nil {
			return err
		}
	}
	var answer wire.Answer
	for {
		err := e.ask(ctx, wire.ToJoin, j, &answer, wire.AnswerWithin)
		switch {
		case err == nil && answer.Refused != "" && trouble == "":
			return fmt.Errorf("refused: %s", answer.Refused)
		case err == nil || !wire.Transient(err):
			return err
		case e.silence() > e.worker.Haste.Of(wire.DeadAfter) || !wire.Pause(ctx, e.worker.Haste.Of(wire.AgainAfter)):
			return err
		}
	}
}

// signer returns a signer that reads the worker's copies of the players' files.
func (e *engagement) signer(ctx context.Context) work.Signer {
	return func(_ context.Context, player string, rules engine.Rules) (string, error) {
		located, err := players.Locate(player, e.fileFinder(ctx))
		if err != nil {
			return "", err
		}
		return e.worker.sign(ctx, located, rules)
	}
}
