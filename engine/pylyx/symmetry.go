package pylyx

import "pillars/engine"

// image is a way to see a position: by a symmetry of the board, perhaps with the colours exchanged, perhaps with the
// seats.
type image struct {
	board  engine.GridSymmetry
	colors color
	seats  engine.Seat
}

// images are those that the rules keep, by kind of step. The set-up is laid in rising order of the files, the white
// checkers first: only its ranks can be mirrored. Then neither the sides of the board nor the colours differ, and once
// the choices, which belong to certain seats, are made, neither do the seats.
var images = [stepKinds][]image{
	setUpStep:  {{}, {board: engine.MirrorRanks}},
	choiceStep: newImages(1),
	colorStep:  newImages(1),
	mainStep:   newImages(2),
}

// newImages are all images, with both colours, and with as many exchanges of the seats.
func newImages(seats engine.Seat) (all []image) {
	for board := range engine.GridSymmetry(engine.GridSymmetries) {
		for colors := range colors {
			for seat := range seats {
				all = append(all, image{board, colors, seat})
			}
		}
	}
	return all
}

// CanonicalHash is the least hash of all images of the position that its stage keeps; see [images].
func (p *position) CanonicalHash() uint64 {
	var men [colors]list
	for c := range men {
		men[c].fill(&p.stacks[c])
	}
	least := ^uint64(0)
	for _, i := range images[p.kind&3] {
		least = min(least, p.imageHash(i, &men))
	}
	return least
}

// imageHash is the hash of an image of the position, whose stacks are listed by colour.
func (p *position) imageHash(i image, men *[colors]list) uint64 {
	size, played := p.rules.board.size, p.owner
	if played != unsettled && uint8(i.colors) != uint8(i.seats) {
		played = 3 - played
	}
	key := zobrist.stage[p.kind&3][(p.seat^i.seats)&1][played&3][p.passes&1]
	for c := range men {
		keys := &zobrist.stack[color(c)^i.colors]
		for _, s := range men[c].all() {
			to := squareAt(i.board.Map(s.file(), s.rank(), size, size))
			key ^= keys[p.heights[s]][to]
		}
	}
	return key
}
