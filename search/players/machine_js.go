package players

import (
	"errors"

	"pillars/engine"
	"pillars/search"
)

// program returns an error: a page has no processes.
func program(string, string, engine.Rules) (search.Player, error) {
	return nil, errors.New("a browser starts no programs")
}

// physicalMemory returns 0: a page does not know the machine's memory.
func physicalMemory() uint64 { return 0 }
