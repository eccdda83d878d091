package pilastri

import "pillars/engine"

// pile is what stands on a square, as keys see it: the pieces' owners by level from the ground, 0 for the seat to act,
// and how many there are.
type pile struct {
	owners uint64
	height uint8
}

// before orders piles.
func (s pile) before(other pile) bool {
	if s.height != other.height {
		return s.height < other.height
	}
	return s.owners < other.owners
}

// AppendCanonicalKey writes the stacks in the order of the squares' bits, of the image for which they come first: for
// each piece a 1 and its owner, 0 for the seat to act, and after the pieces of a square a 0, bit by bit.
func (p *position) AppendCanonicalKey(key []byte) []byte {
	piles := p.piles()
	shape := &p.rules.shape
	first := &shape.orders[0]
	for g := 1; g < len(shape.orders); g++ {
		if comesBefore(&piles, shape.orders[g], *first) {
			first = &shape.orders[g]
		}
	}
	w := bitWriter{bytes: key}
	for _, at := range *first {
		w.pile(piles[at&63])
	}
	return w.end()
}

func (p *position) piles() (piles [64]pile) {
	exchange := -uint64(p.seat)
	for rest := p.board.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.first()
		here := pile{height: p.board.heights[at&63]}
		for level := range int(here.height) {
			here.owners |= uint64(p.board.owner(at, level)) << level
		}
		here.owners = (here.owners ^ exchange) & (1<<here.height - 1)
		piles[at&63] = here
	}
	return piles
}

// comesBefore reports whether piles seen in the order a come before those seen in the order b.
func comesBefore(piles *[64]pile, a, b []square) bool {
	for i, at := range a {
		if x, y := piles[at&63], piles[b[i]&63]; x != y {
			return x.before(y)
		}
	}
	return false
}

// newOrders are the squares of a board in the order of their bits, and what the symmetries make of that order.
func newOrders(files, ranks int) [][]square {
	orders := make([][]square, engine.SymmetriesOf(files, ranks))
	for g := range orders {
		for rank := range ranks {
			for file := range files {
				orders[g] = append(orders[g], squareAt(engine.GridSymmetry(g).Map(file, rank, files, ranks)))
			}
		}
	}
	return orders
}

// bitWriter puts bits together to bytes, the first bit lowest.
type bitWriter struct {
	bytes   []byte
	pending uint64 // bits that make no byte yet
	count   int
}

func (w *bitWriter) bits(bits uint64, count int) {
	w.pending |= bits << w.count
	for w.count += count; w.count >= 8; w.count -= 8 {
		w.bytes = append(w.bytes, byte(w.pending))
		w.pending >>= 8
	}
}

func (w *bitWriter) pile(s pile) {
	for range s.height {
		w.bits(1|s.owners&1<<1, 2)
		s.owners >>= 1
	}
	w.bits(0, 1)
}

// end fills the last byte up.
func (w *bitWriter) end() []byte {
	if w.count > 0 {
		return append(w.bytes, byte(w.pending))
	}
	return w.bytes
}

// bitReader takes bytes apart again.
type bitReader struct {
	bytes []byte
	next  int
}

func (r *bitReader) bit() byte {
	bit := r.bytes[r.next>>3] >> (r.next & 7) & 1
	r.next++
	return bit
}

// SetKey takes White for the seat to act.
func (p *position) SetKey(key []byte) {
	p.state = state{turn: 1}
	r := bitReader{bytes: key}
	for _, at := range p.rules.shape.orders[0] {
		for r.bit() == 1 {
			p.board.put(seat(r.bit()), at)
		}
	}
	p.hash = p.hashFromScratch()
	p.findMoves()
	checkInvariants(p)
}
