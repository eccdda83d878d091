package kit

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// Count returns a number with its noun, such as "1 man" or "3 men".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// List joins words as in "a, b and c".
func List(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return strings.Join(words, "")
}

// TurnWords describes a turn by joining the words of its steps with "; then ". The function say returns the words of
// one step, given the positions before and after it, which later calls overwrite. Words that begin with a semicolon
// state a consequence of the step before, so they get no "then".
func TurnWords[P engine.Position](p P, steps []engine.Step, say func(before, after P, step engine.Step) string) string {
	words := ""
	before, after := p.Clone().(P), p.Clone().(P)
	for _, step := range steps {
		before.PlayInto(step, after)
		said := say(before, after, step)
		if words != "" && said != "" && said[0] != ';' {
			words += "; then "
		}
		words += said
		before, after = after, before
	}
	return strings.TrimPrefix(words, "; ")
}
