// Package docs holds the documents from which the program prints texts.
package docs

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode/utf8"
)

//go:embed reference/rules.md
var rules string

//go:embed reference/commands.md
var commands string

// Command returns the text of reference/commands.md about a command, named as in "pillars runs list", and its examples,
// one on each line. It removes the marks of code blocks.
func Command(name string) (text, examples string) {
	text = strings.TrimSpace(section(commands, "## "+name))
	if block, is := strings.CutPrefix(text, "```sh\n"); is {
		block, text, _ = strings.Cut(block, "\n```\n\n")
		examples = "  " + strings.ReplaceAll(block, "\n", "\n  ")
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text+"\n", "```text\n", ""), "```\n", "")
	return strings.TrimSuffix(text, "\n"), examples
}

// GameRules returns the rules of the game with a title as plain text: its section of the rules up to the options.
func GameRules(title string) string {
	text, _, _ := strings.Cut(section(rules, "## "+title), "\n### Options\n")
	text, _, _ = strings.Cut(text, "\n### A turn in pictures\n")
	return plain(text)
}

// Game returns the section of the rules about the game with a title, in Markdown.
func Game(title string) string { return section(rules, "## "+title) }

// InShort returns the summary of a game and the notation of its turns, as plain text.
func InShort(title string) string {
	game := section(rules, "## "+title)
	return plain(section(game, "### In short") + "\nNotation\n" + section(game, "### Notation"))
}

// section returns the text below a heading, up to the next heading of the same level.
func section(text, heading string) string {
	_, text, _ = strings.Cut(text, "\n"+heading+"\n")
	level, _, _ := strings.Cut(heading, " ")
	text, _, _ = strings.Cut(text, "\n"+level+" ")
	return text
}

// aligned pads the first column of every table in a Markdown text to the width of its widest cell.
func aligned(text string) string {
	lines, width := strings.Split(text, "\n"), 0 // width of the first column of the current table
	for i, line := range lines {
		if i == 0 || !strings.HasPrefix(lines[i-1], "|") {
			width = 0
			for _, row := range lines[i:] {
				if !strings.HasPrefix(row, "|") {
					break
				}
				first, _, _ := strings.Cut(plainCell(row), " | ")
				width = max(width, utf8.RuneCountInString(first))
			}
		}
		if first, rest, found := strings.Cut(line, " | "); found && strings.HasPrefix(line, "| ") {
			lines[i] = first + strings.Repeat(" ", width-utf8.RuneCountInString(plainCell(first))) + " | " + rest
		}
	}
	return strings.Join(lines, "\n")
}

// plainCell removes the marks of bold, italic and code from a text.
func plainCell(text string) string { return strings.NewReplacer("*", "", "`", "").Replace(text) }

// numbered matches the beginning of an entry of a numbered list.
var numbered = regexp.MustCompile(`^[0-9]+\. `)

// plain converts Markdown to plain text, with every paragraph and every row of a table on one line.
func plain(text string) string {
	var lines []string
	wasText := false // whether this line may continue the last one
	for line := range strings.SplitSeq(aligned(text), "\n") {
		if strings.HasPrefix(line, "![") || strings.HasPrefix(line, "|-") {
			continue
		}
		isText := line != "" && (!strings.ContainsAny(line[:1], "-|` #0123456789") ||
			strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   "))
		if heading, is := strings.CutPrefix(line, "#"); is {
			line = strings.TrimLeft(heading, "# ")
		} else if row, is := strings.CutPrefix(line, "| "); is {
			line = strings.NewReplacer(" | ", "   ", "\\|", "|").Replace("  " + strings.TrimRight(row, " |"))
		}
		line = plainCell(line)
		if isText && wasText {
			lines[len(lines)-1] += " " + strings.TrimLeft(line, " ")
		} else {
			lines = append(lines, strings.TrimRight(line, " "))
		}
		wasText = isText || strings.HasPrefix(line, "- ") || numbered.MatchString(line)
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "\n\n\n", "\n\n"))
}
