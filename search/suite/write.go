package suite

import (
	"fmt"
	"strings"
)

// String is the problem as a block of its file, without the empty line behind it, as [Read] reads it.
func (p *Problem) String() string {
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	line("id", p.ID)
	line("game", p.Game)
	line("options", p.Options.String())
	line("position", p.Position)
	line("kind", string(p.Kind))
	line("turns", strings.Join(p.Turns, " "))
	line("safe", p.Safe)
	line("nodes", p.budgets())
	if p.Long {
		line("proof", "long")
	}
	line("comment", p.Comment)
	return b.String()
}

// budgets are the budgets that are not the default one.
func (p *Problem) budgets() string {
	var words []string
	if p.Nodes != DefaultNodes {
		words = append(words, fmt.Sprint(p.Nodes))
	}
	for _, of := range p.NodesOf {
		words = append(words, fmt.Sprintf("%s=%d", of.Player, of.Nodes))
	}
	return strings.Join(words, " ")
}
