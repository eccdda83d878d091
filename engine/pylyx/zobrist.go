package pylyx

import "pillars/engine"

// zobristKeys are the random words whose exclusive or is a position's hash (Albert Zobrist, A New Hashing Method with Application for Game Playing,
// 1970): one for every stack by colour, height and square, and one for the step asked for, who acts, who plays White and whether the turn
// before was a pass. The word of a stack of no men is 0.
type zobristKeys struct {
	stack [2][maxMen + 1][squares]uint64
	stage [stepKinds][2][4][2]uint64 // by kind of step, seat, owner, passes
}

var zobrist = newZobristKeys()

func newZobristKeys() *zobristKeys {
	random := engine.NewRandom(0x50796c79784b6579)
	keys := new(zobristKeys)
	for color := range keys.stack {
		for height := 1; height <= maxMen; height++ {
			for s := range keys.stack[color][height] {
				keys.stack[color][height][s] = random.Uint64()
			}
		}
	}
	for kind := range keys.stage {
		for seat := range keys.stage[kind] {
			for owner := range keys.stage[kind][seat] {
				for passes := range keys.stage[kind][seat][owner] {
					keys.stage[kind][seat][owner][passes] = random.Uint64()
				}
			}
		}
	}
	return keys
}
