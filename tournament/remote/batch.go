package remote

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine/outside"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// batch is a list of games that a coordinator has played.
type batch struct {
	*Coordinator
	table   work.Table
	job     work.Job
	jobName string // of the job's file
	run     string
	take    func(work.Game) error

	left   *work.Cutter                  // what is not handed out yet
	all    int                           // games
	lacks  int                           // of them that lack a result
	wanted map[string]tournament.Planned // of these, those handed out, by identity
	out    map[string]*handed            // the units handed out that lack results, by name
	audits map[string]*audit             // by name of unit
	mute   string                        // why units of the run are not audited

	results       chan jetstream.Msg
	replays       chan replay
	subscriptions []*nats.Subscription
	stopListening func()

	played   int           // games that were taken, or tried beforehand
	thinking time.Duration // in them
	silent   bool          // the server did not take a unit: later
	looked   time.Time     // when units were last looked for that are lost
	ending   atomic.Bool   // no further game is to begin
	ended    bool          // none is in play any more
}

// handed is a unit that is handed out.
type handed struct {
	unit    work.Unit
	content []byte
	lacks   int
	audited bool        // it is to be played again
	by      string      // the worker whose games came first
	result  work.Result // its games, of a unit that is audited
}

func (c *Coordinator) newBatch(
	table work.Table, games iter.Seq[tournament.Planned], n int, take func(work.Game) error,
) *batch {
	return &batch{
		Coordinator: c, table: table, run: table.Run(), all: n, lacks: n, take: take, left: work.NewCutter(games),
		wanted: map[string]tournament.Planned{}, out: map[string]*handed{}, audits: map[string]*audit{},
		results: make(chan jetstream.Msg, 16), replays: make(chan replay), stopListening: func() {},
	}
}

// begin tells workers of the batch, those that sign as this program does.
func (b *batch) begin(ctx context.Context, signed iter.Seq[string]) error {
	if err := b.alone(); err != nil {
		return err
	}
	if err := b.describe(ctx, signed); err != nil {
		return err
	}
	if err := errors.Join(b.subscribe(), b.consumers(ctx)); err != nil {
		return err
	}
	listening, stop := context.WithCancel(ctx)
	b.stopListening = stop
	go b.listen(listening)
	return b.announce()
}

// describe puts the job and the files of its players where workers find them.
func (b *batch) describe(ctx context.Context, signed iter.Seq[string]) error {
	job, files, err := work.Describe(b.table.Spec)
	if err != nil {
		return err
	}
	if b.mute = work.Unauditable(b.table.Spec); b.mute != "" && b.Audit > 0 {
		b.Told(fmt.Sprintf("results of workers cannot be compared move for move: %s", b.mute))
	}
	if job.Signatures, err = work.Signatures(ctx, signed, b.table.Rules, b.sign); err != nil {
		return err
	}
	job.SelfPlay, b.job = b.table.SelfPlay, job
	text, err := work.Encode(job)
	if err != nil {
		return err
	}
	b.jobName = work.Name(text)
	store, err := b.js.ObjectStore(ctx, fileBucket)
	if err != nil {
		return err
	}
	files[b.jobName] = text
	for name, data := range files {
		if _, err := store.GetInfo(ctx, name); err == nil {
			continue
		}
		if _, err := store.PutBytes(ctx, name, data); err != nil {
			return fmt.Errorf("file for workers: %w", err)
		}
	}
	return nil
}

// measure learns how long a pair of a plan takes, so that the first units have a sensible size.
func (b *batch) measure(ctx context.Context, plan tournament.Plan) {
	if b.all/b.table.PairGames() < 2*leastUnits {
		return // each pair is a unit
	}
	var pace runner.Pace
	pace.Try(ctx, plan, b.newPlayer)
	if expected, known := pace.Expect(plan, 1); known && !pace.AtMost {
		b.played, b.thinking = plan.Len(), expected
	}
}

const leastUnits = 64 // so many units at least, so that workers end at about the same time

// pairs is how many pairs make a unit.
func (b *batch) pairs() int {
	const most = 64
	if b.played == 0 {
		return 1
	}
	games := b.table.PairGames()
	pair := b.thinking * time.Duration(games) / time.Duration(b.played)
	return max(1, min(most, b.all/games/leastUnits, int(b.UnitTime/max(1, pair))))
}

// handOut hands out units until there are enough for the workers to find one at once.
func (b *batch) handOut(ctx context.Context) {
	for !b.ending.Load() && !b.silent && len(b.out) < 8+2*b.Crew.slots() {
		unit, more := b.left.Cut(b.pairs())
		if !more {
			return
		}
		for _, game := range unit.Games {
			b.wanted[game.Identity] = game
		}
		content, err := work.Encode(unit)
		if err != nil { // a planned game is texts and numbers
			panic(err)
		}
		name := work.Name(content)
		b.out[name] = &handed{unit: unit, content: content, lacks: len(unit.Games),
			audited: b.mute == "" && chosen(b.Audit)}
		b.publish(ctx, name, 0, content, "")
	}
}

// publish hands out a copy of a unit. One that the server does not take is looked for later.
func (b *batch) publish(ctx context.Context, unit string, number int, content []byte, not string) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	m := &nats.Msg{Subject: subject(workSubject, b.run, unit, number), Data: content, Header: nats.Header{}}
	m.Header.Set(notHeader, not)
	if _, err := b.js.PublishMsg(ctx, m); err != nil && !taken(err) {
		b.silent = true
	}
}

// receive takes the games of a result that are still wanted.
func (b *batch) receive(ctx context.Context, m jetstream.Msg) error {
	unit, worker := token(m.Subject(), 3), token(m.Subject(), 4)
	var result work.Result
	if b.Crew.quarantined(worker) {
		return acknowledge(m)
	}
	if err := work.Decode(m.Data(), &result); err != nil {
		return errors.Join(b.quarantine(worker, fmt.Errorf("unit %s cannot be read: %w", unit, err)), acknowledge(m))
	}
	handed, taken := b.out[unit], work.Result{}
	for _, game := range result.Games {
		planned, wanted := b.wanted[game.Identity]
		if !wanted { // it comes late, or again
			continue
		}
		if err := b.table.Check(planned, game); err != nil {
			return errors.Join(b.quarantine(worker, err), acknowledge(m))
		}
		work.Sign(&game, public(worker))
		if err := b.take(game); err != nil {
			return err
		}
		delete(b.wanted, game.Identity)
		b.lacks--
		b.played++
		taken.Games = append(taken.Games, game)
		if handed != nil {
			handed.note(worker, game)
		}
	}
	b.thinking += taken.Time()
	b.Crew.credit(worker, taken)
	if handed != nil && handed.lacks <= 0 {
		delete(b.out, unit)
		b.startAudit(ctx, unit, handed)
	} else if handed == nil {
		b.followAudit(ctx, unit, worker, result)
	}
	return acknowledge(m)
}

func (h *handed) note(worker string, game work.Game) {
	h.lacks--
	if h.by == "" {
		h.by = worker
	}
	if h.audited = h.audited && h.by == worker; h.audited {
		h.result.Games = append(h.result.Games, game)
	}
}

// acknowledge tells the server that a result is kept. If it does not hear that, the result comes again.
func acknowledge(m jetstream.Msg) error {
	_ = m.Ack()
	return nil
}

// tick is what is done every now and then.
func (b *batch) tick(ctx context.Context) error {
	err := b.announce()
	const lookEvery = 10 * time.Second
	if now := b.now(); b.silent || now.Sub(b.looked) >= lookEvery || now.Before(b.looked) {
		b.looked = now
		b.lookForLost(ctx)
	}
	b.hurryAudits(ctx)
	if b.ending.Load() && b.Crew.busy() == 0 {
		consumer, err := b.js.Consumer(ctx, resultStream, consumerName("results", b.run))
		b.ended = err != nil
		if err == nil {
			info := consumer.CachedInfo()
			b.ended = info.NumPending == 0 && info.NumAckPending == 0
		}
	}
	return err
}

// lookForLost hands out again what the server has lost: units that it does not hold, and that lack a result.
func (b *batch) lookForLost(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if b.consumers(ctx) != nil {
		return // later
	}
	stream, err := b.js.Stream(ctx, workStream)
	if err != nil {
		return
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject(workSubject, b.run, ">")))
	if err != nil {
		return
	}
	b.silent = false
	for name, handed := range b.out {
		if _, held := info.State.Subjects[subject(workSubject, b.run, name, 0)]; !held && !b.ending.Load() {
			b.publish(ctx, name, 0, handed.content, "")
		}
	}
}

func (b *batch) announce() error {
	text := encode(announcement{protocol, b.jobName, outside.Visible(b.table.Rules.Game().Title(), ""), b.ending.Load()})
	err := b.conn.Publish(subject(runSubject, b.run), text)
	if errors.Is(err, nats.ErrReconnectBufExceeded) { // the next one may be heard
		return nil
	}
	return err
}

// close lets no further unit begin.
func (b *batch) close(ctx context.Context) {
	b.ending.Store(true)
	b.purge(ctx)
	_ = b.announce() // the next tick tells again
}

func (b *batch) done() bool {
	if b.ending.Load() {
		return b.ended
	}
	return b.lacks == 0 && len(b.audits) == 0
}

// consumers makes the streams, and what of them concerns the run, unless it is all there.
func (b *batch) consumers(ctx context.Context) error {
	if err := b.ensureStreams(ctx); err != nil {
		return err
	}
	_, err := b.js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
		Durable: consumerName("work", b.run), FilterSubject: subject(workSubject, b.run, ">"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: -1,
	})
	return err
}

func consumerName(kind, run string) string { return kind + "-" + run }

// listen fetches results until ctx ends.
func (b *batch) listen(ctx context.Context) {
	for ctx.Err() == nil {
		consumer, err := b.js.CreateOrUpdateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
			Durable: consumerName("results", b.run), FilterSubject: subject(resultSubject, b.run, ">"),
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: 64,
		})
		for err == nil && ctx.Err() == nil {
			err = b.fetch(ctx, consumer)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

func (b *batch) fetch(ctx context.Context, consumer jetstream.Consumer) error {
	fetched, err := consumer.Fetch(16, jetstream.FetchMaxWait(2*time.Second))
	if err != nil {
		return err
	}
	for message := range fetched.Messages() {
		select {
		case b.results <- message:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return fetched.Error()
}

// purge takes back what is handed out and not begun.
func (b *batch) purge(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if stream, err := b.js.Stream(ctx, workStream); err == nil {
		_ = stream.Purge(ctx, jetstream.WithPurgeSubject(subject(workSubject, b.run, ">"))) // or it is played in vain
	}
}

// end tells the workers that the run is over, and removes what is left of it on the server.
func (b *batch) end() {
	b.ending.Store(true)
	_ = b.announce()
	b.purge(context.Background())
	b.stopListening()
	b.left.Stop()
	for _, subscription := range b.subscriptions {
		_ = subscription.Unsubscribe()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = b.js.DeleteConsumer(ctx, workStream, consumerName("work", b.run))
	_ = b.js.DeleteConsumer(ctx, resultStream, consumerName("results", b.run))
}
