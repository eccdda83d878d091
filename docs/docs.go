// Package docs embeds the documents from which the program prints the rules of games, the help of commands and tables.
package docs

import (
	"embed"
	"regexp"
	"strings"
	"unicode/utf8"
)

//go:embed reference/pit-of-pillars.md reference/pilastri.md reference/pylyx.md reference/pit.md
var rules embed.FS

//go:embed reference/commands.md
var commands string

// DepthChains and DepthMetrics are tables of findings/depth.md as CSV.
//
//go:embed findings/depth-chains.csv
var DepthChains string

//go:embed findings/depth-metrics.csv
var DepthMetrics string

// Metrics is a table of the definitions of metrics, as CSV.
//
//go:embed reference/metrics.csv
var Metrics string

// Command returns the section of reference/commands.md about a command, named as in "pillars runs show". It separates
// the examples, which are the indented lines at the beginning of the section, and returns them one on each line. An
// indentation of four blanks becomes two.
func Command(name string) (text, examples string) {
	text = strings.TrimLeft(section(commands, "## "+name), "\n")
	for strings.HasPrefix(text, "    ") {
		line, rest, _ := strings.Cut(text, "\n")
		examples, text = examples+line[2:]+"\n", rest
	}
	return strings.ReplaceAll(strings.TrimSpace(text), "\n    ", "\n  "), strings.TrimSuffix(examples, "\n")
}

// RulesText returns the rules of the named game as plain text. It leaves out the options, and the examples, which need
// pictures.
func RulesText(name string) string {
	var sections []string
	for i, part := range strings.Split(page(name), "\n## ") {
		switch heading, _, _ := strings.Cut(part, "\n"); {
		case heading == "Options", heading == "An example", heading == "A turn in pictures":
		case i == 0:
			sections = append(sections, part)
		default:
			sections = append(sections, "\n## "+part)
		}
	}
	return plain(strings.Join(sections, ""))
}

// RulesMarkdown returns the rules of the named game in Markdown, for a page that puts them below a heading of level 2.
func RulesMarkdown(name string) string { return strings.ReplaceAll(page(name), "\n## ", "\n### ") }

// InShort returns the summary of the named game and the notation of its turns, as plain text.
func InShort(name string) string {
	text := page(name)
	return plain(section(text, "## In short") + "\nNotation\n" + section(text, "## Notation"))
}

// page returns the rules of the named game in Markdown, without the title and without the text after the first
// horizontal line. Links become plain text. page returns "" if there is no such game.
func page(name string) string {
	text, err := rules.ReadFile("reference/" + name + ".md")
	if err != nil {
		return ""
	}
	_, body, _ := strings.Cut(string(text), "\n")
	body, _, _ = strings.Cut(body, "\n---\n")
	return links.ReplaceAllString(body, "$1$2")
}

// links matches a Markdown link, but no image.
var links = regexp.MustCompile(`(^|[^!])\[([^]]*)\]\([^) ]+\)`)

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
			width = firstColumnWidth(lines[i:])
		}
		if first, rest, found := strings.Cut(line, " | "); found && strings.HasPrefix(line, "| ") {
			lines[i] = first + strings.Repeat(" ", width-utf8.RuneCountInString(plainCell(first))) + " | " + rest
		}
	}
	return strings.Join(lines, "\n")
}

// firstColumnWidth returns the width of the first column of the table at the beginning of lines, or 0 if none is there.
func firstColumnWidth(lines []string) (width int) {
	for _, row := range lines {
		if !strings.HasPrefix(row, "|") {
			break
		}
		first, _, _ := strings.Cut(plainCell(row), " | ")
		width = max(width, utf8.RuneCountInString(first))
	}
	return width
}

// plainCell removes the marks of bold, italic and code from a text.
func plainCell(text string) string { return strings.NewReplacer("*", "", "`", "").Replace(text) }

// numbered matches the beginning of an entry of a numbered list.
var numbered = regexp.MustCompile(`^[0-9]+\. `)

// plain converts Markdown to plain text, with every paragraph and every row of a table on one line.
func plain(text string) string {
	var lines []string
	wasText := false // whether the line before is text that this line may continue
	for line := range strings.SplitSeq(aligned(text), "\n") {
		if strings.HasPrefix(line, "![") || strings.HasPrefix(line, "|-") {
			continue
		}
		ofParagraph := line != "" && !strings.ContainsAny(line[:1], "-|` #0123456789")
		continuesEntry := strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "    ") // an entry of a list
		isText := ofParagraph || continuesEntry
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
