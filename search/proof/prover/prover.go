// Package prover proves which player wins Pilastri on small boards. Several threads search depth first, with a fast
// board of the package's own and a common table of proven values.
//
// The answers of a prover are right only if its code is right and no hashes of its table collide. Therefore a prover
// also lists the positions of a proof. Package certificate checks this list without the prover's code and hashes.
package prover

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"pillars/engine"
)

// Prover proves the values of positions of one board. It keeps proven values for later calls.
type Prover struct {
	shape   *shape
	table   *table
	options Options
	log     *valueLog     // nil unless Keep was called
	nodes   atomic.Uint64 // number of positions searched so far
	title   string        // first line of the log, which names the rules
	// searching holds hashes of positions that threads are searching. Positions can share a slot, which keeps only the
	// latest one, so some positions are missing.
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

// New returns a prover for rules. It returns an error for rules that [Takes] rejects.
func New(rules engine.Rules, options Options) (*Prover, error) {
	if err := Takes(rules); err != nil {
		return nil, err
	}
	board, climbs := rules.Start().Diagram(), uint8(2)
	if jumpers, _ := rules.Settings().Get("jumpers"); jumpers == "high" {
		climbs = 1
	}
	return &Prover{shape: newShape(board.Files, board.Ranks, climbs), table: newTable(options.Memory),
		options: options, title: "pillars proof 1 of pilastri " + rules.Settings().String()}, nil
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
			p.nodes.Add(s.nodes % checkEvery) // the nodes that the method look has not counted yet
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
	return won.Load(), p.log.failure()
}

// logFrom is a threshold: a value is logged if its proof took at least this number of nodes, about a second of one
// thread.
const logFrom = 1 << 19

const recordSize = 24 // bytes of a value in the log

// valueLog is a file to which a prover appends the values that took many nodes, so that a prover that was killed loses
// only seconds of work. A nil valueLog stores nothing.
type valueLog struct {
	lock sync.Mutex
	file *os.File
	err  error // the first error of writing
}

// Keep opens or makes the file for the values that the prover proves, and reads the values in it. From then on, the
// prover appends the values that it proves. The caller must call Close.
func (p *Prover) Keep(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	values, err := p.read(file)
	if errors.Is(err, io.EOF) { // a new file
		_, err = fmt.Fprintln(file, p.title)
	}
	// A prover that was killed may have left part of a record, which is cut off.
	end := int64(len(p.title)+1) + int64(values)*recordSize
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err == nil {
		err = file.Truncate(end)
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	p.log = &valueLog{file: file}
	return nil
}

// read reads the values of a log into the table, and returns their number. It returns io.EOF if the file is empty.
func (p *Prover) read(file *os.File) (values int, err error) {
	r := bufio.NewReader(file)
	line, err := r.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF) && line == "":
		return 0, err
	case line != p.title+"\n":
		return 0, fmt.Errorf("%s is of another proof: %q, not %q; remove it to start over", file.Name(), line, p.title)
	}
	for record := [recordSize]byte{}; ; values++ {
		_, err := io.ReadFull(r, record[:])
		switch {
		case err == io.EOF, err == io.ErrUnexpectedEOF: // the end, or an incomplete record
			return values, nil
		case err != nil:
			return values, err
		}
		p.table.store(hash{binary.LittleEndian.Uint64(record[:]), binary.LittleEndian.Uint64(record[8:])},
			value(binary.LittleEndian.Uint64(record[16:])))
	}
}

// addIfLarge appends a value to the log if it took many nodes.
func (l *valueLog) addIfLarge(h hash, v value) {
	if l == nil || v.nodes() < logFrom {
		return
	}
	var record [recordSize]byte
	binary.LittleEndian.PutUint64(record[:], h.high)
	binary.LittleEndian.PutUint64(record[8:], h.low)
	binary.LittleEndian.PutUint64(record[16:], uint64(v))
	l.lock.Lock()
	defer l.lock.Unlock()
	_, err := l.file.Write(record[:])
	l.err = cmp.Or(l.err, err)
}

// failure returns the first error of writing.
func (l *valueLog) failure() error {
	if l == nil {
		return nil
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.err
}

// Close closes the file that Keep has opened.
func (p *Prover) Close() error {
	if p.log == nil {
		return nil
	}
	return errors.Join(p.log.failure(), p.log.file.Close())
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
// write an entry at the same time, check and value do not match, and probe does not find the entry.
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
		_ = t.buckets[children[i].hash.low&t.mask][0].value.Load() // the compiler never removes an atomic load
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

// search is a depth-first search of one thread. It needs no depth limit, because every move of Pilastri raises the sum
// of the pieces' levels, so every game ends.
type search struct {
	prover  *Prover
	board   board
	nodes   uint64 // number of positions searched
	moves   []move // a buffer
	plies   []ply  // by distance from the root
	reports bool   // whether this thread reports progress
	stopped bool   // whether the search must end; answers are then invalid
	// settled is the depth of a position on the path whose value another thread has proven, or the constant never.
	// Searches below that position return at once, with invalid answers.
	settled int
}

// newSearch returns a search of board b.
func newSearch(p *Prover, b board) *search {
	return &search{prover: p, board: b, settled: never, plies: make([]ply, 2)}
}

// ply is the memory of a search for one distance from the root.
type ply struct {
	hash     hash    // hash of the position
	children []child // the positions after it that are to be searched
}

// child is the position after a move. Children with low ranks are searched first.
type child struct {
	move move
	hash hash
	rank int
}

// sharedPlies is the number of plies from the root on which threads divide the moves between them.
const sharedPlies = 16

// checkEvery is the number of nodes between two calls of the method look.
const checkEvery = 1 << 10

// wins reports whether the mover wins in the position at the given depth, with the hash h. The caller has not found the
// position in the table. The answer is invalid if the search was stopped or another thread has proven the value of a
// position above; see [search].
func (s *search) wins(ctx context.Context, depth int, h hash) bool {
	s.nodes++
	if s.nodes%checkEvery == 0 {
		if s.look(ctx, depth); s.stopped || s.settled < depth {
			return false
		}
	}
	for len(s.plies) <= depth+1 {
		s.plies = append(s.plies, ply{})
	}
	s.plies[depth].hash = h
	before := s.nodes
	win := s.expand(depth) || s.descend(ctx, depth)
	switch {
	case s.stopped || s.settled < depth:
		return false
	case s.settled == depth:
		s.settled = never
		if v, known := s.prover.table.probe(h); known {
			return v.win()
		}
		return s.wins(ctx, depth, h) // another position has since replaced this one in the table
	}
	v := newValue(win, s.nodes-before+1) // 1 is for this position
	s.prover.table.store(h, v)
	s.prover.log.addIfLarge(h, v)
	return win
}

// never is the value of search.settled if no other thread has proven a position on the path. It exceeds any depth.
const never = 1 << 30

// look sets s.stopped if ctx has ended or the limit of positions is reached. It sets s.settled if another thread has
// proven the value of a position between the root and the given depth. It also counts nodes and reports progress.
func (s *search) look(ctx context.Context, depth int) {
	nodes, most := s.prover.nodes.Add(checkEvery), s.prover.options.Positions
	if ctx.Err() != nil || most > 0 && nodes > most {
		s.stopped = true
		return
	}
	if s.reports {
		s.prover.options.Report(func() string {
			return fmt.Sprintf("%.1f million positions searched", float64(nodes)/1e6)
		})
	}
	for i := range min(depth, sharedPlies) {
		if _, known := s.prover.table.probe(s.plies[i].hash); known && i < s.settled {
			s.settled = i
			return
		}
	}
}

// expand reports whether a child of a ply is known to be lost for the opponent: by the table, or because the opponent
// has no move. Otherwise it lists the children that are not in the table, in the order in which to search them. All its
// lists use the memory of the ply's field children.
func (s *search) expand(depth int) bool {
	b := &s.board
	me := b.mover
	s.moves = b.appendMoves(s.moves[:0], me)
	all := s.plies[depth].children[:0]
	for _, m := range s.moves {
		b.play(m)
		counts, singles := b.mobility()
		all = append(all, child{m, b.canonical(), rank(counts, singles, me)})
		b.undo(m)
		if counts[me^1] == 0 {
			s.plies[depth].children = all[:0]
			return true
		}
	}
	s.prover.table.prefetch(all)
	unknown := all[:0] // the children that are not in the table, filtered in place
	for _, c := range all {
		v, known := s.prover.table.probe(c.hash)
		if known && !v.win() {
			s.plies[depth].children = all[:0]
			return true
		}
		if !known {
			unknown = append(unknown, c)
		}
	}
	slices.SortStableFunc(unknown, func(a, b child) int { return cmp.Compare(a.rank, b.rank) })
	s.plies[depth].children = unknown
	return false
}

// rank returns a number that is low for positions in which the opponent of me is likely to lose and has few moves, so
// that a search is short. The weights are near the weights of logistic regressions on 350,000 proven positions each of
// 4 x 5 and 4 x 6, with a little more for the opponent's moves, because few moves make a search short. Of eleven sets
// of weights that were tried, these searched the fewest positions to prove all first turns of 4 x 5.
func rank(counts, singles [2]int, me colour) int {
	return 5*counts[me^1] + 9*singles[me^1] - 4*counts[me] - 2*singles[me]
}

// descend searches the children of a ply and reports whether one is lost for the opponent. Near the root it makes two
// passes: the first skips children that another thread is searching.
func (s *search) descend(ctx context.Context, depth int) bool {
	children := s.plies[depth].children
	shared := depth < sharedPlies
	for pass := range 2 {
		for i := range children {
			c := children[i]
			if c.move.from == searched {
				continue
			}
			maySkip := shared && pass == 0 && i > 0 // all threads may search the first child, the most promising
			if maySkip && s.prover.busy(c.hash) {
				continue
			}
			children[i].move.from = searched
			if !s.childWins(ctx, depth, c, shared) {
				return !s.stopped && s.settled > depth
			}
			if s.stopped || s.settled <= depth {
				return false
			}
		}
	}
	return false
}

// searched replaces move.from in a child that has already been searched.
const searched = 0xff

// childWins reports whether the opponent wins after the move to child c of the ply at the given depth. If shared is
// true, other threads can see that the child is being searched.
func (s *search) childWins(ctx context.Context, depth int, c child, shared bool) bool {
	if v, known := s.prover.table.probe(c.hash); known { // a transposition, or proven by another thread
		return v.win()
	}
	if shared {
		defer s.prover.begin(c.hash)()
	}
	s.board.play(c.move)
	win := s.wins(ctx, depth+1, c.hash)
	s.board.undo(c.move)
	return win
}

// busySlots is the number of slots of [Prover].searching, a power of two.
const busySlots = 1 << 12

// busy reports whether a thread is searching a position.
func (p *Prover) busy(h hash) bool { return p.searching[h.low%busySlots].Load() == h.high }

// begin records that a thread is searching a position, until end is called.
func (p *Prover) begin(h hash) (end func()) {
	slot := &p.searching[h.low%busySlots]
	slot.Store(h.high)
	return func() { slot.CompareAndSwap(h.high, 0) }
}
