package vector

// keys holds the hashes of the positions at the start of each turn since the last step that can never be undone, for
// draws by repetition. Random games of Pit of Pillars hold 77 hashes on average, and a few hold more than 300. To save
// memory, a hash is stored as a key of 48 bits, and keys lie in pages that other games use afterwards. Two different
// positions have equal keys with a probability below 10^-14.
type keys struct {
	last  *page
	count int // in all pages
}

// pageKeys is the number of keys in a page.
const pageKeys = 20

// page holds keys as their lower 32 and upper 16 bits. Pages form a linked list; all but the last page are full.
type page struct {
	low    [pageKeys]uint32
	high   [pageKeys]uint16
	before *page
}

// add adds a hash and returns how many times it has been added, including now. A new page comes from the list free,
// which holds pages that no game uses.
func (k *keys) add(hash uint64, free **page) (times int) {
	low, high := uint32(hash), uint16(hash>>32)
	used := k.count % pageKeys // in the last page, which is full if used is 0
	if used == 0 {
		p := *free
		if p == nil {
			p = new(page)
		} else {
			*free = p.before
		}
		p.before, k.last = k.last, p
	}
	k.last.low[used], k.last.high[used] = low, high
	k.count++
	for p, n := k.last, used+1; p != nil; p, n = p.before, pageKeys {
		for i, other := range p.low[:n] {
			if other == low && p.high[i] == high {
				times++
			}
		}
	}
	return times
}

// clear removes all hashes and moves the pages to the list free.
func (k *keys) clear(free **page) {
	for k.last != nil {
		p := k.last
		k.last, p.before, *free = p.before, *free, p
	}
	k.count = 0
}
