package pit

import "pillars/engine"

// zobristKeys are the random words whose exclusive or is a position's hash (Albert Zobrist, A New Hashing Method with Application for Game Playing,
// 1970): one for every piece by seat and cell, every barrier, the reserves, the places of players who are out, the step asked for and who acts, and
// the cell just reached.
type zobristKeys struct {
	tower   [engine.MaxSeats][256]uint64
	pawn    [engine.MaxSeats][256]uint64
	barrier [2][256]uint64 // by side, north or east, of the lower cell
	reserve [engine.MaxSeats][8]uint64
	place   [engine.MaxSeats][engine.MaxSeats + 1]uint64
	stage   [stepKinds][engine.MaxSeats]uint64
	at      [256]uint64
}

var zobrist = newZobristKeys()

func newZobristKeys() *zobristKeys {
	random := engine.NewRandom(0x506974)
	keys := new(zobristKeys)
	fill := func(words []uint64) {
		for i := range words {
			words[i] = random.Uint64()
		}
	}
	for s := range engine.MaxSeats {
		fill(keys.tower[s][:])
		fill(keys.pawn[s][:])
		fill(keys.reserve[s][:])
		fill(keys.place[s][:])
	}
	fill(keys.barrier[north][:])
	fill(keys.barrier[east][:])
	for kind := range keys.stage {
		fill(keys.stage[kind][:])
	}
	fill(keys.at[:])
	return keys
}
