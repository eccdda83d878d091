package remote

import (
	"context"
	"crypto/rand"
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
	jobName string            // of the job's file
	small   []byte            // the job, if it is little
	files   map[string][]byte // for workers, by name
	run     string
	session string // of this batch alone
	take    func(work.Game) error

	left   *work.Cutter       // what is not handed out yet
	all    int                // games
	lacks  int                // of them that lack a result
	wanted map[string]wish    // of these, those handed out, by identity
	out    map[string]*handed // the units handed out that lack results, by name
	audits map[string]*audit  // by name of unit
	mute   string             // why units of the run are not audited

	results       chan jetstream.Msg
	replays       chan replay
	said          atomic.Pointer[[]byte] // the last announcement
	subscriptions []*nats.Subscription
	stop          func() // ends what runs beside
	began         bool   // the server knows of the run

	played   int           // games that were taken, or tried beforehand
	thinking time.Duration // in them
	silent   bool          // the server did not take a unit: later
	looked   time.Time     // when units were last looked for that are lost
	ending   bool          // no further game is to begin
}

// wish is a game that is handed out and lacks a result.
type wish struct {
	planned tournament.Planned
	handed  *handed // the unit that it belongs to
}

// handed is a unit that is handed out.
type handed struct {
	name    string
	unit    work.Unit
	content []byte
	since   time.Time
	lacks   int
	audited bool        // it is to be played again
	by      string      // the worker whose games came first
	result  work.Result // its games, of a unit that is audited
}

func (c *Coordinator) newBatch(table work.Table, n int, take func(work.Game) error) *batch {
	return &batch{
		Coordinator: c, table: table, run: table.Run(), session: rand.Text(), all: n, lacks: n, take: take,
		wanted: map[string]wish{}, out: map[string]*handed{}, audits: map[string]*audit{},
		results: make(chan jetstream.Msg, 16), replays: make(chan replay),
	}
}

// describe says what workers need to play the units. They are to sign some players as this program does.
func (b *batch) describe(ctx context.Context, signed iter.Seq[string]) (err error) {
	if b.job, b.files, err = work.Describe(b.table.Spec); err != nil {
		return err
	}
	if b.mute = work.Unauditable(b.table.Spec); b.mute != "" && b.mute != b.lastMute && b.Audit > 0 {
		b.lastMute = b.mute
		b.Told(fmt.Sprintf("results of workers cannot be compared move for move: %s", b.mute))
	}
	b.job.SelfPlay = b.table.SelfPlay
	if b.job.Signatures, err = work.Signatures(ctx, signed, b.table.Rules, b.sign); err != nil {
		return err
	}
	text, err := work.Encode(b.job)
	b.jobName = work.Name(text)
	if b.small = text; len(text) > mostSmall {
		b.small, b.files[b.jobName] = nil, text
	}
	return err
}

// begin makes the server ready. Units of an earlier session are taken back, and results that it did not take come.
func (b *batch) begin(ctx context.Context) error {
	for _, do := range []func(context.Context) error{b.ensureStreams, b.claim, b.remove} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return errors.Join(b.restore(ctx), b.subscribe())
}

// restore makes what the run needs on the server, as far as it is not there.
func (b *batch) restore(ctx context.Context) error {
	if err := b.ensureStreams(ctx); err != nil {
		return err
	}
	store, err := b.js.ObjectStore(ctx, fileBucket)
	if err != nil {
		return err
	}
	for name, data := range b.files {
		if _, err := store.GetInfo(ctx, name); err == nil {
			continue
		}
		if _, err := store.PutBytes(ctx, name, data); err != nil {
			return fmt.Errorf("file for workers: %w", err)
		}
	}
	_, err = b.js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
		Durable: consumerName("work", b.run), FilterSubject: subject(workSubject, b.run, ">"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.haste.of(ackWait), MaxAckPending: -1, MaxWaiting: maxWaiting,
	})
	return err
}

const (
	maxWaiting = 1 << 16 // idle slots of workers
	leastUnits = 64      // so many units at least, so that workers end at about the same time
	mostPairs  = 64      // of a unit
)

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

// pairs is how many pairs make a unit.
func (b *batch) pairs() int {
	if b.played == 0 {
		return 1
	}
	games := b.table.PairGames()
	pair := b.thinking * time.Duration(games) / time.Duration(b.played)
	return max(1, min(mostPairs, b.all/games/leastUnits, int(b.UnitTime/max(1, pair))))
}

// handOut hands out units until there are enough for the workers to find one at once.
func (b *batch) handOut(ctx context.Context) {
	for !b.ending && !b.silent && len(b.out)+len(b.audits) < 8+2*b.crew.slots() {
		unit, more := b.left.Cut(b.pairs())
		if !more {
			return
		}
		h := b.note(unit)
		b.publish(ctx, h.name, theUnit, h.content, "")
	}
}

// note waits for the results of a unit.
func (b *batch) note(unit work.Unit) *handed {
	content, err := work.Encode(unit)
	if err != nil { // a planned game is texts and numbers
		panic(err)
	}
	h := &handed{name: work.Name(content), unit: unit, content: content, since: b.now(), lacks: len(unit.Games),
		audited: b.mute == "" && chosen(b.Audit)}
	for _, game := range unit.Games {
		b.wanted[game.Identity] = wish{game, h}
	}
	b.out[h.name] = h
	return h
}

// The copies of a unit.
const (
	theUnit    = iota
	auditCopy  // to be played again
	secondCopy // of a unit that somebody has had for too long
)

// publish hands out a copy of a unit. One that the server does not take is looked for later.
func (b *batch) publish(ctx context.Context, unit string, number int, content []byte, not string) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	m := &nats.Msg{Subject: subject(workSubject, b.run, unit, number), Data: content, Header: nats.Header{}}
	m.Header.Set(notHeader, not)
	if _, err := b.js.PublishMsg(ctx, m); err != nil && !taken(err) && !b.silent {
		b.silent = true
		b.Told(fmt.Sprintf("the server does not take units (%v); they are offered again", err))
	}
}

// receive takes the games of a result that are still wanted. Which unit they came with does not matter.
func (b *batch) receive(ctx context.Context, m jetstream.Msg) error {
	unit, worker := token(m.Subject(), 3), token(m.Subject(), 4)
	var result, kept work.Result
	if b.crew.quarantined(worker) {
		return acknowledge(m)
	}
	if err := work.Decode(m.Data(), &result); err != nil {
		return errors.Join(b.quarantine(worker, fmt.Errorf("unit %s cannot be read: %w", unit, err)), acknowledge(m))
	}
	for _, game := range result.Games {
		wish, wanted := b.wanted[game.Identity]
		if !wanted { // it comes late, or again
			continue
		}
		if err := b.table.Check(wish.planned, game); err != nil {
			return errors.Join(b.quarantine(worker, err), acknowledge(m))
		}
		work.Sign(&game, public(worker))
		if err := b.take(game); err != nil {
			return err
		}
		delete(b.wanted, game.Identity)
		b.lacks--
		kept.Games = append(kept.Games, game)
		if wish.handed.note(worker, game); wish.handed.lacks == 0 {
			delete(b.out, wish.handed.name)
			b.startAudit(ctx, wish.handed)
		}
	}
	b.played += len(kept.Games)
	b.thinking += kept.Time()
	b.crew.credit(worker, kept)
	b.followAudit(ctx, unit, worker, result)
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
	err := b.announce(b.ending)
	if clash := b.stillHolds(ctx); clash != nil {
		b.began = false // it is the other's
		return clash
	}
	if now := b.now(); b.silent || now.Sub(b.looked) >= b.haste.of(lookEvery) || now.Before(b.looked) {
		b.looked = now
		b.lookForLost(ctx)
	}
	b.hurryAudits(ctx)
	if b.here != nil && err == nil && b.crew.trouble(b.here.name) != "" {
		return errors.New(b.crew.trouble(b.here.name)) // as if this process alone had played
	}
	return err
}

// announce tells workers of the run, now and when they ask.
func (b *batch) announce(ends bool) error {
	if err := b.conn.Publish(subject(runSubject, b.run), b.say(ends)); !transient(err) {
		return err
	}
	return nil // the next one may be heard
}

// say is what is announced, from now on to those who ask too.
func (b *batch) say(ends bool) []byte {
	text := encode(announcement{protocol, b.session, b.run, b.jobName, b.small,
		outside.Visible(b.table.Rules.Game().Title(), ""), ends})
	b.said.Store(&text)
	return text
}

// close lets no further unit begin.
func (b *batch) close(ctx context.Context) {
	b.ending = true
	b.audits = nil
	b.purge(ctx, workStream, workSubject)
	_ = b.announce(true) // the next tick tells again
}

// drained reports whether no unit is in play any more, and all results have been received.
func (b *batch) drained(ctx context.Context) bool {
	if !b.ending || b.crew.busy() > 0 {
		return false
	}
	consumer, err := b.js.Consumer(ctx, resultStream, consumerName("results", b.run))
	if err != nil {
		return true
	}
	info := consumer.CachedInfo()
	return info.NumPending == 0 && info.NumAckPending == 0
}

func consumerName(kind, run string) string { return kind + "-" + run }

// listen fetches results until ctx ends.
func (b *batch) listen(ctx context.Context) {
	for {
		consumer, err := b.js.CreateOrUpdateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
			Durable: consumerName("results", b.run), FilterSubject: subject(resultSubject, b.run, ">"),
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.haste.of(ackWait), MaxAckPending: 64,
		})
		for err == nil && ctx.Err() == nil {
			err = b.fetch(ctx, consumer)
		}
		if !pause(ctx, b.haste.of(againAfter)) {
			return
		}
	}
}

func (b *batch) fetch(ctx context.Context, consumer jetstream.Consumer) error {
	fetching, cancel := context.WithTimeout(ctx, b.haste.of(fetchTime))
	defer cancel()
	fetched, err := consumer.Fetch(16, jetstream.FetchContext(fetching))
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
	if err := fetched.Error(); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
