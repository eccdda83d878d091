package coordinator

import (
	"net"
	"testing"
	"time"

	"pillars/tournament"
	"pillars/tournament/worker"
)

// BenchmarkShortPlans plays plans of four pairs one after another, as tuning does: in this process, by a worker on the
// same machine, and by a worker at a distance of some milliseconds.
func BenchmarkShortPlans(b *testing.B) {
	b.Run("alone", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			alone(b, short(b, i))
		}
	})
	for _, away := range []time.Duration{0, 5 * time.Millisecond} {
		b.Run(away.String()+"-away", func(b *testing.B) {
			c, address := open(b, Options{})
			address = at(b, address, relay(b, host(address), away))
			start(b, address, &worker.Worker{})
			for i := 0; b.Loop(); i++ {
				if _, err := play(b, c, short(b, i)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func short(b *testing.B, seed int) tournament.Plan {
	spec := spec(4)
	spec.Seed = uint64(seed)
	return plan(b, spec)
}

// relay passes data on to an address and back, with a delay. It returns its own address.
func relay(b *testing.B, to string, later time.Duration) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				return
			}
			go pass(near, far, later)
			go pass(far, near, later)
		}
	}()
	return listener.Addr().String()
}

func pass(from, to net.Conn, later time.Duration) {
	type said struct {
		text []byte
		due  time.Time
	}
	all := make(chan said, 1024)
	go func() {
		for s := range all {
			time.Sleep(time.Until(s.due))
			_, _ = to.Write(s.text) // or the other side has gone
		}
		to.Close()
	}()
	defer close(all)
	for {
		text := make([]byte, 1<<16)
		n, err := from.Read(text)
		if err != nil {
			return
		}
		all <- said{text[:n], time.Now().Add(later)}
	}
}
