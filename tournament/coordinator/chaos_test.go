package coordinator

import (
	"context"
	"io"
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
	"pillars/engine/parallel"
	"pillars/tournament"
	"pillars/tournament/plantest"
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

// chaos is a run with all kinds of failures.
type chaos struct {
	*testing.T
	plan    tournament.Plan
	options Options
	port    int    // of another server; 0 for the coordinator's own
	address string // for workers
	jump    atomic.Int64
	forking sync.Mutex // a process holds the port of the server too, from fork to exec
	server  *server.Server

	mu          sync.Mutex
	kept        map[string]tournament.Game
	earlier     []tournament.Result
	coordinator *Coordinator
}

// upTo draws a time below a limit.
func upTo(limit time.Duration) time.Duration {
	return time.Duration(rand.Int64N(int64(limit)))
}

// session runs a coordinator until all games are stored or ctx ends.
func (c *chaos) session(ctx context.Context) (complete bool, err error) {
	coordinator, err := Open(c.options)
	if err != nil {
		return false, err
	}
	defer coordinator.Close()
	c.mu.Lock()
	c.coordinator = coordinator
	c.mu.Unlock()
	run := runner.Runner{Plan: c.plan, Elsewhere: coordinator, Earlier: plantest.Earlier(c.earlier)}
	run = collecting(c, run, c.kept)
	keep := run.Sink
	run.Sink = func(game tournament.Game) error {
		c.earlier = append(c.earlier, game.Result)
		return keep(game)
	}
	progress, err := run.Run(ctx)
	return progress.Complete() && err == nil, err
}

// coordinate runs sessions, and interrupts them until quiet is closed, until all games are stored.
func (c *chaos) coordinate(ctx context.Context, quiet <-chan struct{}) (sessions int) {
	for ; ctx.Err() == nil; sessions++ {
		length := time.Hour
		if !parallel.Closed(quiet) {
			length = 200*time.Millisecond + upTo(500*time.Millisecond)
		}
		going, cancel := context.WithTimeout(ctx, length)
		complete, err := c.session(going)
		if complete || err == nil {
			cancel()
			break
		}
		if going.Err() == nil {
			c.Logf("session: %v", err)
			time.Sleep(50 * time.Millisecond) // until the next try
		}
		cancel()
	}
	return sessions
}

// live starts a worker process, waits until it is killed, and starts another until ctx ends.
func (c *chaos) live(ctx context.Context, quiet <-chan struct{}) {
	for ctx.Err() == nil {
		living, cancel := context.WithCancel(ctx)
		process := exec.CommandContext(living, os.Args[0])
		// Killed workers leave their folders behind, here in the test's.
		process.Env = append(os.Environ(), "TMPDIR="+c.TempDir(), workVariable+"="+c.address)
		stdin, err := process.StdinPipe()
		if err != nil {
			c.Error(err)
		}
		if !parallel.Closed(quiet) {
			time.AfterFunc(100*time.Millisecond+upTo(800*time.Millisecond), cancel)
		}
		c.forking.Lock()
		err = process.Start()
		c.forking.Unlock()
		if err == nil {
			_ = process.Wait() // it was killed, perhaps before it began
		} else if living.Err() == nil {
			c.Error(err)
		}
		stdin.Close()
		cancel()
	}
}

// harm causes one failure after the other until quiet is closed.
func (c *chaos) harm(quiet <-chan struct{}, every time.Duration, do func(*Coordinator)) {
	for {
		select {
		case <-quiet:
			return
		case <-time.After(upTo(2 * every)):
		}
		c.mu.Lock()
		coordinator := c.coordinator
		c.mu.Unlock()
		if coordinator != nil {
			do(coordinator)
		}
	}
}

// repeat returns a function that sends a message of a worker again, twice and late, as an attacker could who has
// recorded it.
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
			m := *heard[upTo(time.Duration(len(heard)))]
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
	c.server = startNATS(c.T, server.Options{Port: c.port})
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
	port := freePort()
	host := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	if through {
		c.port, c.address = port, "nats://"+host
		c.restart()
		c.Cleanup(func() { c.server.Shutdown(); c.server.WaitForShutdown() })
		c.options.Through = parse(c, c.address)
		return
	}
	c.options.Listen, c.options.KeyFile = host, filepath.Join(c.TempDir(), "key")
	key, err := wire.LoadKey(c.options.KeyFile)
	if err != nil {
		c.Fatal(err)
	}
	c.address = key.Address("127.0.0.1", port)
}

// TestChaos plays a run whose workers are killed, whose coordinator is restarted, whose clock jumps, whose server is
// restarted and loses its messages, and whose results come twice and late.
func TestChaos(t *testing.T) {
	spec := spec(enginetest.Count(150, 1500))
	spec.Players[0] = "alphabeta:nodes=400"
	plan := plan(t, spec)
	want := alone(t, plan)
	for name, through := range map[string]bool{"a server of its own": false, "through another server": true} {
		t.Run(name, func(t *testing.T) {
			c := &chaos{T: t, plan: plan, kept: map[string]tournament.Game{}}
			now := func() time.Time { return time.Now().Round(0).Add(time.Duration(c.jump.Load())) }
			c.options = Options{haste: inHaste, now: now, Audit: 5, UnitTime: 50 * time.Millisecond}
			c.meet(through)
			working, stop := context.WithCancel(t.Context())
			quiet, still := context.WithTimeout(working, time.Duration(enginetest.Count(3, 40))*time.Second)
			var all sync.WaitGroup
			defer all.Wait()
			defer stop()
			defer still()
			harms := map[time.Duration]func(*Coordinator){
				100 * time.Millisecond: func(*Coordinator) { c.jump.Store(int64(upTo(4*time.Hour) - 2*time.Hour)) },
				20 * time.Millisecond:  c.repeat(),
			}
			if through {
				harms[900*time.Millisecond] = func(*Coordinator) { c.restart() }
			}
			for every, do := range harms {
				all.Go(func() { c.harm(quiet.Done(), every, do) })
			}
			for range 4 {
				all.Go(func() { c.live(working, quiet.Done()) })
			}
			sessions := c.coordinate(t.Context(), quiet.Done())
			t.Logf("%d sessions; quiet: %v", sessions, quiet.Err() != nil)
			compare(t, c.kept, want)
		})
	}
}
