package players

import (
	"flag"
	"fmt"
	"strconv"
	"sync"
)

// memory returns how many bytes this process can have at most: the memory of the machine or of its container; 0 if
// unknown.
var memory = sync.OnceValue(machineMemory)

// CheckMemory returns an error if the transposition tables of players do not fit into three quarters of the memory,
// when each of a number of workers has one of every player.
func CheckMemory(workers int, texts ...string) error {
	total := 0
	for _, text := range texts {
		if flags, err := Keys(text); err == nil {
			total += mebibytes(flags, "table")
		}
	}
	if most := int(memory() >> 20 / 4 * 3); most > 0 && total > most/max(1, workers) {
		return fmt.Errorf("%d workers with tables of %d MiB each do not fit into memory, which has %d MiB for tables: "+
			"give smaller tables (table=) or fewer workers", workers, total, most)
	}
	return nil
}

// mebibytes returns the value of a player's key in MiB, 0 if it has no such key.
func mebibytes(flags *flag.FlagSet, key string) (size int) {
	if f := flags.Lookup(key); f != nil {
		size, _ = strconv.Atoi(f.Value.String())
	}
	return size
}

// checkAlone returns an error for a player that does not fit into the memory by itself.
func checkAlone(flags *flag.FlagSet) error {
	for _, key := range []string{"table", "memory"} {
		size, most := mebibytes(flags, key), int(memory()>>20)
		if most > 0 && size > most && size <= 1<<16 { // what is larger is refused anyway
			return fmt.Errorf("%s=%d: must fit into the memory of %d MiB", key, size, most)
		}
	}
	return nil
}
