// Package prover proves which player wins Pilastri on small boards. Several threads search depth first, with a fast
// board of the package's own and a common table of proven values.
//
// Its answers are right only if its code is right and no hashes of its table collide. Therefore it can also list the
// positions of a proof, so that the proof can be checked without its code and its hashes; see package certificate.
package prover

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"pillars/engine"
)

// Prover proves the values of positions of one board. It keeps proven values for later calls.
type Prover struct {
	shape   *shape
	table   *table
	options Options
	nodes   atomic.Uint64 // see Nodes
	// searching holds positions that threads are searching. A slot keeps only its last position, so some are missing.
	searching [busySlots]atomic.Uint64
}

// Options configures a prover.
type Options struct {
	Memory    int                      // bytes of the table
	Threads   int                      // number of threads, 1 or more
	Positions uint64                   // largest number of positions to search; 0 for no limit
	Report    func(text func() string) // receives progress from time to time, from any thread; may be nil
}

// ErrTooMany is wrapped by the error for proofs that need more positions than the options allow.
var ErrTooMany = errors.New("too many positions")

// Takes returns an error unless the rules are of Pilastri on a board of at most 32 squares.
func Takes(rules engine.Rules) error {
	if name := rules.Game().Name(); name != "pilastri" {
		return fmt.Errorf("the prover knows only pilastri, not %s", name)
	}
	board := rules.Start().Diagram()
	if squares := board.Files * board.Ranks; squares > maxSquares {
		return fmt.Errorf("the prover takes boards of at most %d squares; this one has %d", maxSquares, squares)
	}
	return nil
}

// New returns a prover for rules that it [Takes].
func New(rules engine.Rules, options Options) (*Prover, error) {
	if err := Takes(rules); err != nil {
		return nil, err
	}
	board, climbs := rules.Start().Diagram(), uint8(2)
	if jumpers, _ := rules.Settings().Get("jumpers"); jumpers == "high" {
		climbs = 1
	}
	return &Prover{shape: newShape(board.Files, board.Ranks, climbs), table: newTable(options.Memory),
		options: options}, nil
}

// Nodes returns the number of positions searched so far.
func (p *Prover) Nodes() uint64 { return p.nodes.Load() }

// Wins reports whether the seat to act wins in a position at the start of a turn.
func (p *Prover) Wins(ctx context.Context, position engine.Position) (bool, error) {
	return p.wins(ctx, *p.shape.boardOf(position.(engine.Keyed)))
}

// wins reports whether the mover of b wins. All threads search b; the first to finish stops the others.
func (p *Prover) wins(ctx context.Context, b board) (bool, error) {
	h := b.canonical()
	if v, known := p.table.probe(h); known || !b.mobile() {
		return v.win(), nil // false if v is unknown: a mover without a move loses
	}
	all, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	var won, lost atomic.Bool
	for thread := range p.options.Threads {
		group.Go(func() {
			s := newSearch(p, b)
			s.reports = thread == 0 && p.options.Report != nil
			win := s.wins(all, 0, h)
			p.nodes.Add(s.nodes % checkEvery) // look has counted the others
			if !s.stopped {
				won.Store(win)
				lost.Store(!win)
				stop()
			}
		})
	}
	group.Wait()
	switch {
	case won.Load() || lost.Load():
	case ctx.Err() != nil:
		return false, ctx.Err()
	default:
		return false, fmt.Errorf("%w: more than %d", ErrTooMany, p.options.Positions)
	}
	return won.Load(), nil
}

// bucketSize is the number of entries in a bucket, which fills one line of the processor's cache.
const bucketSize = 4

// value is a proven value of a position. Bit 0 is set if the mover wins, and the bits above it are the number of nodes
// that the proof took, at least 1. The zero value means that nothing is proven.
type value uint64

func newValue(win bool, nodes uint64) value {
	v := value(nodes << 1)
	if win {
		v |= 1
	}
	return v
}

func (v value) win() bool     { return v&1 == 1 }
func (v value) nodes() uint64 { return uint64(v >> 1) }

// entry is the value of a position in the table. Check is the value xor half of the position's hash. If two threads
// write an entry at the same time, its words do not fit together, and probe does not find it.
type entry struct{ check, value atomic.Uint64 }

// table stores values of positions. Several threads may use it without locks. In a full bucket, store replaces the
// value that took the fewest nodes.
type table struct {
	buckets [][bucketSize]entry
	mask    uint64 // number of buckets, a power of two, minus 1
}

// newTable returns a table of at most the given number of bytes, and at least one bucket.
func newTable(bytes int) *table {
	count := 1 << max(0, bits.Len(uint(bytes/(bucketSize*16)))-1) // an entry has 16 bytes
	buckets := make([][bucketSize]entry, count)
	return &table{buckets, uint64(count - 1)}
}

// probe returns the value of a position. Known is false if the table lacks the position.
func (t *table) probe(h hash) (v value, known bool) {
	bucket := &t.buckets[h.low&t.mask]
	for i := range bucket {
		stored := bucket[i].value.Load()
		if bucket[i].check.Load()^stored == h.high && stored != 0 {
			return value(stored), true
		}
	}
	return 0, false
}

// prefetch brings the buckets of children into the processor's cache. Its loads do not depend on each other, so the
// processor waits for all of them at once; probes between other work would wait one after the other.
func (t *table) prefetch(children []child) {
	for i := range children {
		_ = t.buckets[children[i].hash.low&t.mask][0].value.Load() // the compiler keeps atomic loads
	}
}

// store stores the value of a position. It replaces an older value of the position or, if there is none, the value in
// the bucket that took the fewest nodes.
func (t *table) store(h hash, v value) {
	bucket := &t.buckets[h.low&t.mask]
	least, replaced := uint64(1)<<63, 0 // values compare by nodes, which are their most significant bits
	for i := range bucket {
		old := bucket[i].value.Load()
		if bucket[i].check.Load()^old == h.high {
			replaced = i
			break
		}
		if old < least {
			least, replaced = old, i
		}
	}
	bucket[replaced].check.Store(h.high ^ uint64(v))
	bucket[replaced].value.Store(uint64(v))
}
