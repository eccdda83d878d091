package pylyx

// pile is a stack as the patterns see it. Along ranks and diagonals a square is told by its file, along files by its rank.
type pile struct {
	square          square
	height          uint8
	file, rank      int8
	sum, difference int8       // of file and rank: the same all along a falling diagonal, and a rising one
	from, to        [axes]int8 // how far its men slide along each axis
}

// measure makes b the pile of a stack.
func (b *pile) measure(p *position, own color, s square) {
	file, rank := int8(s.file()), int8(s.rank())
	b.square, b.height, b.file, b.rank = s, p.heights[s], file, rank
	b.sum, b.difference = file+rank, file-rank
	for a := range axes {
		l, at := p.slide(own, s, a), b.at(a)
		b.from[a], b.to[a] = at-int8(l.back), at+int8(l.forward)
	}
}

// at is where the pile stands on its line along an axis.
func (b *pile) at(a axis) int8 {
	if a == alongFile {
		return b.rank
	}
	return b.file
}

// spans reports whether a square of its line along an axis is the pile's own or one that it slides to.
func (b *pile) spans(a axis, at int8) bool { return b.from[a&3] <= at && at <= b.to[a&3] }

// open is how many of its two directions along an axis the pile can move in.
func (b *pile) open(a axis) (count int) {
	at := b.at(a)
	if b.from[a] < at {
		count++
	}
	if b.to[a] > at {
		count++
	}
	return count
}

// reach is how many squares the pile can move to as a whole, or three men of a higher one.
func (b *pile) reach() (sum int) {
	first, end := powers(int(b.height))
	for a := first; a < end; a++ {
		sum += int(b.to[a] - b.from[a])
	}
	return sum
}

// far is every distance above 2.
const far = 3

// distance is the number of moves that bring so many men, 1 to 3, from one pile onto another as all stacks stand: 1, 2, or far. Two moves meet on a
// square that both piles slide to. It is the same both ways.
func distance(b, c *pile, men uint8) int {
	switch men {
	case 1:
		return diagonally(b, c)
	case 2:
		return orthogonally(b, c)
	}
	least := min(diagonally(b, c), orthogonally(b, c))
	if least == far && (crossing(b, c) || crossing(c, b)) {
		return 2
	}
	return least
}

// diagonally is the distance for one man.
func diagonally(b, c *pile) int {
	if (b.sum^c.sum)&1 != 0 {
		return far
	}
	if b.difference == c.difference {
		return along(b, c, rising)
	}
	if b.sum == c.sum {
		return along(b, c, falling)
	}
	one, other := (b.difference+c.sum)>>1, (c.difference+b.sum)>>1
	if b.spans(rising, one) && c.spans(falling, one) || b.spans(falling, other) && c.spans(rising, other) {
		return 2
	}
	return far
}

// orthogonally is the distance for two men.
func orthogonally(b, c *pile) int {
	if b.rank == c.rank {
		return along(b, c, alongRank)
	}
	if b.file == c.file {
		return along(b, c, alongFile)
	}
	if b.spans(alongRank, c.file) && c.spans(alongFile, b.rank) || b.spans(alongFile, c.rank) && c.spans(alongRank, b.file) {
		return 2
	}
	return far
}

// along is the distance of two piles on one line: between them there may be a stack of their own to go by.
func along(b, c *pile, a axis) int {
	if b.spans(a, c.at(a)) {
		return 1
	}
	if max(b.from[a], c.from[a]) <= min(b.to[a], c.to[a]) {
		return 2
	}
	return far
}

// crossing reports whether a move of b along rank or file and a diagonal one of c meet.
func crossing(b, c *pile) bool {
	byRank, byFile := c.difference+b.rank, c.sum-b.rank // where c's diagonals meet b's rank, as files
	up, down := b.file-c.difference, c.sum-b.file       // where they meet b's file, as ranks
	return b.spans(alongRank, byRank) && c.spans(rising, byRank) || b.spans(alongRank, byFile) && c.spans(falling, byFile) ||
		c.spans(rising, b.file) && b.spans(alongFile, up) || c.spans(falling, b.file) && b.spans(alongFile, down)
}
