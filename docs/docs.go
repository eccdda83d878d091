// Package docs embeds the documents from which the program prints the rules of games, the help of commands and tables.
package docs

import (
	"embed"
	"encoding/csv"
	"regexp"
	"strings"
)

//go:embed reference/pit-of-pillars.md reference/pilastri.md reference/pylyx.md reference/pit.md
var rules embed.FS

//go:embed help.txt
var commands string

// Metrics is a CSV table that defines all metrics.
//
//go:embed reference/metrics.csv
var Metrics string

// Records is a CSV table of the kinds of JSON records that commands print, and their fields.
//
//go:embed reference/json.csv
var Records string

// Rows returns each row of a CSV table of this package as a map from column to cell. The first line of the table names
// the columns.
func Rows(text string) (all []map[string]string) {
	records, _ := csv.NewReader(strings.NewReader(text)).ReadAll() // the text is a part of the program
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		all = append(all, row)
	}
	return all
}

// Command returns the section of help.txt about a command, named as in "pillars runs tag". It separates
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

// RulesText returns the rules of the named game in Markdown for a terminal. It leaves out the options, and the
// examples, which need pictures.
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

// InShort returns the summary of the named game and the notation of its turns, in Markdown for a terminal.
func InShort(name string) string {
	text := page(name)
	return plain(section(text, "## In short") + "\n## Notation\n" + section(text, "## Notation"))
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

// pictures matches the lines of a Markdown text that are images.
var pictures = regexp.MustCompile(`(?m)^!\[.*\n`)

// plain returns a Markdown text for a terminal: without pictures, and without the empty lines that the pictures leave.
func plain(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(pictures.ReplaceAllString(text, ""), "\n\n\n", "\n\n"))
}
