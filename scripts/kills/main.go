//go:build unix

// Command kills plays tournaments with 1, 2, 5 and 16 worker processes. Meanwhile it kills workers, the coordinator and
// the server (kill -9), a thousand times in all, and stops processes for seconds. It fails unless every run has exactly
// the games of a run by one process. It takes about 15 minutes on two cores:
//
//	go run ./scripts/kills
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Values of the tournament that all runs play.
const nodes, rounds = "3000", "2000"

// A setting says how runs are played, and how often processes are killed meanwhile.
type setting struct {
	workers int
	through bool          // whether the coordinator and the workers connect to a separate NATS server
	kills   int           // number of processes to kill in all runs of the setting
	every   time.Duration // mean time between two kills
}

func main() {
	part := flag.Int("part", 1, "divide the number of kills by this")
	flag.Parse()
	folder, err := os.MkdirTemp("", "pillars-kills-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := build(folder); err != nil {
		log.Fatal(err)
	}
	want, err := alone(folder)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("server   workers  kills worker coordinator server  stops   runs  games  seconds")
	for _, through := range []bool{false, true} {
		for _, s := range []setting{ // workers, through, kills, time between kills
			{1, through, 60, 900 * time.Millisecond}, {2, through, 90, 700 * time.Millisecond},
			{5, through, 150, 450 * time.Millisecond}, {16, through, 200, 350 * time.Millisecond},
		} {
			s.kills /= *part
			t := &trials{setting: s, folder: folder, server: freeAddress(), counts: map[string]int{}}
			if err := t.play(want); err != nil {
				log.Fatal(err)
			}
		}
	}
}

func build(folder string) error {
	for program, source := range map[string]string{
		"pillars": "./cmd/pillars", "nats-server": "github.com/nats-io/nats-server/v2",
	} {
		out, err := exec.Command("go", "build", "-o", filepath.Join(folder, program), source).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", program, err, out)
		}
	}
	return nil
}

// tournament returns the command line of the tournament that all runs play, with the flags in more.
func tournament(database string, more ...string) []string {
	return append([]string{"pillars", "tournament", "alphabeta:nodes=" + nodes, "greedy", "--option", "size=5",
		"--rounds", rounds, "--quiet", "--db", database}, more...)
}

// A game holds those parts of a stored game that must not depend on which process played it.
type game struct {
	Identity, Reason, Start, Final string
	Scores                         []float64
	Moves                          []string
	Thoughts                       []struct {
		Score        float64
		Depth, Nodes int
	}
}

// games returns the games of the only run in a database, by identity.
func games(folder, database string) (map[string]game, error) {
	run := exec.Command(filepath.Join(folder, "pillars"), "runs", "--json", "--db", database)
	text, err := run.Output()
	var stored struct{ ID string }
	if err == nil {
		err = json.Unmarshal(text, &stored)
	}
	if err != nil {
		return nil, fmt.Errorf("one run is wanted: %s %w", text, err)
	}
	text, err = exec.Command(filepath.Join(folder, "pillars"), "games", "export", stored.ID, "--db", database).Output()
	if err != nil {
		return nil, err
	}
	all := map[string]game{}
	for line := range bytes.Lines(text) {
		var g game
		if err := json.Unmarshal(line, &g); err != nil {
			return nil, err
		}
		if _, twice := all[g.Identity]; twice {
			return nil, fmt.Errorf("game %s is there twice", g.Identity)
		}
		all[g.Identity] = g
	}
	return all, nil
}

// alone plays the tournament in one process and returns its games.
func alone(folder string) (map[string]game, error) {
	database := filepath.Join(folder, "alone.db")
	args := tournament(database)
	if out, err := exec.Command(filepath.Join(folder, args[0]), args[1:]...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return games(folder, database)
}

// compare returns an error unless both maps have the same games.
func compare(got, want map[string]game) error {
	for identity, g := range want {
		if other, have := got[identity]; !have {
			return fmt.Errorf("game %s is lost", identity)
		} else if !reflect.DeepEqual(g, other) {
			return fmt.Errorf("game %s differs:\n%v\n%v", identity, g, other)
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("%d games, not %d", len(got), len(want))
	}
	return nil
}

// A process is a program that is started again when it is killed.
type process struct {
	kind    string
	args    func() []string // returns the command line, beginning with the name of the program
	mu      sync.Mutex
	running *os.Process // the last one started; nil before the first start
}

// keep runs the process, and starts it again whenever it fails, until it succeeds or ctx ends.
func (p *process) keep(ctx context.Context, folder string) error {
	for {
		args := p.args()
		run := exec.CommandContext(ctx, filepath.Join(folder, args[0]), args[1:]...)
		var said bytes.Buffer
		run.Stderr = &said
		err := run.Start()
		if err == nil {
			p.mu.Lock()
			p.running = run.Process
			p.mu.Unlock()
			err = run.Wait()
		}
		if err == nil || ctx.Err() != nil {
			return err
		}
		var exit *exec.ExitError
		failedByItself := errors.As(err, &exit) && exit.Exited() // otherwise it was killed
		if failedByItself && p.kind == "coordinator" {
			log.Printf("coordinator: %s", strings.TrimSpace(said.String()))
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (p *process) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running != nil {
		_ = p.running.Signal(s) // fails if the process has ended
	}
}

// trials are the runs of one setting and what they share.
type trials struct {
	setting
	folder string
	server string         // address of the server
	counts map[string]int // numbers of kills and stops, by kind
}

// freeAddress returns a free address of this machine. Its port is outside the range from which the system chooses ports
// for connections, so no connection can take it while a server restarts.
func freeAddress() string {
	for {
		address := fmt.Sprint("127.0.0.1:", 10000+rand.IntN(20000))
		if listener, err := net.Listen("tcp", address); err == nil {
			listener.Close()
			return address
		}
	}
}

// play plays runs until enough processes are killed. It compares the games of each run with the wanted ones.
func (t *trials) play(want map[string]game) error {
	began, runs := time.Now(), 0
	for kills := 0; kills < t.kills; runs++ {
		database := filepath.Join(t.folder, fmt.Sprintf("%d-%v-%d.db", t.workers, t.through, runs))
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
		kills += t.run(ctx, database, t.kills-kills)
		late := ctx.Err()
		cancel()
		if late != nil {
			return fmt.Errorf("the run does not end: %w", late)
		}
		got, err := games(t.folder, database)
		if err == nil {
			err = compare(got, want)
		}
		if err != nil {
			return fmt.Errorf("%d workers, other server %v: %w", t.workers, t.through, err)
		}
		os.Remove(database)
	}
	c, server := t.counts, "own"
	if t.through {
		server = "another"
	}
	fmt.Printf("%-8s %7d %6d %6d %11d %6d %6d %6d %6d %8.0f\n", server, t.workers, t.kills, c["worker"],
		c["coordinator"], c["server"], c["stop"], runs, runs*len(want), time.Since(began).Seconds())
	return nil
}

// run plays one run and meanwhile kills at most the given number of processes. It returns how many it has killed.
func (t *trials) run(ctx context.Context, database string, most int) (kills int) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait() // after cancel, since deferred calls run in the reverse order
	defer cancel()
	address := "nats://" + t.server
	start := func(kind string, args func() []string) *process {
		p := &process{kind: kind, args: args}
		all.Go(func() { _ = p.keep(ctx, t.folder) })
		return p
	}
	targets := []*process{} // in the order that disturb expects
	coordinator := &process{kind: "coordinator", args: func() []string {
		if t.through {
			return tournament(database, "--workers", "0", "--audit", "10", "--through", address)
		}
		return tournament(database, "--workers", "0", "--audit", "10", "--listen", t.server)
	}}
	if t.through {
		_, port, _ := net.SplitHostPort(t.server)
		targets = append(targets, start("server", func() []string {
			return []string{"nats-server", "-a", "127.0.0.1", "-p", port}
		}))
	} else {
		address = t.ownAddress(database)
	}
	targets = append(targets, coordinator)
	for range t.workers {
		targets = append(targets, start("worker", func() []string {
			return []string{"pillars", "work", address, "--workers", "1", "--quiet"}
		}))
	}
	done := make(chan struct{})
	all.Go(func() { defer close(done); _ = coordinator.keep(ctx, t.folder) })
	for kills < most {
		select {
		case <-done:
			return kills
		case <-time.After(rand.N(2 * t.every)):
			t.disturb(targets)
			kills++
		}
	}
	<-done // enough are killed: let the run end
	return kills
}

// ownAddress starts the coordinator, without a separate server, once to learn the address that it prints for workers.
func (t *trials) ownAddress(database string) string {
	args := tournament(database, "--workers", "0", "--listen", t.server)
	run := exec.Command(filepath.Join(t.folder, args[0]), args[1:]...)
	said, err := run.StderrPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = run.Process.Kill(); _ = run.Wait() }()
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if _, address, found := strings.Cut(lines.Text(), "pillars work "); found {
			return address
		}
	}
	log.Fatal("the coordinator prints no address")
	return ""
}

// disturb kills a process, and sometimes stops another for up to 5 seconds.
func (t *trials) disturb(targets []*process) {
	shared := len(targets) - t.workers // targets begins with the server, if any, and the coordinator; workers follow
	victim := targets[shared+rand.IntN(t.workers)]
	if rand.IntN(6) == 0 {
		victim = targets[rand.IntN(shared)]
	}
	victim.signal(syscall.SIGKILL)
	t.counts[victim.kind]++
	if rand.IntN(8) == 0 {
		stopped := targets[rand.IntN(len(targets))]
		stopped.signal(syscall.SIGSTOP)
		time.AfterFunc(rand.N(5*time.Second), func() { stopped.signal(syscall.SIGCONT) })
		t.counts["stop"]++
	}
}
