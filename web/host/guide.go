package host

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// guide returns a sentence about what the seat to act can do.
func guide(p engine.Position) (text string) {
	if steps := engine.StepTexts(p); len(steps) == 1 && steps[0] == engine.Decline {
		return "You can only pass: press the button."
	}
	if guided, ok := p.Rules().(engine.GuideRules); ok {
		text = withLegalExamples(guided.Guide(p.StepKind()), engine.StepTexts(p))
	}
	if engine.IsPieChoice(p) {
		text = "Pie rule. " + text
	}
	return text
}

// withLegalExamples replaces each step in a text that is not legal by the first legal step of its form, if there is
// one.
func withLegalExamples(text string, legal []string) string {
	words := strings.Fields(text)
	for i, word := range words {
		step := strings.Trim(word, ".,;:()")
		form := formOf(step)
		at := slices.IndexFunc(legal, func(other string) bool { return formOf(other) == form })
		if form != "" && at >= 0 && !slices.Contains(legal, step) {
			words[i] = strings.Replace(word, step, legal[at], 1)
		}
	}
	return strings.Join(words, " ")
}

// formOf returns the text of a step without its squares, and how far they lie apart; "" for a step without squares.
func formOf(step string) string {
	names, rest := squaresIn(step)
	switch len(names) {
	case 1:
		return rest[:min(1, len(rest))] + " 1"
	case 2:
		rank := func(name string) int { n, _ := strconv.Atoi(name[1:]); return n }
		files, ranks := int(names[1][0])-int(names[0][0]), rank(names[1])-rank(names[0])
		return fmt.Sprint(rest, max(files, -files, ranks, -ranks))
	}
	return ""
}
