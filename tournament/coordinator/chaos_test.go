package coordinator

import (
	"context"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"pillars/engine/enginetest"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

const workVariable = "PILLARS_TEST_WORK"

// TestMain lets the test binary be a worker process too.
func TestMain(m *testing.M) {
	text := os.Getenv(workVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	go func() { // which ends with the test's process, however that ends
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	address, err := wire.ParseAddress(text)
	if err == nil {
		folder, _ := os.MkdirTemp("", "pillars-worker-")
		err = (&worker.Worker{Slots: 2, Folder: folder, Haste: inHaste}).Work(context.Background(), address, nil)
	}
	if err != nil { // a server that is away, as a rule
		os.Exit(1)
	}
}

// inHaste shortens the time after which the unit of a dead worker is handed out again to half a second.
const inHaste = wire.Haste(60)

// chaos is a run with all kinds of failures.
type chaos struct {
	*testing.T
	plan    tournament.Plan
	options Options
	through *server.Options // of another server; nil for the coordinator's own
	proxy   *proxy
	address string // for workers
	jump    atomic.Int64
	drawing sync.Mutex
	random  *rand.Rand // drawing guards it

	mu          sync.Mutex
	kept        map[string]tournament.Game
	coordinator *Coordinator
	server      *server.Server
	forking     sync.Mutex // a process holds the port of the server too, from fork to exec
	killed      int        // workers
	begun       int        // sessions
}

func (c *chaos) now() time.Time { return time.Now().Round(0).Add(time.Duration(c.jump.Load())) }

// upTo draws a time below a limit.
func (c *chaos) upTo(limit time.Duration) time.Duration {
	c.drawing.Lock()
	defer c.drawing.Unlock()
	return time.Duration(c.random.Int64N(int64(limit)))
}

// left returns the games that are not stored yet, and their number.
func (c *chaos) left() (games iter.Seq[tournament.Planned], n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var left []tournament.Planned
	for game := range planned(c.plan) {
		if _, have := c.kept[game.Identity]; !have {
			left = append(left, game)
		}
	}
	return func(yield func(tournament.Planned) bool) {
		for _, game := range left {
			if !yield(game) {
				return
			}
		}
	}, len(left)
}

func (c *chaos) take(game tournament.Game) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, twice := c.kept[game.Identity]; twice {
		c.Errorf("game %s is taken twice", game.Identity)
	}
	c.kept[game.Identity] = game
	return nil
}

// session runs a coordinator until all games are stored or ctx ends.
func (c *chaos) session(ctx context.Context) error {
	coordinator, err := Open(c.options)
	if err != nil {
		return err
	}
	defer coordinator.Close()
	c.mu.Lock()
	c.coordinator = coordinator
	c.begun++
	c.mu.Unlock()
	games, n := c.left()
	return coordinator.Play(ctx, runner.Batch{Plan: c.plan, Games: games, Len: n, Take: c.take,
		Signed: c.plan.Spec.Players})
}

// coordinate runs sessions and interrupts them until all games are stored.
func (c *chaos) coordinate(ctx context.Context, quiet <-chan struct{}) {
	for ctx.Err() == nil {
		going, cancel := context.WithCancel(ctx)
		over := make(chan error, 1)
		go func() { over <- c.session(going) }()
		var err error
		select {
		case err = <-over:
		case <-c.breakOff(quiet):
			cancel()
			err = <-over
		}
		cancel()
		switch _, n := c.left(); {
		case n == 0:
			return
		case err == nil:
			c.Errorf("%d games are lost", n)
			return
		case !errors.Is(err, context.Canceled):
			c.Logf("session: %v", err)
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// breakOff returns a channel that sends when a session should be interrupted. Once quiet is closed, it never sends.
func (c *chaos) breakOff(quiet <-chan struct{}) <-chan time.Time {
	select {
	case <-quiet:
		return nil
	default:
		return time.After(300*time.Millisecond + c.upTo(time.Second))
	}
}

// work starts worker processes, kills them and starts them again until ctx ends.
func (c *chaos) work(ctx context.Context, quiet <-chan struct{}) {
	// Killed workers leave their folders behind, here in the test's.
	environment := append(os.Environ(), "TMPDIR="+c.TempDir(), workVariable+"="+c.address)
	for ctx.Err() == nil {
		if err := c.live(ctx, environment, quiet); err != nil {
			c.Error(err)
			return
		}
	}
}

// live starts a worker process and waits until it is killed. The worker process also ends if this process does.
func (c *chaos) live(ctx context.Context, environment []string, quiet <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	process := exec.CommandContext(ctx, os.Args[0])
	process.Env, process.Stderr = environment, os.Stderr
	living, err := process.StdinPipe()
	if err != nil {
		return err
	}
	defer living.Close()
	select {
	case <-quiet:
	default:
		time.AfterFunc(100*time.Millisecond+c.upTo(1500*time.Millisecond), func() {
			c.mu.Lock()
			c.killed++
			c.mu.Unlock()
			cancel()
		})
	}
	c.forking.Lock()
	err = process.Start()
	c.forking.Unlock()
	if err != nil && ctx.Err() == nil {
		return err
	}
	_ = process.Wait() // it was killed, perhaps before it began
	return nil
}

// harm causes one failure after the other until quiet is closed.
func (c *chaos) harm(quiet <-chan struct{}, every time.Duration, do func(*Coordinator)) {
	for {
		select {
		case <-quiet:
			return
		case <-time.After(c.upTo(2 * every)):
		}
		c.mu.Lock()
		coordinator := c.coordinator
		c.mu.Unlock()
		if coordinator != nil {
			do(coordinator)
		}
	}
}

func (c *chaos) harms() map[time.Duration]func(*Coordinator) {
	harms := map[time.Duration]func(*Coordinator){
		300 * time.Millisecond: func(*Coordinator) { c.proxy.cut() },
		500 * time.Millisecond: func(*Coordinator) { c.proxy.pause(c.upTo(400 * time.Millisecond)) },
		100 * time.Millisecond: func(*Coordinator) { c.jump.Store(int64(c.upTo(4*time.Hour) - 2*time.Hour)) },
		20 * time.Millisecond:  c.repeat(),
	}
	if c.through != nil {
		harms[900*time.Millisecond] = func(*Coordinator) { c.restart() }
	}
	return harms
}

// repeat sends messages of workers again, twice and late, as an attacker could who has recorded them.
func (c *chaos) repeat() func(*Coordinator) {
	var heard []*nats.Msg
	var with *Coordinator
	var subscription *nats.Subscription
	return func(o *Coordinator) {
		if o != with {
			with = o
			subscription, _ = o.conn.SubscribeSync("pillars.ask.>")
		}
		if subscription == nil {
			return
		}
		if m, err := subscription.NextMsg(time.Millisecond); err == nil {
			heard = append(heard, m)
		}
		if len(heard) > 0 {
			m := *heard[c.upTo(time.Duration(len(heard)))]
			m.Reply = ""
			_ = o.conn.PublishMsg(&m)
		}
	}
}

// restart stops the other server and starts it again.
func (c *chaos) restart() {
	c.forking.Lock()
	defer c.forking.Unlock()
	if c.server != nil {
		c.server.Shutdown()
		c.server.WaitForShutdown()
	}
	options := *c.through
	server, err := server.NewServer(&options)
	if err != nil {
		c.Error(err)
		return
	}
	server.Start()
	if !server.ReadyForConnections(startTime) {
		c.Error("the server does not start")
	}
	c.server = server
}

// freePort returns a port outside the range from which the system draws ports of connections, so that none takes it
// between two servers.
func freePort() int {
	for {
		port := 10000 + rand.IntN(20000)
		if listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			listener.Close()
			return port
		}
	}
}

// meet sets the addresses at which coordinator and workers meet.
func (c *chaos) meet(through bool) {
	var err error
	if !through {
		c.options.Listen = net.JoinHostPort("127.0.0.1", strconv.Itoa(freePort()))
		c.options.KeyFile = filepath.Join(c.TempDir(), "key")
		key, err := wire.LoadKey(c.options.KeyFile)
		if err != nil {
			c.Fatal(err)
		}
		c.proxy = newProxy(c.T, c.options.Listen)
		c.address = key.Address("127.0.0.1", c.proxy.Addr().(*net.TCPAddr).Port)
		return
	}
	c.through = &server.Options{Host: "127.0.0.1", Port: freePort(), NoSigs: true, NoLog: true}
	c.restart()
	c.Cleanup(func() { c.server.Shutdown(); c.server.WaitForShutdown() })
	c.proxy = newProxy(c.T, c.server.Addr().String())
	c.address = "nats://" + c.proxy.Addr().String()
	if c.options.Through, err = wire.ParseAddress(c.address); err != nil {
		c.Fatal(err)
	}
}

// TestChaos plays a run whose workers are killed, whose coordinator is restarted, whose network is cut and stands
// still, whose clock jumps, whose server loses its messages, and whose results come twice and late.
func TestChaos(t *testing.T) {
	spec := spec(enginetest.Count(150, 1500))
	spec.Players[0] = "alphabeta:nodes=400"
	plan := plan(t, spec)
	want := alone(t, plan)
	for name, through := range map[string]bool{"a server of its own": false, "through another server": true} {
		t.Run(name, func(t *testing.T) {
			c := &chaos{T: t, plan: plan, kept: map[string]tournament.Game{}, random: enginetest.Random(t)}
			c.options = Options{haste: inHaste, now: c.now, Audit: 5, UnitTime: 50 * time.Millisecond}
			c.meet(through)
			working, stop := context.WithCancel(t.Context())
			quiet, still := context.WithTimeout(working, time.Duration(enginetest.Count(4, 40))*time.Second)
			var all sync.WaitGroup
			defer all.Wait()
			defer stop()
			defer still()
			for every, do := range c.harms() {
				all.Go(func() { c.harm(quiet.Done(), every, do) })
			}
			for range 4 {
				all.Go(func() { c.work(working, quiet.Done()) })
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			c.coordinate(ctx, quiet.Done())
			t.Logf("%d sessions, %d workers killed; quiet: %v", c.begun, c.killed, quiet.Err() != nil)
			compare(t, c.kept, want)
		})
	}
}
