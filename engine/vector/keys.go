package vector

// keys holds the hashes of the positions at the start of each turn since the last step that can never be undone, for
// draws by repetition. Games of Pit of Pillars at random hold 77 on average and a few have more than 300. So they lie
// in pages, which games hand on to each other, and have 48 bits: positions that differ have equal keys once in 10^14.
type keys struct {
	last  *page
	count int // in all pages
}

const pageKeys = 20

// page holds keys, as one low and one high half each. All pages before it are full.
type page struct {
	low    [pageKeys]uint32
	high   [pageKeys]uint16
	before *page
}

// add adds a hash and returns how often it is there now. free are pages that no game uses.
func (k *keys) add(hash uint64, free **page) (times int) {
	low, high := uint32(hash), uint16(hash>>32)
	used := k.count % pageKeys
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

// clear gives all pages back.
func (k *keys) clear(free **page) {
	for k.last != nil {
		p := k.last
		k.last, p.before, *free = p.before, *free, p
	}
	k.count = 0
}
