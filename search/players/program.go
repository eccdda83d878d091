//go:build !js

package players

import (
	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi/client"
)

func program(text, command string, rules engine.Rules) (search.Player, error) {
	return client.New(text, command, rules, client.DefaultPatience())
}
