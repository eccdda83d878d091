package docs_test

import (
	"strings"
	"testing"

	"pillars/docs"
	"pillars/engine/games"
)

// TestRules checks that the plain text of every game's rules has its parts and no Markdown.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		text := docs.RulesText(game.Name())
		for _, heading := range []string{"In short", "The end", "Often mistaken", "Notation"} {
			if !strings.Contains(text, "\n"+heading+"\n") {
				t.Errorf("%s: the rules lack %q:\n%s", game.Name(), heading, text)
			}
		}
		if strings.ContainsAny(text, "`#") || strings.Contains(text, "](") {
			t.Errorf("%s: Markdown is in the text:\n%s", game.Name(), text)
		}
	}
}
