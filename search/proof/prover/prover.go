// Package prover proves which player wins Pilastri on small boards. Several threads search depth first, with a fast
// board of the package's own and a common table of proven values.
//
// Its answers are right only if its code is right and no hashes of its table collide. Therefore it also lists the
// positions of a proof, so that the proof can be checked without its code and its hashes; see package certificate.
package prover

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"pillars/engine"
)

// Prover proves the values of positions of one board. It keeps proven values for later calls.
type Prover struct {
	shape     *shape
	table     *table
	options   Options
	log       *valueLog     // nil unless Keep was called
	nodes     atomic.Uint64 // see Nodes
	title     string        // first line of the log, which names the rules
	heading   string        // beginning of reports: which first turn is searched
	searching busySet       // positions that threads are searching
}

// Options configures a prover.
type Options struct {
	Memory  int                      // bytes of the table
	Threads int                      // number of threads, 1 or more
	Report  func(text func() string) // receives progress from time to time, from any thread; may be nil
}

// New returns a prover for a board of Pilastri of at most 32 squares.
func New(rules engine.Rules, options Options) (*Prover, error) {
	if name := rules.Game().Name(); name != "pilastri" {
		return nil, fmt.Errorf("the prover knows only pilastri, not %s", name)
	}
	board := rules.Start().Diagram()
	if squares := board.Files * board.Ranks; squares > maxSquares {
		return nil, fmt.Errorf("the prover takes boards of at most %d squares; this one has %d", maxSquares, squares)
	}
	climbs := uint8(2)
	if jumpers, _ := rules.Settings().Get("jumpers"); jumpers == "high" {
		climbs = 1
	}
	return &Prover{shape: newShape(board.Files, board.Ranks, climbs), table: newTable(options.Memory),
		options: options, title: "pillars proof 1 of pilastri " + rules.Settings().String()}, nil
}

// Nodes returns the number of positions searched so far.
func (p *Prover) Nodes() uint64 { return p.nodes.Load() }

// FirstWins reports whether White, who begins, wins.
func (p *Prover) FirstWins(ctx context.Context) (bool, error) { return p.wins(ctx, *start(p.shape)) }

// FirstTurns proves the values of a share of the first turns: the turns whose number, from 0, leaves the given
// remainder when divided by shares. Symmetric turns count once. It appends all these values to the log, and returns
// their number and the number of all first turns.
func (p *Prover) FirstTurns(ctx context.Context, remainder, shares int) (proven, all int, err error) {
	b := start(p.shape)
	turns := b.distinct()
	for i := remainder; i < len(turns); i += shares {
		p.heading = fmt.Sprintf("first turn %d of %d; ", i+1, len(turns))
		b.play(turns[i].move)
		win, err := p.wins(ctx, *b)
		b.undo(turns[i].move)
		if err != nil {
			return 0, 0, err
		}
		if v, _ := p.table.probe(turns[i].hash); p.log != nil && v.nodes() < logFrom { // the search has not logged it
			p.log.keep(turns[i].hash, newValue(win, logFrom))
		}
		proven++
	}
	return proven, len(turns), p.log.failure()
}

// wins reports whether the mover of b wins. All threads search b; the first to finish stops the others.
func (p *Prover) wins(ctx context.Context, b board) (bool, error) {
	h := b.canonical()
	if v, known := p.table.probe(h); known || !b.mobile() {
		return v.win(), nil
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
			p.nodes.Add(s.nodes % checkEvery)
			if !s.stopped {
				won.Store(win)
				lost.Store(!win)
				stop()
			}
		})
	}
	group.Wait()
	if !won.Load() && !lost.Load() {
		return false, ctx.Err()
	}
	return won.Load(), p.log.failure()
}
