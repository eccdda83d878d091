package docs_test

import (
	"regexp"
	"strings"
	"testing"

	"pillars/docs"
	"pillars/engine/games"
)

// inShort matches the summary of a game: a paragraph for each term.
var inShort = regexp.MustCompile(`(?s)\n### In short\n\n\*\*Goal\.\*\* [^#]+\n\*\*Your turn\.\*\* [^#]+\n` +
	`\*\*The end\.\*\* [^#]+\n### `)

// TestRules checks that the plain text of every game's rules has no Markdown, and that the rules in the page have no
// links to other documents.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		text, short, markdown := docs.RulesText(game.Name()), docs.InShort(game.Name()), docs.RulesMarkdown(game.Name())
		for _, heading := range []string{"In short", "The end", "Often mistaken", "Notation"} {
			if !strings.Contains(text, "\n"+heading+"\n") || !strings.Contains(markdown, "\n### "+heading+"\n") {
				t.Errorf("%s: the rules lack %q:\n%s", game.Name(), heading, text)
			}
		}
		for _, mark := range []string{"](", "**", "`", "#", "---", "picture"} {
			if strings.Contains(text+short, mark) {
				t.Errorf("%s: %q is in the text:\n%s", game.Name(), mark, text)
			}
		}
		if !inShort.MatchString(markdown) {
			t.Errorf("%s: in short the rules tell not goal, turn and end, which the page shows:\n%s", game.Name(),
				markdown)
		}
		if strings.Contains(markdown, ".md") || strings.Contains(markdown, "\n---") ||
			!strings.Contains(markdown, "![") {
			t.Errorf("%s: a link to a document, or no picture:\n%s", game.Name(), markdown)
		}
		if !strings.Contains(short, "\nNotation\n") || len(short) > 1600 {
			t.Errorf("%s: %d bytes in short:\n%s", game.Name(), len(short), short)
		}
	}
}
