// Package remote has units of work played on many machines over NATS JetStream. A [Coordinator] hands out the games
// that a plan lacks and gives what comes back to the one who keeps games; a [Worker], anywhere, plays units.
//
// Nothing that is on its way counts: a game counts once it is kept. So a unit whose result does not come is handed out
// again, and a result that comes late or twice changes nothing. Workers are not trusted: every game is played again by
// the rules as it comes, and one unit in some is played again by another worker and compared, see [audit].
package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine/parallel"
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/work"
)

// The defaults of [Options].
const (
	UsualAudit    = 50
	UsualUnitTime = 20 * time.Second
)

// Options say how a coordinator works. Zero fields have defaults.
type Options struct {
	Listen    string            // where workers join a server of the coordinator's own; or else
	KeyFile   string            // its key
	Through   Address           // a server that is there
	Slots     int               // units at the same time in this process; 0 for none
	Audit     int               // one unit in so many is played again, UsualAudit by default; below 0 for none
	UnitTime  time.Duration     // of the players of a unit together, UsualUnitTime by default
	Told      func(text string) // takes what people should know
	sign      work.Signer       // the signature of a player, [bench.SignOn] by default
	now       func() time.Time  // [time.Now] but in tests
	haste     haste             // 0 but in tests
	newPlayer guard.Factory     // [players.StoredRecorded] but in tests
}

// Coordinator hands out units. It plays one plan, or some games of self-play, at a time.
type Coordinator struct {
	Options
	lastMute string // what was told last of runs without audits
	crew     *crew
	server   *ownServer
	storage  jetstream.StorageType
	conn     *nats.Conn
	js       jetstream.JetStream
	here     *Worker // that plays in this process; nil for none
	stop     func()  // ends it
}

// Open connects to the server for workers, or starts one.
func Open(ctx context.Context, options Options) (c *Coordinator, err error) {
	c = &Coordinator{Options: options.withDefaults()}
	c.crew = newCrew(c.now, c.haste.of(deadAfter))
	c.storage = jetstream.FileStorage
	if c.Listen != "" {
		c.storage = jetstream.MemoryStorage
		if c.server, err = listen(c.Listen, c.KeyFile); err != nil {
			return nil, err
		}
		c.conn, err = nats.Connect("", nats.InProcessServer(c.server.nats), nats.UserInfo(coordinatorName,
			c.server.key.token))
	} else {
		c.conn, err = c.Through.connect(coordinatorName, c.haste.connecting()...)
	}
	if err == nil {
		c.js, err = jetstream.New(c.conn)
	}
	if err == nil {
		err = c.ensureStreams(ctx)
		if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, nats.ErrNoResponders) {
			err = fmt.Errorf("the server at %v has no JetStream: start it with nats-server --jetstream", c.Through)
		}
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	c.playHere()
	return c, nil
}

// playHere starts the worker of this process.
func (c *Coordinator) playHere() {
	if c.Slots == 0 {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	c.stop = func() { cancel(); over.Wait() }
	c.here = &Worker{Slots: c.Slots, Programs: true, sign: c.sign, newPlayer: c.newPlayer, name: newWorkerName("here"),
		haste: c.haste}
	over.Go(func() { _ = c.here.serve(ctx, c.conn, nil) }) // it ends when it is told to
}

func (o Options) withDefaults() Options {
	if o.Audit == 0 {
		o.Audit = UsualAudit
	}
	if o.UnitTime == 0 {
		o.UnitTime = UsualUnitTime
	}
	if o.Told == nil {
		o.Told = func(string) {}
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.sign == nil {
		o.sign = bench.SignOn
	}
	o.sign = work.Remember(o.sign)
	if o.newPlayer == nil {
		o.newPlayer = players.StoredRecorded
	}
	return o
}

// ensureStreams makes the streams unless they are there.
func (c *Coordinator) ensureStreams(ctx context.Context) error { return streams(ctx, c.js, c.storage) }

// Addresses are how workers join the coordinator's own server.
func (c *Coordinator) Addresses() []string {
	if c.server == nil {
		return nil
	}
	return c.server.addresses()
}

// Members lists the workers.
func (c *Coordinator) Members() []work.Member { return c.crew.Members() }

// Close ends the work in this process, the connection and the server.
func (c *Coordinator) Close() {
	if c.stop != nil {
		c.stop()
	}
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.close()
	}
}

// playAll has all games of the batch played. Once the server is ready, measure learns how long they take.
func (b *batch) playAll(ctx context.Context, signed iter.Seq[string], games iter.Seq[tournament.Planned],
	over <-chan struct{}, measure func(context.Context),
) error {
	err := b.describe(ctx, signed)
	if err != nil {
		return err
	}
	beside, stop := context.WithCancel(ctx)
	b.stop = stop
	defer b.end()
	if err := b.beHere(); err != nil {
		return err
	}
	beginning, cancel := parallel.Until(ctx, over)
	defer cancel()
	switch err := b.insist(beginning, b.begin); {
	case err != nil && parallel.Closed(over) && ctx.Err() == nil:
		return nil
	case err != nil:
		return err
	}
	b.began = true
	measure(beginning)
	b.left = work.NewCutter(games)
	go b.listen(beside)
	return b.play(beside, over)
}

// play hands out units and takes results until it is done.
func (b *batch) play(ctx context.Context, over <-chan struct{}) (err error) {
	ticks := time.NewTicker(b.haste.of(announceEvery))
	defer ticks.Stop()
	_ = b.announce(false) // or a tick does
	for b.lacks > 0 || len(b.audits) > 0 {
		b.handOut(ctx)
		select {
		case message := <-b.results:
			err = b.receive(ctx, message)
		case replay := <-b.replays:
			err = b.judge(replay)
		case <-ticks.C:
			err = b.tick(ctx)
		case <-over:
			over = nil
			b.close(ctx)
			ticks.Reset(b.haste.of(announceEvery) / 10)
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil || b.drained(ctx) {
			return err
		}
	}
	return nil
}

// insist does what needs the server, again and again while that does not answer.
func (b *batch) insist(ctx context.Context, do func(context.Context) error) error {
	for told := false; ; told = true {
		err := do(ctx)
		if err == nil || ctx.Err() != nil || !transient(err) {
			return cmp.Or(ctx.Err(), err)
		}
		if !told {
			b.Told(fmt.Sprintf("the server does not answer (%v); it is tried again", err))
		}
		if !pause(ctx, b.haste.of(againAfter)) {
			return ctx.Err()
		}
	}
}

// end tells the workers that the run is over, and removes what is left of it on the server.
func (b *batch) end() {
	b.stop()
	if b.left != nil {
		b.left.Stop()
	}
	for _, subscription := range b.subscriptions {
		_ = subscription.Unsubscribe()
	}
	if !b.began {
		return
	}
	_ = b.announce(true)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = b.remove(ctx)
	if b.lacks == 0 {
		b.purge(ctx, resultStream, resultSubject) // which came twice
	}
	b.release(ctx)
}

// remove takes back what is handed out, and lets nobody wait for more. Results stay.
func (b *batch) remove(ctx context.Context) error {
	b.purge(ctx, workStream, workSubject)
	err1 := b.js.DeleteConsumer(ctx, workStream, consumerName("work", b.run))
	err2 := b.js.DeleteConsumer(ctx, resultStream, consumerName("results", b.run))
	if err := cmp.Or(err1, err2); !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return nil
}

// purge removes what a stream holds of the run.
func (b *batch) purge(ctx context.Context, name, base string) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if stream, err := b.js.Stream(ctx, name); err == nil {
		_ = stream.Purge(ctx, jetstream.WithPurgeSubject(subject(base, b.run, ">"))) // or it is played in vain
	}
}

// subscribe answers workers from now on.
func (b *batch) subscribe() error {
	b.say(false)
	for subject, answer := range map[string]func(*nats.Msg){
		subject(aliveSubject, b.run, "*"): func(m *nats.Msg) {
			var s sign
			if json.Unmarshal(m.Data, &s) == nil {
				b.crew.hear(token(m.Subject, 3), s)
			}
		},
		subject(admitSubject, b.run): func(m *nats.Msg) {
			respond(m, encode(b.admit(m.Data)))
		},
		whoSubject: func(m *nats.Msg) { respond(m, *b.said.Load()) },
	} {
		if err := b.answer(subject, answer); err != nil {
			return err
		}
	}
	return nil
}

// answer has what comes under a subject answered, until the batch ends.
func (b *batch) answer(subject string, answer nats.MsgHandler) error {
	subscription, err := b.conn.Subscribe(subject, answer)
	if err == nil {
		b.subscriptions = append(b.subscriptions, subscription)
	}
	return err
}

// respond answers to inboxes only: a worker could name any subject.
func respond(m *nats.Msg, answer []byte) {
	if strings.HasPrefix(m.Reply, "_INBOX") {
		_ = m.Respond(answer) // who did not hear it asks again
	}
}

// admit decides on a worker: its players must be those of this program.
func (b *batch) admit(text []byte) answer {
	var r request
	if err := json.Unmarshal(text, &r); err != nil || !validWorker(r.Worker) {
		return answer{"the request cannot be read"}
	}
	if b.crew.quarantined(r.Worker) {
		return answer{"an audit found a wrong result of this worker"}
	}
	switch {
	case r.Trouble != "":
		b.crew.refuse(r, r.Trouble)
		return answer{}
	case b.isHere(r.Worker):
		b.crew.admit(r)
		return answer{}
	}
	for player, want := range b.job.Signatures {
		if is := r.Signatures[player]; is != want {
			refused := fmt.Sprintf("player %s plays otherwise there: its signature is %s, here %s (%s, %s)", player, is,
				want, r.Program, r.Machine)
			b.crew.refuse(r, refused)
			return answer{refused}
		}
	}
	b.crew.admit(r)
	return answer{}
}
