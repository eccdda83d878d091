// Package prover proves who wins Pilastri on small boards. It searches depth first on a board of its own, with a table
// of what it has proven, on several threads.
//
// Its answers are only as sound as its code and the hashes of its table. Therefore it also lists the positions of a
// proof, which can be checked without either; see package certificate.
package prover

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"pillars/engine"
)

// Prover proves positions of one board. It keeps what it has proven for later calls.
type Prover struct {
	shape     *shape
	table     *table
	options   Options
	log       *valueLog
	nodes     atomic.Uint64
	title     string // first line of the log, which names the rules
	heading   string // of reports: which first turn is searched
	searching busySet
}

// Options says how a prover works.
type Options struct {
	Memory  int                      // bytes of the table
	Threads int                      // 1 or more
	Report  func(text func() string) // receives progress from time to time; may be nil
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

// FirstWins reports whether White, which begins, wins.
func (p *Prover) FirstWins(ctx context.Context) (bool, error) { return p.wins(ctx, *start(p.shape)) }

// FirstTurns proves the value of every first turn, up to symmetry, whose number from 0 leaves the given remainder when
// divided by shares. It keeps the values in the log, and returns how many of all first turns they are.
func (p *Prover) FirstTurns(ctx context.Context, remainder, shares int) (proven, all int, err error) {
	b := start(p.shape)
	turns := b.distinct()
	for i := remainder; i < len(turns); i += shares {
		p.heading = fmt.Sprintf("first turn %d of %d; ", i+1, len(turns))
		b.play(turns[i])
		win, err := p.wins(ctx, *b)
		h := b.canonical()
		b.undo(turns[i])
		if err != nil {
			return 0, 0, err
		}
		if v, _ := p.table.probe(h); p.log != nil && v.nodes() < logFrom {
			p.log.keep(h, newValue(win, logFrom))
		}
		proven++
	}
	return proven, len(turns), p.log.failure()
}

// wins reports whether the mover wins.
func (p *Prover) wins(ctx context.Context, b board) (bool, error) {
	h := b.canonical()
	if v, known := p.table.probe(h); known || b.mobility()[b.mover] == 0 {
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

var errContradiction = errors.New("no reply proves the loss that the search has found")
