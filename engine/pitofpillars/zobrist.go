package pitofpillars

import "pillars/engine"

// zobristKeys are the random words whose exclusive or is a position's hash (Albert Zobrist, A New Hashing Method with Application for Game Playing,
// 1970): one for every man by colour, level and square, every pillar, the reserves, the step asked for and who acts, and the last man entered.
type zobristKeys struct {
	man     [2][256][64]uint64 // by colour, level from the bottom, square
	pillar  [2][64]uint64
	reserve [2][256]uint64
	stage   [stepKinds][2]uint64
	last    [64]uint64
}

var zobrist = newZobristKeys()

func newZobristKeys() *zobristKeys {
	random := engine.NewRandom(0x5069744f66506c72)
	keys := new(zobristKeys)
	fill := func(words []uint64) {
		for i := range words {
			words[i] = random.Uint64()
		}
	}
	for color := range 2 {
		for level := range 256 {
			fill(keys.man[color][level][:])
		}
		fill(keys.pillar[color][:])
		fill(keys.reserve[color][:])
	}
	for kind := range keys.stage {
		fill(keys.stage[kind][:])
	}
	fill(keys.last[:])
	return keys
}

// stack is the part of the hash that a stack on a square makes.
func (z *zobristKeys) stack(s stack, at square) uint64 {
	return z.top(s, s.height, at)
}

// top is the part of the hash that the top k men of a stack make.
func (z *zobristKeys) top(s stack, k uint8, at square) uint64 {
	var key uint64
	colors := s.colors
	for level := s.height; level > s.height-k; level-- {
		key ^= z.man[colors&1][level-1][at&63]
		colors >>= 1
	}
	return key
}
