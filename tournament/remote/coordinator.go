// Package remote has units of work played on many machines over NATS JetStream. A [Coordinator] hands out the games
// that a plan lacks and gives what comes back to the one who keeps games; a [Worker], anywhere, plays units.
//
// Nothing that is on its way counts: a game counts once it is kept. So a unit whose result does not come is handed out
// again, and a result that comes late or twice changes nothing. Workers are not trusted: every game is played again by
// the rules as it comes, and one unit in some is played again by another worker and compared, see [audit].
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine"
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
	"pillars/tournament/work"
)

// Options say how a coordinator works. Zero fields have defaults.
type Options struct {
	Listen    string            // where workers join a server of the coordinator's own; or else
	KeyFile   string            // its key
	Through   Address           // a server that is there
	Slots     int               // units at the same time in this process; 0 for none
	Audit     int               // one unit in so many is played again, 50 by default; below 0 for none
	UnitTime  time.Duration     // of the players of a unit together, 20 seconds by default
	Told      func(text string) // takes what people should know
	sign      work.Signer       // the signature of a player, [bench.SignOn] by default
	now       func() time.Time  // [time.Now] but in tests
	newPlayer guard.Factory     // [players.StoredRecorded] but in tests
}

// Coordinator hands out units. It plays one plan, or some games of self-play, at a time.
type Coordinator struct {
	Options
	Crew    *Crew
	server  *ownServer
	storage jetstream.StorageType
	conn    *nats.Conn
	js      jetstream.JetStream
	here    *Worker // that plays in this process; nil for none
	stop    func()  // ends it
}

// Open connects to the server for workers, or starts one.
func Open(ctx context.Context, options Options) (c *Coordinator, err error) {
	c = &Coordinator{Options: options.withDefaults()}
	c.Crew = newCrew(c.now)
	c.storage = jetstream.FileStorage
	if c.Listen != "" {
		c.storage = jetstream.MemoryStorage
		if c.server, err = listen(c.Listen, c.KeyFile); err != nil {
			return nil, err
		}
		c.conn, err = nats.Connect("", nats.InProcessServer(c.server.nats), nats.UserInfo(coordinatorName,
			c.server.key.token))
	} else {
		c.conn, err = c.Through.connect(coordinatorName)
	}
	if err == nil {
		c.js, err = jetstream.New(c.conn)
	}
	if err == nil {
		err = c.ensureStreams(ctx)
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
	c.here = &Worker{Slots: c.Slots, Programs: true, sign: c.sign, newPlayer: c.newPlayer, name: newWorkerName("here")}
	over.Go(func() { _ = c.here.serve(ctx, c.conn, nil) }) // it ends when it is told to
}

func (o Options) withDefaults() Options {
	if o.Audit == 0 {
		o.Audit = 50
	}
	if o.UnitTime == 0 {
		o.UnitTime = 20 * time.Second
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
func (c *Coordinator) ensureStreams(ctx context.Context) error {
	err := streams(ctx, c.js, c.storage)
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("the server at %v has no JetStream: start it with nats-server --jetstream", c.Through)
	}
	return err
}

// Addresses are how workers join the coordinator's own server.
func (c *Coordinator) Addresses() []string {
	if c.server == nil {
		return nil
	}
	return c.server.addresses()
}

// Members lists the workers.
func (c *Coordinator) Members() []work.Member { return c.Crew.Members() }

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

// Play has n games of a plan played, and gives each to take, one at a time and signed with the worker's name. It
// returns when all are taken, when over is closed and what was in play is taken or lost, or with an error: that of
// take, of ctx, or a [work.Lie].
func (c *Coordinator) Play(ctx context.Context, plan tournament.Plan, games iter.Seq[tournament.Planned], n int,
	over <-chan struct{}, take func(tournament.Game) error,
) error {
	return c.playAs(ctx, slices.Values(plan.Spec.Players), plan, games, n, over, take)
}

// SignedBy has workers admitted to runs by the signatures of some players in place of the runs' own, which are like
// them but for their constants: signing takes longer than a short run.
func (c *Coordinator) SignedBy(players ...string) runner.Elsewhere { return signedBy{c, players} }

type signedBy struct {
	*Coordinator
	players []string
}

func (s signedBy) Play(ctx context.Context, plan tournament.Plan, games iter.Seq[tournament.Planned], n int,
	over <-chan struct{}, take func(tournament.Game) error,
) error {
	return s.playAs(ctx, slices.Values(s.players), plan, games, n, over, take)
}

func (c *Coordinator) playAs(ctx context.Context, signed iter.Seq[string], plan tournament.Plan,
	games iter.Seq[tournament.Planned], n int, over <-chan struct{}, take func(tournament.Game) error,
) error {
	table := work.Table{Spec: plan.Spec, Rules: plan.Rules, NewPlayer: c.newPlayer}
	b := c.newBatch(table, games, n, func(game work.Game) error { return take(game.Game) })
	b.measure(ctx, plan)
	return b.play(ctx, signed, over)
}

// Make is Play for games of self-play, see [selfplay.Elsewhere].
func (c *Coordinator) Make(ctx context.Context, spec selfplay.Spec, rules engine.Rules, numbers iter.Seq[int], n int,
	over <-chan struct{}, take func(selfplay.Made) error,
) error {
	table := work.SelfPlay(spec, rules, c.newPlayer)
	b := c.newBatch(table, work.Numbered(numbers), n, func(game work.Game) error {
		return take(selfplay.Made{Content: game.Content, By: work.By(game.Game)})
	})
	return b.play(ctx, slices.Values(table.Spec.Players), over)
}

// play hands out the batch and takes what comes back.
func (b *batch) play(ctx context.Context, signed iter.Seq[string], over <-chan struct{}) error {
	err := b.begin(ctx, signed)
	if err != nil {
		b.left.Stop()
		return err
	}
	defer b.end()
	ticks := time.NewTicker(announceEvery)
	defer ticks.Stop()
	for !b.done() {
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
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// alone refuses to hand out a run that somebody else hands out.
func (b *batch) alone() error {
	reply, err := b.conn.Request(subject(hereSubject, b.run), nil, time.Second)
	switch {
	case err == nil:
		return fmt.Errorf("%s hands out the games of run %s already through %v; end it first, or use another server",
			reply.Data, b.run, b.Through)
	case errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrTimeout):
		return nil
	}
	return err
}

// subscribe answers workers and other coordinators from now on.
func (b *batch) subscribe() error {
	alive, err1 := b.conn.Subscribe(subject(aliveSubject, b.run, "*"), func(m *nats.Msg) {
		var s sign
		if json.Unmarshal(m.Data, &s) == nil {
			b.Crew.hear(token(m.Subject, 3), s)
		}
	})
	admit, err2 := b.conn.Subscribe(subject(admitSubject, b.run), func(m *nats.Msg) {
		_ = m.Respond(encode(b.admit(m.Data))) // who did not hear it asks again
	})
	here, err3 := b.conn.Subscribe(subject(hereSubject, b.run), func(m *nats.Msg) { _ = m.Respond([]byte(hostName())) })
	who, err4 := b.conn.Subscribe(whoSubject, func(*nats.Msg) { _ = b.announce() }) // or the next tick does
	b.subscriptions = []*nats.Subscription{alive, admit, here, who}
	return errors.Join(err1, err2, err3, err4)
}

// admit decides on a worker: its players must be those of this program.
func (b *batch) admit(text []byte) answer {
	var r request
	if err := json.Unmarshal(text, &r); err != nil || !validWorker(r.Worker) {
		return answer{"the request cannot be read"}
	}
	if b.Crew.quarantined(r.Worker) {
		return answer{"an audit found a wrong result of this worker"}
	}
	switch {
	case r.Trouble != "":
		b.Crew.refuse(r, r.Trouble)
		return answer{}
	case b.isHere(r.Worker):
		b.Crew.admit(r)
		return answer{}
	}
	for player, want := range b.job.Signatures {
		if is := r.Signatures[player]; is != want {
			refused := fmt.Sprintf("player %s plays otherwise there: its signature is %s, here %s (%s, %s)", player, is,
				want, r.Program, r.Machine)
			b.Crew.refuse(r, refused)
			return answer{refused}
		}
	}
	b.Crew.admit(r)
	return answer{}
}
