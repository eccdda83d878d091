package proof

import "pillars/engine"

// tableSize is the number of entries, a power of two; 16 bytes each.
const tableSize = 1 << 18

// entry is what is known of a position and a seat that is to win: it wins within forced turns (0 if that is not known), and it does not within
// unforced ones.
type entry struct {
	key              uint64
	forced, unforced uint16
}

// table keeps answers by position and winner. A new position takes the place of an old one.
type table []entry

func newTable() table { return make(table, tableSize) }

// keyOf tells apart the same position asked about for different winners.
func keyOf(hash uint64, winner engine.Seat) uint64 {
	return hash ^ uint64(winner)*0x9e3779b97f4a7c15
}

// probe is the answer for a number of turns, and whether it is known: a win within fewer turns is one, and no win within more is none.
func (t table) probe(key uint64, turns int) (forced, known bool) {
	e := &t[key&(tableSize-1)]
	switch {
	case e.key != key:
		return false, false
	case e.forced > 0 && int(e.forced) <= turns:
		return true, true
	case turns <= int(e.unforced):
		return false, true
	}
	return false, false
}

// store keeps an answer for a number of turns.
func (t table) store(key uint64, turns int, forced bool) {
	e := &t[key&(tableSize-1)]
	if e.key != key {
		*e = entry{key: key}
	}
	if forced {
		e.forced = uint16(turns)
	} else {
		e.unforced = uint16(turns)
	}
}
