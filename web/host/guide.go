package host

import "pillars/engine"

// guide returns a sentence that tells the person at the seat to act what they can do.
func guide(p engine.Position) (text string) {
	if steps := engine.StepTexts(p); len(steps) == 1 && steps[0] == engine.Decline {
		return "You can only pass: press the button."
	}
	if guided, ok := p.Rules().(engine.GuideRules); ok {
		text = guided.Guide(p.StepKind())
	}
	if engine.IsPieChoice(p) {
		text = "Pie rule. " + text
	}
	return text
}
