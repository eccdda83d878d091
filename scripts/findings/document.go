package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/stats"
)

type findings struct {
	tables map[string][]measured // by name, from the files of games
	sheets map[string]sheet      // by name, from the CSV files
}

// section matches a part of the document that this program writes, between two lines that are comments.
var section = regexp.MustCompile(`(?s)<!-- made: (\w+) -->\n.*?\n<!-- end -->`)

// made returns the document text with its sections made again from the data.
func (f findings) made(text string) (string, error) {
	older, err := f.olderRows()
	if err != nil {
		return "", err
	}
	measured, err := f.measuredTable()
	if err != nil {
		return "", err
	}
	contents := map[string]string{"measured": measured, "older": older}
	missing := maps.Clone(contents)
	text = section.ReplaceAllStringFunc(text, func(old string) string {
		name := section.FindStringSubmatch(old)[1]
		delete(missing, name)
		return fmt.Sprintf("<!-- made: %s -->\n%s\n<!-- end -->", name, contents[name])
	})
	for name := range missing {
		return "", fmt.Errorf("%s has no section <!-- made: %s -->", document, name)
	}
	return text, nil
}

// measuredTable returns the main table, with a row for each measure at the highest node limit. Below the table is a
// list of all tables with their programs and commands.
func (f findings) measuredTable() (string, error) {
	lines := []string{"| game, board | begins | player | first seat % | shown | opener, chooser % | shown | games |",
		"|---|---|---|---|---|---|---|---|"}
	var data []string
	own := f.sheets[measuredName]
	for _, table := range planned {
		all := f.tables[table.name]
		if all == nil {
			continue
		}
		games := 0
		for _, m := range all {
			games += m.Summary.Games
			if m.Nodes != highestRung {
				continue
			}
			line := fmt.Sprintf("| %s | %s | `%s` |", table.title, m.Measure, m.Player)
			keys := []string{table.name, strconv.Itoa(highestRung), string(m.Measure)}
			for _, columns := range [][]string{{firstSeat}, {opener, chooser}} {
				cell, err := own.judged(keys, columns)
				if err != nil {
					return "", err
				}
				line += cell
			}
			lines = append(lines, fmt.Sprintf("%s %s |", line, stats.Thousands(m.Summary.Games)))
		}
		data = append(data, fmt.Sprintf("- %s, `%s`: [%s games](%s), by %s:\n  `%s`", table.title, all[0].Player,
			stats.Thousands(games), strings.TrimPrefix(pathOf(table.name), "docs/"), all[0].program, command(all)))
	}
	count := fmt.Sprintf("%d of the %d planned tables are complete.", len(data), len(planned))
	return strings.Join(slices.Concat(lines, []string{"", count, ""}, data), "\n"), nil
}

// judged returns two cells of the main table, from the row of the sheet with the given keys. The first cell is the
// figure of the first of the given columns that has one. The second says whether this figure shows an advantage.
func (s sheet) judged(keys, columns []string) (string, error) {
	for _, column := range columns {
		text, err := s.interval(keys, column)
		if err != nil {
			return "", err
		}
		if text == "" {
			continue
		}
		shown, err := s.cell(keys, column+" shown")
		if err != nil {
			return "", err
		}
		if shown == "no" {
			excluded, err := s.number(keys, column+" excluded")
			if err != nil {
				return "", err
			}
			shown = fmt.Sprintf("no, at most %.1f", excluded)
		}
		return fmt.Sprintf(" %s | %s |", text, shown), nil
	}
	return " | |", nil
}

var (
	// mark matches a comment that names the source of the figure before it: <!-- SHEET KEYS: COLUMN -->, with bars
	// between the keys. After words that are no figure, it is <!-- SHEET KEYS: COLUMN = CELL -->, where CELL is the
	// text in the sheet.
	mark = regexp.MustCompile(`(\d+(?:\.\d+)?)?(?: %| points)? ?` +
		`<!-- ([\w-]+) ([^:>]*): ([^=>]*?)(?: = ([^>]*?))? -->`)
	abstract  = regexp.MustCompile(`(?s)\*\*Abstract\.\*\*.*?\n\n`)
	unfigured = regexp.MustCompile(`\d+ x \d+|[\d,]+ nodes`) // numbers that need no mark in the abstract
	figure    = regexp.MustCompile(`\d[\d.,]*`)
)

// faults lists the marked figures of the document that differ from the data. In the abstract, which ends before the
// first heading of a section, it also lists figures without a mark, and figures from an older table that a table with
// games replaces.
func (f findings) faults(text string) (faults []string) {
	complain := func(at int, format string, values ...any) {
		line := 1 + strings.Count(text[:at], "\n")
		faults = append(faults, fmt.Sprintf("%s:%d: ", document, line)+fmt.Sprintf(format, values...))
	}
	for _, at := range mark.FindAllStringSubmatchIndex(text, -1) {
		part := func(i int) string { // group i of the match
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		number, name, keys, column, cell := part(1), part(2), part(3), part(4), part(5)
		inAbstract := strings.LastIndex(text[:at[0]], "\n## ") < 0
		if by := f.replaced(name, keys); by != "" && inAbstract {
			complain(at[0], "the abstract rests on %s %s, which %s replaces", name, keys, by)
		}
		if wrong := f.wrong(number, name, strings.Split(keys, "|"), column, cell); wrong != "" {
			complain(at[0], "%q: %s", strings.Join(strings.Fields(text[at[0]:at[1]]), " "), wrong)
		}
	}
	where := abstract.FindStringIndex(text)
	if where == nil {
		return append(faults, document+": no abstract")
	}
	blank := func(s string) string { return strings.Repeat(" ", len(s)) }
	unmarked := mark.ReplaceAllStringFunc(text[where[0]:where[1]], blank) // blanks keep the places of the rest
	rest := unfigured.ReplaceAllStringFunc(unmarked, blank)
	for _, at := range figure.FindAllStringIndex(rest, -1) {
		complain(where[0]+at[0], "%q in the abstract has no mark", rest[at[0]:at[1]])
	}
	return faults
}

// replaced returns the table with games that replaces a row of an older table, or "" if there is none.
func (f findings) replaced(name, row string) string {
	for _, older := range f.sheets["older"] {
		if older[olderTable] == name && older[olderKeys] == row && f.tables[older[olderReplacedBy]] != nil {
			return older[olderReplacedBy]
		}
	}
	return ""
}

// wrong compares a marked figure, number, with the sheet called name. It returns what is wrong, or "" if they agree. If
// cell is not empty, the mark follows words instead, and the sheet must have this cell.
func (f findings) wrong(number, name string, keys []string, column, cell string) string {
	own, ok := f.sheets[name]
	if !ok {
		return "no sheet of this name"
	}
	if cell != "" {
		switch is, err := own.cell(keys, column); {
		case err != nil:
			return err.Error()
		case is != cell:
			return fmt.Sprintf("the data have %q", is)
		}
		return ""
	}
	x, err := own.number(keys, column)
	if err != nil {
		return err.Error()
	}
	_, decimals, _ := strings.Cut(number, ".")
	if want := strconv.FormatFloat(x, 'f', len(decimals), 64); number != want {
		return "the data have " + want
	}
	return ""
}

// Columns of the sheet older, which lists figures from older tables, whose games are not kept.
const (
	olderBoard      = iota // game and board
	olderBegins            // how the games begin
	olderPlayer            // player and nodes
	olderTable             // name of the older table, which is also a sheet
	olderKeys              // keys of the row in that sheet, with bars between them
	olderProven            // proven result, if there is one
	olderReplacedBy        // name of the table with games that replaces the row; may be empty
)

// olderRows returns the table of older figures, and below it a list of the older tables, which the sheet older-tables
// describes. A row of figures disappears as soon as there are games of the table that replaces it.
func (f findings) olderRows() (string, error) {
	lines := []string{"| game, board | begins | player, nodes | first seat % | opener % | n | excluded above | " +
		"proven | table |", "|---|---|---|---|---|---|---|---|---|"}
	used := map[string]bool{}
	for _, row := range f.sheets["older"][1:] {
		if f.tables[row[olderReplacedBy]] != nil {
			continue
		}
		line, err := f.olderRow(row)
		if err != nil {
			return "", fmt.Errorf("%q: %w", row, err)
		}
		lines, used[row[olderTable]] = append(lines, line), true
	}
	lines = append(lines, "")
	for _, table := range f.sheets["older-tables"][1:] {
		if name := table[0]; used[name] {
			lines = append(lines, fmt.Sprintf("- [%s](findings/%s) ([CSV](findings/%s.csv)), commit %s", name, table[1],
				name, table[2]))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// olderRow returns a row of the sheet older as a row of the document.
func (f findings) olderRow(row []string) (string, error) {
	table, tables := row[olderTable], f.sheets["older-tables"]
	own, keys := f.sheets[table], strings.Split(row[olderKeys], "|")
	var columns [3]string // the columns of own with the games, the first seat and the opener; the last may be empty
	for i, head := range []string{"games column", "first seat column", "opener column"} {
		var err error
		if columns[i], err = tables.cell([]string{table}, head); err != nil {
			return "", err
		}
	}
	games, err1 := own.number(keys, columns[0])
	first, err2 := own.interval(keys, columns[1])
	excluded, err3 := own.number(keys, columns[1]+" excluded")
	var opener string
	var err4 error
	if columns[2] != "" {
		opener, err4 = own.interval(keys, columns[2])
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.1f | %s | %s |", row[olderBoard], row[olderBegins],
		row[olderPlayer], first, opener, stats.Thousands(int(games)), excluded, row[olderProven],
		table), cmp.Or(err1, err2, err3, err4)
}
