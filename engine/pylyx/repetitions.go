package pylyx

// repetitions counts how often positions have stood at the start of a turn. A table of bits says at once that most positions are new; only for the
// others the list of keys is searched. Games too long for the list count in a map.
type repetitions struct {
	filter [256]uint64
	keys   [1024]uint64
	count  int // keys in the list
	long   map[uint64]int
}

// add notes the position at the start of a turn and returns how often it has stood there.
func (r *repetitions) add(key uint64) int {
	if r.count == len(r.keys) {
		return r.addLong(key)
	}
	word, bit := &r.filter[key>>56], uint64(1)<<(key>>50&63)
	times := 1
	if *word&bit != 0 {
		for _, earlier := range r.keys[:r.count] {
			if earlier == key {
				times++
			}
		}
	}
	*word |= bit
	r.keys[r.count] = key
	r.count++
	return times
}

// addLong counts in the map, into which it first moves the list.
func (r *repetitions) addLong(key uint64) int {
	if r.long == nil {
		r.long = make(map[uint64]int, 2*len(r.keys))
		for _, earlier := range r.keys {
			r.long[earlier]++
		}
	}
	r.long[key]++
	return r.long[key]
}
