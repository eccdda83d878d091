//go:build !js

package players

import (
	"github.com/nats-io/nats-server/v2/server/sysmem"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi/client"
)

func program(text, command string, rules engine.Rules) (search.Player, error) {
	return client.New(text, command, rules, client.DefaultPatience())
}

// physicalMemory returns the bytes of the machine's memory, or 0 if that is unknown.
func physicalMemory() uint64 { return uint64(sysmem.Memory()) }
