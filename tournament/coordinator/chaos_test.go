package coordinator

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// The test binary is a worker or a coordinator too, in processes that the test kills.
const roleVariable, addressVariable, filesVariable = "PILLARS_TEST_ROLE", "PILLARS_TEST_ADDRESS", "PILLARS_TEST_FILES"

func TestMain(m *testing.M) {
	role, address, files := os.Getenv(roleVariable), os.Getenv(addressVariable), os.Getenv(filesVariable)
	if role == "" {
		os.Exit(m.Run())
	}
	go func() { // ends with the test's process, however that ends
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	var err error
	switch role {
	case "worker":
		err = beWorker(address, files)
	case "coordinator":
		err = beCoordinator(address, files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, role, err)
		os.Exit(1)
	}
}

func beWorker(address, files string) error {
	parsed, err := wire.ParseAddress(address)
	if err != nil {
		return err
	}
	w := worker.Worker{Slots: 2, Folder: files, Haste: inHaste, Say: func(string) {}}
	return w.Work(context.Background(), parsed, nil)
}

// stored is a line of the file in which a coordinator process stores a game.
type stored struct {
	Result tournament.Result
	Worker string
	Text   string // all of the game that does not depend on the machine
}

func text(game tournament.Game) string { return fmt.Sprintf("%+v", lasting(game)) }

// readStored reads the lines of the file, except the last if it is not complete.
func readStored(files string) (games []stored, err error) {
	content, err := os.ReadFile(files + ".games")
	if os.IsNotExist(err) {
		return nil, nil
	}
	for line := range bytes.Lines(content) {
		var game stored
		if err := json.Unmarshal(line, &game); err != nil || !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		games = append(games, game)
	}
	return games, err
}

// beCoordinator plays the missing games of the plan of the test of chaos.
func beCoordinator(address, files string) error {
	games, err := readStored(files)
	if err != nil {
		return err
	}
	out, err := os.Create(files + ".games.new") // without a line that is not complete
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	var earlier []tournament.Result
	for _, game := range games {
		earlier = append(earlier, game.Result)
		_ = lines.Encode(game)
	}
	if err := os.Rename(out.Name(), files+".games"); err != nil {
		return err
	}
	options := Options{Files: files, Slots: rand.IntN(2), UnitTime: 50 * time.Millisecond, haste: inHaste,
		replayOneIn: 5, Say: func(string) {}}
	if options.Through, err = wire.ParseAddress(address); err != nil {
		options.Listen = address
	}
	c, err := Open(options)
	if err != nil {
		return err
	}
	run := runner.Runner{Plan: chaosPlan(&testing.B{}), Elsewhere: c, Earlier: plantest.Earlier(earlier),
		Sink: func(game tournament.Game) error {
			return lines.Encode(stored{game.Result, game.Record.Tags[len(game.Record.Tags)-1].Value, text(game)})
		}}
	_, err = run.Run(context.Background())
	c.Close()
	return err
}

func chaosPlan(t testing.TB) tournament.Plan {
	spec := spec(enginetest.Count(150, 3000))
	spec.Players[0] = "alphabeta:nodes=400"
	return plan(t, spec)
}

// respawn starts a process again and again, until ctx ends or the process ends by itself without an error. It kills the
// process after a while until quiet ends.
func respawn(ctx, quiet context.Context, life time.Duration, name string, arg []string, env ...string) (times int) {
	for ; ctx.Err() == nil; times++ {
		living, kill := context.WithCancel(ctx)
		process := exec.CommandContext(living, name, arg...)
		process.Env = append(os.Environ(), env...)
		stdin, err := process.StdinPipe()
		if err == nil {
			err = process.Start()
		}
		if quiet.Err() == nil {
			time.AfterFunc(life/4+time.Duration(rand.Int64N(int64(life))), kill)
		}
		if err == nil {
			err = process.Wait()
		}
		stdin.Close()
		kill()
		if err == nil {
			break
		}
	}
	return times
}

// proxy passes on connections to a port of this machine, which it delays and cuts until quiet ends.
func proxy(ctx, quiet context.Context, t *testing.T, to string) (port int) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	context.AfterFunc(ctx, func() { listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			onward, err := net.Dial("tcp", to)
			if err != nil {
				from.Close()
				continue
			}
			cut := func() { from.Close(); onward.Close() }
			context.AfterFunc(ctx, cut)
			if quiet.Err() == nil {
				time.AfterFunc(time.Duration(rand.Int64N(int64(2*time.Second))), cut)
			}
			for _, way := range [][2]net.Conn{{from, onward}, {onward, from}} {
				go func() {
					defer cut()
					for buffer := make([]byte, 4096); ; {
						n, err := way[0].Read(buffer)
						if err != nil {
							return
						}
						if quiet.Err() == nil && rand.IntN(20) == 0 {
							time.Sleep(time.Duration(rand.Int64N(int64(100 * time.Millisecond))))
						}
						if _, err := way[1].Write(buffer[:n]); err != nil {
							return
						}
					}
				}()
			}
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

// disturb publishes units and results again that it has seen, and removes units from the queue, until quiet ends.
func disturb(quiet context.Context, connect func() (*nats.Conn, error)) {
	var seen []*nats.Msg
	for quiet.Err() == nil {
		conn, err := connect()
		if err != nil {
			continue
		}
		subscription, err := conn.SubscribeSync("pillars.*.*.*")
		js, _ := jetstream.New(conn)
		for err == nil && quiet.Err() == nil {
			var m *nats.Msg
			if m, err = subscription.NextMsg(20 * time.Millisecond); err == nil {
				seen = append(seen, &nats.Msg{Subject: m.Subject, Data: m.Data})
			}
			if len(seen) > 0 && rand.IntN(3) == 0 {
				err = conn.PublishMsg(seen[rand.IntN(len(seen))])
			}
			if rand.IntN(100) == 0 {
				for name := range js.StreamNames(quiet, jetstream.WithStreamListSubject("pillars.*.unit.*")).Name() {
					if stream, err := js.Stream(quiet, name); err == nil {
						_ = stream.Purge(quiet)
					}
				}
			}
			if err == nats.ErrTimeout {
				err = nil
			}
		}
		conn.Close()
	}
}

// freePort returns a port outside the range from which the system draws ports of connections, so that none takes it
// between two servers.
func freePort() string {
	for {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(10000+rand.IntN(20000)))
		if listener, err := net.Listen("tcp", address); err == nil {
			listener.Close()
			return address
		}
	}
}

// TestChaos plays a run whose workers, coordinator and server are killed, whose connections are cut and delayed, whose
// units are lost, and whose units and results come again and late. Its games must be those of one process.
func TestChaos(t *testing.T) {
	want := alone(t, chaosPlan(t))
	for name, through := range map[string]bool{"own server": false, "nats-server": true} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			var all sync.WaitGroup
			defer all.Wait()
			defer cancel()
			quiet, still := context.WithTimeout(ctx, time.Duration(enginetest.Count(4, 60))*time.Second)
			defer still()
			files, host := filepath.Join(t.TempDir(), "workers"), freePort()
			direct, forWorkers, port := host, "", proxy(ctx, quiet, t, host)
			if through {
				direct, forWorkers = "nats://"+host, fmt.Sprintf("nats://127.0.0.1:%d", port)
				server := natsServer(t)
				_, natsPort, _ := net.SplitHostPort(host)
				args := []string{"-a", "127.0.0.1", "-p", natsPort, "-js", "-sd", t.TempDir()}
				all.Go(func() { respawn(ctx, quiet, 3*time.Second, server, args) })
			} else {
				key, err := wire.LoadKey(files + ".key")
				require.NoError(t, err)
				forWorkers = key.Address("127.0.0.1", port)
			}
			all.Go(func() {
				address := parse(t, forWorkers)
				disturb(quiet, func() (*nats.Conn, error) { return address.Connect(inHaste) })
			})
			for range 3 {
				folder := t.TempDir()
				all.Go(func() {
					respawn(ctx, quiet, time.Second, os.Args[0], nil,
						roleVariable+"=worker", addressVariable+"="+forWorkers, filesVariable+"="+folder)
				})
			}
			killed := respawn(ctx, quiet, 2*time.Second, os.Args[0], nil,
				roleVariable+"=coordinator", addressVariable+"="+direct, filesVariable+"="+files)
			got, err := readStored(files)
			if err != nil || ctx.Err() != nil {
				t.Errorf("error %v, %v", err, ctx.Err())
			}
			t.Logf("the coordinator was killed %d times; quiet at the end: %v", killed, quiet.Err() != nil)
			games, by := map[string]string{}, map[string]int{}
			for _, game := range got {
				if games[game.Result.Identity] != "" {
					t.Errorf("game %s is stored twice", game.Result.Identity)
				}
				games[game.Result.Identity] = game.Text
				by[game.Worker]++
			}
			for identity, game := range want {
				if games[identity] != text(game) {
					t.Errorf("game %s is\n%s, alone\n%s", identity, games[identity], text(game))
				}
			}
			t.Log(by)
			if len(games) != len(want) {
				t.Errorf("%d games, want %d", len(games), len(want))
			}
		})
	}
}

// natsServer builds the program nats-server.
func natsServer(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "nats-server")
	build := exec.Command("go", "build", "-o", program, "github.com/nats-io/nats-server/v2")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}
