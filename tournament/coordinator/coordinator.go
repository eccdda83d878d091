// Package coordinator distributes the games of a run to workers on this and other machines, over NATS JetStream. A
// [Coordinator] divides the plan into units of a few pairs of games, publishes the units in a queue, checks the results
// against the plan and the rules, and passes on each game once.
//
// Only the plan and the stored games decide which games are missing. The coordinator publishes a unit again if the
// queue loses it, and a unit that is played twice counts once. Workers that have the key of the server are trusted. One
// in a hundred of their units is nevertheless played again in the coordinator's process, and a difference ends the run.
package coordinator

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	mathrand "math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"pillars/engine/outside"
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
	"pillars/tournament/worker"
)

// DefaultUnitTime is the usual thinking time in a unit, see [Options].
const DefaultUnitTime = 20 * time.Second

// Options configures a coordinator. Zero fields have defaults.
type Options struct {
	Listen   string            // address of the coordinator's own server; if empty, workers join Through
	Through  wire.Address      // address of a NATS server that is already running; unused if Listen is set
	Files    string            // folder for the queue of the coordinator's own server; its key is in Files.key
	Slots    int               // number of units that this process plays at the same time
	UnitTime time.Duration     // thinking time of all players in a unit; 0 for DefaultUnitTime
	Say      func(text string) // shows a message to people

	replayOneIn int          // one unit in this many is played again; 0 for 100
	sign        bench.Signer // signs players, by default [bench.SignOn]
	haste       wire.Haste   // divides all waiting times, for tests
}

// Coordinator gives the units of one run at a time to workers. It implements [runner.Elsewhere].
type Coordinator struct {
	Options
	wire.Lab
	server *server.Server // the coordinator's own server; nil if workers join another server
	key    wire.Key       // key of the coordinator's own server
	locked *os.File       // keeps other processes from the queue of the coordinator's own server
	stop   func()         // ends the worker in this process

	announced  atomic.Pointer[wire.Announcement] // the last announcement; nil before the first run
	members    atomic.Pointer[[]work.Member]     // the workers that Members returns
	unfinished bool                              // whether the last run can continue, so that the queue is kept
}

// Open connects to the server that workers join, or starts its own. It starts a worker here if Slots is above 0.
func Open(options Options) (*Coordinator, error) {
	c := &Coordinator{Options: options, stop: func() {}}
	c.UnitTime, c.replayOneIn = cmp.Or(c.UnitTime, DefaultUnitTime), cmp.Or(c.replayOneIn, 100)
	c.sign = bench.Remember(c.sign)
	c.members.Store(&[]work.Member{})
	if err := c.open(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// hereName is the name of the worker in the coordinator's own process. The names of all other workers contain a dash.
const hereName = "here"

func (c *Coordinator) open() (err error) {
	if c.Listen != "" {
		if err := c.startServer(); err != nil {
			return err
		}
	}
	conn, err := c.Through.Connect(c.haste)
	if err != nil {
		return err
	}
	machine, _ := os.Hostname()
	path, _ := filepath.Abs(c.Files)
	c.Name = work.Hash([]byte(machine + "\n" + path))[:16] // the same name for every coordinator with these files
	if c.JetStream, err = jetstream.New(conn); err != nil {
		return err
	}
	if err = c.Make(context.Background(), c.haste); err != nil {
		return fmt.Errorf("the server keeps no queue: %w; start it with JetStream (nats-server -js)", err)
	}
	if _, err = conn.Subscribe(wire.HelloSubject, func(*nats.Msg) { c.announce() }); err != nil || c.Slots == 0 {
		return err
	}
	here := worker.Worker{Name: hereName, Lab: c.Name, Slots: c.Slots, Programs: true, Haste: c.haste,
		Say: func(string) {}}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { _ = here.Work(ctx, c.Through, nil); close(ended) }()
	c.stop = func() { stop(); <-ended }
	return nil
}

func (c *Coordinator) startServer() error {
	host, port, err := outside.HostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("address %q: %w", c.Listen, err)
	}
	probe, err := net.Listen("tcp", c.Listen) // the NATS server would not say that the port is taken
	if err != nil {
		return fmt.Errorf("%w; is another coordinator running there?", err)
	}
	probe.Close()
	if port == 0 {
		port = server.RANDOM_PORT
	}
	var err1, err2 error
	c.key, err1 = wire.LoadKey(c.Files + ".key")
	c.locked, err2 = lock.Folder(c.Files)
	encryption, err3 := c.key.Server()
	if err := cmp.Or(err1, err2, err3); err != nil {
		return err
	}
	c.server, err = server.NewServer(&server.Options{
		Host: host, Port: port, NoSigs: true, NoLog: true, MaxConn: wire.MaxWorkers, MaxPayload: wire.MaxMessage,
		Authorization: string(c.key), JetStream: true, StoreDir: c.Files,
		JetStreamMaxMemory: wire.MaxStore, JetStreamMaxStore: 5 * wire.MaxStore,
		TLSConfig: encryption, TLS: true, TLSTimeout: 5, AuthTimeout: 5, PingInterval: 10 * time.Second, MaxPingsOut: 2,
	})
	if err != nil {
		return err
	}
	c.server.Start()
	if !c.server.ReadyForConnections(10*time.Second) || !c.server.JetStreamEnabled() {
		return fmt.Errorf("the server does not start at %s; try again, or remove the folder %s", c.Listen, c.Files)
	}
	addresses := c.Addresses()
	c.Through, err = wire.ParseAddress(addresses[len(addresses)-1]) // the address that this process certainly reaches
	return err
}

// Addresses returns the addresses by which workers join the coordinator's own server, none if there is no such server.
func (c *Coordinator) Addresses() (addresses []string) {
	if c.server == nil {
		return nil
	}
	host, _, _ := outside.HostPort(c.Listen) // no error, since startServer has checked the address
	hosts := []string{host}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		hosts = append(outside.OwnAddresses(), "127.0.0.1")
	}
	for _, host := range hosts {
		addresses = append(addresses, c.key.Address(host, c.server.Addr().(*net.TCPAddr).Port))
	}
	return addresses
}

// Close ends the connection and the coordinator's own server. It removes the queue, unless the last run can continue.
func (c *Coordinator) Close() {
	c.stop()
	if c.JetStream != nil {
		if c.server == nil && !c.unfinished {
			ctx, cancel := context.WithTimeout(context.Background(), c.haste.Of(wire.DeadAfter))
			defer cancel()
			_ = c.Remove(ctx)
		}
		c.Conn().Close()
	}
	if c.server != nil {
		c.server.Shutdown()
		c.server.WaitForShutdown()
		if !c.unfinished {
			_ = os.RemoveAll(c.Files)
		}
	}
	_ = c.locked.Close() // returns an error if nothing was locked
}

// announce announces the last run again, if there is one.
func (c *Coordinator) announce() {
	if a := c.announced.Load(); a != nil {
		text, _ := json.Marshal(a)                       // cannot fail
		_ = c.Conn().Publish(wire.AnnounceSubject, text) // after an error, the next announcement soon follows
	}
}

// Members returns the workers that were connected when the coordinator last looked, sorted by name.
func (c *Coordinator) Members() []work.Member {
	return *c.members.Load()
}

// look reads the list of workers, and returns the number of units that all workers together can play at the same time.
func (c *Coordinator) look(ctx context.Context) (slots int, err error) {
	bucket, err := c.KeyValue(ctx, c.Own("workers"))
	if err != nil {
		return 0, err
	}
	watcher, err := bucket.WatchAll(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { _ = watcher.Stop() }()
	members := []work.Member{}
	for entry := range watcher.Updates() {
		var m work.Member
		if entry == nil || len(members) == wire.MaxWorkers { // nil follows the last entry
			break
		}
		if wire.Decode(entry.Value(), &m) == nil {
			members = append(members, m)
			slots += max(0, min(m.Slots, wire.MaxWorkers))
		}
	}
	slices.SortFunc(members, func(a, b work.Member) int { return strings.Compare(a.Name, b.Name) })
	c.members.Store(&members)
	return slots, nil
}

// dispatch distributes the games of one run. Only the goroutine that runs play changes its fields.
type dispatch struct {
	*Coordinator
	runner.Batch
	table   work.Table
	run     wire.Announcement
	results chan jetstream.Msg // receives the results from the stream
	last    uint64             // sequence number of the last result received from the stream

	next    tournament.Planned                // the next game that has not been published
	more    bool                              // whether next holds a game
	fresh   func() (tournament.Planned, bool) // returns the game that follows next in the plan
	out     map[string]*unit                  // units that are published and have no result yet, by name
	missing int                               // number of games that have not been passed to batch.Take yet
	slots   int                               // number of units that all workers can play at the same time
	ending  time.Time                         // when the run began to end, after which no game begins; zero before

	games      int           // number of games that have been played
	thinking   time.Duration // thinking time of all players in the games counted in games
	returned   int           // number of units that have been played
	turnaround time.Duration // time from publishing a unit to its result, summed over the units counted in returned

	replays *errgroup.Group // the goroutines that play units again; an error of one ends the context of play
}

// unit is a handful of games that one worker plays.
type unit struct {
	name      string
	games     []tournament.Planned
	published time.Time
	failures  int // number of times that a worker could not play the unit
}

const (
	leastUnits    = 64 // least number of units, if pairs suffice; with fewer, some workers would end much later
	mostPairs     = 64 // largest number of pairs in a unit
	overdueFactor = 10 // a unit may take this many times the usual time before it is overdue
	mostFailures  = 3  // a unit that fails this many times ends the run
)

// Play distributes the games of a batch and passes each finished game to batch.Take, one at a time. The record of a
// game names its worker. Play returns nil when all games have been passed on, or when batch.Over is closed and every
// game in play has been passed on or lost. An error may say which unit failed on which worker.
func (c *Coordinator) Play(ctx context.Context, batch runner.Batch) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the replays
	d := &dispatch{Coordinator: c, Batch: batch, missing: batch.Len, out: map[string]*unit{},
		table: work.Table{Spec: batch.Plan.Spec, Rules: batch.Plan.Rules, NewPlayer: players.Recorded}}
	var playing context.Context // ends when a replay fails
	d.replays, playing = errgroup.WithContext(ctx)
	d.replays.SetLimit(max(1, c.Slots))
	c.unfinished = true
	if err := d.begin(ctx); err != nil {
		return err
	}
	err := d.play(playing)
	d.announceRun(true)
	c.unfinished = err != nil
	return err
}

// begin empties the queue, stores the job and the files of the players for workers, and announces the run.
func (d *dispatch) begin(ctx context.Context) error {
	job, files, err := d.table.Describe()
	if err != nil {
		return err
	}
	job.Signatures, err = bench.Signatures(ctx, slices.Values(d.Plan.Spec.Players), d.table.Rules, d.sign)
	if err != nil {
		return err
	}
	text := work.Encode(job)
	d.run = wire.Announcement{Protocol: wire.Protocol, Lab: d.Name, Run: rand.Text(), Job: work.Hash(text)}
	files[d.run.Job] = text
	for _, kind := range []string{"units", "results"} {
		stream, streamErr := d.Stream(ctx, d.Own(kind))
		if err = cmp.Or(err, streamErr); err == nil {
			err = stream.Purge(ctx)
		}
	}
	for hash, content := range files {
		err = cmp.Or(err, d.PutFile(ctx, hash, content))
	}
	if err != nil {
		return fmt.Errorf("the server for workers: %w", err)
	}
	d.announceRun(false)
	return nil
}

// announceRun announces the run to the workers. If ends is true, the run ends, and no further game may begin.
func (d *dispatch) announceRun(ends bool) {
	a := d.run
	a.Ends = ends
	d.announced.Store(&a)
	d.announce()
}

// play publishes units and takes results until all games are passed on, or until Over is closed and no game is in play.
func (d *dispatch) play(ctx context.Context) (err error) {
	fresh, end := iter.Pull(d.Games)
	defer end()
	d.fresh, d.results = fresh, make(chan jetstream.Msg)
	d.next, d.more = fresh()
	if err := d.follow(ctx); err != nil {
		return err
	}
	ticks := time.NewTicker(d.haste.Of(wire.AnnounceEvery))
	defer ticks.Stop()
	for over, drained := d.Over, false; d.missing > 0 && !drained; {
		d.publish()
		select {
		case message := <-d.results:
			err = d.fold(ctx, message)
		case <-ticks.C:
			drained = d.tick(ctx)
		case <-over:
			over, d.ending = nil, time.Now()
			d.announceRun(true)
			ticks.Reset(d.haste.Of(wire.AnnounceEvery / 40))
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
	}
	return d.replays.Wait()
}

// follow starts to send all results in the stream, from the first on, to d.results. It stops when ctx ends.
func (d *dispatch) follow(ctx context.Context) error {
	results, err := d.OrderedConsumer(ctx, d.Own("results"), jetstream.OrderedConsumerConfig{})
	if err != nil {
		return err
	}
	consuming, err := results.Consume(func(m jetstream.Msg) {
		select {
		case d.results <- m:
		case <-ctx.Done():
		}
	})
	if err == nil {
		context.AfterFunc(ctx, consuming.Stop)
	}
	return err
}

// unitPairs returns the number of pairs of games for the next unit, whose thinking time is to be UnitTime.
func (d *dispatch) unitPairs() int {
	if d.games == 0 {
		return 1
	}
	pairGames := d.table.Spec.RoundGames(d.table.Rules.Seats())
	pairTime := d.thinking * time.Duration(pairGames) / time.Duration(d.games)
	return max(1, min(mostPairs, d.Len/pairGames/leastUnits, int(d.UnitTime/max(1, pairTime))))
}

// publish publishes new units until there are twice as many as the workers can play at the same time.
func (d *dispatch) publish() {
	for d.more && d.ending.IsZero() && len(d.out) < max(leastUnits, 2*d.slots) {
		u, pairs := &unit{}, d.unitPairs()
		for pair := ""; d.more; d.next, d.more = d.fresh() { // the games of a pair are adjacent and stay together
			if d.next.Pair != pair && pairs == 0 {
				break
			} else if d.next.Pair != pair {
				pair, pairs = d.next.Pair, pairs-1
			}
			u.games = append(u.games, d.next)
		}
		d.send(u)
	}
}

// send publishes a unit without waiting for the server. tick publishes a unit again that is lost.
func (d *dispatch) send(u *unit) {
	u.name = fmt.Sprintf("%.16s/%s+%d-%d", d.run.Job, u.games[0].Identity, len(u.games), u.failures)
	d.out[u.name], u.published = u, time.Now()
	_, _ = d.PublishAsync(d.Subject("unit", u.name), work.Encode(wire.Unit{Run: d.run.Run, Games: u.games}))
}

// fold checks a result from the stream and passes on its games. It ignores a second result of the same unit.
func (d *dispatch) fold(ctx context.Context, message jetstream.Msg) error {
	if meta, err := message.Metadata(); err == nil {
		d.last = max(d.last, meta.Sequence.Stream)
	}
	u := d.out[wire.UnitOf(message)]
	if u == nil {
		return nil
	}
	var result wire.Result
	games, err := d.check(u.games, message.Data(), &result)
	if err != nil {
		return d.fail(u, result.Worker, err)
	}
	delete(d.out, wire.UnitOf(message))
	d.returned, d.turnaround = d.returned+1, d.turnaround+time.Since(u.published)
	d.games, d.thinking = d.games+len(games), d.thinking+work.Spent(result.Games)
	d.missing -= len(games)
	for _, game := range games {
		if err := d.Take(game); err != nil {
			return err
		}
	}
	if len(games) < len(u.games) {
		d.send(&unit{games: u.games[len(games):]})
	}
	d.replay(ctx, result.Worker, u.games, games)
	return nil
}

// check decodes a result, and returns its games in the form in which they are stored. It returns an error unless the
// games are the first games of the unit, and are possible under the rules and the plan.
func (d *dispatch) check(
	planned []tournament.Planned, content []byte, result *wire.Result,
) (games []tournament.Game, err error) {
	switch err = work.Decode(content, result); {
	case err != nil:
		return nil, err
	case result.Failed != "":
		return nil, errors.New(result.Failed)
	case len(result.Games) == 0 || len(result.Games) > len(planned):
		return nil, fmt.Errorf("the result has %d of %d games", len(result.Games), len(planned))
	}
	for i, played := range result.Games {
		game, err := d.table.Accept(planned[i], played, result.Worker)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	return games, nil
}

// fail handles a unit that a worker could not play, or whose result is wrong. It publishes the unit again. If the unit
// has failed mostFailures times, or if the worker is this process, it returns an error instead.
func (d *dispatch) fail(u *unit, worker string, why error) error {
	if worker == hereName {
		return why
	}
	u.failures++
	text := outside.Visible(fmt.Sprintf("unit %s failed on worker %.64s, %d of %d times: %.500v", u.name, worker,
		u.failures, mostFailures, why), "")
	if u.failures == mostFailures {
		return errors.New(text)
	}
	d.Say(text)
	delete(d.out, u.name)
	d.send(u) // u.failures gives the unit another name, so that the stream accepts another result
	return nil
}

// replay plays some units of other processes again in this process, each with a chance of 1 in replayOneIn. A
// difference ends the run. At most c.Slots replays, but at least one, run at the same time; replay does not check units
// that come in the meantime.
func (d *dispatch) replay(ctx context.Context, worker string, unit []tournament.Planned, sent []tournament.Game) {
	if !d.table.Spec.Repeatable() || worker == hereName || mathrand.IntN(d.replayOneIn) > 0 {
		return
	}
	d.replays.TryGo(func() error {
		played, err := d.table.Play(ctx, unit[:len(sent)], d.Over)
		for i := range played {
			game, wrong := d.table.Accept(unit[i], played[i], worker)
			if difference := tournament.FirstDifference(sent[i], game); difference != nil {
				wrong = fmt.Errorf("game %s: %w", game.Identity, difference)
			}
			err = cmp.Or(err, wrong)
		}
		if err != nil {
			err = fmt.Errorf("worker %s: %w; the run stops: see pillars verify --decisions", worker, err)
		}
		return err
	})
}

// tick announces the run again, removes results that are stored, and publishes lost and overdue units again. Drained is
// true if the run is ending and has no game in play, or has waited long enough for the games in play.
func (d *dispatch) tick(playing context.Context) (drained bool) {
	d.announce()
	ctx, cancel := context.WithTimeout(playing, d.haste.Of(wire.DeadAfter))
	defer cancel()
	slots, err1 := d.look(ctx)
	takers, err2 := d.Consumer(ctx, d.Own("units"), wire.Takers) // this call and the next read the present state
	results, err3 := d.Stream(ctx, d.Own("results"))
	if err := cmp.Or(err1, err2, err3); err != nil {
		if d.Make(ctx, d.haste) == nil { // the server can be reached, but has lost the queue
			d.last = 0
			_ = d.follow(playing) // the next tick notices a failure
		}
		return !d.ending.IsZero() && time.Since(d.ending) > d.haste.Of(wire.DeadAfter)
	}
	queue := takers.CachedInfo()
	d.slots = slots
	if !d.ending.IsZero() {
		nobody := queue.NumAckPending == 0 && d.last >= results.CachedInfo().State.LastSeq
		return nobody || slots == 0 || time.Since(d.ending) > d.tooLong()
	}
	_ = results.Purge(ctx, jetstream.WithPurgeSequence(d.last+1))
	dry := queue.NumPending == 0 && queue.NumAckPending == 0
	for _, u := range d.out {
		age := time.Since(u.published)
		if age > d.tooLong() || dry && age > d.haste.Of(wire.AnnounceEvery) {
			d.send(u) // if both results arrive, the first counts
		}
	}
	return false
}

// tooLong returns the time after which a unit is overdue: [overdueFactor] times the mean time from publishing a unit to
// its result, or times UnitTime if that is longer.
func (d *dispatch) tooLong() time.Duration {
	return overdueFactor * max(d.UnitTime, d.turnaround/time.Duration(max(1, d.returned)))
}
