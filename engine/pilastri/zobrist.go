package pilastri

import "pillars/engine"

// zobristKeys are the random words whose exclusive or is a position's hash (Albert Zobrist, A New Hashing Method with Application for Game Playing,
// 1970): one for every piece by colour, level and square, and one for Black to act.
type zobristKeys struct {
	piece   [2][maxHeight][64]uint64 // by colour, level from 0, square
	blackTo uint64
}

var zobrist = newZobristKeys()

func newZobristKeys() *zobristKeys {
	random := engine.NewRandom(0x50696c6173747269)
	keys := new(zobristKeys)
	for color := range keys.piece {
		for level := range keys.piece[color] {
			for s := range keys.piece[color][level] {
				keys.piece[color][level][s] = random.Uint64()
			}
		}
	}
	keys.blackTo = random.Uint64()
	return keys
}

// hashFromScratch computes what hash must be.
func (p *position) hashFromScratch() uint64 {
	key := uint64(p.seat) * zobrist.blackTo
	for s, height := range p.board.heights {
		for level := range int(height) {
			key ^= zobrist.piece[p.board.owner(square(s), level)][level][s]
		}
	}
	return key
}
