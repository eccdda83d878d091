// Package docs holds the documents that the program itself prints.
package docs

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode/utf8"
)

//go:embed RULES.md
var rules string // RULES.md

// GameRules is what RULES.md says of the game with a title, up to its options, without pictures.
func GameRules(title string) string {
	text, _, _ := strings.Cut(section(rules, "## "+title), "\n### Options\n")
	text, _, _ = strings.Cut(text, "\n### A turn in pictures\n")
	return plain(text)
}

// Game is all that RULES.md says of the game with a title, in Markdown.
func Game(title string) string { return section(rules, "## "+title) }

// InShort is what RULES.md says of the game in short, and how its turns are written.
func InShort(title string) string {
	game := section(rules, "## "+title)
	return plain(section(game, "### In short") + "\nNotation\n" + section(game, "### Notation"))
}

// section is the text below a heading up to the next one of its level.
func section(text, heading string) string {
	_, text, _ = strings.Cut(text, "\n"+heading+"\n")
	level, _, _ := strings.Cut(heading, " ")
	text, _, _ = strings.Cut(text, "\n"+level+" ")
	return text
}

// aligned is text with the first column of every table as wide as its widest cell.
func aligned(text string) string {
	lines, width := strings.Split(text, "\n"), 0
	for i, line := range lines {
		if i == 0 || !strings.HasPrefix(lines[i-1], "|") {
			width = 0
			for j := i; j < len(lines) && strings.HasPrefix(lines[j], "|"); j++ {
				first, _, _ := strings.Cut(plainCell(lines[j]), " | ")
				width = max(width, utf8.RuneCountInString(first))
			}
		}
		if first, rest, found := strings.Cut(line, " | "); found && strings.HasPrefix(line, "| ") {
			lines[i] = first + strings.Repeat(" ", width-utf8.RuneCountInString(plainCell(first))) + " | " + rest
		}
	}
	return strings.Join(lines, "\n")
}

// plainCell is text without the marks of letters.
func plainCell(text string) string { return strings.NewReplacer("*", "", "`", "").Replace(text) }

var numbered = regexp.MustCompile(`^[0-9]+\. `)

// plain is text without the marks of Markdown, a paragraph or a row of a table on a line.
func plain(text string) string {
	var lines []string
	wasText := false // it goes on in the next line
	for line := range strings.SplitSeq(aligned(text), "\n") {
		if strings.HasPrefix(line, "![") || strings.HasPrefix(line, "|-") {
			continue
		}
		goesOn := line != "" && (!strings.ContainsAny(line[:1], "-|` #0123456789") ||
			strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   "))
		if heading, is := strings.CutPrefix(line, "#"); is {
			line = strings.TrimLeft(heading, "# ")
		} else if row, is := strings.CutPrefix(line, "| "); is {
			line = strings.NewReplacer(" | ", "   ", "\\|", "|").Replace("  " + strings.TrimRight(row, " |"))
		}
		line = plainCell(line)
		if goesOn && wasText {
			lines[len(lines)-1] += " " + strings.TrimLeft(line, " ")
		} else {
			lines = append(lines, strings.TrimRight(line, " "))
		}
		wasText = goesOn || strings.HasPrefix(line, "- ") || numbered.MatchString(line)
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "\n\n\n", "\n\n"))
}
